// Every bundler builds the project with the shader's own container in it, and says at which file, line and column an error is.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { BUNDLERS } from './bundlers.ts'
import { type Built, expected, HEADER, project, WRONG_HEADER } from './projects.ts'

for (const [name, build] of BUNDLERS) {
  const body = async (t: ExecutionContext): Promise<void> => {
    const made = project(t)
    t.is(await build(made, 'right.mjs'), '')
    const built = (await import(pathToFileURL(join(made.root, 'out', 'right.mjs')).href)) as Built
    t.deepEqual(Uint8Array.from(built.blur), expected())
    t.like(built.bindings[0], { name: 'o', register: 1 })
    t.deepEqual(built.threadGroup, [8, 2, 1])
    writeFileSync(made.header, WRONG_HEADER)
    const said = await build(made, 'wrong.mjs')
    t.true(said.includes(`${made.header}:2:10: error: use of undeclared identifier 'missing'`), said)
    t.regex(stripVTControlCharacters(said), / return missing; }\n[ │]* {9}\^~~~~~~/, said)
    writeFileSync(made.header, HEADER)
    t.is(await build(made, 'mended.mjs'), '')
  }
  if (name === 'Rspack') oracleTest('packages', `${name} builds it, and says where an error is`, body)
  else test(`${name} builds it, and says where an error is`, body)
}
