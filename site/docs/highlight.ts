// Colours in code of the documentation: comments, strings, numbers and words, nothing finer.

import { KEYWORDS } from '../../src/hlsl/lex/token.ts'
import { escapeHtml } from '../../src/html/escape.ts'
import { OBJECT_TYPE_NAMES } from '../../src/spec/object_types.ts'

const HLSL_TYPES = /^(?:bool|u?int|half|float|double|void|matrix|vector)(?:\d+_t)?(?:[1-4](?:x[1-4])?)?$/
const hlslWords = new Set<string>([...KEYWORDS, 'register'])
const objects = new Set(OBJECT_TYPE_NAMES)
const TS_WORDS = new Set(
  'import export from const let function return if else for of while new class interface type readonly async await true false undefined null extends declare'.split(
    ' ',
  ),
)

const TOKENS =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(\b\d[\w.]*)|(#?[A-Za-z_]\w*)|([\s\S])/g

const span = (kind: string, text: string): string => `<span class="t-${kind}">${escapeHtml(text)}</span>`

function word(text: string, isHlsl: boolean): string {
  if (text.startsWith('#')) return span('key', text)
  if (isHlsl && (HLSL_TYPES.test(text) || objects.has(text))) return span('type', text)
  return (isHlsl ? hlslWords : TS_WORDS).has(text) ? span('key', text) : escapeHtml(text)
}

/** Lines of a shell: what is typed stands out from what is printed. */
const shell = (code: string): string =>
  code
    .split('\n')
    .map(line =>
      line.startsWith('$ ') ? `<span class="t-soft">$</span>${span('cmd', line.slice(1))}` : escapeHtml(line),
    )
    .join('\n')

export function highlighted(code: string, info: string): string {
  const [lang = ''] = info.split(/\s/)
  if (lang === 'sh' || (lang === '' && code.startsWith('$ '))) return shell(code)
  if (!['hlsl', 'ts', 'js', 'json'].includes(lang)) return escapeHtml(code)
  return code.replace(TOKENS, (_, comment, string, number, name, other) => {
    if (comment !== undefined) return span('comment', comment)
    if (string !== undefined) return span('string', string)
    if (number !== undefined) return span('number', number)
    return name === undefined ? escapeHtml(other) : word(name, lang === 'hlsl')
  })
}
