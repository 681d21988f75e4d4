// npm run reflection -- FOLDER [--limit N] [--stage cs,ps,...] [--every N] [--from K]: the shader tests of a folder, compiled by both compilers, and every field of
// their reflection against D3D12's own interfaces; those of shader model 6.9 against the later release's.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reflect } from '../../src/api/index.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { CompileClient } from '../parity/compile_client.ts'
import { findInclude } from '../parity/judge.ts'
import { readRunLines } from '../parity/run_lines.ts'
import { d3dLines, ofStruct } from './d3d_lines.ts'

const STAGES = 'vs,hs,ds,gs,ps,cs,as,ms,lib'
const { values, positionals } = parseArgs({
  options: {
    limit: { type: 'string', default: '1000000' },
    stage: { type: 'string', default: STAGES },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const [root] = positionals
if (root === undefined) throw new Error('usage: npm run reflection -- FOLDER [--limit N] [--stage cs,ps,...]')

const releases = { dxc: await Dxc.start(), 'dxc-new': await Dxc.start('dxc-new') }
const client = new CompileClient(20_000)
const counts = { containers: 0, equal: 0, fields: 0, refused: 0, failed: 0 }

async function compare(dxc: Dxc, name: string, container: Uint8Array): Promise<void> {
  let theirs: readonly string[]
  try {
    theirs = (await dxc.reflect(container)).map(ofStruct)
  } catch (error) {
    if (!(error instanceof OracleError)) throw error
    counts.refused++
    return
  }
  const ours = d3dLines(reflect(container))
  counts.containers++
  counts.fields += theirs.length
  const missing = theirs.filter(line => !ours.includes(line))
  const extra = ours.filter(line => !theirs.includes(line))
  if (missing.length + extra.length === 0) counts.equal++
  else console.log(`${name}\n  D3D12: ${missing.slice(0, 6).join('; ')}\n  ours:  ${extra.slice(0, 6).join('; ')}`)
}

let compiled = 0
let files = 0
const seen = new Set<string>()
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.hlsl') || compiled >= Number(values.limit)) continue
  if (files++ % Number(values.every) !== Number(values.from)) continue
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const { cases } = readRunLines(text, file, { stages: values.stage.split(','), newestMinor: 9 })
  for (const { words: plain, newestValidator } of cases) {
    const words = newestValidator ? [...plain, '-validator-version', newestValidator] : plain
    const dxc = releases[newestValidator ? 'dxc-new' : 'dxc']
    const key = JSON.stringify([text, words])
    if (seen.has(key)) continue
    seen.add(key)
    compiled++
    const own = await client.compile({ path, words })
    if (own.container) await compare(dxc, `ours: ${file} ${words.join(' ')}`, own.container)
    try {
      const theirs = await dxc.compile(text, words, { includes: wanted => findInclude(path, wanted) })
      if (theirs.container) await compare(dxc, `DXC's: ${file} ${words.join(' ')}`, theirs.container)
    } catch (error) {
      if (!(error instanceof OracleError)) throw error
      counts.failed++
    }
  }
}
client.close()
for (const dxc of Object.values(releases)) dxc.close()
console.log(
  `${counts.containers} containers, ${counts.equal} with every field as D3D12 reflects it, of ${counts.fields} fields; ` +
    `${counts.refused} that D3D12's interfaces refuse, ${counts.failed} that DXC does not survive`,
)
process.exitCode = counts.equal < counts.containers ? 1 : 0
