// What the page shows, and the same as the hash of its address: JSON, deflated, in base64url. Nothing of it goes to a server: browsers keep hashes to themselves.

import type { Job, SourceFile } from './compiler/protocol.ts'

export interface PageState extends Job {
  /** The file in the editor. */
  readonly open: string
  readonly pane: string
  /** Axes of the permutation grid, one a line. */
  readonly axes: string
}

/** Version of the form. */
const VERSION = '1'
/** A hash beyond this is no program but an attack on the memory of the browser. */
const MAX_TEXT = 4_000_000

async function through(bytes: Uint8Array, by: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(by as ReadableWritablePair<Uint8Array>)
    .getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    if ((length += value.length) > MAX_TEXT) throw new Error('the address holds too much')
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

function base64url(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))

export async function hashOf(state: PageState): Promise<string> {
  const { files, main, open, entry, target, flags, pane, axes } = state
  const json = JSON.stringify([files.map(f => [f.name, f.text]), main, open, entry, target, flags, pane, axes])
  return VERSION + base64url(await through(new TextEncoder().encode(json), new CompressionStream('deflate-raw')))
}

const isText = (value: unknown): value is string => typeof value === 'string'

function fileOf(value: unknown): SourceFile | undefined {
  const [name, text] = Array.isArray(value) ? (value as unknown[]) : []
  return isText(name) && isText(text) && name !== '' ? { name, text } : undefined
}

/** The state that a hash says; undefined for a hash that is none. */
export async function stateOf(hash: string): Promise<PageState | undefined> {
  const text = hash.replace(/^#/, '')
  if (!text.startsWith(VERSION)) return undefined
  try {
    const bytes = await through(fromBase64url(text.slice(1)), new DecompressionStream('deflate-raw'))
    const found = JSON.parse(new TextDecoder().decode(bytes)) as unknown
    if (!Array.isArray(found)) return undefined
    const [list, ...words] = found as unknown[]
    const files = Array.isArray(list) ? list.map(fileOf).filter(f => f !== undefined) : []
    const [main, open, entry, target, flags, pane, axes] = words.map(word => (isText(word) ? word : ''))
    const [first] = files
    if (!first) return undefined
    const known = (name = ''): string => (files.some(f => f.name === name) ? name : first.name)
    return {
      files,
      main: known(main),
      open: known(open),
      entry: entry ?? '',
      target: target ?? '',
      flags: flags ?? '',
      pane: pane ?? '',
      axes: axes ?? '',
    }
  } catch {
    return undefined
  }
}
