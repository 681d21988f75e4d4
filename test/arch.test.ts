// The rooms of src/ and what each may import, executed: dependency direction, no cycles, file sizes, a core without node:*.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import test from 'ava'
import ts from 'typescript'

// Listed low to high, so the table itself cannot hold a cycle.
const MAY_IMPORT: Readonly<Record<string, string>> = {
  base: '',
  spec: 'base',
  diag: 'base',
  bitcode: 'base',
  llvm: 'base spec bitcode',
  container: 'base spec',
  binding: 'base spec',
  signature: 'base spec',
  ir: 'base spec diag',
  ll: 'base spec diag ir llvm',
  passes: 'base spec binding ir',
  hlsl: 'base spec diag',
  lower: 'base spec diag signature ir hlsl',
  root_signature: 'base spec binding container',
  explain: 'base spec diag binding ir hlsl',
  emit: 'base spec diag ir llvm container dxil',
  dxil: 'base spec llvm',
  assemble: 'base spec llvm container dxil',
  pipeline: 'base spec diag llvm container dxil root_signature assemble',
  inspect: 'base spec llvm bitcode container dxil',
  reflect: 'base spec llvm container dxil inspect',
  stats: 'base spec llvm container dxil inspect',
  link: 'base spec diag ir llvm container dxil',
  listing: 'base spec llvm container dxil inspect',
  diff: 'base spec llvm container dxil inspect listing',
  html: 'base spec binding explain llvm bitcode container dxil inspect stats listing',
  typed: 'base explain',
  language: 'base spec diag hlsl explain',
  api: 'base spec diag bitcode llvm container binding signature root_signature ir ll passes hlsl lower explain emit dxil assemble link pipeline inspect reflect stats listing diff html typed language',
  cli: 'base diag api',
}
/** The folders inside rooms, low to high, and which others of the same room each may import. What lies beside folders may import them all. */
const SUB_ROOMS: Readonly<Record<string, string>> = {
  'llvm/model': '',
  'llvm/read': 'llvm/model',
  'llvm/write': 'llvm/model',
  'llvm/text': 'llvm/model llvm/write',
  'llvm/verify': 'llvm/model llvm/text',
  'll/text': '',
  'll/import': 'll/text',
  'll/restore': 'll/text',
  'passes/common': '',
  'passes/analyse': 'passes/common',
  'passes/check': 'passes/analyse',
  'passes/legalise': 'passes/common passes/analyse',
  'passes/optimise': 'passes/common passes/analyse passes/legalise',
  'passes/bind': '',
  'hlsl/lex': '',
  'hlsl/preprocess': 'hlsl/lex',
  'hlsl/tree': 'hlsl/lex',
  'hlsl/parse': 'hlsl/lex hlsl/preprocess hlsl/tree',
  'hlsl/check/core': 'hlsl/lex hlsl/tree',
  'hlsl/check/values': 'hlsl/tree hlsl/check/core',
  'hlsl/check/symbols': 'hlsl/tree hlsl/check/core hlsl/check/values',
  'hlsl/check/expressions': 'hlsl/tree hlsl/check/core hlsl/check/values hlsl/check/symbols',
  'hlsl/check/declarations': 'hlsl/tree hlsl/check/core hlsl/check/values hlsl/check/symbols hlsl/check/expressions',
  'hlsl/check/entries': 'hlsl/tree hlsl/check/core hlsl/check/values hlsl/check/symbols',
  'hlsl/check': 'hlsl/tree',
  'lower/core': '',
  'lower/storage': 'lower/core',
  'lower/resources': 'lower/core lower/storage',
  'lower/intrinsics': 'lower/core lower/storage',
  'lower/expressions': 'lower/core lower/storage lower/resources lower/intrinsics',
  'lower/entries': 'lower/core lower/storage lower/resources lower/expressions',
}
/** The only source files that may use node:* modules; everything else also runs in a browser. */
const NODE_FILES = /^(cli\/|api\/node\.ts$|api\/node_)/
/**
 * Where objects with any words as keys may be: their keys are fields that the file itself or its callers in src list, never words of users. All other
 * tables are maps (base/table.ts) or have keys of a closed union: `{}[word]` answers for `constructor` and `__proto__`.
 */
