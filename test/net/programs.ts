// Where the net's programs come from: every generator of the tests, the corpus, folders of shaders, and small programs that apply every builtin and
// operator to edge values. Same number, same program.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate as arrays } from '../arrays/generate.ts'
import { print as printBindings } from '../bindings/declarations.ts'
import { generate as bindings } from '../bindings/generate.ts'
import { contextJobs } from '../contexts/contexts.ts'
import { generate as copyout } from '../copyout/generate.ts'
import { corpusFiles } from '../corpus/files.ts'
import { Seeded } from '../corpus/seeded.ts'
import { generate as fuzz } from '../fuzz/generate.ts'
import { printProgram } from '../fuzz/print.ts'
import { generatePipeline } from '../geometry/generate.ts'
import { VERDICT_CASES as GEOMETRY_VERDICTS } from '../geometry/verdict_cases.ts'
import { generatePair } from '../graphics/generate.ts'
import { VERDICT_CASES } from '../graphics/verdict_cases.ts'
import { allCalls, type CallCase } from '../intrinsics/generate.ts'
import { argsOf as layoutArgs } from '../layouts/check.ts'
import { generate as layouts } from '../layouts/generate.ts'
import { generateLibrary } from '../libraries/generate.ts'
import { generateNodes } from '../libraries/nodes.ts'
import { argsOf as literalArgs } from '../literals/check.ts'
import { generate as literals } from '../literals/generate.ts'
import { generateMesh } from '../mesh/generate.ts'
import { VERDICT_CASES as MESH_VERDICTS } from '../mesh/verdict_cases.ts'
import { generateTessellation } from '../tessellation/generate.ts'
import { VERDICT_CASES as TESSELLATION_VERDICTS } from '../tessellation/verdict_cases.ts'
import { generate as vectors } from '../vectors/generate.ts'
import { generate as waves } from '../waves/generate.ts'
import { printProgram as printWaves } from '../waves/print.ts'
import { reductions } from '../waves/reductions.ts'
import { edgeProgram } from './edges.ts'
import { ruleCases } from './rule_cases.ts'

/** A source and the words of a command line that compiles it. */
export interface Job {
  readonly origin: string
  readonly source: string
  readonly words: readonly string[]
}

const job = (origin: string, source: string, ...words: string[]): Job => ({ origin, source, words })

/** The shaders of a folder; each `// args:` line, or RUN line of another compiler's tests, is a job. */
function folderJobs(folder: string): Job[] {
  const jobs: Job[] = []
  const files = folder === 'corpus' ? corpusFiles() : readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files) {
    if (!file.endsWith('.hlsl')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, args] of text.matchAll(/^\/\/ args: (.*)$/gm))
      jobs.push(job(file, text, ...args!.trim().split(/\s+/)))
    const run = /RUN:.*%dxc\s+(.*?)\s*%s/.exec(text)?.[1]
    const words = run?.match(/-(?:T|E|HV)\s+\S+|-enable-16bit-types|-Od|-O\d/g)?.flatMap(w => w.split(/\s+/))
    if (words?.some(w => /^(cs|vs|ps)_6_[0-8]$/.test(w))) jobs.push(job(file, text, ...words))
  }
  return jobs
}

/** A program of a seed, and the words that compile it. */
type Made = readonly [source: string, ...words: string[]]

const inMain = (source: string, profile: string, ...words: readonly string[]): Made => [
  source,
  '-T',
  profile,
  '-E',
  'main',
  ...words,
]

/** Made when the first program of their kind is. */
const lists: { calls?: readonly CallCase[]; small?: readonly Made[]; contexts?: readonly Job[] } = {}

/** Small programs at and around the border of what is allowed. */
function smallPrograms(): Made[] {
  return [
    ...VERDICT_CASES.map(([profile, source, ...args]) => inMain(source, profile, ...args)),
    ...[...GEOMETRY_VERDICTS, ...TESSELLATION_VERDICTS, ...MESH_VERDICTS].map(c =>
      inMain(c.source, c.profile, ...c.args),
    ),
    ...ruleCases().map((c): Made => [c.source, ...c.words]),
    ...reductions().map(r => inMain(r.source, 'cs_6_0')),
  ]
}

