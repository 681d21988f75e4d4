// Debug information compared with DXC's for the same source: which lines have code, which variables are visible at them, which calls are in line.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import { shownModule } from '../../src/listing/listing.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { type CorpusCompile, parseHeader } from '../corpus/header.ts'
import type { Dxc } from '../oracle/dxc.ts'
import { type DebugFacts, debugFacts } from './debug_facts.ts'

export const KINDS = ['lines', 'places', 'visible', 'chains', 'functions'] as const
export type Kind = (typeof KINDS)[number]

export interface Shader extends Pick<CorpusCompile, 'profile' | 'entry' | 'args'> {
  readonly name: string
  readonly source: string
}

/** What both have, what only one has. */
export interface Difference {
  readonly both: number
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** The first compilation of every shader of the corpus. */
export function corpusShaders(): Shader[] {
  const folder = join(process.cwd(), 'corpus')
  return readdirSync(folder)
    .filter(name => name.endsWith('.hlsl'))
    .sort()
    .flatMap(name => {
      const source = readFileSync(join(folder, name), 'utf8')
      const [first] = parseHeader(source, name).compiles
      return first ? [{ name, source, profile: first.profile, entry: first.entry, args: first.args }] : []
    })
}

/**
 * Undefined where DXC's own container does not validate.
 * @throws when dxilkit refuses the shader, or the validator our container
 */
export async function compareDebug(
  dxc: Dxc,
  { name, source, profile, entry, args }: Shader,
  optimization: 0 | 3,
): Promise<Record<Kind, Difference> | undefined> {
  const options = { ...dxcArgsToOptions(['-T', profile, '-E', entry, ...args]), optimization, fileName: name }
  const own = compile(source, { ...options, debug: 'full', embedDebug: true })
  if (!own.ok) throw new Error(`${name}: ${own.text}`)
  const { ok, message } = await dxc.validate(own.container)
  if (!ok) throw new Error(`${name}: ${message}`)
  const words = ['-T', profile, '-E', entry, ...args, '-Zi', '-Qembed_debug', optimization === 0 ? '-Od' : '-O3']
  const other = await dxc.compile(source, words, { name })
  if (!other.container) {
    if (!/Validation failed/.test(other.errors)) throw new Error(`${name}: DXC: ${other.errors}`)
    return undefined
  }
  const [a, b] = [debugFacts(shownModule(own.container)), debugFacts(shownModule(other.container))]
  const of = (kind: Kind): Difference => difference(a, b, kind)
  return {
    lines: of('lines'),
    places: of('places'),
    visible: of('visible'),
    chains: of('chains'),
    functions: of('functions'),
  }
}

export function difference(a: DebugFacts, b: DebugFacts, kind: Kind): Difference {
  const ours = [...a[kind]].filter(x => !b[kind].has(x))
  const theirs = [...b[kind]].filter(x => !a[kind].has(x))
  return { both: a[kind].size - ours.length, ours, theirs }
}

/** Shares of DXC's facts that ours has too, and of ours that DXC has. */
export class Shares {
  readonly #sums = new Map<Kind, { both: number; ours: number; theirs: number }>()

  add(found: Readonly<Record<Kind, Difference>>): void {
    for (const kind of KINDS) {
      const sum = this.#sums.get(kind) ?? { both: 0, ours: 0, theirs: 0 }
      sum.both += found[kind].both
      sum.ours += found[kind].ours.length
      sum.theirs += found[kind].theirs.length
      this.#sums.set(kind, sum)
    }
  }

  of(kind: Kind): { readonly found: number; readonly right: number; readonly equal: number } {
    const { both, ours, theirs } = this.#sums.get(kind) ?? { both: 0, ours: 0, theirs: 0 }
    return { found: both / (both + theirs), right: both / (both + ours), equal: both / (both + ours + theirs) }
  }

  text(): string {
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
    const row = (kind: Kind): string => {
      const { found, right, equal } = this.of(kind)
      return `${kind}: ${percent(found)} of DXC's, ${percent(right)} of ours are DXC's, ${percent(equal)} equal`
    }
    return KINDS.map(row).join('\n')
  }
}
