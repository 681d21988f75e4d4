// Definition, rename and hover on names of the corpus. The compiler is the judge: a program whose names were changed everywhere compiles to the same
// code; one where only the definition was changed does not compile; and one whose declaration has the type that hover tells has the same code.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type CompileOptions, compile, disassemble } from '../../src/api/index.ts'
import { languageService, type TextEdit } from '../../src/api/language.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'

const CORPUS = join(process.cwd(), 'corpus')
const SHADERS = 60
const PROBES_EACH = 6
const WANTED = 200

interface Tally {
  probes: number
  definitions: number
  hovers: number
}

/** Numbers that are the same everywhere. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The program as text, with names as they were: those of resources and structs are in the container. */
const programOf = (source: string, options: CompileOptions): string | undefined => {
  const { container } = compile(source, { ...options, stripReflection: true })
  return (
    container &&
    disassemble(container)
      .replace(/^;.*\n/gm, '')
      .replaceAll('_renamed', '')
  )
}

function edited(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n')
  const order = [...edits].sort(
    (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
  )
  for (const { range, newText } of order) {
    const { line, character } = range.start
    lines[line] = lines[line]!.slice(0, character) + newText + lines[line]!.slice(range.end.character)
  }
  return lines.join('\n')
}

const KEPT = /^(?:[A-Z]+\d*|main)$/

test('definition, rename and hover on 200 names', t => {
  const files = readdirSync(CORPUS)
    .filter(f => f.endsWith('.hlsl'))
    .sort()
  const tally: Tally = { probes: 0, definitions: 0, hovers: 0 }
  const step = Math.floor(files.length / SHADERS)
  for (let i = 0; i < files.length && tally.probes < WANTED; i += step) {
    const text = readFileSync(join(CORPUS, files[i]!), 'utf8')
    const [{ args } = { args: [] }] = parseHeader(text, files[i]!).compiles
    const { entry, ...options } = dxcArgsToOptions(args)
    const whole = { ...options, ...(entry === undefined ? {} : { entry }) }
    const reference = programOf(text, whole)
    if (reference === undefined) continue
    const service = languageService({
      settings: () => ({
        target: options.target,
        entry: entry ?? 'main',
        defines: (options.defines ?? []) as readonly string[],
        ...(options.enable16BitTypes ? { enable16BitTypes: true } : {}),
        ...(options.hlslVersion ? { hlslVersion: options.hlslVersion } : {}),
        ...(options.packMatrix ? { packMatrix: options.packMatrix } : {}),
      }),
    })
    service.open('x.hlsl', text)
    t.deepEqual(
      service.diagnostics('x.hlsl').filter(d => d.severity === 1),
      [],
      files[i],
    )
    probe(t, { text, whole, reference, service, file: files[i]!, entry: entry ?? 'main' }, tally)
  }
  t.log(tally)
  t.true(tally.probes >= WANTED)
  t.true(tally.definitions > WANTED / 2)
  t.true(tally.hovers > WANTED / 4)
})

interface Probed {
  readonly text: string
  readonly whole: CompileOptions
  readonly reference: string
  readonly service: ReturnType<typeof languageService>
  readonly file: string
  readonly entry: string
}

type Check = {
  readonly is: (a: unknown, b: unknown, message?: string) => void
  readonly truthy: (a: unknown, message?: string) => void
  readonly true: (a: boolean, message?: string) => void
}

function probe(t: Check, { text, whole, reference, service, file, entry }: Probed, tally: Tally): void {
  const lines = text.split('\n')
  const words = lines.flatMap((content, line) =>
    content.trimStart().startsWith('//') || content.trimStart().startsWith('#')
      ? []
      : [...content.replace(/\/\/.*/, '').matchAll(/[A-Za-z_]\w*/g)].map(m => ({
          word: m[0],
          position: { line, character: m.index },
        })),
  )
  const next = random(file.length * 7919)
  let left = PROBES_EACH
  for (let tries = 0; tries < 200 && left > 0; tries++) {
    const { word, position } = words[Math.floor(next() * words.length)]!
    const can = service.prepareRename('x.hlsl', position)
    if (word === entry || KEPT.test(word) || 'problem' in can) continue
    const what = `${file}:${position.line + 1}:${position.character + 1} ${word}`
    const definition = service.definition('x.hlsl', position)
    // They are ordered by their names.
    if (service.hover('x.hlsl', position)?.markdown.includes('groupshared')) continue
    const renamed = service.rename('x.hlsl', position, `${word}_renamed`)
    if ('problem' in renamed) continue
    left--
    tally.probes++
    t.truthy(definition, what)
    const edits = renamed.edits.get('x.hlsl') ?? []
    t.is(programOf(edited(text, edits), whole), reference, `renamed: ${what}`)
    t.is(service.references('x.hlsl', position).length, edits.length, what)
    if (edits.length > 1) {
      const alone = edits.filter(e => JSON.stringify(e.range) === JSON.stringify(definition!.range))
      t.is(alone.length, 1, `definition: ${what}`)
      const broken = compile(edited(text, alone), whole)
      t.true(!broken.ok && broken.text.includes(word), `only the definition renamed: ${what}\n${broken.text}`)
      tally.definitions++
    }
    hovered(t, { text, whole, reference, service, file, entry }, definition!.range.start, what, tally)
  }
}

/** Writes the type that hover tells in place of the one that is written. */
function hovered(
  t: Check,
  { text, whole, reference, service }: Probed,
  at: { line: number; character: number },
  what: string,
  tally: Tally,
): void {
  const markdown = service.hover('x.hlsl', at)?.markdown
  t.truthy(markdown, `hover: ${what}`)
  const line = text.split('\n')[at.line]!
  const before = /((?:[A-Za-z_]\w*)(?:<[^<>]*>)?)\s+$/.exec(line.slice(0, at.character))
  const told =
    /```hlsl\n(?:\([^)]*\) )?(?:(?:static|const|inout|out|groupshared) )*([\w<>, ]+?) [\w:]+(?:\[\d+\])*(?: : \w+)?\n```/.exec(
      markdown!,
    )
  if (
    !before ||
    !told ||
    /^(?:else|return|struct|in|out|inout|template|typename|cbuffer|const|uint|static)$/.test(before[1]!)
  )
    return
  const start = { line: at.line, character: before.index }
  const end = { line: at.line, character: before.index + before[1]!.length }
  const type = told[1]!.replace(/^(?:row|column)_major /, '')
  // Functions and structs have no type in front of their name in the text of hover.
  t.is(programOf(edited(text, [{ range: { start, end }, newText: type }]), whole), reference, `type ${type}: ${what}`)
  tally.hovers++
}
