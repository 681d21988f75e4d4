// The header of the corpus shaders that are compared against DXC's container (corpus/drawn, corpus/dispatched; format: corpus/README.md).
// Invariant: a line that looks like a directive and is none is refused with its file and line.

import { NO_HINTS, type SceneHints } from '../graphics/scene.ts'
import { HeaderError } from './header.ts'

export interface SceneHeader {
  /** Arguments of each compile; drawn shaders: all of vertex shaders come before those of pixel shaders, and each pixel one is drawn. */
  readonly args: readonly (readonly string[])[]
  readonly hints: SceneHints
  readonly dispatch: readonly [number, number, number]
}

/** @throws HeaderError on anything the format does not name */
export function parseSceneHeader(source: string, file: string): SceneHeader {
  const lines = source.split(/\r?\n/)
  if (lines[0] !== '// dxilkit-corpus') throw new HeaderError(`${file}:1: the first line must be "// dxilkit-corpus"`)
  const args: string[][] = []
  const hints = { ...NO_HINTS, data: {}, stride: {} } as {
    -readonly [K in keyof SceneHints]: SceneHints[K]
  } & { data: Record<string, string[]>; stride: Record<string, number> }
  let dispatch: [number, number, number] = [1, 1, 1]
  for (let i = 1; i < lines.length && lines[i]!.startsWith('//'); i++) {
    const directive = /^\/\/\s*([a-z]+):(.*)$/.exec(lines[i]!)
    if (!directive) continue
    const words = directive[2]!.trim().split(/\s+/)
    const [first, ...rest] = words as [string, ...string[]]
    if (directive[1] === 'args') args.push(words)
    else if (directive[1] === 'data') hints.data[first] = rest
    else if (directive[1] === 'stride') hints.stride[first] = Number(rest[0])
    else if (directive[1] === 'vertices') hints.vertices = Number(first)
    else if (directive[1] === 'instances') hints.instances = Number(first)
    else if (directive[1] === 'topology') hints.topology = first as SceneHints['topology']
    else if (directive[1] === 'dispatch') dispatch = words.map(Number) as typeof dispatch
    else throw new HeaderError(`${file}:${i + 1}: unknown directive "${directive[1]}:"`)
  }
  if (args.length === 0) throw new HeaderError(`${file}:1: no "args:" line`)
  return { args, hints, dispatch }
}
