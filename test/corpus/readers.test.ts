// Every container dxilkit makes of the corpus, read by others: LLVM 14 for the bitcode of DXIL and STAT, LLVM 22 for the container;
// and by our own reader and verifier, whose rewriting must give the same bytes.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { verifyModule } from '../../src/llvm/verify/verify.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { ROOT } from '../oracle/available.ts'
import { bcanalyzer14, llvmDis14, obj2yaml } from '../oracle/llvm.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { DXILKIT_COMPILER } from './compilers.ts'
import { partOf } from './container_facts.ts'
import { parseHeader } from './header.ts'

/** Where the bitcode starts in a program part. */
const BITCODE = 24
const FOLDER = join(ROOT, 'corpus')
const files = readdirSync(FOLDER)
  .filter(f => f.endsWith('.hlsl'))
  .sort()

async function containersOf(file: string): Promise<{ label: string; container: Uint8Array }[]> {
  const source = readFileSync(join(FOLDER, file), 'utf8')
  const made = []
  for (const compile of parseHeader(source, file).compiles) {
    const { container, messages } = await DXILKIT_COMPILER.compile(source, compile)
    if (!container) throw new Error(`${file} ${compile.args.join(' ')}: ${messages}`)
    made.push({ label: `${file} ${compile.args.join(' ')}`, container })
  }
  return made
}

const bitcodes = (container: Uint8Array): Uint8Array[] =>
  ['DXIL', 'STAT'].map(part => partOf(container, part)!.subarray(BITCODE))

for (const file of files) {
  oracleTest('llvm', `LLVM reads what dxilkit makes of ${file}`, async t => {
    for (const { label, container } of await containersOf(file)) {
      for (const bitcode of bitcodes(container)) {
        const text = await llvmDis14(bitcode)
        t.true(text.ok && text.stderr === '', `${label}: llvm-dis: ${text.stderr}`)
        const records = await bcanalyzer14(bitcode)
        t.true(records.ok && records.stderr === '', `${label}: llvm-bcanalyzer: ${records.stderr}`)
      }
      const yaml = await obj2yaml(container)
      t.true(yaml.ok && yaml.stderr === '', `${label}: obj2yaml: ${yaml.stderr}`)
    }
  })
}

test('our own reader and verifier accept every output, and writing it again gives the same bytes', async t => {
  for (const file of files)
    for (const { label, container } of await containersOf(file))
      for (const bitcode of bitcodes(container)) {
        const module = readModule(bitcode)
        t.deepEqual(verifyModule(module), [], label)
        t.deepEqual(writeModule(module), bitcode.slice(), label)
      }
})
