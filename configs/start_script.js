// The files of dist/ as scripts for the command line (src/cli/start.ts). V8 takes time for each function that it makes when a script
// runs, called or not. So the statements of the library that compiling reaches stand first in its files ("hot"), and the rest is a
// script of its own, which the first call of one of its functions loads.

import { createHash } from 'node:crypto'
import vm from 'node:vm'
import { parseAst } from 'rollup/parseAst'
import { nearAlike } from './near_alike.js'

/** What the hot part is for, besides everything that is exported and is no function. */
const ROOTS = ['compile', 'formatMessages', 'matchingNames', 'toSarif']
/** How the names begin that bundle.js gives to functions that are not hot though hot code calls them. */
const MARK = '$cold'
/** Most characters of a line of what is made: longer lines make it smaller, and tools slower that show them. */
export const LINE = 256000
/** Node prints the line of the `throw` when nobody catches an error, so what throws stands on lines of its own. */
const THROWS = /\bthrow\b/
/** import() of a script needs a loader that Node has not always set up; a module's own has it. */
const IMPORT_CALL = /(?<![\w$.])import\((?=["`\w])/g

/**
 * Puts the hot statements of both files first, which changes nothing: they refer to no other.
 * @param made text by file; shared.js and library.js are replaced
 * @returns what scripts() needs to know
 */
export function hotFirst(made) {
  const { shared, index, isHot } = modelsOf(made)
  for (const [file, model] of [
    ['shared.js', shared],
    ['library.js', index],
  ]) {
    const [hot, cold] = [true, false].map(wanted => textOf(withArrows(nearAlike(model.units.filter(u => isHot(u) === wanted)), model.byName)))
    model.hot = [model.head.length, model.head.length + hot.length]
    model.cold = [model.hot[1], model.hot[1] + cold.length]
    made.set(file, `${model.head}${hot}${cold}${model.tail}`)
  }
  return { shared, index, isHot }
}

/**
 * The names of hot functions, by file.
 * @param made text by file; it stays as it is
 */
export function hotFunctions(made) {
  const { shared, index, isHot } = modelsOf(made)
  const namesOf = model => new Set(model.units.filter(u => u.kind === 'FunctionDeclaration' && isHot(u)).flatMap(u => u.names))
  return new Map([
    ['shared.js', namesOf(shared)],
    ['library.js', namesOf(index)],
  ])
}

function modelsOf(made) {
  const shared = modelOf(made.get('shared.js'))
  const index = modelOf(made.get('library.js'))
  for (const [name, local] of index.exports) if (name.startsWith(MARK)) index.marks.set(local, name)
  index.imports = new Map([...index.imports].map(([local, name]) => [local, shared.exports.get(name)]))
  return { shared, index, isHot: hotOnes(shared, index) }
}

/** The top level of a bundled file: imports first, then statements (declarations each by itself), then the list of exports. */
function modelOf(text) {
  const units = []
  const imports = new Map()
  const exports = new Map()
  let [head, tail] = ['', '']
  for (const node of parseAst(text).body) {
    const source = text.slice(node.start, node.end)
    if (node.type === 'ImportDeclaration') {
      head += `${source.replace(/;?$/, ';')}`
      for (const s of node.specifiers) imports.set(s.local.name, s.imported.name)
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const s of node.specifiers) exports.set(s.exported.name, s.local.name)
      const list = [...exports].filter(([name]) => !name.startsWith(MARK)).map(([name, local]) => (name === local ? name : `${local} as ${name}`))
      tail = `\nexport{${lines(list)}};\n`
    } else if (node.type === 'VariableDeclaration')
      for (const d of node.declarations)
        units.push({ kind: node.kind, text: text.slice(d.start, d.end), names: names(d.id), refs: references(d) })
    else units.push({ kind: node.type, text: source, names: node.id ? [node.id.name] : [], refs: references(node), arrow: arrowOf(node, text) })
  }
  const byName = new Map(units.flatMap(u => u.names.map(n => [n, u])))
  return { units, imports, exports, head: `${head}\n`, tail, byName, marks: new Map() }
}

/** A function declaration as `name=(a,b)=>{...}`, which is shorter and made faster; undefined for what an arrow function cannot be. */
function arrowOf(node, text) {
  if (node.type !== 'FunctionDeclaration' || node.generator || hasThis(node.params) || hasThis(node.body)) return undefined
  const { id, async: isAsync, params, body } = node
  const isOne = params.length === 1 && params[0].type === 'Identifier'
  const list = text.slice(params[0]?.start ?? 0, params.at(-1)?.end ?? 0)
  const [first, ...others] = body.body
  const result = first?.type === 'ReturnStatement' && others.length === 0 && first.argument
  const value = result ? text.slice(result.start, result.end) : text.slice(body.start, body.end)
  const inBrackets = result && (value.startsWith('{') || result.type === 'SequenceExpression')
  return `${id.name}=${isAsync ? 'async ' : ''}${isOne ? list : `(${list})`}=>${inBrackets ? `(${value})` : value}`
}

/** Whether code uses what is a function's own and no arrow function's. */
function hasThis(node) {
  if (Array.isArray(node)) return node.some(hasThis)
  if (node === null || typeof node !== 'object' || /^(Function(Expression|Declaration)|ClassBody)$/.test(node.type)) return false
  return node.type === 'ThisExpression' || node.type === 'MetaProperty' || (node.type === 'Identifier' && node.name === 'arguments') || Object.values(node).some(hasThis)
}

/** A module without the names that it imports and does not use. */
export function withoutUnused(text) {
  const body = parseAst(text).body
  const used = new Set(body.filter(node => node.type !== 'ImportDeclaration').flatMap(node => [...references(node)]))
  let left = ''
  let at = 0
  for (const node of body.filter(({ type, specifiers }) => type === 'ImportDeclaration' && specifiers.every(s => s.type === 'ImportSpecifier'))) {
    const taken = node.specifiers.filter(s => used.has(s.local.name)).map(s => text.slice(s.start, s.end))
    left += `${text.slice(at, node.start)}import{${taken}}from${node.source.raw};`
    at = node.end
  }
  return left + text.slice(at)
}

/** A list with commas, with line breaks. */
const lines = list => list.map((item, i) => (i % 50 === 49 ? `${item}\n` : item)).join()

function names(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ObjectPattern') return pattern.properties.flatMap(p => names(p.value ?? p.argument))
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap(e => (e ? names(e) : []))
  return names(pattern.left ?? pattern.argument)
}

/** The names of outside that a statement has: short inner names are often those of other statements, too. */
function references(node, found = new Set(), inner = []) {
  if (node.type === 'Identifier') {
    if (!inner.some(names => names.has(node.name))) found.add(node.name)
    return found
  }
  const scope = innerNames(node)
  const scopes = scope.size > 0 ? [...inner, scope] : inner
  for (const [key, child] of Object.entries(node)) {
    const isPlainKey = (key === 'property' || key === 'key') && !node.computed
    if (child === null || typeof child !== 'object' || isPlainKey || key === 'label') continue
    for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string') references(one, found, scopes)
  }
  return found
}

/** What is declared for the inside of a node alone: of a function, a block, a loop, a catch, a class expression. */
function innerNames(node) {
  const own = statements =>
    statements.flatMap(s => {
      if (s?.type === 'VariableDeclaration') return s.kind === 'var' ? [] : s.declarations.flatMap(d => names(d.id))
      return /^(Function|Class)Declaration$/.test(s?.type) ? [s.id.name] : []
    })
  if (/Function/.test(node.type)) {
    const name = node.type === 'FunctionExpression' && node.id ? [node.id.name] : []
    return new Set([...name, 'arguments', ...node.params.flatMap(names), ...hoisted(node.body)])
  }
  if (node.type === 'BlockStatement' || node.type === 'StaticBlock') return new Set([...own(node.body), ...(node.type === 'StaticBlock' ? hoisted(node) : [])])
  if (node.type === 'SwitchStatement') return new Set(own(node.cases.flatMap(c => c.consequent)))
  if (/^For/.test(node.type)) return new Set(own([node.init ?? node.left]))
  if (node.type === 'CatchClause') return new Set(node.param ? names(node.param) : [])
  return new Set(node.type === 'ClassExpression' && node.id ? [node.id.name] : [])
}

/** The `var` of a function, which hold for all of it. */
function hoisted(node) {
  if (/Function|^Class/.test(node.type)) return []
  const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? node.declarations.flatMap(d => names(d.id)) : []
  const parts = Object.values(node).flatMap(child => (Array.isArray(child) ? child : [child]))
  return [...own, ...parts.flatMap(part => (typeof part?.type === 'string' ? hoisted(part) : []))]
}

/** Whether a statement is hot: reached from the roots; of statements that declare nothing those that touch a hot name. */
function hotOnes(shared, index) {
  const hot = new Set()
  const visit = (model, name) => {
    if (model.marks.has(name)) return
    const unit = model.byName.get(name)
    if (unit) add(model, unit)
    else if (model === index && index.imports.has(name)) visit(shared, index.imports.get(name))
  }
  const add = (model, unit) => {
    if (hot.has(unit)) return
    hot.add(unit)
    for (const name of unit.refs) visit(model, name)
  }
  for (const [name, local] of index.exports) if (ROOTS.includes(name) || !isFunction(index, shared, local)) visit(index, local)
  for (let size = -1; size !== hot.size; ) {
    size = hot.size
    for (const model of [shared, index])
      for (const unit of model.units)
        if (unit.names.length === 0 && [...unit.refs].some(n => hot.has(unitOf(model, shared, n)))) add(model, unit)
  }
  return unit => hot.has(unit)
}

const unitOf = (model, shared, name) => model.byName.get(name) ?? shared.byName.get(model.imports.get(name))
const isFunction = (model, shared, name) => unitOf(model, shared, name)?.kind === 'FunctionDeclaration'

/**
 * Units with arrow functions in place of function declarations. A declaration holds from the start of the module on, an arrow function from its
 * place on. So it stays one when a statement in front of it, which runs then, leads to it.
 */
function withArrows(units, byName) {
  const place = new Map(units.map((unit, i) => [unit, i]))
  const early = new Set()
  for (const [i, unit] of units.entries()) {
    if (unit.kind === 'FunctionDeclaration') continue
    const reached = new Set([unit])
    for (const { refs } of reached) for (const name of refs) if (byName.has(name)) reached.add(byName.get(name))
    for (const one of reached) if (place.get(one) > i) early.add(one)
  }
  return units.map(unit => (unit.arrow === undefined || early.has(unit) ? unit : { ...unit, kind: 'var', text: unit.arrow }))
}

function textOf(units) {
  let text = ''
  let kind = ''
  let threw = false
  for (const unit of units) {
    const isVariable = /^(var|let|const)$/.test(unit.kind)
    if (kind !== '' && kind !== unit.kind) text += ';'
    if (text.length - text.lastIndexOf('\n') > LINE || THROWS.test(unit.text) || threw) text += '\n'
    threw = THROWS.test(unit.text)
    if (isVariable) text += kind === unit.kind ? `,${unit.text}` : `${unit.kind} ${unit.text}`
    else text += /Function|Class/.test(unit.kind) ? unit.text : unit.text.replace(/;?$/, ";")
    kind = isVariable ? unit.kind : ''
  }
  return kind === '' ? `${text}\n` : `${text};\n`
}

/** Splices that make the two scripts of the files: `[start, end, text]` of each file, see src/cli/start.ts. */
export function scripts(made, plan, warmUp) {
  for (const [file, text] of made) if (/^(shared|library|node|cli)\.js$/.test(file) && /[^\x00-\x7f]/.test(text)) throw new Error(`${file} is not ASCII`)
  const hot = [...hotParts(made, plan), nodePart(made), programPart(made, warmUp)]
  return { main: scriptOf(made, hot), rest: scriptOf(made, coldParts(made, plan)) }
}

function hotParts(made, { shared, index, isHot }) {
  const isHotName = name => isHot(unitOf(index, shared, name))
  const exported = [...index.exports].filter(([, local]) => isHotName(local))
  const rest = [...index.exports].filter(([, local]) => !isHotName(local)).map(([name]) => name)
  const names = list => `dxilkitNames:()=>({${list}})`
  const imports = hotImports(index, shared, isHot)
  const marked = [...index.marks].map(([local, name]) => `const ${local}=(...a)=>dxilkitLibrary.${name}(...a);`)
  return [
    part(made, 'shared.js', [
      [0, shared.hot[0], '((dxilkitModuleUrl,dxilkitImport,dxilkitCold)=>{"use strict";let dxilkitMade;const dxilkitShared=(()=>{'],
      [shared.hot[1], -1, `return{${[...imports, names(hotOfShared(index, shared, isHot))].join()}}})();`],
    ]),
    part(made, 'library.js', [
      [0, index.hot[0], `const dxilkitLibrary=(()=>{const{${imports}}=dxilkitShared;${marked.join('')}`],
      [
        index.hot[1],
        -1,
        `return{${exported.map(([name, local]) => `${name}:${local}`).join()},${names(hotForRest(index, isHot))}}})();` +
          `"${rest.join(' ')}".split(" ").forEach((n,i)=>dxilkitLibrary[n]=(...a)=>(dxilkitMade??=dxilkitCold()(dxilkitShared,dxilkitLibrary,dxilkitImport))[i](...a));`,
      ],
    ]),
  ]
}

/**
 * Hot names of shared.js that cold statements need; one list for all of them is shorter than two. Those that the hot statements of library.js take
 * come first: that list is made before, and what repeats itself takes no room in the package.
 */
function hotOfShared(index, shared, isHot) {
  const needed = new Set([...hotForRest(shared, isHot), ...[...index.imports.values()].filter(n => isHot(shared.byName.get(n)))])
  const taken = hotImports(index, shared, isHot)
  return [...taken.filter(n => needed.has(n)), ...[...needed].filter(n => !taken.includes(n)).sort()]
}

/** What the hot statements of library.js take of shared.js. */
function hotImports(index, shared, isHot) {
  const exported = [...index.exports.values()].filter(local => isHot(unitOf(index, shared, local)))
  const needed = new Set([...index.units.filter(isHot).flatMap(u => [...u.refs]), ...exported])
  return [...needed].filter(n => index.imports.has(n) && !index.marks.has(n)).sort()
}

/** What the cold statements of a file need of its hot ones. */
function hotForRest(model, isHot) {
  const needed = new Set(model.units.filter(u => !isHot(u)).flatMap(u => [...u.refs]))
  return [...needed].filter(n => model.byName.has(n) && isHot(model.byName.get(n))).sort()
}

function coldParts(made, { shared, index, isHot }) {
  const exported = [...index.exports].filter(([, local]) => !isHot(unitOf(index, shared, local)))
  const needed = new Set([...index.units.filter(u => !isHot(u)).flatMap(u => [...u.refs]), ...exported.map(([, local]) => local)])
  const imports = [...needed].filter(n => index.imports.has(n)).sort()
  const takes = (list, from) => `{${list}}=${from}`
  const [hot, cold] = [true, false].map(wanted => imports.filter(n => isHot(shared.byName.get(index.imports.get(n))) === wanted))
  return [
    part(made, 'shared.js', [
      [0, shared.cold[0], `((dxilkitS,dxilkitL,dxilkitImport)=>{"use strict";const dxilkitC=(()=>{const{${hotOfShared(index, shared, isHot)}}=dxilkitS.dxilkitNames();`],
      [shared.cold[1], -1, `return{${cold}}})();`],
    ]),
    part(made, 'library.js', [
      [0, index.cold[0], `const{${hotForRest(index, isHot)}}=dxilkitL.dxilkitNames(),${takes(hot, 'dxilkitS.dxilkitNames()')},${takes(cold, 'dxilkitC')};`],
      // In the order of the names that hotParts() gives them.
      [index.cold[1], -1, `return[${exported.map(([, local]) => local)}]})`],
    ]),
  ]
}

function nodePart(made) {
  const { splices, taken, result } = rewired(made, 'node.js', () => 'dxilkitLibrary')
  return part(made, 'node.js', [[0, 0, `const dxilkitNode=(()=>{${taken}`], ...splices, [-1, -1, `\nreturn{${result}}})();`]])
}

function programPart(made, warmUp) {
  const own = new Set([...made.get('node.js').matchAll(/export\s*\{([^{}]*)\};?/g)].flatMap(m => pairs(m[1]).map(([, name]) => name)))
  // node.js hands on all of index.js.
  const { splices, taken } = rewired(made, 'cli.js', (from, name) => (from === 'node.js' && own.has(name) ? 'dxilkitNode' : 'dxilkitLibrary'))
  const call = `dxilkitLibrary.compile(${JSON.stringify(warmUp)},{target:"cs_6_0"})`
  return part(made, 'cli.js', [[0, 0, `return{async run(){${taken}`], ...splices, [-1, -1, `\n},warmUp(){${call}}}})`]])
}

/** The names in a list of imports or exports, `a as b` and `c`, as pairs: [a, b], [c, c]. */
export const pairs = list =>
  list.split(',').map(item => {
    const [from, to = from] = item.trim().split(/\s+as\s+/)
    return [from, to]
  })

/** Splices in place of imports and exports of a file of ours. */
function rewired(made, file, holder) {
  const text = made.get(file)
  const splices = []
  const splice = (pattern, replace) => {
    for (const m of text.matchAll(pattern)) splices.push([m.index, m.index + m[0].length, replace(m)])
  }
  const wanted = new Map()
  splice(/import\s*\{([^{}]*)\}\s*from\s*"\.\/(\w+\.js)";?/g, ([, list, from]) => {
    for (const [name, local] of pairs(list)) {
      const object = holder(from, name)
      wanted.set(object, [...(wanted.get(object) ?? []), name === local ? name : `${name}:${local}`])
    }
    return ''
  })
  splice(/export\s*\*\s*from\s*"\.\/index\.js";?/g, () => '')
  splice(/const dxilkitModuleUrl=import\.meta\.url;/g, () => '')
  let result = ''
  splice(/export\s*\{([^{}]*)\};?/g, ([, list]) => {
    result += pairs(list).map(([local, name]) => `${name}:${local},`).join('')
    return ''
  })
  return { splices, taken: [...wanted].map(([object, list]) => `const{${list.join()}}=${object};`).join(''), result }
}

function part(made, file, splices) {
  const size = made.get(file).length
  const placed = splices.map(([start, end, text]) => [start < 0 ? size : start, end < 0 ? size : end, text])
  for (const { index, 0: call } of made.get(file).matchAll(IMPORT_CALL))
    if (!placed.some(([start, end]) => start <= index && index < end)) placed.push([index, index + call.length, 'dxilkitImport('])
  return { file, size, splices: placed.sort((a, b) => a[0] - b[0] || a[1] - b[1]) }
}

function scriptOf(made, parts) {
  const whole = parts.map(({ file, splices }) => {
    let at = 0
    let text = ''
    for (const [start, end, between] of splices) {
      text += made.get(file).slice(at, start) + between
      at = end
    }
    return text + made.get(file).slice(at)
  })
  const text = whole.join('')
  new vm.Script(text, { filename: 'a script of dist' }) // Throws when it is no script.
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 16), size: text.length, parts }
}
