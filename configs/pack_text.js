// Tables of text made small: what repeats in a file's strings is written once. The strings of a file become one text in which `~` and three
// characters stand for a piece that came before; src/base/unpack_text.ts makes the strings again when the file is loaded.

import { transform } from 'esbuild'

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
  const text = code.replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g, (literal, at) => {
    const value = (0, eval)(literal)
    const isPath = /\b(?:from|import)\s*$/.test(code.slice(Math.max(0, at - 10), at))
    if (isPath || value.length < MIN_LENGTH || value.includes(SEPARATOR) || code[at + literal.length] === ':') return literal
    const known = strings.indexOf(value)
    if (known < 0) strings.push(value)
    return `$s[${known < 0 ? strings.length - 1 : known}]`
  })
  const packed = pack(strings.join(SEPARATOR))
  const literal = `\`${packed.replace(/[`\\]|\$\{/g, '\\$&')}\``
  return `import{unpackText as $u}from"${from}";const $s=$u(${literal});${text}`
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
