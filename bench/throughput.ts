// Megabytes a second of the bitcode writer and of the digest, TypeScript and native.

import { compile } from '../src/api/compile.ts'
import { loadNativeDigest } from '../src/api/node_native.ts'
import type { CompileOptions } from '../src/api/options.ts'
import { containerDigest, TYPESCRIPT_DIGEST, useDigest } from '../src/base/digest.ts'
import { findPart, readContainer } from '../src/container/container.ts'
import { readModule } from '../src/llvm/read/read_module.ts'
import { writeModule } from '../src/llvm/write/write_module.ts'
import { best, rate } from './statistics.ts'

/** Offset of the bitcode in a program part as DXC and dxilkit write it. */
const BITCODE = 24
const DIGEST_BYTES = 16 << 20

export async function benchBytes(cases: readonly { source: string; options: CompileOptions }[]): Promise<void> {
  const bitcodes = cases.map(c => {
    const { container } = compile(c.source, c.options)
    return findPart(readContainer(container!), 'DXIL')!.data.subarray(BITCODE)
  })
  const modules = bitcodes.map(b => readModule(b))
  const bytes = bitcodes.reduce((n, b) => n + b.length, 0)
  const write = best(() => void modules.forEach(m => void writeModule(m)))
  const read = best(() => void bitcodes.forEach(b => void readModule(b)))
  console.log(`\nbitcode (${(bytes / 1e6).toFixed(2)} MB): writer ${rate(bytes, write)}, reader ${rate(bytes, read)}`)

  const data = new Uint8Array(DIGEST_BYTES)
  for (let i = 0; i < data.length; i++) data[i] = (i * 2654435761) >>> 24
  useDigest(TYPESCRIPT_DIGEST)
  const inTypeScript = best(() => void containerDigest(data))
  const native = loadNativeDigest()
  let text = `digest (${DIGEST_BYTES >> 20} MiB): TypeScript ${rate(DIGEST_BYTES, inTypeScript)}`
  if ('digest' in native) {
    useDigest(native.digest)
    text += `, native ${rate(
      DIGEST_BYTES,
      best(() => void containerDigest(data)),
    )}`
  } else text += `, native not built (${native.reason})`
  console.log(text)
}
