// Our disassembly of a container against DXC's of the same bytes: the module's text, comments of calls included, is equal.

import { readdirSync, readFileSync } from 'node:fs'
import { compile, disassemble } from '../../src/api/index.ts'
import { parseHeader } from '../corpus/header.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** From the data layout on: before it stand DXC's tables, which we print in another form. */
const moduleOf = (text: string): string => text.slice(text.indexOf('target datalayout')).trimEnd()

oracleTest('dxc', 'disasm prints what DXC prints', async t => {
  const dxc = await Dxc.shared()
  let compared = 0
  for (const file of readdirSync('corpus').filter(name => name.endsWith('.hlsl'))) {
    const source = readFileSync(`corpus/${file}`, 'utf8')
    const { profile, entry, args } = parseHeader(source, file).compiles[0]!
    const enable16BitTypes = args.includes('-enable-16bit-types')
    const { container } = compile(source, { target: profile, entry, enable16BitTypes })
    if (!container) continue // other tests say so
    const theirs = await dxc.disassemble(container)
    t.is(moduleOf(disassemble(container)), moduleOf(theirs.text), file)
    compared++
  }
  t.true(compared > 30, `${compared} containers compared`)
})
