// One source through both compilers: verdicts, layouts, accesses, and on demand the values both blobs write.

import { compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import { type DxcBug, hasEffect } from './dxc_bugs.ts'
import { constantBuffersOf, type LayoutFacts, layoutFacts, stridesOf } from './facts.ts'
import { pattern } from './pattern.ts'

export type Kind =
  | 'same'
  /** Both refuse. */
  | 'both-refuse'
  /** DXC crashes, or refuses its own output, for a reason that nobody has named; ours validates. */
  | 'dxc-fault'
  /** The same where the program does what DXC is known to fail on. */
  | 'dxc-bug'
  | 'verdict'
  | 'crash'
  | 'invalid'
  | 'tables'
  | 'definitions'
  | 'accesses'
  | 'no-run'
  | 'our-run'
  | 'value'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
}

export interface Case {
  readonly source: string
  readonly profile: string
  readonly native16Bit?: boolean
  readonly rowMajor?: boolean
  readonly hlslVersion?: '2018' | '2021'
  /** What the program does that DXC is known to get wrong. */
  readonly bugs?: readonly DxcBug[]
  /** Copies are indexed: accesses say nothing. */
  readonly copies?: boolean
  /** What to run with: inputs in register order, the output a raw UAV u0; undefined: compile only. */
  readonly inputs?: readonly Resource[]
  readonly outputBytes?: number
  readonly threads?: number
}

const outcome = (kind: Kind, detail = ''): Outcome => ({ kind, detail })

const DXC_FAULT = /validation errors|llvm::cast|Internal Compiler error|internal compiler error|access violation/i

/** What only DXC's validator refuses. */
const TOO_LARGE = /structured buffer elements cannot be larger/

export const argsOf = (c: Case): string[] => [
  '-T',
  c.profile,
  '-E',
  'main',
  '-HV',
  c.hlslVersion ?? '2021',
  ...(c.native16Bit ? ['-enable-16bit-types'] : []),
  ...(c.rowMajor ? ['-Zpr'] : []),
]

const optionsOf = (c: Case): CompileOptions => ({
  target: c.profile,
  hlslVersion: c.hlslVersion ?? '2021',
  ...(c.native16Bit ? { enable16BitTypes: true } : {}),
  ...(c.rowMajor ? { packMatrix: 'row_major' } : {}),
})

/** What only older releases refuse: enums in Load<T>. */
const REFUSED_ONCE = /must be a single numeric type/

async function theirs(c: Case): Promise<{ container?: Uint8Array; errors: string }> {
  const ask = async (which: 'dxc' | 'dxc-new') => {
    const dxc = await Dxc.shared(which)
    const { ok, container, errors } = await dxc.compile(c.source, [...argsOf(c), '-validator-version', '1.8'])
    return ok && container ? { container, errors } : { errors }
  }
  try {
    // The newest release where releases differ, see docs/dxc-releases.md. It misreads 64-bit matrices, so the other one elsewhere.
    const found = await ask(c.native16Bit ? 'dxc-new' : 'dxc')
    return REFUSED_ONCE.test(found.errors) ? await ask('dxc-new') : found
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { errors: `access violation: ${e.message}` }
  }
}

/** Compares what both compilers make of it. */
export async function check(c: Case): Promise<Outcome> {
  const dxc = await theirs(c)
  const bugs = c.bugs ?? []
  const misread = hasEffect(bugs, 'misread')
  let ours: ReturnType<typeof compile>
  try {
    ours = compile(c.source, optionsOf(c))
  } catch (e) {
    const { stack, cause } = e as Error
    return outcome('crash', `${String(stack).slice(0, 300)}\n${String((cause as Error)?.stack).slice(0, 900)}`)
  }
  if (!dxc.container && DXC_FAULT.test(dxc.errors)) {
    const known = hasEffect(bugs, 'fault') ? 'dxc-bug' : 'dxc-fault'
    if (!ours.container && TOO_LARGE.test(dxc.errors) && TOO_LARGE.test(ours.text))
      return outcome('both-refuse', ours.text)
    if (!ours.container) return outcome('dxc-fault', `${firstErrors(dxc.errors)}\nours: ${firstErrors(ours.text)}`)
    const alone = await (await Dxc.shared()).validate(ours.container)
    return outcome(
      alone.ok ? known : 'invalid',
      `${bugs.join(', ')}: ${firstErrors(dxc.errors)}\nours: ${alone.message}`,
    )
  }
  if (!dxc.container && !ours.container) return outcome('both-refuse', `${firstErrors(dxc.errors)}${ours.text}`)
  if (!dxc.container) return outcome('verdict', `dxc: ${firstErrors(dxc.errors)}`)
  if (!ours.container) return outcome('verdict', `ours: ${firstErrors(ours.text)}`)
  const valid = await (await Dxc.shared()).validate(ours.container)
  if (!valid.ok || valid.digest !== 'right') return outcome('invalid', `${valid.digest} ${valid.message}`)
  const different = compareFacts(
    layoutFacts(dxc.container),
    layoutFacts(ours.container),
    !misread && !c.copies && !bugs.includes('run-time row of a column-major matrix'),
  )
  if (different) return different
  return c.inputs && !misread ? execute(c, dxc.container, ours.container) : outcome('same')
}

