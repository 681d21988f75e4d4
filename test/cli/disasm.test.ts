// Our disassembly of a container against DXC's of the same bytes: the comment header and the module's text are equal.

import { readdirSync, readFileSync } from 'node:fs'
import { compile, listing } from '../../src/api/index.ts'
import { parseHeader } from '../corpus/header.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

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
    t.is(listing(container), theirs.text.replaceAll('\r\n', '\n'), file)
    compared++
  }
  t.true(compared > 30, `${compared} containers compared`)
})
