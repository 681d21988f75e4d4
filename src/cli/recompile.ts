// -recompile: the sources and arguments that a debug file holds, compiled again. Flags of the command line stand behind those of the file, so that
// they win; outputs are the command line's alone.

import { debugSources, type Includer } from '../api/index.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { inputName } from './files.ts'
import { type FlagUse, type ParsedFlags, parseFlags } from './flag_parser.ts'
import { type Host, UsageError } from './host.ts'

export interface Recompiled {
  /** With the main source's name as input. */
  readonly parsed: ParsedFlags
  readonly source: string
  readonly include: Includer
}

/** @throws UsageError for files that cannot be read or have no sources, BadFile for damaged ones */
export async function sourcesAgain(host: Host, given: ParsedFlags): Promise<Recompiled> {
  const file = given.inputs[0]
  if (file === undefined) throw new UsageError('required input file argument is missing')
  const container = await readContainerInput(host, file)
  const found = onContainer(file, () => debugSources(container))
  const main = found?.files[0]
  if (!main)
    throw new UsageError(
      `'${inputName(file)}' holds no sources: -recompile wants a debug file, or a container of -Zi -Qembed_debug`,
    )
  const stored = parseFlags(found.arguments.flatMap(({ name, value }) => wordsOf(name, value)))
  const isCode = ({ flag }: FlagUse): boolean => flag.group !== 'Output' && flag.group !== 'Diagnostics'
  const uses = [...stored.uses.filter(isCode), ...given.uses.filter(u => u.flag.id !== 'recompile')]
  return {
    parsed: { ...given, uses, inputs: [main.name] },
    source: main.text,
    include: includerOf(found.files, uses),
  }
}

/** A flag whose value is glued on has the sign of equality in its name or a value that cannot stand alone; others take the next word. */
function wordsOf(name: string, value: string): string[] {
  if (value === '') return [`-${name}`]
  const apart = parseFlags([`-${name}`, value])
  if (apart.uses.length === 1 && apart.inputs.length === 0 && apart.errors.length + apart.unknown.length === 0)
    return [`-${name}`, value]
  const glued = [`-${name}=${value}`, `-${name}${value}`].find(word => parseFlags([word]).uses.length === 1)
  return [glued ?? `-${name}${value}`]
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')

function includerOf(
  files: readonly { readonly name: string; readonly text: string }[],
  uses: readonly FlagUse[],
): Includer {
  const byName = new Map(files.map(f => [plain(f.name), f]))
  const folders = uses.filter(u => u.flag.id === 'I').map(u => u.value)
  return (path, from) => {
    const beside = from.includes('/') || from.includes('\\') ? from.replace(/[^/\\]*$/, '') : ''
    for (const folder of [beside, '', ...folders.map(f => `${f}/`)]) {
      const found = byName.get(normal(plain(folder + path)))
      if (found) return { name: found.name, text: found.text }
    }
    return undefined
  }
}

/** Without `x/..` and `.`. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/'))
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.') parts.push(part)
  return parts.join('/')
}