const PLAIN_OBJECTS: ReadonlySet<string> = new Set([
  'base/table.ts',
  // Options that callers pass: asked for the names of the table alone.
  'base/arguments.ts',
  // Fields of parts, by their layouts.
  'container/io.ts',
  'container/psv_stage.ts',
  'container/rdat_records.ts',
  'container/edit.ts',
  'assemble/rdat_tables.ts',
  'inspect/dump_psv.ts',
  'inspect/dump_rdat.ts',
  'inspect/field_tree.ts',
  'listing/subobjects.ts',
  'diff/change.ts',
  'diff/diff_container.ts',
  'diff/diff_module.ts',
  'diff/diff_tables.ts',
  // Enumerations by name, gone through and never asked.
  'spec/psv_enums.ts',
  'spec/root_signature_enums.ts',
  'root_signature/words.ts',
  'llvm/read/map_bitcode.ts',
  'ir/ops.ts',
  'ir/text.ts',
  'll/text/print_function.ts',
  'lower/intrinsics/family.ts',
  // Records of metadata: objects without a prototype.
  'll/text/records.ts',
  'll/restore/restore.ts',
  'll/restore/restore_resources.ts',
  'll/restore/restore_entries.ts',
  // Macros as an object, which is gone through.
  'api/options.ts',
  // Values for the holes of a message.
  'diag/codes.ts',
  'diag/diagnostics.ts',
  'hlsl/parse/cursor.ts',
  // The environment, and words that yargs has parsed.
  'cli/host.ts',
  'cli/commands.ts',
  'cli/explain_flags.ts',
  // Configurations: gone through, or asked for words that the check knows.
  'api/node_build.ts',
  'cli/build_messages.ts',
])
const MAX_LINES = 600
const MAX_FUNCTION_LINES = 80
/** Parameters by position; more are fields of an object. */
const MAX_PARAMETERS = 6
/** Columns of an instruction, which have a fixed order and are given millions of times. */
const MANY_PARAMETERS: ReadonlySet<string> = new Set(['ir/function.ts', 'llvm/model/build.ts', 'llvm/model/values.ts'])

