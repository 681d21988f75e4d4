// The bundles say what the sources say. Bundling shortens names of members that nobody outside can name; a record that is printed member by member, or
// read from a text, must keep its names.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import * as sources from '../../src/api/index.ts'
import { base64 } from '../../src/base/base64.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { corpusCommands } from '../debug/consumers.ts'
import { ROOT } from '../oracle/available.ts'
import { makeBundles } from './tarball.ts'

type Library = typeof sources

/** Every so many of the corpus's compilations. */
const STEP = 8
const OF_CONTAINER = ['dumpContainer', 'reflect', 'stats', 'losslessListing', 'explainContainer'] as const

test('compiling, printing, reading and explaining give the same from the bundle', async t => {
  makeBundles()
  const bundle = (await import(pathToFileURL(join(ROOT, 'dist', 'index.js')).href)) as Library
  const seen = { shaders: 0, containers: 0, texts: 0 }
  for (const { name, source, words } of corpusCommands().filter((_, i) => i % STEP === 0)) {
    const { compile } = compileJob(parseFlags([...words, name]))
    const options = { ...compile, fileName: name }
    const [expected, found] = [sources, bundle].map(library => resultsOf(library, source, options))
    for (const [what, text] of Object.entries(expected!)) {
      const at = firstDifference(text, found![what] ?? '')
      const excerpt = (of = ''): string => of.slice(Math.max(at - 50, 0), at + 50)
      if (at >= 0) t.fail(`${name} ${words.join(' ')}: ${what}: ${excerpt(found![what])} for ${excerpt(text)}`)
    }
    seen.shaders++
    if (expected!['dumpContainer']) seen.containers++
    if (expected!['compileModule']?.includes('"ok":true')) seen.texts++
  }
  t.log(seen)
  t.true(seen.containers > 40 && seen.texts > 40, JSON.stringify(seen))
})

test('debug files are read by the bundle, with the package that reads them', async t => {
  makeBundles()
  const bundle = (await import(pathToFileURL(join(ROOT, 'dist', 'index.js')).href)) as Library
  const source = 'float4 main(float4 a : A) : SV_Target { return a; }'
  const made = bundle.compile(source, { target: 'ps_6_0', entry: 'main', debug: 'full' })
  const pdb = made.ok && made.pdb ? made.pdb.bytes : new Uint8Array()
  t.true(pdb.length > 0)
  t.deepEqual(await bundle.containerBytes(pdb), await sources.containerBytes(pdb))
  t.deepEqual(await bundle.readPdbStream(pdb, 1), await sources.readPdbStream(pdb, 1))
  t.deepEqual(
    bundle.dumpContainer(await bundle.containerBytes(pdb)),
    sources.dumpContainer(await sources.containerBytes(pdb)),
  )
})

test('messages are the same from the bundle, with all that is put into them', async t => {
  makeBundles()
  const bundle = (await import(pathToFileURL(join(ROOT, 'dist', 'index.js')).href)) as Library
  const folder = join(ROOT, 'docs', 'message_examples')
  let count = 0
  for (const file of readdirSync(folder)) {
    const examples = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, Example>>
    for (const [code, { source, options }] of Object.entries(examples)) {
      if (source === undefined) continue
      const [expected, found] = [sources, bundle].map(library => library.compile(source, options).text)
      t.is(found, expected, code)
      count++
    }
  }
  t.true(count > 600, `${count} examples`)
})

/** One that is not of the command line has a source. */
interface Example {
  readonly source?: string
  readonly options: sources.CompileOptions
}

/** Where two texts part; -1 for equal ones. */
function firstDifference(a: string, b: string): number {
  if (a === b) return -1
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function resultsOf(library: Library, source: string, options: sources.CompileOptions): Record<string, string> {
  const results: Record<string, string> = {}
  const ask = <R>(what: string, question: () => R): R | undefined => {
    try {
      const answer = question()
      results[what] = textOf(answer)
      return answer
    } catch (error) {
      results[what] = String(error)
      return undefined
    }
  }
  const compiled = ask('compile', () => library.compile(source, options))
  ask('syntaxTree', () => library.syntaxTree(source, options))
  ask('typedBindings', () => library.typedBindings(source, { ...options, bindingLanguage: 'ts' }))
  ask('explainLayout', () => library.explainLayout(source, options))
  ask('explainBindings', () => library.explainBindings(source, options))
  const lowered = ask('compileToIr', () => library.compileToIr(source, { ...options, stopAfter: 'lower' }))
  if (lowered?.ok) ask('compileModule', () => library.compileModule(lowered.ir, options))
  if (compiled?.ok)
    for (const what of OF_CONTAINER)
      ask(what, () => (library[what] as (container: Uint8Array) => unknown)(compiled.container))
  return results
}

/** All of a value but how long phases took. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'ms') return 0
    if (typeof inner === 'bigint') return `${inner}n`
    if (inner instanceof Uint8Array) return base64(inner)
    return inner instanceof Map || inner instanceof Set ? [...inner] : inner
  })
