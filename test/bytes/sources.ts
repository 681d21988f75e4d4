// Every kind of program the project has, each with its flags: what a structural change must compile to the same bytes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate as arrayProgram } from '../arrays/generate.ts'
import { argumentsOf, print } from '../bindings/declarations.ts'
import { generate as bindingProgram } from '../bindings/generate.ts'
import { corpusFiles } from '../corpus/files.ts'
import { argsOf as fuzzArguments } from '../fuzz/check.ts'
import { generate as fuzzProgram } from '../fuzz/generate.ts'
import { printProgram } from '../fuzz/print.ts'
import { generatePair } from '../graphics/generate.ts'
import { allCalls } from '../intrinsics/generate.ts'
import { argsOf as layoutArguments } from '../layouts/check.ts'
import { generate as layoutProgram } from '../layouts/generate.ts'

export interface SourceCase {
  /** Unique; the same in every run. */
  readonly name: string
  readonly source: string
  /** In dxc's spelling. */
  readonly args: readonly string[]
}

const CORPUS = join(process.cwd(), 'corpus')

/** Lines of a corpus header that say how the shader is compiled. */
const ARGS = /^\/\/ args: (.*)$/gm

function* corpusCases(): Generator<SourceCase> {
  for (const file of corpusFiles()) {
    const source = readFileSync(join(CORPUS, file), 'utf8')
    for (const [, line] of source.matchAll(ARGS))
      for (const level of ['-O3', '-Od']) {
        const args = line!.split(/\s+/).filter(a => a !== '' && !/^-O[0-3d]$/.test(a))
        yield { name: `corpus ${file} ${args.join(' ')} ${level}`, source, args: [...args, level] }
      }
  }
}

/** A library of one entry point for each profile number, so that both ways to make parts are covered. */
function* libraryCases(source: string, name: string): Generator<SourceCase> {
  const entry = source.replace(/\[numthreads/, '[shader("compute")] [numthreads')
  for (const profile of ['lib_6_3', 'lib_6_6', 'lib_6_8'])
    yield { name: `library ${name} ${profile}`, source: entry, args: ['-T', profile] }
}

/** Every call of a builtin in each stage; the step keeps a run of the usual size short. */
function* builtinCases(step: number): Generator<SourceCase> {
  for (const [i, { name, source, flags }] of allCalls().entries())
    if (i % step === 0)
      for (const stage of ['cs', 'ps'])
        yield { name: `builtin ${i} ${name} ${stage}`, source, args: ['-T', `${stage}_6_8`, '-E', stage, ...flags] }
}

/** The corpus, builtins, and `count` programs of each generator from `seed` on. */
export function* sourceCases(seed: number, count: number): Generator<SourceCase> {
  yield* corpusCases()
  yield* builtinCases(Math.max(1, Math.floor(1000 / count)))
  for (let i = seed; i < seed + count; i++) {
    const program = fuzzProgram(i, 6 + ((i * 7) % 50))
    const source = printProgram(program)
    yield { name: `fuzz ${i}`, source, args: fuzzArguments(program) }
    if (i % 4 === 0) yield* libraryCases(source, `fuzz ${i}`)
    const bindings = bindingProgram(i, 3 + (i % 10))
    yield { name: `bindings ${i}`, source: print(bindings), args: argumentsOf(bindings) }
    const layout = layoutProgram(i)
    yield { name: `layouts ${i}`, source: layout.source, args: layoutArguments(layout) }
    const arrays = arrayProgram(i)
    yield { name: `arrays ${i}`, source: arrays.source, args: ['-T', 'cs_6_0', '-E', 'main'] }
    const pair = generatePair(i)
    yield { name: `pairs ${i} vs`, source: pair, args: ['-T', 'vs_6_0', '-E', 'VertexMain'] }
    yield { name: `pairs ${i} ps`, source: pair, args: ['-T', 'ps_6_0', '-E', 'PixelMain'] }
  }
}
