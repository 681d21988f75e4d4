// What every function that reads source says about it, as plain data and as text.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { type Message, toMessage } from '../diag/message.ts'
import { formatMessages } from '../diag/render_text.ts'

export interface Report {
  /** Errors and warnings in order of discovery. */
  readonly diagnostics: readonly Message[]
  /** The same as clang prints them, with caret lines, without colours; '' when there are none. formatMessages() makes other forms. */
  readonly text: string
}

export function reportOf(diagnostics: Diagnostics): Report {
  const messages = diagnostics.list.map(d => toMessage(d, diagnostics.sources))
  return { diagnostics: messages, text: formatMessages(messages) }
}
