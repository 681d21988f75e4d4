// Short names for members that nobody outside can name. A member's name may be shortened where it is no word of the public types, no name of the
// platform, no word of a string (a computed name, a key of JSON), and is one of two kinds:
//
//   a member of a class of the library that is no key of an object literal
//   a member of a record (an interface, a type) that only files of ROOMS declare and write: nothing there lists records by their members' names
//
// Words of messages are no names but for their holes, as in `{name}`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rollup/parseAst'
import ts from 'typescript'

/** Beginnings of files in src/ whose records are never listed member by member. */
const ROOMS = /^(hlsl|lower|passes|link|emit|signature|binding|pipeline|ll\/import|bitcode|root_signature|diff|explain|inspect|dxil|container|stats|html|typed|llvm|assemble|listing|spec\/(stages|object_types)|ir\/(constants|control|dominance|effects|emitter|function|handles|loops|room|verify))\b/
/** Files that deal with values of other packages. */
const OUTSIDE = /^(cli\/|api\/node)/
const MESSAGES = /^diag\/codes_/
const WORD = /[A-Za-z_$][\w$]*/g
const HOLE = /(?<=\{)\w+/g

/**
 * @param declaring texts of modules whose classes are looked at
 * @param using texts of all modules that are shortened together
 * @param types texts of the public types
 * @param folder of the sources
 */
export function shortNames(declaring, using, types, folder) {
  const taken = new Set([...platformNames(), ...types.flatMap(text => text.replace(/\/\*[^]*?\*\//g, '').match(WORD) ?? [])])
  const { records, reserved, outside } = recordMembers(folder)
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
function recordMembers(folder) {
  const records = new Set()
  const reserved = new Set()
  const outside = new Set()
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const path = file.replaceAll('\\', '/')
    const source = ts.createSourceFile(path, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = node => {
      if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
        for (const word of node.text.match(MESSAGES.test(path) ? HOLE : WORD) ?? []) reserved.add(word)
      if (OUTSIDE.test(path) && ts.isPropertyAccessExpression(node)) outside.add(node.name.text)
      if (isMember(node) || isKey(node)) {
        if (!ROOMS.test(path)) reserved.add(node.name.text)
        else if (isMember(node)) records.add(node.name.text)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { records, reserved, outside }
}

const isNamed = node => node.name !== undefined && ts.isIdentifier(node.name)
const isMember = node => isNamed(node) && (ts.isPropertySignature(node) || ts.isMethodSignature(node))
const isKey = node =>
  isNamed(node) &&
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || (!ts.isClassLike(node.parent) && (ts.isMethodDeclaration(node) || ts.isAccessor(node))))
