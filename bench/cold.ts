// One compile in a fresh process: source on standard input, DXC-style arguments; prints the milliseconds of the compile call.

import { readFileSync } from 'node:fs'
import { compile } from '../src/api/compile.ts'
import { dxcArgsToOptions } from '../test/corpus/corpus_options.ts'

const source = readFileSync(0, 'utf8')
const options = dxcArgsToOptions(process.argv.slice(2))
const start = performance.now()
const result = compile(source, options)
const ms = performance.now() - start
if (!result.ok) throw new Error(result.text)
console.log(ms)