const SRC = join(process.cwd(), 'src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(f => f.endsWith('.ts'))
  .map(f => f.replaceAll('\\', '/'))
  .sort()
const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(m => m[1]!)
const resolved = (file: string): string[] =>
  importsOf(file)
    .filter(t => t.startsWith('.'))
    .map(t => relative(SRC, join(SRC, dirname(file), t)))
const room = (file: string): string => file.split('/')[0]!

test('every room is in the table', t => {
  t.true(files.length > 0)
  t.deepEqual(
    [...new Set(files.map(room))].filter(r => !(r in MAY_IMPORT)),
    [],
  )
})

test('ARCHITECTURE.md explains every room, and no other', t => {
  const text = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8')
  const explained = [...text.matchAll(/^\| `(\w+)\/` \|/gm)].map(m => m[1]!)
  t.deepEqual(explained.sort(), Object.keys(MAY_IMPORT).sort())
})

test('imports respect the rooms', t => {
  for (const file of files)
    for (const target of resolved(file)) {
      const from = room(file)
      const to = room(target)
      t.true(from === to || MAY_IMPORT[from]!.split(' ').includes(to), `${file} must not import ${target}`)
    }
})

test('imports respect the folders inside rooms', t => {
  const folders = new Set(files.map(dirname).filter(folder => folder.includes('/')))
  t.deepEqual([...folders].sort(), Object.keys(SUB_ROOMS).sort())
  for (const file of files)
    for (const target of resolved(file)) {
      const from = dirname(file)
      const to = dirname(target)
      if (from === to || room(file) !== room(target) || to.startsWith(`${from}/`)) continue
      t.true(SUB_ROOMS[from]?.split(' ').includes(to) ?? false, `${file} must not import ${target}`)
    }
})

test('ARCHITECTURE.md names every folder inside a room', t => {
  const text = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8')
  for (const folder of Object.keys(SUB_ROOMS)) t.true(text.includes(`\`${folder}/\``), folder)
})

test('no import cycles between files', t => {
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open')
      return void t.fail(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
    state.set(file, 'open')
    for (const target of resolved(file)) if (files.includes(target)) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  t.pass()
})

test('only the Node entry and the command line use node:*', t => {
  for (const file of files)
    if (!NODE_FILES.test(file))
      t.deepEqual(
        importsOf(file).filter(i => i.startsWith('node:') || i === 'yargs'),
        [],
        file,
      )
})

test("nobody waits for an overflow of the engine's stack: nesting is counted", t => {
  for (const file of files) t.notRegex(readFileSync(join(SRC, file), 'utf8'), /instanceof RangeError/, file)
})

test('files stay readable in one sitting', t => {
  for (const file of files)
    if (room(file) !== 'spec') {
      const lines = readFileSync(join(SRC, file), 'utf8').split('\n').length
      t.true(lines <= MAX_LINES, `${file} has ${lines} lines, the cap is ${MAX_LINES}`)
    }
})

test('functions stay readable on one screen', t => {
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(join(SRC, file), 'utf8'), ts.ScriptTarget.ES2022, true)
    const line = (at: number): number => source.getLineAndCharacterOfPosition(at).line
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const lines = line(node.end) - line(node.getStart()) + 1
        t.true(lines <= MAX_FUNCTION_LINES, `${file}: ${node.name?.getText() ?? 'a function'} has ${lines} lines`)
        const count = node.parameters.length
        if (!MANY_PARAMETERS.has(file))
          t.true(count <= MAX_PARAMETERS, `${file}: ${node.name?.getText() ?? 'a function'} has ${count} parameters`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
})

/** The places in a file where an object could be asked for a word that somebody else wrote. */
function wordsAsKeys(text: string): string[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true)
  const found: string[] = []
  const isString = (type: ts.Node | undefined): boolean =>
    type?.kind === ts.SyntaxKind.StringKeyword ||
    type?.getText() === 'PropertyKey' ||
    type?.getText() === 'string | number'
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Record' && isString(node.typeArguments?.[0]))
      found.push(node.getText())
    if (ts.isIndexSignatureDeclaration(node) && isString(node.parameters[0]?.type)) found.push(node.getText())
    // A cast can make a key of any word.
    if (ts.isElementAccessExpression(node) && ts.isAsExpression(node.argumentExpression)) found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('words of users are never keys of plain objects', t => {
  const known = new Set<string>()
  const wrong: string[] = []
  for (const file of files) {
    const found = wordsAsKeys(readFileSync(join(SRC, file), 'utf8'))
    if (!PLAIN_OBJECTS.has(file)) wrong.push(...found.map(text => `${file}: ${text}`))
    else if (found.length > 0) known.add(file)
  }
  t.deepEqual(wrong, [], 'make it a map, see base/table.ts')
  t.deepEqual(
    [...PLAIN_OBJECTS].filter(file => !known.has(file)),
    [],
    'these files need no exception',
  )
  t.is(wordsAsKeys('const a: Record<string, X> = {}').length, 1)
  t.is(wordsAsKeys('type A = { [k: string]: X }; const b = c[d as keyof typeof c]').length, 2)
  t.deepEqual(wordsAsKeys("const a: Readonly<Record<'x' | 'y', X>> = {}; a.x; a['y']; m.get(d)"), [])
})

test('no script for one try lies at the top level', t => {
  t.deepEqual(
    readdirSync(process.cwd()).filter(name => /^\..*\.[cm]?[jt]s$/.test(name)),
    [],
  )
})
