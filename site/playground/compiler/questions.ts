// Answers to the panes, from the compiler and from the reading side. The last container of a job is kept. What few ask for is loaded when they do.

import {
  type CompileResult,
  compareBindings,
  compile,
  explainLayout,
  extractPart,
  type IrDump,
  linkedListing,
  reflect,
  stats,
  suggestRootSignature,
} from '../../../src/api/index.ts'
import { comparisonBody } from '../../../src/html/bindings_page.ts'
import { layoutBody } from '../../../src/html/layout_page.ts'
import { prepare } from './job_options.ts'
import { lineDiff } from './line_diff.ts'
import type { Answer, Answers, Ask, Job, PaneKind, Variant } from './protocol.ts'

/** Thrown as an answer: the pane shows the sentence. */
class NoAnswer extends Error {}

const NO_PROGRAM = 'The source has errors: see the messages.'

function prepared(job: Job) {
  const found = prepare(job)
  if ('complaints' in found) throw new NoAnswer(found.complaints[0]?.message ?? NO_PROGRAM)
  return found
}

/** What was made of the last job. */
class Kept {
  readonly #made = new Map<string, unknown>()
  #key = ''

  of<T>(job: Job, what: string, make: () => T): T {
    const key = JSON.stringify(job)
    if (key !== this.#key) {
      this.#made.clear()
      this.#key = key
    }
    if (!this.#made.has(what)) this.#made.set(what, make())
    return this.#made.get(what) as T
  }
}

const kept = new Kept()

function containerOf(result: CompileResult): Uint8Array {
  if (!result.ok) throw new NoAnswer(result.diagnostics.find(m => m.severity === 'error')?.message ?? NO_PROGRAM)
  return result.container
}

const plainContainer = (job: Job): Uint8Array =>
  kept.of(job, 'plain', () => {
    const { source, options } = prepared(job)
    return containerOf(compile(source, options))
  })

/** The same program with lines: debug information changes no instruction. Root signatures and the like have none. */
const linkedContainer = (job: Job): Uint8Array =>
  kept.of(job, 'linked', () => {
    const { source, options } = prepared(job)
    return containerOf(compile(source, { ...options, debug: 'full', embedDebug: true, stripDebug: false }))
  })

const dumps = (job: Job): readonly IrDump[] =>
  kept.of(job, 'dumps', () => {
    const { source, options } = prepared(job)
    const result = compile(source, { ...options, printAfter: ['all'] })
    containerOf(result)
    return result.dumps
  })

function variant(job: Job, defines: readonly string[]): Variant {
  const { source, options } = prepared(job)
  const result = compile(source, { ...options, defines: [...((options.defines as string[]) ?? []), ...defines] })
  if (!result.ok) {
    const error = result.diagnostics.find(m => m.severity === 'error')?.message ?? ''
    return { ok: false, bytes: 0, instructions: 0, registers: null, code: '', error }
  }
  const { container } = result
  const { instructions, registers } = stats(container)
  const code = String.fromCharCode(...extractPart(container, 'HASH').slice(-16))
  return { ok: true, bytes: container.length, instructions, registers, code, error: '' }
}

function rootSignature(container: Uint8Array): string {
  try {
    return suggestRootSignature([container]).hlsl
  } catch {
    return ''
  }
}

const ANSWERS: {
  readonly [K in PaneKind]: (
    ...asked: Parameters<Answers[K]>
  ) => ReturnType<Answers[K]> | Promise<ReturnType<Answers[K]>>
} = {
  listing: job => linkedListing(plainContainer(job), linkedContainer(job)),
  passes: job =>
    dumps(job).map(({ pass, run, func, changed, text }) => {
      return { pass, run, func: func ?? '', changed, lines: text.split('\n').length - 1 }
    }),
  ir: (job, { index }) => {
    const all = dumps(job)
    return lineDiff(index > 0 ? all[index - 1]!.text : undefined, all[index]?.text ?? '')
  },
  bytes: async job => {
    const { htmlPage } = await import('../../../src/api/html.ts')
    return htmlPage(plainContainer(job), job.main, { source: false })
  },
  bindings: job => {
    const { source, options } = prepared(job)
    const { comparison } = compareBindings(source, options)
    return { comparison, html: comparison ? comparisonBody(comparison) : '' }
  },
  layout: job => {
    const { source, options } = prepared(job)
    const { explanation, diagnostics } = explainLayout(source, options)
    if (!explanation) throw new NoAnswer(diagnostics[0]?.message ?? NO_PROGRAM)
    return layoutBody(explanation)
  },
  reflection: job => {
    const container = plainContainer(job)
    return { reflection: reflect(container), rootSignature: rootSignature(container) }
  },
  statistics: job => stats(plainContainer(job), { debugContainer: linkedContainer(job) }),
  variant: (job, { defines }) => variant(job, defines),
  diff: async (job, { name, bytes, listing }) => {
    const { diffContainers, diffLines } = await import('../../../src/api/diff.ts')
    const own = plainContainer(job)
    const diff = diffContainers(own, bytes)
    return { same: diff.same, lines: diffLines(diff, { nameA: `${job.main} (this page)`, nameB: name, listing }) }
  },
}

export async function answerPane<K extends PaneKind>(kind: K, job: Job, ask: Ask<K>): Promise<Answer<K>> {
  return (ANSWERS[kind] as (job: Job, ask: Ask<K>) => Answer<K> | Promise<Answer<K>>)(job, ask)
}
