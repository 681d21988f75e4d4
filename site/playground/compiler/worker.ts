// The worker: compiles, and answers what the panes ask. What only panes need is loaded with the first question.

import { compile } from '../../../src/api/compile.ts'
import { prepare } from './job_options.ts'
import type { Ask, Compiled, Job, LanguageKind, Request, Response } from './protocol.ts'

function compiled(job: Job): Compiled {
  const start = performance.now()
  const prepared = prepare(job)
  if ('complaints' in prepared) return { ok: false, messages: prepared.complaints, phases: [], ms: 0 }
  const { source, options, messages } = prepared
  const result = compile(source, options)
  const ms = performance.now() - start
  const common = { messages: [...messages, ...result.diagnostics], phases: result.phases, ms }
  if (!result.ok) return { ...common, ok: false }
  const { container, pdb } = result
  return { ...common, ok: true, container, ...(pdb ? { pdb } : {}) }
}

const LANGUAGE: ReadonlySet<string> = new Set<LanguageKind>([
  ...(['hover', 'completions', 'signature', 'definition', 'references', 'rename', 'facts'] as const),
])
const isLanguageKind = (kind: string): kind is LanguageKind => LANGUAGE.has(kind)

async function answer({ kind, job, ask }: Request): Promise<unknown> {
  if (kind === 'compile') return compiled(job)
  if (isLanguageKind(kind)) {
    const { answerLanguage } = await import('./language.ts')
    return answerLanguage(kind, job, ask as Ask<typeof kind>)
  }
  const { answerPane } = await import('./questions.ts')
  return answerPane(kind, job, ask as Ask<typeof kind>)
}

/** One question at a time: the page sends the next behind the answer. */
self.onmessage = async ({ data }: MessageEvent<Request>) => {
  let response: Response
  try {
    response = { id: data.id, answer: await answer(data) }
  } catch (error) {
    response = { id: data.id, failure: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(response)
}
