// The header of the corpus shaders that are compared against DXC's container (corpus/drawn, corpus/dispatched; format: corpus/README.md).
// Invariant: a line that looks like a directive and is none is refused with its file and line.

import { NO_HINTS, type SceneHints } from '../graphics/scene.ts'
import { HeaderError } from './header.ts'

export interface SceneHeader {
  /** Arguments of each compile; drawn shaders: in the order of the pipeline, and each pixel shader is drawn with the last one of each stage before it. */
  readonly args: readonly (readonly string[])[]
  readonly hints: SceneHints
  readonly dispatch: readonly [number, number, number]
  /** What the test's runtime cannot draw is compared only. */
  readonly isUndrawn: boolean
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
  let isUndrawn = false
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
    else if (directive[1] === 'topology')
      hints.topology = (/^\d+$/.test(first) ? Number(first) : first) as SceneHints['topology']
    else if (directive[1] === 'layers') hints.layers = Number(first)
    else if (directive[1] === 'viewports') hints.viewports = Number(first)
    else if (directive[1] === 'stream') hints.stream = streamOf(words)
    else if (directive[1] === 'drawn' && first === 'no') isUndrawn = true
    else if (directive[1] === 'dispatch') dispatch = words.map(Number) as typeof dispatch
    else throw new HeaderError(`${file}:${i + 1}: unknown directive "${directive[1]}:"`)
  }
  if (args.length === 0) throw new HeaderError(`${file}:1: no "args:" line`)
  return { args, hints, dispatch, isUndrawn }
}

/** `PLACE 3 TEXCOORD1 2`: semantics and their components. */
const streamOf = (words: readonly string[]): SceneHints['stream'] =>
  words.flatMap((word, i) => {
    if (i % 2 === 1) return []
    const [, semantic, index] = /^(.*?)(\d*)$/.exec(word)!
    return [{ semantic: semantic!, index: Number(index), components: Number(words[i + 1]) }]
  })
