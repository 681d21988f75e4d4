// Asks one oracle from the shell: npx tsx test/oracle/cli.ts COMMAND ...  (no arguments: the list of commands).
// Exit codes: 0 the oracle agrees, 1 it says no, 2 wrong use, 3 the oracle is missing or broke.
import { readFileSync, writeFileSync } from 'node:fs'
import { type ComputeJob, D3d12, type Resource } from './d3d12.ts'
import { Dxc } from './dxc.ts'
import { bcanalyzer14, bitcodeOf, llvmDis14, obj2yaml, objdump, type ToolResult } from './llvm.ts'

const USAGE = `usage: npx tsx test/oracle/cli.ts COMMAND
  dxc FILE.hlsl ARGS...       compile with DXC's own arguments; -Fo FILE container, -Fc FILE listing, -P prints preprocessed text
  bench FILE.hlsl RUNS ARGS.. compile RUNS times inside the bridge; min, median and p90 of the time in IDxcCompiler3::Compile
  validate FILE...            the official validator's verdict and the digest's state
  sign FILE OUT               validate and write the container with a fresh digest
  disasm FILE                 DXC's disassembly
  run FILE JOB.json           run a compute container on the D3D12 runtime; prints the UAVs as JSON
  llvm FILE [READER...]       what LLVM's own readers say: llvm-dis llvm-bcanalyzer obj2yaml llvm-objdump
  version                     versions of the oracles
DXILKIT_DXC=dxc-new selects the later DXC, where it is set up.
`

class UsageError extends Error {}

const print = (text: string): boolean => process.stdout.write(text.endsWith('\n') || text === '' ? text : text + '\n')
const start = (): Promise<Dxc> => Dxc.shared(process.env['DXILKIT_DXC'] === 'dxc-new' ? 'dxc-new' : 'dxc')

function file(path: string | undefined): Uint8Array {
  if (path === undefined) throw new UsageError('a file name is missing')
  return Uint8Array.from(readFileSync(path))
}

/** Removes `flag VALUE` from the arguments and gives the value: these two name files of this side, DXC never sees them. */
function take(args: string[], flag: string): string | undefined {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}

/** DXC under wine takes a leading slash for a relative path and drops it; hence the second look. */
function fromDisk(path: string): string | undefined {
  for (const p of [path, `/${path}`]) {
    try {
      return readFileSync(p, 'utf8')
    } catch {}
  }
  return undefined
}

async function compile(args: string[]): Promise<number> {
  const path = args.shift()
  const source = Buffer.from(file(path)).toString('utf8')
  const [fo, fc] = [take(args, '-Fo'), take(args, '-Fc')]
  const dxc = await start()
  const r = await dxc.compile(source, args, { name: path!, includes: fromDisk })
  process.stderr.write(r.errors)
  if (!r.ok) return 1
  const text = r.outputs.get('hlsl')
  if (text) print(Buffer.from(text).toString('utf8').replace(/\0+$/, ''))
  if (fo !== undefined && r.container) writeFileSync(fo, r.container)
  if (r.container && (fc !== undefined || fo === undefined)) {
    const listing = (await dxc.disassemble(r.container)).text
    if (fc === undefined) print(listing)
    else writeFileSync(fc, listing)
  }
  return 0
}

async function bench(args: string[]): Promise<number> {
  const path = args.shift()
  const source = Buffer.from(file(path)).toString('utf8')
  const runs = Number(args.shift())
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError('RUNS is not a positive number')
  const r = await (await start()).compile(source, args, { name: path!, includes: fromDisk, runs })
  process.stderr.write(r.errors)
  const sorted = [...r.times].sort((a, b) => a - b)
  const p90 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))]!
  print(`min ${sorted[0]!.toFixed(3)} ms, median ${r.ms.toFixed(3)} ms, p90 ${p90.toFixed(3)} ms, ${runs} runs`)
  return r.ok ? 0 : 1
}

async function validate(args: string[]): Promise<number> {
  if (args.length === 0) throw new UsageError('a file name is missing')
  const dxc = await start()
  let bad = 0
  for (const path of args) {
    const r = await dxc.validate(file(path))
    const good = r.ok && r.digest === 'right'
    if (!good) bad++
    print(`${path}: ${r.ok ? `valid, digest ${r.digest}` : 'invalid'}\n${r.message}`)
  }
  return bad ? 1 : 0
}

