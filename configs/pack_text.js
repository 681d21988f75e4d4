// Tables of text made small: what repeats in a file's strings is written once. The strings of a file become one text in which `~` and three
// characters stand for a piece that came before; src/base/unpack_text.ts makes the strings again when the first of them is read.

import { transform } from 'esbuild'
import { parseAst } from 'rollup/parseAst'

/** As src/base/unpack_text.ts has them. */
const DIGITS = 94
const FIRST = 33
const SHORTEST = 6
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

function pack(text) {
  if (text.includes('~')) throw new Error('a packed text has a ~ of its own')
  const places = new Map()
  let out = ''
  for (let at = 0; at < text.length; ) {
    const key = text.slice(at, at + SHORTEST)
    let best = 0
    let from = 0
    for (const place of places.get(key) ?? []) {
      if (at - place >= DIGITS * DIGITS) continue
      let length = SHORTEST
      while (length < LONGEST && place + length < at && text[place + length] === text[at + length]) length++
      if (length > best && place + length <= at) [best, from] = [length, place]
    }
    const step = best >= SHORTEST && at + best <= text.length ? best : 1
    if (step === 1) out += text[at]
    else out += `~${digit(Math.floor((at - from) / DIGITS))}${digit((at - from) % DIGITS)}${digit(best - SHORTEST)}`
    for (let i = at; i < at + step; i++) {
      const own = text.slice(i, i + SHORTEST)
      if (!places.has(own)) places.set(own, [])
      places.get(own).push(i)
    }
    at += step
  }
  return out
}
