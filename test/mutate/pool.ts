// What mutation starts from: containers of a folder, or the project's corpus compiled by dxilkit, and the bitcode inside them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { ROOT } from '../oracle/available.ts'

/** Larger files make slow mutants and find no more. */
const LARGEST = 12_000
const MOST = 400

/** @param folder '' for the project's corpus */
export function loadPool(folder: string): Uint8Array[] {
  const containers = folder === '' ? corpusContainers() : folderContainers(folder)
  const pool: Uint8Array[] = [...containers]
  for (const bytes of containers.filter((_, i) => i % 4 === 0))
    for (const part of readContainer(bytes).parts)
      if (part.name === 'DXIL' || part.name === 'ILDB') pool.push(decodePart(part.name, part.data).bitcode)
  return pool
}

function corpusContainers(): Uint8Array[] {
  const folder = join(ROOT, 'corpus')
  const files = readdirSync(folder)
    .filter(f => f.endsWith('.hlsl'))
    .sort()
  return files.flatMap(file => {
    const result = compile(readFileSync(join(folder, file), 'utf8'), { fileName: file, target: 'cs_6_0' })
    return result.container && result.container.length <= LARGEST ? [result.container] : []
  })
}

function folderContainers(folder: string): Uint8Array[] {
  const files = readdirSync(folder)
    .filter(f => f.endsWith('.dxil'))
    .sort()
  const all = files
    .map(f => readFileSync(join(folder, f)))
    .filter(b => b.length <= LARGEST && b.subarray(0, 4).toString('latin1') === 'DXBC')
  const step = Math.max(1, Math.floor(all.length / MOST))
  return all.filter((_, i) => i % step === 0)
}
