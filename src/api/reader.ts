// The reading side alone: open, dump, list, disassemble, compare and edit containers, whoever made them. No compiler behind it.

export { InternalError } from '../base/brand.ts'
export { FormatError } from '../base/format_error.ts'
export {
  type Container,
  type DigestState,
  digestState,
  type Part,
  readContainer,
  type Signing,
  signContainer,
  writeContainer,
} from '../container/container.ts'
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
export { containerBytes, isPdb, readPdbStream } from './pdb.ts'
export { reflect, suggestRootSignature } from './reflect.ts'
export { debugNameOf, messageWithSources } from './source_lines.ts'
export { type StatsOptions, statisticsCsv, stats } from './stats.ts'
