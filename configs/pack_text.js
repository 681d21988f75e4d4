// Tables of text made small: what repeats in a file's strings is written once. The strings of a file become one text in which `~` and three
// characters stand for a piece that came before; src/base/unpack_text.ts makes the strings again when the first of them is read.

import { transform } from 'esbuild'
import { parseAst } from 'rollup/parseAst'

/** As src/base/unpack_text.ts has them. */
const DIGITS = 94
const FIRST = 33
const SHORTEST = 11
/** Characters of a token. */
const TOKEN = 4
const LONGEST = DIGITS + SHORTEST - 1
const SEPARATOR = '\n\n'
/** Shorter strings stay where they are. */
const MIN_LENGTH = 12

/** A module with its strings packed; `from` is where unpackText() and unpackObject() are. */
export async function packStrings(source, from) {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022' })
  const strings = []
  const places = []
  textsOf(parseAst(code), (node, value, call = '') => {
    if (value.length < MIN_LENGTH || value.includes(SEPARATOR)) return
    const known = strings.indexOf(value)
    if (known < 0) strings.push(value)
    places.push({ start: node.start, end: node.end, text: `${call}($s()[${known < 0 ? strings.length - 1 : known}])` })
  })
  let text = ''
  let at = 0
  for (const place of places.sort((a, b) => a.start - b.start)) {
    text += `${code.slice(at, place.start)} ${place.text}`
    at = place.end
  }
  const literal = `\`${pack(strings.join(SEPARATOR)).replace(/[`\\]|\$\{/g, '\\$&')}\``
  return `import{unpackText as $u,unpackObject as $o}from"${from}";const $s=/* @__PURE__ */$u(${literal});${text}${code.slice(at)}`
}

/** A module with one text in the place of a table whose rows have the same columns; `from` is where unpackRows() is. */
export async function rowsAsText(source, name, from) {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022' })
  const table = parseAst(code).body.flatMap(statement => (statement.declaration ?? statement).declarations ?? []).find(d => d.id.name === name)
  const { start, end, elements } = table.init
  const valueOf = node => (node.type === 'UnaryExpression' && node.operator === '-' ? -node.argument.value : node.value)
  const rows = elements.map(row => row.elements.map(valueOf))
  const { text, numbers } = packRows(rows)
  return `import{unpackRows as $r}from"${from}";${code.slice(0, start)}$r(${JSON.stringify(text)},[${numbers}])${code.slice(end)}`
}

/** The text of rows of strings and numbers, and which columns are numbers. src/base/unpack_text.ts reads it. */
export function packRows(rows) {
  const kinds = rows[0].map(value => typeof value)
  for (const row of rows)
    for (const [i, value] of row.entries())
      if (row.length !== kinds.length || typeof value !== kinds[i] || /^\^$|[|\n]/.test(value)) throw new Error(`no row of the table: ${row}`)
  const usual = kinds.map((_, i) => usualOf(rows.map(row => row[i])))
  const cell = (value, i, above) => (value === usual[i] ? '' : above && value === above[i] && `${value}`.length > 1 ? '^' : value)
  const lines = rows.map((row, at) => row.map((value, i) => cell(value, i, rows[at - 1])))
  return { text: [usual, ...lines].map(row => row.join('|')).join('\n'), numbers: kinds.flatMap((kind, i) => (kind === 'number' ? [i] : [])) }
}

/** The commonest value of a column; where a value is empty, nothing else can be written so. */
function usualOf(values) {
  if (values.includes('')) return ''
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0]
}

