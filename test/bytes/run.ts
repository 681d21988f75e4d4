// Command: the gate of structural changes. `--write FILE` notes a digest of each part (of the messages where there is no container) of the
// corpus and of generated programs; `--compare FILE` compiles the same again and names what differs.
// npx tsx test/bytes/run.ts --write FILE | --compare FILE [--seed S] [--count N]

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from '../../src/api/compile.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { type SourceCase, sourceCases } from './sources.ts'

const args = process.argv.slice(2)
const option = (name: string): string | undefined => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? undefined : args[at + 1]
}

const digest = (what: string | Uint8Array): string => createHash('md5').update(what).digest('hex')

/** A line for each part of the container; without a container one for the messages. */
function linesOf({ name, source, args }: SourceCase): string[] {
  try {
    const { container, diagnostics } = compile(source, dxcArgsToOptions(args))
    if (!container) return [`${name}: messages ${digest(JSON.stringify(diagnostics))}`]
    const parts = readContainer(container).parts.map(part => `${name}: ${part.name} ${digest(part.data)}`)
    return [`${name}: whole ${digest(container)}`, ...parts]
  } catch (e) {
    return [`${name}: exception ${(e as Error).message.slice(0, 80)}`]
  }
}

const written = option('write')
const compared = option('compare')
if ((written === undefined) === (compared === undefined)) {
  process.stderr.write('one of --write FILE and --compare FILE\n')
  process.exit(2)
}
const found = new Map<string, readonly string[]>()
for (const c of sourceCases(Number(option('seed') ?? 1), Number(option('count') ?? 200))) found.set(c.name, linesOf(c))
const lines = [...found.values()].flat()
if (written) writeFileSync(written, `${lines.join('\n')}\n`)
else {
  const before = new Set(readFileSync(compared!, 'utf8').trimEnd().split('\n'))
  const different = lines.filter(line => !before.has(line))
  for (const line of different) process.stdout.write(`different: ${line}\n`)
  const missing = before.size - lines.length
  process.stdout.write(
    `${lines.length} digests of ${found.size} cases, ${different.length} different${missing ? `, ${missing} missing` : ''}\n`,
  )
  process.exitCode = different.length + Math.abs(missing) > 0 ? 1 : 0
}
