// Short names for members that nobody outside can name. A member's name may be shortened where it is no word of the public types, no name of the
// platform, no word of a string (a computed name, a key of JSON), and is one of two kinds:
//
//   a member of a class of the library that is no key of an object literal
//   a member of a record (an interface, a type, a class) that only files of ROOMS declare and write: nothing there lists records by their members' names
//
// Words of messages are no names but for their holes, as in `{name}`; words of a text with spaces are none where nothing takes such texts apart.

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'rollup/parseAst'
import ts from 'typescript'

/** Beginnings of files in src/ whose records are never listed member by member. */
const ROOMS =
  /^(hlsl|lower|passes|link|emit|signature|binding|pipeline|bitcode|root_signature|diff|explain|inspect|dxil|container|stats|html|typed|llvm|assemble|listing|ll\/(import|text\/(cursor|handle_types|records|syntax)|restore\/restore_(calls|function|state|values))|spec\/(stages|object_types|llvm_metadata|resource_kinds|signature_access)|ir\/(constants|control|dominance|effects|emitter|function|handles|loops|room|verify)|api\/(assemble|back_end|compile|debug_options|emit_container|explain|explain_layout|link|slang_layout)|base\/(deflate|digest|md5)|diag\/sources)\b/
/** Files that deal with values of other packages, besides those that import one. */
const OUTSIDE = /^(cli\/|api\/node)/
const MESSAGES = /^diag\/(codes|warning)_/
/** Files whose texts with spaces are lists that other files take apart, or scripts that have names of their own. */
const LISTS = /^(spec|html)\//
/** How a file takes texts apart. */
const APART = /\.(split|matchAll)\(/
/** A word with a hyphen is no name. */
const WORD = /(?<![\w$-])[A-Za-z_$][\w$]*(?![\w$-])/g
const HOLE = /(?<=\{)\w+/g

/**
 * @param declaring texts of modules whose classes are looked at
 * @param using texts of all modules that are shortened together
 * @param types texts of the public types
 * @param folder of the sources
 * @param entries files there that the modules are made from
 */
export function shortNames(declaring, using, types, folder, entries) {
  const taken = new Set([...platformNames(), ...types.flatMap(text => text.replace(/\/\*[^]*?\*\//g, '').match(WORD) ?? [])])
  const { records, reserved, outside } = recordMembers(folder, entries)
  for (const name of outside) taken.add(name)
  const members = new Set()
  const words = new Set()
  for (const text of using)
    walk(parseAst(text), node => {
      for (const name of namesTaken(node)) words.add(name)
      if (declaring.includes(text) && /^(Method|Property)Definition$/.test(node.type) && isPlain(node)) members.add(node.key.name)
    })
  const names = [...[...members].filter(name => !words.has(name)), ...[...records].filter(name => !reserved.has(name))]
  return [...new Set(names.filter(name => !taken.has(name)))].sort()
}

/**
 * A short name for each member, the shortest ones for those that are named most often.
 * @param names members to shorten
 * @param using texts of all modules that are shortened together
 */
export function byFrequency(names, using) {
  const counts = new Map(names.map(name => [name, 0]))
  const others = new Set()
  for (const text of using)
    walk(parseAst(text), node => {
      const name = node.type === 'MemberExpression' ? node.property : node.key
      if (name?.type !== 'Identifier' || node.computed) return
      if (counts.has(name.name)) counts.set(name.name, counts.get(name.name) + 1)
      else others.add(name.name)
    })
  const sorted = [...counts].sort(([a, n], [b, o]) => o - n || (a < b ? -1 : 1))
  let next = 0
  return new Map(
    sorted.map(([name]) => {
      let short = ''
      do short = lettersOf(next++)
      while (others.has(short))
      return [name, short]
    }),
  )
}

const LETTERS = 'etsnroiacludpmfhgvbykxwjqzSTCPRILEADMNFOBVHGUKWXYQJZ$_'

/** The first names have one letter, the next ones two, then three. */
function lettersOf(n) {
  const rest = Math.floor(n / LETTERS.length)
  return (rest > 0 ? lettersOf(rest - 1) : '') + LETTERS[n % LETTERS.length]
}

const isPlain = ({ computed, key }) => !computed && key.type === 'Identifier'

function namesTaken(node) {
  if (node.type === 'Literal') return (node.regex?.pattern ?? String(node.value)).match(WORD) ?? []
  if (node.type === 'TemplateElement') return node.value.cooked?.match(WORD) ?? []
  // Keys of patterns are members of what is taken apart, as after a dot.
  if (node.type === 'ObjectExpression') return node.properties.filter(p => p.key && isPlain(p)).map(p => p.key.name)
  return []
}

function walk(node, visit) {
  visit(node)
  for (const child of Object.values(node)) {
    if (child === null || typeof child !== 'object') continue
    for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string') walk(one, visit)
  }
}

/** Names of all that the engine and Node have. */
function platformNames() {
  const found = new Set()
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = Object.getOwnPropertyDescriptor(globalThis, name).value ?? {}
    for (let object of [value, value.prototype ?? {}])
      for (; object; object = Object.getPrototypeOf(object)) for (const member of Object.getOwnPropertyNames(object)) found.add(member)
  }
  return found
}

/** Members of records of ROOMS, names that stand in the sources for something else, and those asked of values that may be another package's. */
function recordMembers(folder, entries) {
  const records = new Set()
  const reserved = new Set()
  const outside = new Set()
  const paths = new Set(entries)
  for (const path of paths) {
    const source = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true)
    const isOutside = OUTSIDE.test(path) || importsPackage(source)
    const hasLists = LISTS.test(path) || (APART.test(source.text) && !OUTSIDE.test(path))
    const visit = node => {
      const from = modulePath(node)
      if (from?.startsWith('.')) paths.add(posix.join(path, '..', from))
      // The strings of types are gone when the code runs, and names of modules are no members.
      if (from !== undefined || ts.isLiteralTypeNode(node)) return
      const isMessage = MESSAGES.test(path)
      if (isText(node) && (isMessage || hasLists || !node.text.includes(' '))) for (const word of node.text.match(isMessage ? HOLE : WORD) ?? []) reserved.add(word)
      if (isOutside && ts.isPropertyAccessExpression(node)) outside.add(node.name.text)
      if (ROOMS.test(path) ? isTableKey(node) : isMember(node) || isKey(node)) reserved.add(node.name.text)
      else if (ROOMS.test(path) && (isMember(node) || isOfClass(node))) records.add(node.name.text)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { records, reserved, outside }
}

/** Whether a file uses another package: `await import('binary-parser')` counts as well. */
const importsPackage = ({ text }) => ts.preProcessFile(text).importedFiles.some(({ fileName }) => !fileName.startsWith('.'))

/** The module that an import, import() or export is from, if its name stands there. */
function modulePath(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier?.text
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall && ts.isStringLiteral(node.arguments[0]) ? node.arguments[0].text : undefined
}

const isText = node =>
  ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
const isNamed = node => node.name !== undefined && ts.isIdentifier(node.name)
const isMember = node => isNamed(node) && (ts.isPropertySignature(node) || ts.isMethodSignature(node))
const isKey = node =>
  isNamed(node) &&
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || (!ts.isClassLike(node.parent) && (ts.isMethodDeclaration(node) || ts.isAccessor(node))))
const isOfClass = node => isNamed(node) && ts.isClassElement(node) && ts.isClassLike(node.parent)
/** Whether a node is a row of a constant table, which may be looked up by words of a shader. */
function isTableKey(node) {
  if (!isKey(node)) return false
  let { parent } = node.parent
  while (!ts.isSourceFile(parent) && !ts.isFunctionLike(parent) && !ts.isObjectLiteralExpression(parent)) parent = parent.parent
  return ts.isSourceFile(parent)
}
