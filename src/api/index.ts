// The public library: compile, read, dump. Runs in Node and in browsers alike; file access lives in ./node.ts.

export { InternalError } from '../base/brand.ts'
export { type DigestFlavour, type DigestImplementation, useDigest } from '../base/digest.ts'
export { FormatError } from '../base/format_error.ts'
export { digestState, readContainer, type Signing, signContainer, writeContainer } from '../container/container.ts'
export type {
  IncludeLine,
  Location,
  MacroPlace,
  Message,
  MessageFixIt,
  MessageRange,
} from '../diag/message.ts'
export { type FormatMessagesOptions, formatMessages, type PlaceStyle } from '../diag/render_text.ts'
export { type SarifOptions, toSarif } from '../diag/sarif.ts'
export type { BindingsExplanation, ResourceExplanation, SearchStep, SpaceMap } from '../explain/bindings_model.ts'
export type { BindingsComparison } from '../explain/compare_bindings.ts'
export type {
  BufferExplanation,
  GapExplanation,
  LayoutExplanation,
  MemberExplanation,
} from '../explain/layout_model.ts'
export { type PrintOptions, printBindings, printProgram } from '../explain/print_bindings.ts'
export { printComparison } from '../explain/print_comparison.ts'
export { printLayout } from '../explain/print_layout.ts'
export type { ProgramExplanation } from '../explain/program.ts'
export type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
export { bindingsPage, comparisonPage } from '../html/bindings_page.ts'
export { layoutPage } from '../html/layout_page.ts'
export { type ByteRange, byteRanges, mapBytes } from '../inspect/byte_map.ts'
export { type ContainerDump, dumpContainer } from '../inspect/dump.ts'
export { DIGEST_TEXT, formatDump } from '../inspect/format_dump.ts'
export { hexLines } from '../inspect/format_hex.ts'
export type * from '../reflect/model.ts'
export type {
  RangeType,
  SuggestedParameter,
  SuggestedRange,
  SuggestedRootSignature,
} from '../reflect/suggest_root_signature.ts'
export { OP_GROUPS, type OpGroup } from '../spec/op_groups.ts'
export type { NamedStatistics } from '../stats/csv.ts'
export type * from '../stats/model.ts'
export { type AssembleTextOptions, type AssembleTextResult, assembleText, losslessListing } from './assemble.ts'
export { type CompileReport, type CompileResult, compile, compileToIr, type IrResult, type Phase } from './compile.ts'
export {
  type Abort,
  type AsyncCompileOptions,
  type CompileWorker,
  compileAsync,
  serveCompiles,
  type WorkerScope,
} from './compile_async.ts'
export { compileModule, type ModuleOptions } from './compile_module.ts'
export { type Context, type ContextOptions, context, type ResultStore } from './context.ts'
export { type DebugSources, debugSources } from './debug_sources.ts'
export {
  type ContainerDiff,
  type DiffOptions,
  diffContainers,
  diffLines,
  type FormatDiffOptions,
  formatDiff,
} from './diff.ts'
export { disassemble, type Listing, type ListingOptions, listing, listingOf } from './disassemble.ts'
export {
  EditError,
  type EditOptions,
  editContainer,
  extractPart,
  type HashReport,
  hashContainer,
  listParts,
  type PartEdit,
  type PartInfo,
  replaceBitcode,
  signedCopy,
} from './edit.ts'
export type { DebugFile } from './emit_container.ts'
export {
  type BindingsResult,
  compareBindings,
  type ExplainOptions,
  explainBindings,
  explainProgram,
} from './explain.ts'
export { type ContainerBindings, explainContainer } from './explain_container.ts'
export { explainLayout, type LayoutResult } from './explain_layout.ts'
export { htmlPage } from './html.ts'
export { type IrDump, passNames } from './ir_dumps.ts'
export { type LinkInput, type LinkOptions, type LinkResult, link } from './link.ts'
export { type LinkedListing, type ListingPlace, linkedListing } from './linked_listing.ts'
export type { CompileOptions, Defines, IncludedFile, Includer, IrOptions } from './options.ts'
export { containerBytes, isPdb, readPdbStream } from './pdb.ts'
export {
  checkPipeline,
  checkShaderRootSignature,
  type PipelineCheckOptions,
  type PipelineCheckResult,
  type PipelineInput,
} from './pipeline.ts'
export { listIncludes, type PreprocessResult, preprocessSource } from './preprocess.ts'
export { reflect, suggestRootSignature } from './reflect.ts'
export type { Report } from './report.ts'
export { type KeptResults, type Origin, Reuse, type Reused } from './reuse.ts'
export { rootSignatureContainer } from './root_signature.ts'
export { type SlangDeclaration, type SlangLayoutResult, type SlangSource, slangLayout } from './slang_layout.ts'
export { debugNameOf, messageWithSources } from './source_lines.ts'
export { type StatsOptions, statisticsCsv, stats } from './stats.ts'
export { syntaxTree } from './syntax_tree.ts'
export {
  type BindingLanguage,
  type TypedBindingsOptions,
  type TypedBindingsResult,
  typedBindings,
} from './typed_bindings.ts'
