// Shaders of the corpus as libraries: the entry point gets its attribute.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../oracle/available.ts'

const STAGES: Readonly<Record<string, string>> = {
  cs: 'compute',
  vs: 'vertex',
  ps: 'pixel',
  gs: 'geometry',
  hs: 'hull',
  ds: 'domain',
  ms: 'mesh',
  as: 'amplification',
}

export interface LibraryCase {
  readonly label: string
  readonly source: string
  readonly profile: string
  readonly entry: string
  /** Of the compile, without profile and entry point. */
  readonly args: readonly string[]
}

/** The source with [shader("...")] in front of the function; undefined where it is not found. */
function asLibrary(source: string, entry: string, stage: string): string | undefined {
  const attributes = '(?:\\[[^\\n]*\\][ \\t\\n]*)*'
  const result = '[ \\t]*(?:precise )?[A-Za-z_][\\w<>:, ]*[ \\t>]'
  const at = new RegExp(`(^|\\n)(${attributes}${result})${entry}[ \\t]*\\(`).exec(source)
  if (!at) return undefined
  const i = at.index + at[1]!.length
  return `${source.slice(0, i)}[shader("${stage}")] ${source.slice(i)}`
}

/** Every compile that a header of the corpus asks for, of shaders that can stand in a library. */
export function corpusLibraries(): LibraryCase[] {
  const folder = join(ROOT, 'corpus')
  const files = ['', 'drawn', 'mesh', 'dispatched'].flatMap(d =>
    readdirSync(join(folder, d))
      .filter(f => f.endsWith('.hlsl'))
      .sort()
      .map(f => join(d, f)),
  )
  return files.flatMap(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/^\/\/ \w+: (.*-T .*)$/gm)].flatMap((m): LibraryCase[] => {
      const words = m[1]!.trim().split(/\s+/)
      const value = (flag: string): string | undefined => words[words.indexOf(flag) + 1]
      const profile = value('-T') ?? ''
      const entry = words.includes('-E') ? value('-E')! : 'main'
      const args = words.filter((w, i) => w !== '-T' && w !== '-E' && words[i - 1] !== '-T' && words[i - 1] !== '-E')
      const stage = STAGES[profile.slice(0, 2)]
      const source = stage && asLibrary(text, entry, stage)
      return source ? [{ label: `${file} ${words.join(' ')}`, source, profile, entry, args }] : []
    })
  })
}