/** One row a generator. */
export const KINDS: readonly (readonly [name: string, make: (seed: number) => Made])[] = [
  [
    'fuzz',
    seed => {
      const p = fuzz(seed, 4 + (seed % 20))
      return inMain(printProgram(p), p.profile)
    },
  ],
  [
    'bindings',
    seed => {
      const p = bindings(seed, 4 + (seed % 12))
      return inMain(printBindings(p), p.profile)
    },
  ],
  [
    'layouts',
    seed => {
      const c = layouts(seed)
      return [c.source, ...layoutArgs(c)]
    },
  ],
  ['arrays', seed => inMain(arrays(seed).source, 'cs_6_0')],
  ['copyout', seed => inMain(copyout(seed), 'cs_6_0', '-HV', seed % 2 ? '2021' : '2018')],
  [
    'graphics',
    seed => {
      const [profile, entry] = seed % 2 ? ['vs_6_0', 'VertexMain'] : ['ps_6_0', 'PixelMain']
      return [generatePair(seed), '-T', profile!, '-E', entry!]
    },
  ],
  [
    'intrinsics',
    seed => {
      const calls = (lists.calls ??= allCalls())
      const call = calls[seed % calls.length]!
      const stage = seed % 3 ? 'cs' : 'ps'
      return [call.source, '-T', `${stage}_6_8`, '-E', stage, ...call.flags]
    },
  ],
  [
    'small',
    seed => {
      const small = (lists.small ??= smallPrograms())
      return small[seed % small.length]!
    },
  ],
  [
    'contexts',
    seed => {
      const contexts = (lists.contexts ??= [...contextJobs([0, 3, 5, 6, 8])])
      const { source, words } = contexts[seed % contexts.length]!
      return [source, ...words]
    },
  ],
  [
    'edges',
    seed => {
      const { source, words } = edgeProgram(seed)
      return [source, ...words]
    },
  ],
  [
    'literals',
    seed => {
      const p = literals(seed)
      return [p.source, ...literalArgs(p)]
    },
  ],
  ['waves', seed => inMain(printWaves(waves(seed)), 'cs_6_0')],
  [
    'geometry',
    seed => {
      const p = generatePipeline(seed)
      return [p.source, '-T', p.profile, '-E', 'GeometryMain', ...p.args]
    },
  ],
  [
    'tessellation',
    seed => {
      const p = generateTessellation(seed)
      const [stage, entry] = seed % 2 ? ['hs', 'HullMain'] : ['ds', 'DomainMain']
      return [p.source, '-T', `${stage}_6_${p.minor}`, '-E', entry!, ...p.args]
    },
  ],
  [
    'mesh',
    seed => {
      const p = generateMesh(seed)
      return [p.source, ...p.args]
    },
  ],
  [
    'libraries',
    seed => {
      const p = generateLibrary(seed)
      return [p.source, ...p.args]
    },
  ],
  [
    'nodes',
    seed => {
      const p = generateNodes(seed)
      return [p.source, ...p.args]
    },
  ],
  ['vectors', seed => inMain(vectors(seed, seed % 2 ? 32 : 1024).source, 'cs_6_9', ...(seed % 5 ? [] : ['-Od']))],
]

/** Files have so many kinds' share. */
const FILE_KINDS = 3

/** All programs: by number, without end. */
export class Programs {
  readonly #files: readonly Job[]

  /** @param folders beside the corpus and the tests' own sources */
  constructor(folders: readonly string[] = []) {
    this.#files = ['corpus', 'test/tokens/sources', ...folders].flatMap(folderJobs)
  }

  /** Program n, as its generator makes it. */
  at(n: number): Job {
    const random = new Seeded(n ^ 0x6e65)
    const seed = random.int(1, 1_000_000)
    const kind = KINDS[random.int(0, KINDS.length + FILE_KINDS - 1)]
    if (!kind) return this.#files[seed % this.#files.length]!
    const [name, make] = kind
    const [source, ...words] = make(seed)
    return job(`${name} ${n}`, source, ...words)
  }
}