function compareFacts(dxc: LayoutFacts, ours: LayoutFacts, accesses: boolean): Outcome | undefined {
  const used = (lines: readonly string[]): string[] =>
    accesses ? [...lines] : lines.map(line => line.replace('"used":true', '"used":false'))
  const tables = differing(used(dxc.tables), used(ours.tables))
  if (tables) return outcome('tables', tables)
  const definitions = differing(dxc.definitions, ours.definitions)
  if (definitions) return outcome('definitions', definitions)
  if (!accesses) return undefined
  const constants = differing(dxc.accesses, ours.accesses)
  if (constants) return outcome('accesses', constants)
  // DXC reads whole rows of 64-bit matrices; what dxilkit reads must be among it.
  const known = new Set(dxc.others)
  const more = ours.others.filter(line => !known.has(line))
  return more.length ? outcome('accesses', differing(dxc.others, ours.others)) : undefined
}

/** Lines that only one side has, in order; '' when equal. */
function differing(dxc: readonly string[], ours: readonly string[]): string {
  if (dxc.join('\n') === ours.join('\n')) return ''
  const only = (a: readonly string[], b: readonly string[], mark: string): string[] => {
    const set = new Set(b)
    return a.filter(line => !set.has(line)).map(line => `${mark} ${line}`)
  }
  const lines = [...only(dxc, ours, 'dxc '), ...only(ours, dxc, 'ours')]
  return lines.length ? lines.join('\n') : 'order or count of lines'
}

async function execute(c: Case, theirs: Uint8Array, mine: Uint8Array): Promise<Outcome> {
  const gpu = await D3d12.shared()
  const output: Resource = { kind: 'uav', type: 'raw', register: 0, data: new Uint8Array(c.outputBytes ?? 4096) }
  const strides = stridesOf(theirs)
  const bound = new Set(c.inputs!.filter(r => r.kind === 'cbv').map(r => r.register))
  const rest = constantBuffersOf(theirs).filter(register => !bound.has(register))
  const given = c.inputs!.filter(r => !isStructured(r) || strides.has(r.register)).map(r => sized(r, strides))
  const inputs = [...given, ...rest.map((register): Resource => ({ kind: 'cbv', register, data: pattern(65536) }))]
  const job = { dispatch: [c.threads ?? 1, 1, 1] as [number, number, number], resources: [...inputs, output] }
  const a = await gpu.runCompute({ container: theirs, ...job })
  if (a.error !== undefined) return outcome('no-run', a.error)
  const b = await gpu.runCompute({ container: mine, ...job })
  if (b.error !== undefined) return outcome('our-run', b.error)
  const [x, y] = [a.uavs.at(-1)!.data, b.uavs.at(-1)!.data]
  for (let i = 0; i < x.length; i++)
    if (x[i] !== y[i]) return outcome('value', `byte ${i}: dxc ${hexWord(x, i)}, ours ${hexWord(y, i)}`)
  return outcome('same')
}

const isStructured = (r: Resource): boolean => r.kind === 'srv' && r.type === 'structured'

/** Whole elements, of the stride that DXC gives them. */
function sized(r: Resource, strides: ReadonlyMap<number, number>): Resource {
  if (r.kind !== 'srv' || r.type !== 'structured' || !r.data) return r
  const stride = strides.get(r.register)!
  const data = (r.data as Uint8Array).subarray(0, Math.floor(r.data.byteLength / stride) * stride)
  return { ...r, stride, data }
}

const hexWord = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.subarray(at & ~3, (at & ~3) + 4)).toString('hex')

export function firstErrors(text: string): string {
  const lines = text.split('\n')
  const at = Math.max(
    0,
    lines.findIndex(line => line.includes('error')),
  )
  return lines.slice(at, at + 3).join('\n')
}
