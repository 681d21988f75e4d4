// The proof: DXC's bitcode read into the model and written again is the same bytes, and printed it is DXC's own listing.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBlocks } from '../../src/bitcode/block_reader.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxilProgram, newDxilProgram } from '../../src/container/dxil_program.ts'
import { Reader } from '../../src/container/io.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { verifyModule } from '../../src/llvm/verify/verify.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { writeTree } from '../bitcode/write_tree.ts'
import { parseHeader } from '../corpus/header.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { BITCODE_SHADERS, type BitcodeShader } from './bitcode_shaders.ts'
import { survives } from './mutants.ts'

const CORPUS = join(ROOT, 'corpus')
const corpusShaders = (): BitcodeShader[] =>
  readdirSync(CORPUS)
    .filter(f => f.endsWith('.hlsl'))
    .map(f => {
      const source = readFileSync(join(CORPUS, f), 'utf8')
      return [f, parseHeader(source, f).compiles[0]!.args, source] as const
    })

interface Program {
  readonly part: string
  readonly bitcode: Uint8Array
}

async function compile(shader: BitcodeShader, extra: readonly string[] = []): Promise<Uint8Array> {
  const [name, args, source] = shader
  const result = await (await Dxc.shared()).compile(source, [...args, ...extra])
  if (!result.container) throw new Error(`${name}: ${result.errors}`)
  return result.container
}

function programs(container: Uint8Array): Program[] {
  const found: Program[] = []
  for (const { name, data } of readContainer(container).parts)
    if (name === 'DXIL' || name === 'STAT' || name === 'ILDB') {
      const program = newDxilProgram()
      dxilProgram(new Reader(data), program)
      found.push({ part: name, bitcode: program.bitcode })
    }
  return found
}

oracleTest('dxc', 'every stage: read and written, the bitcode is the same bytes', async t => {
  for (const shader of BITCODE_SHADERS)
    for (const extra of [[], ['-Od'], ['-Zi', '-Qembed_debug']])
      for (const { part, bitcode } of programs(await compile(shader, extra))) {
        const label = `${shader[0]} ${extra.join(' ')} ${part}`
        t.deepEqual(writeTree(readBlocks(bitcode)), bitcode.slice(), `${label}: blocks`)
        const m = readModule(bitcode)
        t.deepEqual(verifyModule(m), [], label)
        t.deepEqual(writeModule(m), bitcode.slice(), `${label}: module`)
      }
})

oracleTest('dxc', 'the corpus: DXIL and STAT read and written are the same bytes', async t => {
  const shaders = corpusShaders()
  t.true(shaders.length > 0)
  for (const shader of shaders) {
    const parts = programs(await compile(shader))
    t.deepEqual(parts.map(p => p.part).sort(), ['DXIL', 'STAT'], shader[0])
    for (const { part, bitcode } of parts)
      t.deepEqual(writeModule(readModule(bitcode)), bitcode.slice(), `${shader[0]} ${part}`)
  }
})

/** From the target lines on, without the comments DXC adds to dx.op calls. */
const body = (listing: string): string =>
  listing
    .slice(listing.search(/^target /m))
    .replaceAll('\r', '')
    .replace(/ {2}; [A-Z].*$/gm, '')
    .trim()

oracleTest('dxc', "printed, DXC's modules are DXC's own listing", async t => {
  const dxc = await Dxc.shared()
  for (const shader of [...BITCODE_SHADERS, ...corpusShaders()]) {
    const container = await compile(shader)
    const dxil = programs(container).find(p => p.part === 'DXIL')!
    const { text } = await dxc.disassemble(container)
    t.is(body(printModule(readModule(dxil.bitcode))), body(text), shader[0])
  }
})

oracleTest('dxc', "damage to DXC's bitcode gives a module that prints and writes, or a FormatError", async t => {
  const sum = { read: 0, refused: 0 }
  for (const shader of BITCODE_SHADERS)
    for (const { bitcode } of programs(await compile(shader, ['-Zi', '-Qembed_debug']))) {
      const { read, refused } = survives(t, bitcode.slice(), 60, shader[0].length)
      sum.read += read
      sum.refused += refused
    }
  t.true(sum.read > 100 && sum.refused > 100, JSON.stringify(sum))
})
