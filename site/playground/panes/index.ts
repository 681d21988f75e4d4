// The panes: a row says what the tab is called and how the pane is made. What only one pane needs is loaded with it.

import type { PaneMaker } from './pane.ts'

interface PaneRow {
  readonly id: string
  readonly label: string
  readonly load: () => Promise<PaneMaker>
}

export const PANES: readonly PaneRow[] = [
  { id: 'disassembly', label: 'Disassembly', load: async () => (await import('./disassembly.ts')).disassemblyPane },
  { id: 'ir', label: 'IR', load: async () => (await import('./ir.ts')).irPane },
  { id: 'bytes', label: 'Bytes', load: async () => (await import('./framed.ts')).bytesPane },
  { id: 'bindings', label: 'Bindings', load: async () => (await import('./explained.ts')).bindingsPane },
  { id: 'layout', label: 'Layout', load: async () => (await import('./explained.ts')).layoutPane },
  { id: 'reflection', label: 'Reflection', load: async () => (await import('./reflection.ts')).reflectionPane },
  { id: 'statistics', label: 'Statistics', load: async () => (await import('./statistics.ts')).statisticsPane },
  { id: 'permutations', label: 'Permutations', load: async () => (await import('./permutations.ts')).permutationsPane },
  { id: 'diff', label: 'Diff', load: async () => (await import('./diff.ts')).diffPane },
]
