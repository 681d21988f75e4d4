// npm run debuginfo:values -- [SHADER.hlsl ...]: steps through the corpus without optimisation, ours and DXC's, and compares what variables hold at each line.

import { Dxc } from '../oracle/dxc.ts'
import { corpusShaders } from './compare.ts'
import { compareLive } from './live_values.ts'

const names = process.argv.slice(2)
const dxc = await Dxc.start()
const sum = { same: 0, moved: 0, strange: 0, both: 0, missing: 0, lines: 0, shaders: 0 }
for (const shader of corpusShaders()) {
  if (names.length > 0 && !names.includes(shader.name)) continue
  const live = await compareLive(dxc, shader)
  if (!live) {
    console.log(`${shader.name}: not compared`)
    continue
  }
  for (const text of names.length > 0 ? live.strange : live.strange.slice(0, 3)) console.log(text)
  sum.shaders++
  sum.lines += live.lines.size
  sum.same += live.same
  sum.moved += live.moved
  sum.strange += live.strange.length
  sum.both += live.both
  sum.missing += live.missing
}
dxc.close()
console.log(
  `${sum.shaders} shaders, ${sum.lines} lines: ${sum.same} values as DXC's at the line, ${sum.moved} that it shows at other lines, ${sum.strange} that it never shows; ` +
    `${sum.both} places of variables that both show, ${sum.missing} that only DXC's shows`,
)
