// Where the net's programs come from: every generator of the tests, the corpus, folders of shaders, and small programs that apply every builtin and
// operator to edge values. Same number, same program.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate as arrays } from '../arrays/generate.ts'
import { print as printBindings } from '../bindings/declarations.ts'
import { generate as bindings } from '../bindings/generate.ts'
import { generate as copyout } from '../copyout/generate.ts'
import { Seeded } from '../corpus/seeded.ts'
import { generate as fuzz } from '../fuzz/generate.ts'
import { printProgram } from '../fuzz/print.ts'
import { generatePair } from '../graphics/generate.ts'
import { VERDICT_CASES } from '../graphics/verdict_cases.ts'
import { allCalls, type CallCase } from '../intrinsics/generate.ts'
import { argsOf as layoutArgs } from '../layouts/check.ts'
import { generate as layouts } from '../layouts/generate.ts'
import { edgeProgram } from './edges.ts'

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
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
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

/** All programs: by number, without end. */
export class Programs {
  readonly #files: readonly Job[]
  #calls: readonly CallCase[] | undefined

  /** @param folders beside the corpus and the tests' own sources */
  constructor(folders: readonly string[] = []) {
    this.#files = ['corpus', 'test/tokens/sources', ...folders].flatMap(folderJobs)
  }

  /** Program n, as its generator makes it. */
  at(n: number): Job {
    const random = new Seeded(n ^ 0x6e65)
    const seed = random.int(1, 1_000_000)
    const kind = random.int(0, 11)
    const name = `${n}`
    switch (kind) {
      case 0: {
        const p = fuzz(seed, 4 + (seed % 20))
        return job(`fuzz ${name}`, printProgram(p), '-T', p.profile, '-E', 'main')
      }
      case 1: {
        const p = bindings(seed, 4 + (seed % 12))
        return job(`bindings ${name}`, printBindings(p), '-T', p.profile, '-E', 'main')
      }
      case 2: {
        const c = layouts(seed)
        return job(`layouts ${name}`, c.source, ...layoutArgs(c))
      }
      case 3:
        return job(`arrays ${name}`, arrays(seed).source, '-T', 'cs_6_0', '-E', 'main')
      case 4:
        return job(`copyout ${name}`, copyout(seed), '-T', 'cs_6_0', '-E', 'main', '-HV', seed % 2 ? '2021' : '2018')
      case 5: {
        const [profile, entry] = seed % 2 ? ['vs_6_0', 'VertexMain'] : ['ps_6_0', 'PixelMain']
        return job(`graphics ${name}`, generatePair(seed), '-T', profile!, '-E', entry!)
      }
      case 6: {
        this.#calls ??= allCalls()
        const call = this.#calls[seed % this.#calls.length]!
        const stage = seed % 3 ? 'cs' : 'ps'
        return job(`intrinsics ${name}`, call.source, '-T', `${stage}_6_8`, '-E', stage, ...call.flags)
      }
      case 7: {
        const [profile, source, ...args] = VERDICT_CASES[seed % VERDICT_CASES.length]!
        return job(`verdicts ${name}`, source, '-T', profile, '-E', 'main', ...args)
      }
      case 8:
      case 9:
        return this.#files[seed % this.#files.length]!
      default: {
        const { source, words } = edgeProgram(seed)
        return job(`edges ${name}`, source, ...words)
      }
    }
  }
}
