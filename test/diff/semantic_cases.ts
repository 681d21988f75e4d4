// Programs of the corpus, each with a copy in another order, which has to be the same, and with a mutant, which has to be different.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import { findPart, readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { diffModules } from '../../src/diff/diff_module.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { corpusFiles } from '../corpus/files.ts'
import { randomFrom } from '../ir/random_program.ts'
import { ROOT } from '../oracle/available.ts'
import { commute, mutate, type Random, shuffle } from './variants.ts'

/** Bitcode of what the corpus compiles to, by name; every `step`th shader. */
export function corpusBitcode(step = 1): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const file of corpusFiles().filter((_, n) => n % step === 0)) {
    const source = readFileSync(join(ROOT, 'corpus', file), 'utf8')
    const args = /^\/\/ *args:(.*)$/m.exec(source)?.[1]?.trim().split(/\s+/)
    const result = args && compile(source, dxcArgsToOptions(args))
    const part = result?.container && findPart(readContainer(result.container), 'DXIL')
    if (part) found.set(file, decodePart('DXIL', part.data, part.offset).bitcode)
  }
  return found
}

/** Differences of the code alone. */
export const isSame = (x: Module, y: Module): boolean => diffModules(x, y).sameUpToOrder

export interface Judged {
  readonly copies: number
  readonly mutants: number
  /** Copies that were called different, and mutants that were called the same. */
  readonly faults: readonly string[]
}

/** @param count copies and mutants, each */
export function semanticCases(count: number, seed: number, step = 1): Judged {
  const programs = [...corpusBitcode(step)]
  const faults: string[] = []
  let copies = 0
  let mutants = 0
  for (let n = 0; n < count; n++) {
    const [name, bitcode] = programs[n % programs.length]!
    const random: Random = randomFrom(seed + n)
    const copy = readModule(bitcode)
    shuffle(copy, random)
    commute(copy, random)
    copies++
    if (!isSame(readModule(bitcode), copy))
      faults.push(`${name}, seed ${seed + n}: a copy in another order is called different`)
    const mutant = readModule(bitcode)
    if (!Array.from({ length: 40 }).some(() => mutate(mutant, random))) continue
    mutants++
    if (isSame(readModule(bitcode), mutant)) faults.push(`${name}, seed ${seed + n}: a mutant is called the same`)
  }
  return { copies, mutants, faults }
}
