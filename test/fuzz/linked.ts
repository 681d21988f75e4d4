// One generated program as libraries, compiled by either compiler with some flags, linked by ours and executed.

import { link } from '../../src/api/index.ts'
import { libraryOf, linkedByDxc, type Producer } from '../link/check.ts'
import { Dxc } from '../oracle/dxc.ts'
import { argsOf, causes, execute, firstErrors, type Outcome, outcome, theirCompile } from './check.ts'
import { canSplit, printLibraries, printProgram } from './print.ts'
import type { Program } from './tree.ts'

const PRODUCERS: readonly Producer[] = ['dxc', 'dxc-new', 'dxilkit']
const FLAGS: readonly (readonly string[])[] = [
  [],
  ['-Od'],
  ['-Od', '-Zi'],
  ['-O0'],
  ['-O1'],
  ['-Zi'],
  ['-Gis'],
  ['-Gfp', '-Od'],
]

/** Who makes the libraries of a program and how; of its seed alone. */
export interface Making {
  readonly producer: Producer
  readonly flags: readonly string[]
  readonly target: string
  readonly sources: readonly string[]
}

export function makingOf(p: Program): Making {
  /** A choice of `count`, which changes every `every` seeds. */
  const choice = (count: number, every: number): number => Math.floor(p.seed / every) % count
  const isSplit = canSplit(p) && choice(4, 1) !== 0
  return {
    producer: PRODUCERS[choice(3, 1)]!,
    flags: FLAGS[choice(FLAGS.length, 3)]!,
    // DXC's libraries for linking (lib_6_x) hold vectors, those of a shader model before 6.9 do not.
    target: choice(4, 24) === 3 ? 'lib_6_3' : 'lib_6_x',
    sources: printLibraries(p, { isSplit, isKept: choice(2, 5) === 0 }),
  }
}

export async function checkLinked(p: Program, run: boolean): Promise<Outcome> {
  const { producer, flags, target, sources } = makingOf(p)
  const libraries: { name: string; container: Uint8Array }[] = []
  for (const [n, source] of sources.entries()) {
    const { container, text } = await libraryOf(producer, { name: '', source, args: flags }, target)
    if (!container) return outcome('no library', firstErrors(text))
    libraries.push({ name: `l${n}`, container })
  }
  const options = { target: target === 'lib_6_3' ? 'cs_6_3' : p.profile, entry: 'main' }
  const named = libraries.map(l => [l.name, l.container] as const)
  let ours: ReturnType<typeof link>
  try {
    ours = link(libraries, options)
  } catch (e) {
    return outcome('crash', causes(e))
  }
  // Libraries of DXC can be invalid, which its own linker says. Those of ours are not excused.
  const isRefused = async (): Promise<boolean> =>
    producer !== 'dxilkit' && !(await linkedByDxc(producer, named, options, [])).ok
  if (!ours.container) {
    // DXC's -O0 leaves uses in front of definitions, which its linker only takes where they turn out to be dead.
    const isBroken = producer !== 'dxilkit' && flags.includes('-O0') && ours.text.includes('used before it is there')
    return outcome(isBroken || (await isRefused()) ? 'no link' : 'verdict', ours.text)
  }
  const valid = await (await Dxc.shared()).validate(ours.container)
  if (!valid.ok && (await isRefused())) return outcome('no link', valid.message)
  if (!valid.ok || valid.digest !== 'right') return outcome('invalid', `${valid.digest} ${valid.message}`)
  if (!run) return outcome('same')
  // DXC's libraries can be wrong, and what its linker makes of them says so; for ours the compiled program does.
  const theirs = async (): Promise<Uint8Array | undefined> =>
    producer === 'dxilkit'
      ? (await theirCompile(printProgram(p), argsOf(p))).container
      : (await linkedByDxc(producer, named, options, [])).container
  return execute(p, ours.container, theirs)
}
