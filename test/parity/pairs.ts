// Cases of a folder for comparing code: what both compilers make of them.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import { decodeText, fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { type Dxc, OracleError } from '../oracle/dxc.ts'
import { type ParityCase, readRunLines } from './run_lines.ts'

/** Shader tests with RUN lines and shaders with the header of the corpus, each command once. */
export function collect(root: string, filter: string, stages: readonly string[], newestMinor = 8): ParityCase[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(f => /\.(hlsl|fx|test)$/.test(f))
  const seen = new Set<string>()
  return files
    .filter(f => f.includes(filter))
    .sort()
    .flatMap(f => {
      const text = readFileSync(join(root, f), 'utf8')
      const found = [...readRunLines(text, f, { stages, newestMinor }).cases, ...corpusCases(text, f, stages)]
      return found.filter(({ words }) => {
        const key = JSON.stringify([text, words])
        return !seen.has(key) && seen.add(key)
      })
    })
}

/** `// args: -T cs_6_0 -E main` lines. */
function corpusCases(text: string, file: string, stages: readonly string[]): ParityCase[] {
  const lists = [...text.matchAll(/^\/\/ *args:(.*)$/gm)].map(m => m[1]!.trim().split(/\s+/))
  return lists.flatMap(words => {
    const profile = words[words.indexOf('-T') + 1] ?? ''
    return stages.some(s => profile.startsWith(`${s}_`)) ? [{ file, words, profile }] : []
  })
}

/** undefined: not accepted, or an exception, which the parity run reports. */
export function ourContainer(root: string, { file, words }: ParityCase): Uint8Array | undefined {
  const path = join(root, file)
  try {
    const job = compileJob(parseFlags([...words, path]))
    const include = fileIncluder(job.includeDirs)
    return compile(decodeText(readFileSync(path)), { ...job.compile, fileName: path, include }).container
  } catch {
    return undefined
  }
}

/** null where DXC rejects, or fails. */
export async function theirContainer(root: string, { file, words }: ParityCase, dxc: Dxc): Promise<Uint8Array | null> {
  const path = join(root, file)
  const includes = (wanted: string): string | undefined =>
    [join(dirname(path), wanted), join('/', wanted), join(dirname(path), basename(wanted))]
      .filter(existsSync)
      .map(at => readFileSync(at, 'utf8'))[0]
  try {
    const result = await dxc.compile(readFileSync(path, 'utf8'), words, { includes })
    return result.ok && result.container ? result.container : null
  } catch (error) {
    if (error instanceof OracleError) return null
    throw error
  }
}
