// Short names for members of classes that nobody outside can name. A member's name may be shortened where it is no word of the public types, of any
// string (a computed name, a key of JSON, a message's hole) and no key of an object literal: what is left are fields and methods of the library's
// own classes, which are neither listed nor read by name.

import { parseAst } from 'rollup/parseAst'

const WORD = /[A-Za-z_$][\w$]*/g

/**
 * @param declaring texts of modules whose classes are looked at
 * @param using texts of all modules that are shortened together
 * @param types texts of the public types
 */
export function shortNames(declaring, using, types) {
  const taken = new Set(types.flatMap(text => text.replace(/\/\*[^]*?\*\//g, '').match(WORD) ?? []))
  const members = new Set()
  for (const text of using)
    walk(parseAst(text), node => {
      for (const name of namesTaken(node)) taken.add(name)
      if (declaring.includes(text) && /^(Method|Property)Definition$/.test(node.type) && isPlain(node)) members.add(node.key.name)
    })
  return [...members].filter(name => !taken.has(name)).sort()
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
