import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { decodeText, fileIncluder } from './src/api/node.ts'
import { parseFlags } from './src/cli/flag_parser.ts'
import { compileJob } from './src/cli/options.ts'
const { compile } = await import('/work/main/dist/index.js')
const root='/tmp/dxc/tools/clang/test/HLSLFileCheck'
const all = JSON.parse(readFileSync('/tmp/speed.json','utf8'))
const rows = all.rows ?? all.cases ?? all
const sorted=[...rows].sort((a:any,b:any)=>a.ours-b.ours)
const c=sorted[Math.floor(.5*sorted.length)]
  const path=join(root,c.file); const job=compileJob(parseFlags([...c.words,path])); const source=decodeText(readFileSync(path))
  const o={...job.compile,fileName:path,include:fileIncluder(job.includeDirs)}
  let gc=0,ng=0
  const ob=new PerformanceObserver(l=>{for(const e of l.getEntries()){gc+=e.duration;ng++}}); ob.observe({entryTypes:['gc']})
  const w=[]
  for(let r=0;r<12;r++){ const ts=[]; const n=500; const g0=gc,n0=ng; const m0=process.memoryUsage().heapUsed
    for(let i=0;i<n;i++){const a=performance.now(); compile(source,o); ts.push(performance.now()-a)}
    await new Promise(r=>setTimeout(r,5))
    ts.sort((a,b)=>a-b); console.log('round',r,'min',ts[0].toFixed(2),'p10',ts[50].toFixed(2),'med',ts[250].toFixed(2),'p90',ts[450].toFixed(2),'sum',ts.reduce((a,b)=>a+b).toFixed(0),'gc ms',(gc-g0).toFixed(0),'n',ng-n0)}
