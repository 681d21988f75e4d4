// LLVM's own readers as programs: llvm-dis and llvm-bcanalyzer of LLVM 14 for bitcode (the last that reads typed pointers
// losslessly), obj2yaml and llvm-objdump of LLVM 22 for the container. Invariant: none of them runs longer than the limit.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing, ORACLE_DIR } from './available.ts'
import { OracleError } from './resident.ts'

export interface ToolResult {
  /** Exit code 0. A reader may still have warned: look at `stderr`. */
  readonly ok: boolean
  readonly text: string
  readonly stderr: string
}

const TIMEOUT_MS = 20_000

function run(command: string, args: readonly string[], input?: Uint8Array): Promise<ToolResult> {
  const reason = missing('llvm')
  if (reason !== undefined) return Promise.reject(new OracleError(reason))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (b: Buffer) => out.push(b))
    child.stderr.on('data', (b: Buffer) => err.push(b))
    child.stdin.on('error', () => {}) // a reader that gave up early closes its input; its exit code says so
    child.on('error', e => reject(new OracleError(`${command}: ${e.message}`)))
    child.on('close', (code, signal) => {
      const stderr = Buffer.concat(err).toString('utf8') + (signal ? `ended by ${signal}\n` : '')
      resolve({ ok: code === 0, text: Buffer.concat(out).toString('utf8'), stderr })
    })
    child.stdin.end(input)
  })
}

/** These read files only, not a pipe. */
async function onFile(bytes: Uint8Array, ask: (path: string) => Promise<ToolResult>): Promise<ToolResult> {
  const dir = mkdtempSync(join(tmpdir(), 'dxilkit-llvm-'))
  try {
    const path = join(dir, 'shader.dxil')
    writeFileSync(path, bytes)
    return await ask(path)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A program of the unpacked newer LLVM, run with the C library it was built for. */
function newer(tool: string, path: string, args: readonly string[]): Promise<ToolResult> {
  const root = join(ORACLE_DIR, 'llvm/root/usr')
  const lib = join(root, 'lib/x86_64-linux-gnu')
  const program = join(root, 'lib/llvm-22/bin', tool)
  return run(join(lib, 'ld-linux-x86-64.so.2'), [
    '--library-path',
    `${lib}:${root}/lib/llvm-22/lib`,
    program,
    ...args,
    path,
  ])
}

function older(tool: string): string {
  const unpacked = join('/usr/lib/llvm-14/bin', tool)
  return existsSync(unpacked) ? unpacked : `${tool}-14`
}

/** Bitcode ('BC' 0xC0DE...) to text. */
export const llvmDis14 = (bitcode: Uint8Array): Promise<ToolResult> => run(older('llvm-dis'), ['-o', '-', '-'], bitcode)

/** Block, record and abbreviation statistics and dump of bitcode. */
export const bcanalyzer14 = (bitcode: Uint8Array): Promise<ToolResult> =>
  onFile(bitcode, path => run(older('llvm-bcanalyzer'), ['--dump', path]))

/** A container as YAML, all parts known to LLVM decoded. */
export const obj2yaml = (container: Uint8Array): Promise<ToolResult> =>
  onFile(container, path => newer('obj2yaml', path, []))

/** The container's part table and file format line. */
export const objdump = (container: Uint8Array): Promise<ToolResult> =>
  onFile(container, path => newer('llvm-objdump', path, ['--section-headers', '--private-headers']))

const PART_HEADER = 8

/** The bitcode inside a container's DXIL part, found without the library under test. @throws RangeError on a broken container */
export function bitcodeOf(container: Uint8Array): Uint8Array {
  const view = new DataView(container.buffer, container.byteOffset, container.byteLength)
  for (let i = 0, n = view.getUint32(28, true); i < n; i++) {
    const at = view.getUint32(32 + i * 4, true)
    if (view.getUint32(at, true) !== 0x4c495844) continue // 'DXIL'
    const bitcode = at + PART_HEADER + 8 // past version and size: the bitcode header 'DXIL', version, offset, size
    const start = bitcode + view.getUint32(bitcode + 8, true)
    return container.subarray(start, start + view.getUint32(bitcode + 12, true))
  }
  throw new RangeError('the container has no DXIL part')
}
