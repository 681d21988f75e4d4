// What the page asks of each pane, and what a pane may do with the page.

import type { Answer, Ask, Job, QuestionKind } from '../compiler/protocol.ts'

export interface PaneHost {
  /** Asks about the job that compiled last. */
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>): Promise<Answer<K>>
  readonly job: Job
  /** Lights lines of the source. */
  light(file: string, lines: readonly number[]): void
  /** Goes to a place in the source. */
  goTo(file: string, line: number, column: number): void
  /** The axes of the grid, as they are written into the address. */
  axes: string
}

export interface Pane {
  readonly element: HTMLElement
  /** Shows the job that compiled last. Called when it is another one, and when the pane comes into view with another one. */
  update(): Promise<void>
  /** The pointer or the cursor is on a line of the source; 0 for none. `moved`: it is the cursor. */
  sourceLine?(file: string, line: number, moved: boolean): void
  /** Light and dark changed. */
  themed?(): void
}

export type PaneMaker = (host: PaneHost) => Pane
