// Tables of text made small: what repeats in a file's strings is written once. The strings of a file become one text in which `~` and three
// characters stand for a piece that came before; src/base/unpack_text.ts makes the strings again when the first of them is read.

import { transform } from 'esbuild'
import { parseAst } from 'rollup/parseAst'

/** As src/base/unpack_text.ts has them. */
const DIGITS = 94
const FIRST = 33
const SHORTEST = 6
/** Characters of a token. */
const TOKEN = 4
const LONGEST = DIGITS + SHORTEST - 1
const SEPARATOR = '\n\n'
/** Shorter strings stay where they are. */
const MIN_LENGTH = 12

/** A module with its strings packed; `from` is where unpackText() is. */
export async function packStrings(source, from) {
  const { code } = await transform(source, { loader: 'ts', minifyWhitespace: true, target: 'es2022' })
  const strings = []
  const places = []
  stringsOf(parseAst(code), node => {
    const value = node.type === 'Literal' ? node.value : node.quasis[0].value.cooked
    if (value.length < MIN_LENGTH || value.includes(SEPARATOR)) return
    const known = strings.indexOf(value)
    if (known < 0) strings.push(value)
    places.push({ start: node.start, end: node.end, index: known < 0 ? strings.length - 1 : known })
  })
  let text = ''
  let at = 0
  for (const { start, end, index } of places.sort((a, b) => a.start - b.start)) {
    text += `${code.slice(at, start)} $s()[${index}] `
    at = end
  }
  const literal = `\`${pack(strings.join(SEPARATOR)).replace(/[`\\]|\$\{/g, '\\$&')}\``
  return `import{unpackText as $u}from"${from}";const $s=/* @__PURE__ */$u(${literal});${text}${code.slice(at)}`
}

/** Visits the strings of expressions: no names of modules and no keys. */
function stringsOf(node, visit) {
  if (/^(?:Import|Export(?:All|Named))/.test(node.type) && node.source) return
  const isPlain = node.type === 'TemplateLiteral' && node.expressions.length === 0
  if (isPlain || (node.type === 'Literal' && typeof node.value === 'string')) visit(node)
  for (const [key, child] of Object.entries(node)) {
    if (child === null || typeof child !== 'object' || (key === 'key' && !node.computed) || key === 'tag') continue
    for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string') stringsOf(one, visit)
  }
}

const digit = value => String.fromCharCode(FIRST + value)

/** The shortest way to write a text: from the end on, each place knows what is best from there. */
function pack(text) {
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

/** For each place of a text the longest piece that stands before it as well, near enough for a token. */
function longestMatches(text) {
  const places = new Map()
  return Array.from(text, (_, at) => {
    const key = text.slice(at, at + SHORTEST)
    let match = { place: 0, length: 0 }
    for (const place of places.get(key) ?? []) {
      if (at - place >= DIGITS * DIGITS) continue
      let length = SHORTEST
      while (length < LONGEST && place + length < at && at + length < text.length && text[place + length] === text[at + length]) length++
      if (length > match.length && at + length <= text.length) match = { place, length }
    }
    places.set(key, [...(places.get(key) ?? []), at])
    return match
  })
}
