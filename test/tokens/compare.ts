// One source through both compilers under the same flags: who accepts it, and whose fault a difference is.

import { type CompileResult, compile } from '../../src/api/compile.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { missing } from '../oracle/available.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'

export type Kind =
  | 'both accept'
  | 'both refuse'
  /** dxilkit accepts what DXC refuses with an error of its front end. */
  | 'wrong accept'
  | 'wrong reject'
  /** An exception left dxilkit, or it took longer than LIMIT_MS. */
  | 'crash'
  | 'slow'
  /** Both accept, and the validator refuses dxilkit's container. */
  | 'invalid'
  /** DXC crashed, hung, reported an internal error, or its own code did not pass the validator. */
  | 'dxc fault'
  /** The later release of DXC gives dxilkit's verdict. */
  | 'releases differ'

export const KINDS: readonly Kind[] = [
  'both accept',
  'both refuse',
  'wrong accept',
  'wrong reject',
  'crash',
  'slow',
  'invalid',
  'dxc fault',
  'releases differ',
]

export interface Comparison {
  readonly kind: Kind
  /** The first error of whoever refuses, without names: what findings are grouped by. */
  readonly cause: string
  /** Messages of whoever refuses. */
  readonly detail: string
}

/** Time dxilkit may take for one small source, ms. */
const LIMIT_MS = 4000

/** Time DXC may take: it needs milliseconds, or hangs. */
const DXC_LIMIT_MS = 5000

const DXC_FAULT =
  /validation errors|internal compiler error|llvm::cast|access violation|out of memory|Internal Compiler|no answer from|DXC ended|unhandled|opt pass|Assertion/i

const FILE = 'x.hlsl'

export async function compare(source: string, words: readonly string[]): Promise<Comparison> {
  const theirs = verdictOf('dxc', source, words)
  const ours = oursOf(source, words)
  if ('threw' in ours) return { kind: 'crash', cause: ours.threw.split('\n')[0]!, detail: ours.threw }
  const { ok, errors } = await theirs
  if (ours.ms > LIMIT_MS) return { kind: 'slow', cause: 'over the limit', detail: `${ours.ms.toFixed(0)} ms` }
  const { result } = ours
  if (result.ok && ok) return judgeContainer(result)
  const later = async (): Promise<boolean | undefined> =>
    missing('dxc-new') ? undefined : (await verdictOf('dxc-new', source, [...words, '-validator-version', '1.8'])).ok
  return judge({ ok: result.ok, errors: result.text }, { ok, errors }, later)
}

interface Verdict {
  readonly ok: boolean
  readonly errors: string
}

/** What two verdicts are together. `later` is asked for the later release's when they differ; undefined without it. */
export async function judge(
  ours: Verdict,
  theirs: Verdict,
  later: () => Promise<boolean | undefined>,
): Promise<Comparison> {
  if (ours.ok === theirs.ok) return { kind: ours.ok ? 'both accept' : 'both refuse', cause: '', detail: '' }
  const detail = ours.ok ? theirs.errors : ours.errors
  const cause = shape(firstError(detail))
  if ((await later()) === ours.ok) return { kind: 'releases differ', cause, detail }
  if (!theirs.ok && DXC_FAULT.test(theirs.errors)) return { kind: 'dxc fault', cause, detail }
  return { kind: ours.ok ? 'wrong accept' : 'wrong reject', cause, detail }
}

async function judgeContainer(result: CompileResult): Promise<Comparison> {
  if (!result.container) return { kind: 'both accept', cause: '', detail: '' }
  const { ok, message } = await (await Dxc.shared()).validate(result.container)
  if (ok) return { kind: 'both accept', cause: '', detail: '' }
  return { kind: 'invalid', cause: shape(message.split('\n')[0]!), detail: message }
}

function oursOf(
  source: string,
  words: readonly string[],
): { readonly threw: string } | { readonly result: CompileResult; readonly ms: number } {
  const start = performance.now()
  try {
    const job = compileJob(parseFlags([...words, FILE]))
    const result = compile(source, { ...job.compile, fileName: FILE })
    return { result, ms: performance.now() - start }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { threw: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

async function verdictOf(
  which: 'dxc' | 'dxc-new',
  source: string,
  words: readonly string[],
): Promise<{ readonly ok: boolean; readonly errors: string }> {
  try {
    return await (await Dxc.shared(which)).compile(source, words, { name: FILE, timeoutMs: DXC_LIMIT_MS })
  } catch (error) {
    if (!(error instanceof OracleError) || missing(which)) throw error
    return { ok: false, errors: `DXC ended: ${error.message}` }
  }
}

export const firstError = (log: string): string =>
  (log.split('\n').find(line => /error: /.test(line)) ?? log.split('\n')[0] ?? '').replace(/^.*?error: /, '')

/** A message without the names and numbers in it. */
export const shape = (message: string): string => message.replace(/'[^']*'/g, "'_'").replace(/\d+/g, 'N')