async function sign(args: string[]): Promise<number> {
  const r = await (await start()).sign(file(args[0]))
  print(r.message)
  if (r.ok && args[1] !== undefined) writeFileSync(args[1], r.container)
  return r.ok ? 0 : 1
}

async function disasm(args: string[]): Promise<number> {
  const r = await (await start()).disassemble(file(args[0]))
  process.stderr.write(r.errors)
  print(r.text)
  return r.ok ? 0 : 1
}

/** In a job file `data` and `values` are numbers with their type (`{"f32": [1, 2]}`; u8 u16 u32 i32 f32 f64) or `{"hex": "00ff"}`. */
function decode(data: unknown): Uint8Array {
  const [type, values] = Object.entries(data ?? {})[0] ?? []
  if (type === 'hex' && typeof values === 'string') return Uint8Array.from(Buffer.from(values, 'hex'))
  const makers = {
    u8: Uint8Array,
    u16: Uint16Array,
    u32: Uint32Array,
    i32: Int32Array,
    f32: Float32Array,
    f64: Float64Array,
  } as const
  const make = makers[type as keyof typeof makers]
  if (!make || !Array.isArray(values)) throw new UsageError('data must be like {"f32": [1, 2]} or {"hex": "00ff"}')
  return new Uint8Array(make.from(values as number[]).buffer)
}

async function run(args: string[]): Promise<number> {
  const container = file(args[0])
  const json = JSON.parse(Buffer.from(file(args[1])).toString('utf8'))
  const resources = (json.resources ?? []).map((r: Record<string, unknown>) =>
    r['data'] === undefined ? r : { ...r, data: decode(r['data']) },
  ) as Resource[]
  const constants = json.rootConstants
  const job: ComputeJob = { ...json, container, dispatch: json.dispatch ?? [1, 1, 1], resources }
  const values = constants && { ...constants, values: new Uint32Array(decode(constants.values).buffer) }
  const r = await (await D3d12.shared()).runCompute(values ? { ...job, rootConstants: values } : job)
  if (r.error !== undefined) process.stderr.write(`run: ${r.error}\n`)
  for (const u of r.uavs) print(describeUav(u))
  return r.error === undefined ? 0 : 1
}

/** One line of JSON: whole 32-bit words as unsigned and as floats, and the exact bytes. */
function describeUav(u: { data: Uint8Array }): string {
  const words = u.data.length >> 2
  const u32 = new Uint32Array(u.data.buffer, 0, words)
  const f32 = new Float32Array(u.data.buffer, 0, words)
  const hex = Buffer.from(u.data).toString('hex')
  return JSON.stringify({ ...u, data: { u32: [...u32], f32: [...f32], hex } })
}

async function llvm(args: string[]): Promise<number> {
  const container = file(args[0])
  const bitcode = bitcodeOf(container)
  const readers: Readonly<Record<string, () => Promise<ToolResult>>> = {
    'llvm-dis': () => llvmDis14(bitcode),
    'llvm-bcanalyzer': () => bcanalyzer14(bitcode),
    obj2yaml: () => obj2yaml(container),
    'llvm-objdump': () => objdump(container),
  }
  const wanted = args.slice(1)
  let bad = 0
  for (const [name, ask] of Object.entries(readers)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const r = await ask()
    if (!r.ok) bad++
    print(`== ${name}: ${r.ok ? 'reads it' : 'refuses it'}\n${r.stderr}${r.text}`)
  }
  return bad ? 1 : 0
}

async function version(): Promise<number> {
  const v = await (await start()).version()
  print(`DXC ${v.compiler}, validator ${v.validator}`)
  print(`D3D12: ${await (await D3d12.shared()).info()}`)
  return 0
}

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  dxc: compile,
  bench,
  validate,
  sign,
  disasm,
  run,
  llvm,
  version,
}

async function main(args: string[]): Promise<number> {
  const name = args.shift()
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!command) {
    process.stderr.write(USAGE)
    return 2
  }
  try {
    return await command(args)
  } catch (e) {
    const message = e instanceof Error ? e.message : String(e)
    process.stderr.write(`${name}: ${message}\n`)
    return e instanceof UsageError || (e as NodeJS.ErrnoException).code === 'ENOENT' ? 2 : 3
  }
}

process.exitCode = await main(process.argv.slice(2))
