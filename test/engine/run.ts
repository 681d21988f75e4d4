// The shaders of corpus/engine through both compilers: npm run engine -- [--filter TEXT,TEXT] [--every N] [--no-run] [--speed] [--longer 1.1] [--json FILE]
// Exit code 1 when a case is refused, not valid, or runs to something else.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { engineShaders } from './cases.ts'
import { judge, type Row } from './judge.ts'
import { faultLines, LONG, longLines, ratioOf, speedLines, table } from './report.ts'
import { measure } from './speed.ts'

const { values } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    'no-run': { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
    longer: { type: 'string', default: String(LONG) },
    json: { type: 'string' },
  },
})
const shaders = engineShaders(values.filter).filter((_, i) => i % Number(values.every) === 0)
const rows: Row[] = []
for (const shader of shaders) rows.push(...(await judge(shader, !values['no-run'])))
const timings = values.speed ? await measure(shaders) : []
if (values.json !== undefined)
  writeFileSync(
    values.json,
    JSON.stringify(
      rows.map(r => ({ ...r, shader: r.shader.file, ratio: ratioOf(r) })),
      null,
      1,
    ),
  )
const print = (title: string, lines: readonly string[]): void => {
  if (lines.length > 0) process.stdout.write(`${title}\n${lines.map(line => `  ${line}\n`).join('')}\n`)
}
print('differences and faults', faultLines(rows))
print(`longer than ${values.longer} times DXC's code`, longLines(rows, Number(values.longer)))
if (timings.length > 0) print('speed', speedLines(timings))
process.stdout.write(`${table(rows)}\n`)
const isWrong = (r: Row): boolean => !r.valid || r.ran === 'different' || r.ran === 'failed'
process.exit(rows.some(isWrong) ? 1 : 0)
