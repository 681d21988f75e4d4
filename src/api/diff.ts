// Comparing two containers or bitcode files: the result as data, and as the lines of a unified diff.

export type { Change } from '../diff/change.ts'
export {
  type ContainerDiff,
  type Damage,
  type DiffOptions,
  diffContainers,
  type PartDiff,
  type PartStatus,
} from '../diff/diff_container.ts'
export type { CodeLine, FunctionDiff, Hunk } from '../diff/diff_function.ts'
export type { ModuleDiff } from '../diff/diff_module.ts'
export { type DiffLine, diffLines, type FormatDiffOptions, formatDiff } from '../diff/format_diff.ts'
export type { SemanticChange, SemanticDiff } from '../diff/semantic_diff.ts'
export { PARTS } from '../spec/part_names.ts'
