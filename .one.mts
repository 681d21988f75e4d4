import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText, fileIncluder } from './src/api/node.ts'
import { parseFlags } from './src/cli/flag_parser.ts'
import { compileJob } from './src/cli/options.ts'
const { compile } = await import('/work/main/dist/index.js')
const root='/tmp/dxc/tools/clang/test/HLSLFileCheck'
const all = JSON.parse(readFileSync('/tmp/speed.json','utf8'))
const rows = all.rows ?? all.cases ?? all
const sorted=[...rows].sort((a:any,b:any)=>a.ours-b.ours)
const picks=[.25,.5,.75,.9].map(q=>sorted[Math.floor(q*sorted.length)])
for(const c of picks){
  const path=join(root,c.file); const job=compileJob(parseFlags([...c.words,path])); const source=decodeText(readFileSync(path))
  const o={...job.compile,fileName:path,include:fileIncluder(job.includeDirs)}
  let best=Infinity; const t0=performance.now(); let n=0
  while(performance.now()-t0<6000){const a=performance.now(); compile(source,o); const b=performance.now()-a; if(b<best)best=b;n++}
  console.log(c.file,c.words.join(' '),'mix',c.ours.toFixed(2),'alone best',best.toFixed(2),'mean',(6000/n).toFixed(2),'dxc',c.theirs.toFixed(2), source.length)
}
