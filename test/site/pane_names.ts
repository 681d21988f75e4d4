/** The tabs of the playground. They are listed here because the page's own list loads code for browsers. */
export const PANES = [
  'disassembly',
  'ir',
  'bytes',
  'bindings',
  'layout',
  'reflection',
  'statistics',
  'permutations',
  'diff',
] as const
