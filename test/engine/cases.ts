// The shaders of corpus/engine: their headers, and one case for each `args:` line. Format: corpus/README.md.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HeaderError } from '../corpus/header.ts'
import { parseSceneHeader, type SceneHeader } from '../corpus/scene_header.ts'
import { ROOT } from '../oracle/available.ts'

export const ENGINE = join(ROOT, 'corpus', 'engine')

export interface EngineShader {
  readonly theme: string
  /** Path inside corpus/engine. */
  readonly file: string
  readonly path: string
  readonly source: string
  readonly header: SceneHeader
  readonly inputs: InputHints
}

/** What members of buffers hold, by the member's name or the buffer's; the rest is seeded. */
export interface InputHints {
  /** Numbers from the first component on; every element of an array of structs has them. */
  readonly set: ReadonlyMap<string, readonly number[]>
  /** Least and greatest value. */
  readonly range: ReadonlyMap<string, readonly [number, number]>
  /** So many words of an output may differ: numbers packed into integers, which an ulp rounds to the next one. */
  readonly rounded: number
}

/** @param filter parts of paths, with commas between; any of them will do. @throws HeaderError for a header that is not well formed */
export function engineShaders(filter = ''): EngineShader[] {
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  return files
    .filter(f => f.endsWith('.hlsl') && filter.split(',').some(part => f.includes(part)))
    .sort()
    .map(readShader)
}

function readShader(file: string): EngineShader {
  const path = join(ENGINE, file)
  const source = readFileSync(path, 'utf8')
  const [rest, inputs] = takeInputs(source, file)
  return { theme: dirname(file), file, path, source, header: parseSceneHeader(rest, file), inputs }
}

/** The lines `set: NAME NUMBERS`, `range: NAME LEAST GREATEST` and `rounded: WORDS`; the other lines of the source, those left empty. */
function takeInputs(source: string, file: string): [rest: string, InputHints] {
  const set = new Map<string, readonly number[]>()
  const range = new Map<string, readonly [number, number]>()
  let rounded = 0
  const rest = source.split('\n').map((line, i) => {
    const words = /^\/\/ rounded: (\d+)$/.exec(line)
    if (words) rounded = Number(words[1])
    if (words) return '//'
    const [, key, name, list] = /^\/\/ (set|range): (\S+) (.*)$/.exec(line) ?? []
    if (!key) return line
    const numbers = list!.trim().split(/\s+/).map(Number)
    if (numbers.some(Number.isNaN) || (key === 'range' && numbers.length !== 2))
      throw new HeaderError(`${file}:${i + 1}: "${key}:" needs a name and ${key === 'set' ? '' : 'two '}numbers`)
    if (key === 'set') set.set(name!, numbers)
    else range.set(name!, [numbers[0]!, numbers[1]!])
    return '//'
  })
  return [rest.join('\n'), { set, range, rounded }]
}

/** Answers DXC's questions for headers: paths are relative to the shader's folder. */
export function includesOf({ path }: EngineShader): (wanted: string) => string | undefined {
  return wanted => {
    const at = join(dirname(path), wanted)
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined
  }
}
