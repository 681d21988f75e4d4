// Proves readers, writers and the listing on a folder of DXC's containers (collect.ts fills it): what comes back must be the same.
// npx tsx test/roundtrip/measure.ts FOLDER [--every N] [--debug-info] [--json FILE]

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listing } from '../../src/api/disassemble.ts'
import { digestState, readContainer, writeContainer } from '../../src/container/container.ts'
import { decodePart, encodePart, isDecodable } from '../../src/container/parts.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import type { SetEntry } from './collect.ts'
import { classOf, Tally } from './tally.ts'

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

function attempt(work: () => string): string {
  try {
    return work()
  } catch (error) {
    return classOf(error)
  }
}

/** Reads the container, decodes and encodes every part, writes it all again. */
function containerAgain(bytes: Uint8Array): string {
  const container = readContainer(bytes)
  if (container.problems.length > 0) return `problem: ${classOf(container.problems[0])}`
  const parts = container.parts.map(part => {
    if (!isDecodable(part.name)) return part
    const data = encodePart(part.name, decodePart(part.name, part.data, part.offset))
    return { name: part.name, data }
  })
  for (const [i, part] of parts.entries())
    if (!same(part.data, container.parts[i]!.data)) return `part ${part.name} differs`
  const state = digestState(container)
  if (state === 'wrong' || state === 'bypass') return `digest ${state}`
  const again = writeContainer(parts, { major: 1, minor: 0 }, state === 'unsigned' ? 'none' : state)
  return same(again, bytes) ? '' : 'container differs'
}

function moduleAgain(bitcode: Uint8Array): string {
  return same(writeModule(readModule(bitcode)), bitcode) ? '' : 'bitcode differs'
}

/** Class of the first line that differs. */
function textDifference(ours: string, theirs: string): string {
  if (ours === theirs) return ''
  const [a, b] = [ours.split('\n'), theirs.split('\n')]
  const at = a.findIndex((line, i) => line !== b[i])
  const shown = (line: string | undefined): string =>
    (line ?? '<end>')
      .replace(/"[^"]*"/g, '"_"')
      .replace(/\b[0-9a-f]{16,}\b/g, 'HEX')
      .replace(/[%@!#]\w[\w.]*/g, '%_')
      .replace(/\d+/g, 'N')
      .slice(0, 70)
  return `ours |${shown(a[at])}| theirs |${shown(b[at])}|`
}

/** DXC's text ends in NUL and, depending on the version, a blank line. */
const trimmed = (text: string): string => text.replace(/\0+$/, '').trimEnd()

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      every: { type: 'string', default: '1' },
      json: { type: 'string' },
      filter: { type: 'string', default: '' },
    },
  })
  const [folder] = positionals
  if (folder === undefined) {
    process.stderr.write('usage: npx tsx test/roundtrip/measure.ts FOLDER [--every N] [--filter TEXT] [--json FILE]\n')
    return 2
  }
  const entries = readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as SetEntry)
    .filter((e, i) => i % Number(values.every) === 0 && JSON.stringify(e).includes(values.filter))
  const containers = new Tally('container read -> write identical')
  const modules = new Tally('bitcode read -> write identical')
  const texts = new Tally("listing equals DXC's")
  const bodies = new Tally("module text equals DXC's")
  const headers = new Tally("listing equals DXC's up to the module")
  for (const { id } of entries) {
    const bytes = readFileSync(join(folder, `${id}.dxil`))
    containers.add(
      id,
      bytes.length,
      attempt(() => containerAgain(bytes)),
    )
    for (const part of readContainer(bytes).parts)
      if (part.name === 'DXIL' || part.name === 'STAT' || part.name === 'ILDB') {
        const { bitcode } = decodePart(part.name, part.data, part.offset)
        modules.add(
          `${id}:${part.name}`,
          bitcode.length,
          attempt(() => moduleAgain(bitcode)),
        )
      }
    const path = join(folder, `${id}.ll`)
    if (!existsSync(path)) continue
    const theirs = trimmed(readFileSync(path, 'utf8'))
    let ours = ''
    const why = attempt(() => textDifference((ours = trimmed(listing(bytes))), theirs))
    texts.add(id, theirs.length, why)
    const head = (text: string): string => text.slice(0, text.indexOf('target datalayout'))
    const body = (text: string): string => text.slice(text.indexOf('target datalayout'))
    bodies.add(id, body(theirs).length, ours === '' ? why : textDifference(body(ours), body(theirs)))
    headers.add(id, head(theirs).length, ours === '' ? why : textDifference(head(ours), head(theirs)))
  }
  const tallies = [containers, modules, headers, bodies, texts]
  for (const tally of tallies) process.stdout.write(`${tally.text()}\n`)
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      JSON.stringify(
        tallies.map(t => ({ ...t, classes: Object.fromEntries(t.classes) })),
        null,
        1,
      ),
    )
  return containers.passed + modules.passed + texts.passed === containers.total + modules.total + texts.total ? 0 : 1
}

process.exitCode = main()
