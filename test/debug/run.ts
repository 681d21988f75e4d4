// npm run debuginfo -- [SHADER.hlsl ...]: debug information of the corpus compared with DXC's, at -O3 and at -Od; of named shaders every difference.

import { Dxc } from '../oracle/dxc.ts'
import { compareDebug, corpusShaders, KINDS, Shares } from './compare.ts'

const names = process.argv.slice(2)
const dxc = await Dxc.start()
for (const optimization of [3, 0] as const) {
  const shares = new Shares()
  let compared = 0
  const shaders = corpusShaders().filter(s => names.length === 0 || names.includes(s.name))
  for (const shader of shaders) {
    const found = await compareDebug(dxc, shader, optimization)
    if (!found) continue
    compared++
    shares.add(found)
    if (names.length > 0)
      for (const kind of KINDS) {
        const { ours, theirs } = found[kind]
        console.log(
          `${shader.name} ${kind}: only DXC ${theirs.join(', ') || 'none'}; only ours ${ours.join(', ') || 'none'}`,
        )
      }
  }
  console.log(`${compared} of ${shaders.length} shaders at ${optimization === 0 ? '-Od' : '-O3'}\n${shares.text()}`)
}
dxc.close()