/** Visits the texts of expressions: strings that are no names of modules and no keys, and objects of strings alone as one text. */
function textsOf(node, visit) {
  if (/^(?:Import|Export(?:All|Named))/.test(node.type) && node.source) return
  const value = stringOf(node)
  if (value !== undefined) visit(node, value)
  const runs = node.type === 'ObjectExpression' ? runsOf(node.properties) : []
  for (const { first, last, text } of runs) visit({ start: first.start, end: last.end }, text, '...$o')
  const isPacked = child => runs.some(({ first, last }) => first.start <= child.start && child.end <= last.end)
  for (const [key, child] of Object.entries(node)) {
    if (child === null || typeof child !== 'object' || (key === 'key' && !node.computed) || key === 'tag') continue
    for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string' && !isPacked(one)) textsOf(one, visit)
  }
}

/** The longest runs of properties that are strings, and the text of each. */
function runsOf(properties) {
  const runs = []
  for (let at = 0; at < properties.length; ) {
    let end = at
    while (end < properties.length && isRow(entryOf(properties[end]))) end++
    const text = packObject(properties.slice(at, end).map(entryOf))
    if (text !== undefined) runs.push({ first: properties[at], last: properties[end - 1], text })
    at = Math.max(end, at + 1)
  }
  return runs
}

const isRow = ([key, value]) => typeof key === 'string' && typeof value === 'string' && /^[^=\n]+$/.test(key) && !value.includes('\n')
const entryOf = ({ key, value, computed }) => [computed ? undefined : (key?.name ?? key?.value), value && stringOf(value)]

/** The text of a string; undefined for what is none, and for one that has the sign of tokens in it. */
function stringOf(node) {
  const isText = node.type === 'TemplateLiteral' && node.expressions.length === 0
  const value = isText ? node.quasis[0].value.cooked : node.type === 'Literal' ? node.value : undefined
  return typeof value === 'string' && !value.includes('~') ? value : undefined
}

/** The text of an object of strings, from its entries, or undefined if it would not be read as it was. src/base/unpack_text.ts reads it. */
export function packObject(entries) {
  if (entries.length < 3 || !entries.every(isRow)) return undefined
  return entries.map(([key, value], i) => `${i > 0 && key === nextKey(entries[i - 1][0]) ? '' : key}=${value}`).join('\n')
}

const nextKey = key => key.replace(/\d+/, number => `${Number(number) + 1}`)

const digit = value => String.fromCharCode(FIRST + value)

/** The shortest way to write a text: from the end on, each place knows what is best from there. src/base/unpack_text.ts reads it. */
export function pack(text) {
  if (text.includes('~')) throw new Error('a packed text has a ~ of its own')
  const matches = longestMatches(text)
  const cost = new Uint32Array(text.length + 1)
  const step = new Uint32Array(text.length)
  for (let at = text.length - 1; at >= 0; at--) {
    ;[cost[at], step[at]] = [cost[at + 1] + 1, 1]
    for (let length = SHORTEST; length <= matches[at].length; length++)
      if (cost[at + length] + TOKEN < cost[at]) [cost[at], step[at]] = [cost[at + length] + TOKEN, length]
  }
  let out = ''
  for (let at = 0; at < text.length; at += step[at]) {
    const back = at - matches[at].place
    if (step[at] === 1) out += text[at]
    else out += `~${digit(Math.floor(back / DIGITS))}${digit(back % DIGITS)}${digit(step[at] - SHORTEST)}`
  }
  return out
}

/** For each place of a text the longest piece that stands as a whole before it, near enough for a token; of length 0 without one. */
function longestMatches(text) {
  const places = new Map()
  return Array.from({ length: text.length }, (_, at) => {
    const key = text.slice(at, at + SHORTEST)
    let match = { place: 0, length: 0 }
    if (key.length < SHORTEST) return match
    for (const place of places.get(key) ?? []) {
      if (at - place >= DIGITS * DIGITS) continue
      // A piece that ends behind `at` would be copied before it is there.
      const most = Math.min(LONGEST, at - place, text.length - at)
      let length = 0
      while (length < most && text[place + length] === text[at + length]) length++
      if (length >= SHORTEST && length > match.length) match = { place, length }
    }
    if (!places.has(key)) places.set(key, [])
    places.get(key).push(at)
    return match
  })
}
