// The links that RUN lines ask for (`%dxl`, `%dxc -link`), through DXC's linker and ours: with libraries of DXC, and of dxilkit; a case is one of
// these with one command.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { compareLinks, type Producer } from '../link/check.ts'
import { Dxc } from '../oracle/dxc.ts'
import { ourContainer, theirContainer } from './pairs.ts'
import { runCommands } from './run_lines.ts'

interface Command {
  readonly words: readonly string[]
  readonly isLink: boolean
}

/** Compilers and linkers that a file's RUN lines start, each command once. */
function commandsOf(path: string): Command[] {
  const all = runCommands(readFileSync(path, 'utf8')).flatMap(line =>
    line.split('|').flatMap(part => commandOf(part, path)),
  )
  return [...new Map(all.map(c => [JSON.stringify(c), c])).values()]
}

function commandOf(text: string, path: string): Command[] {
  const found = /^\s*%(dxc|dxl) (.*)$/.exec(text)
  if (!found) return []
  const shown = found[2]!.replaceAll('%S', join(path, '..')).replaceAll('%s', path).replaceAll('"', '')
  const words = shown.split(/\s+/).filter(w => w !== '')
  const isLink = found[1] === 'dxl' || words.includes('-link')
  return [
    {
      words: words.map(w => w.replace(/^\/(?=[A-Z]\w*$)/, '-')).filter(w => w !== '-link' && !(isLink && w === path)),
      isLink,
    },
  ]
}

/** Takes a flag and its value out. */
function taken(words: string[], flag: string): string | undefined {
  const at = words.indexOf(flag)
  return at < 0 ? undefined : words.splice(at, 2)[1]
}

interface Report {
  readonly count: (what: string) => void
  readonly say: (line: string) => void
}

async function follow(
  path: string,
  commands: readonly Command[],
  producer: Producer,
  { count, say }: Report,
): Promise<void> {
  const made = new Map<string, Uint8Array>()
  for (const { words: all, isLink } of commands) {
    const words = [...all]
    const output = taken(words, '-Fo')
    taken(words, '-Fc')
    if (!isLink) {
      const file = words.find(w => existsSync(w))
      if (output === undefined || file === undefined) continue
      const c = { file, words: words.filter(w => w !== file), profile: '' }
      const container =
        producer === 'dxilkit' ? ourContainer('/', c) : await theirContainer('/', c, await Dxc.shared(producer))
      if (container) made.set(output, container)
      continue
    }
    const target = taken(words, '-T') ?? ''
    const entry = taken(words, '-E')
    const exported = words.indexOf('-exports')
    const names = words.find((w, i) => !w.startsWith('-') && i !== exported + 1) ?? words.at(-1)!
    const args = words.filter(w => w !== names)
    const libraries = names.split(';').map(n => [n, made.get(n)] as const)
    if (libraries.some(([, container]) => !container)) {
      count('without a library')
      continue
    }
    const { exports } = dxcArgsToOptions(['-T', target, ...args])
    const options = {
      target,
      ...(entry !== undefined && !target.startsWith('lib') ? { entry } : {}),
      ...(exports ? { exports } : {}),
    }
    const { dxc, ours, invalid, differing } = await compareLinks(
      producer,
      libraries as [string, Uint8Array][],
      options,
      args,
    )
    const isSame = dxc.ok === ours.ok && invalid === ''
    count(isSame ? (differing.length === 0 ? 'same' : 'same verdict, parts differ') : 'DIFFERS')
    if (!isSame || differing.length > 0)
      say(
        `${producer}: ${basename(path)} ${all.join(' ')}\n  DXC ${dxc.ok || dxc.text.trim()} ours ${ours.ok || ours.text.trim()} ${invalid} ${differing.join()}`,
      )
  }
}

/** Every file of a folder; what came of the cases, by kind. @param say hears of each that differs */
export async function linkFolder(
  folder: string,
  filter: string,
  say: (line: string) => void,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.hlsl$/.test(name) || !name.includes(filter) || /SPIRV/.test(name)) continue
    const commands = commandsOf(join(folder, name))
    if (!commands.some(c => c.isLink)) continue
    const isLater = commands.some(c => c.words.some(w => /_6_9$/.test(w)))
    for (const producer of [isLater ? 'dxc-new' : 'dxc', 'dxilkit'] as const)
      await follow(join(folder, name), commands, producer, { count, say })
  }
  return counts
}
