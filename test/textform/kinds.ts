// The programs that go through the text form: those of the net, and those of generators that have other uses: declarations of every stage, exported
// functions, functions that take and give back resources, hit objects, wide vectors, what outputs depend on, pairs of overloads, mutants of sources;
// and all of these under flags. Same number, same program.

import { exampleTable } from '../../site/docs/examples.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { generateDependence } from '../dependence/generate.ts'
import { generateExports } from '../libraries/exports.ts'
import { generateHitObjects } from '../libraries/hit_objects.ts'
import { passedResources } from '../libraries/passed_resources.ts'
import { Dice } from '../libraries/shapes.ts'
import { KINDS as NET_KINDS } from '../net/programs.ts'
import { generate as generateObjects } from '../objects/generate.ts'
import { type OverloadCase, overloadCases } from '../overloads/cases.ts'
import { generateStage } from '../stages/generate.ts'
import { mutate, mutateFlags } from '../tokens/mutate.ts'
import { ownSources, type Source } from '../tokens/pool.ts'
import { generateWide } from '../vectors/generate_wide.ts'

type Made = readonly [source: string, ...words: string[]]

const made = ({ source, args }: { readonly source: string; readonly args: readonly string[] }): Made => [
  source,
  ...args,
]

/** Made when the first program of their kind is. */
const lists: { overloads?: readonly OverloadCase[]; sources?: readonly Source[] } = {}

const ROWS: readonly (readonly [name: string, make: (seed: number) => Made])[] = [
  ...NET_KINDS,
  ['objects', seed => [generateObjects(seed), '-T', 'cs_6_6', '-E', 'main', ...(seed % 5 ? [] : ['-Od'])]],
  ['stages', seed => made(generateStage(seed))],
  ['exports', seed => made(generateExports(seed))],
  [
    'passed',
    seed => {
      const { functions, caller } = passedResources(new Dice(seed))
      return [seed % 2 ? functions : caller, '-T', 'lib_6_x']
    },
  ],
  ['hit_objects', seed => made(generateHitObjects(seed))],
  ['dependence', seed => made(generateDependence(seed))],
  ['wide', seed => [generateWide(seed).source, '-T', 'cs_6_9', '-E', 'main', ...(seed % 5 ? [] : ['-Od'])]],
  [
    'overloads',
    seed => {
      const cases = (lists.overloads ??= overloadCases())
      return [cases[seed % cases.length]!.source, '-T', 'cs_6_2', '-E', 'main']
    },
  ],
  [
    'mutants',
    seed => {
      const sources = (lists.sources ??= ownSources())
      const { tokens, words } = sources[seed % sources.length]!
      return [mutate(tokens, seed).text, ...mutateFlags(words, seed)]
    },
  ],
]

/** What real command lines say and no generator does, in groups that exclude each other. */
const FLAGS: readonly (readonly string[])[] = [
  ['-Od', '-O1', '-O2', '-O0'],
  ['-Zpr', '-Zpc'],
  ['-Gis'],
  ['-all-resources-bound'],
  ['-res-may-alias'],
  ['-enable-16bit-types'],
  ['--binding=llvm', '--binding=slang'],
  ['-auto-binding-space 3'],
  ['-Gfa', '-Gfp'],
  ['-Wno-conversion', '-WX', '-no-warnings'],
]

/** A program of another kind with one to three such flags. */
function flagged(seed: number): Made {
  const dice = new Dice(seed)
  const [source, ...words] = ROWS[seed % ROWS.length]![1](seed)
  const groups = new Set(Array.from({ length: 1 + dice.below(3) }, () => dice.pick(FLAGS)))
  return [source, ...words, ...[...groups].flatMap(group => dice.pick(group).split(' '))]
}

/** One row a generator. */
export const KINDS: typeof ROWS = [...ROWS, ['flagged', flagged]]

/** The sources that the documentation of the messages shows. */
export function messageExamples(): {
  readonly code: string
  readonly source: string
  readonly options: CompileOptions
}[] {
  return [...exampleTable()].flatMap(([code, example]) =>
    'source' in example && example.options.language !== 'llvm' ? [{ code, ...example }] : [],
  )
}
