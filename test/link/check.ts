// Links what DXC or dxilkit compiled with both linkers and says what differs: verdict, validity, the parts that describe the shader.

import { compile, type LinkOptions, link, readContainer } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import type { OracleError } from '../oracle/resident.ts'

/** Whose libraries are linked: DXC 1.8's, a later DXC's, or our own. */
export type Producer = 'dxc' | 'dxc-new' | 'dxilkit'

export interface Source {
  readonly name: string
  readonly source: string
  readonly args?: readonly string[]
}

export interface Linked {
  readonly ok: boolean
  readonly text: string
  readonly container?: Uint8Array
}

export interface Compared {
  readonly dxc: Linked
  readonly ours: Linked
  /** What the validator says of our container; '' when it accepts it, or there is none. */
  readonly invalid: string
  /** Parts that differ; only when both linkers succeed. */
  readonly differing: readonly string[]
  readonly same: readonly string[]
}

/** Parts that follow from what is linked and not from how code is optimised. */
const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RTS0', 'RDAT', 'VERS']

/** Libraries of our own hold what the later DXC's do. */
const maker = (producer: Producer): Promise<Dxc> => Dxc.shared(producer === 'dxc' ? 'dxc' : 'dxc-new')

/** The first shader model that only the later DXC knows. */
const LATER_MINOR = 9
const isLater = (target: string): boolean => Number(/_6_(\d+)$/.exec(target)?.[1] ?? 0) >= LATER_MINOR

/** The later DXC writes what its release does when it is told the version. */
const versionFor = (producer: Producer, target: string, args: readonly string[]): readonly string[] =>
  producer === 'dxc' || target === 'lib_6_x' || args.includes('-validator-version')
    ? []
    : ['-validator-version', isLater(target) ? '1.9' : '1.8']

/** Compiles a library; the text of the errors where that fails. A compiler that crashes fails. */
export async function libraryOf(
  producer: Producer,
  { source, args = [] }: Source,
  target = 'lib_6_x',
): Promise<Linked> {
  const all = ['-T', target, ...args]
  if (producer === 'dxilkit') {
    const { ok, text, container } = compile(source, { ...dxcArgsToOptions(all), target })
    return { ok, text, ...(container ? { container } : {}) }
  }
  try {
    const version = versionFor(producer, target, args)
    const { ok, errors, container } = await (await maker(producer)).compile(source, [...all, ...version])
    return { ok, text: errors, ...(container ? { container } : {}) }
  } catch (error) {
    return { ok: false, text: `crash: ${(error as OracleError).message}` }
  }
}

/** Links with both linkers. The later DXC links what it made itself. */
export async function compareLinks(
  producer: Producer,
  libraries: readonly (readonly [name: string, container: Uint8Array])[],
  options: LinkOptions,
  args: readonly string[] = [],
): Promise<Compared> {
  const dxc = await linkedByDxc(producer, libraries, options, args)
  const inputs = libraries.map(([name, container]) => ({ name, container }))
  const { ok, text, container } = link(inputs, options)
  const ours: Linked = { ok, text, ...(container ? { container } : {}) }
  if (!container) return { dxc, ours, invalid: '', differing: [], same: [] }
  const isOffline = options.target === 'lib_6_x'
  const validator = await Dxc.shared(isLater(options.target) ? 'dxc-new' : 'dxc')
  const verdict = isOffline ? { ok: true, message: '' } : await validator.validate(container)
  const [a, b] = [partsOf(dxc.container), partsOf(container)]
  const both = dxc.container ? PARTS.filter(name => a.has(name) || b.has(name)) : []
  return {
    dxc,
    ours,
    invalid: verdict.ok ? '' : verdict.message,
    differing: both.filter(name => a.get(name) !== b.get(name)),
    same: both.filter(name => a.get(name) === b.get(name)),
  }
}

export async function linkedByDxc(
  producer: Producer,
  libraries: readonly (readonly [name: string, container: Uint8Array])[],
  { target, entry = 'main' }: LinkOptions,
  args: readonly string[],
): Promise<Linked> {
  try {
    const isLibrary = target.startsWith('lib')
    const all = [...args, ...versionFor(producer, target, args)]
    const r = await (await maker(producer)).link(libraries, isLibrary ? '' : entry, target, all)
    return { ok: r.ok, text: r.errors, ...(r.container ? { container: r.container } : {}) }
  } catch (error) {
    return { ok: false, text: `crash: ${(error as OracleError).message}` }
  }
}

function partsOf(container: Uint8Array | undefined): Map<string, string> {
  if (!container) return new Map()
  return new Map(readContainer(container).parts.map(p => [p.name, Buffer.from(p.data).toString('hex')]))
}
