// The sources that are mutated: this folder's own, the corpus, generated programs, and a folder given by its path.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '../fuzz/generate.ts'
import { printProgram } from '../fuzz/print.ts'
import { readRunLines } from '../parity/run_lines.ts'
import { scan, type Token } from './scan.ts'

export interface Source {
  readonly name: string
  readonly tokens: readonly Token[]
  /** Flags for both compilers. */
  readonly words: readonly string[]
}

/** Longer sources cost DXC much time a mutant and say no more. */
const LONGEST = 2500

const source = (name: string, text: string, words: readonly string[]): Source => ({ name, tokens: scan(text), words })

/** Sources whose `// args:` lines say how to compile them; one entry a line. */
function withArgs(folder: string): Source[] {
  const list: Source[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.hlsl')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    if (text.length > LONGEST || /^\s*#\s*include/m.test(text)) continue
    for (const [i, line] of [...text.matchAll(/^\/\/ args: (.*)$/gm)].entries())
      list.push(source(`${file}#${i}`, text, line[1]!.trim().split(/\s+/)))
  }
  return list
}

function generated(count: number): Source[] {
  return Array.from({ length: count }, (_, i) => {
    const program = generate(i + 1, 4 + (i % 4))
    return source(`generated ${i + 1}`, printProgram(program), ['-T', program.profile, '-E', 'main'])
  })
}

const STAGES = ['cs', 'vs', 'ps', 'lib']

/** Any folder of shaders; the RUN lines of a file say how to compile it. */
export function folderSources(root: string): Source[] {
  const list: Source[] = []
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.hlsl')) continue
    const text = readFileSync(join(root, file), 'utf8')
    if (text.length > LONGEST || /^\s*#\s*include/m.test(text)) continue
    for (const { words } of readRunLines(text, file, { stages: STAGES, newestMinor: 8 }).cases.slice(0, 1))
      list.push(source(file, text, words))
  }
  return list
}

export const ownSources = (): Source[] => [
  ...withArgs('test/tokens/sources'),
  ...withArgs('test/tokens/sources'),
  ...withArgs('corpus'),
  ...generated(30),
]
