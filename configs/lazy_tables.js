// Tables that are made when they are first used. In the sources a table is a constant, which is made while its module loads; every start of the
// command line would pay for messages that nobody reports. So the bundle has a function in its place, and a call wherever the constant is read.

import { transform } from 'esbuild'
import { parseAst } from 'rollup/parseAst'

/**
 * A module in which constants are functions.
 * @param lazy names of constants of this module or imported by it
 * @param base where src/base is, seen from modules that have such constants
 */
export async function lazyTables(source, path, lazy, base) {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022' })
  const edits = []
  let isMade = false
  const visit = (node, parent, key) => {
    if (node.type === 'ImportSpecifier') {
      if (lazy.has(node.local.name) && node.local.name !== node.imported.name) throw new Error(`${path}: ${node.imported.name} has another name here`)
      return
    }
    if (node.type === 'Identifier' && lazy.has(node.name)) {
      if (parent.type === 'VariableDeclarator' && key === 'id') {
        isMade = true
        edits.push({ at: node.end, end: parent.init.start, text: ' = /* @__PURE__ */ $lazy(() => (' }, { at: parent.init.end, text: '))' })
        return
      }
      const isName = (key === 'property' || key === 'key') && !parent.computed
      if (parent.shorthand) throw new Error(`${path}: ${node.name} stands as a property without a value`)
      if (!isName) edits.push({ at: node.end, text: '()' })
      return
    }
    for (const [name, child] of Object.entries(node)) {
      if (child === null || typeof child !== 'object') continue
      for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string') visit(one, node, name)
    }
  }
  visit(parseAst(code), { type: 'None' }, '')
  let text = ''
  let at = 0
  for (const edit of edits.sort((a, b) => a.at - b.at)) {
    text += code.slice(at, edit.at) + edit.text
    at = edit.end ?? edit.at
  }
  return `${isMade ? `import{lazy as $lazy}from"${base}/lazy.ts";` : ''}${text}${code.slice(at)}`
}
