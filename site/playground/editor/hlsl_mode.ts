// Colours of HLSL: a stream mode over the compiler's own tables of words.

import { StreamLanguage, type StringStream } from '@codemirror/language'
import { CONTEXTUAL_MODIFIERS, KEYWORDS } from '../../../src/hlsl/lex/token.ts'
import { INTRINSICS } from '../../../src/spec/hlsl_intrinsics.ts'
import { OBJECT_TYPE_NAMES } from '../../../src/spec/object_types.ts'

const keywords = new Set<string>([...KEYWORDS, ...CONTEXTUAL_MODIFIERS])
const constants = new Set(['true', 'false', 'this'])
const objects = new Set(OBJECT_TYPE_NAMES)
const NUMBERS =
  /^(?:bool|u?int(?:16_t|32_t|64_t)?|dword|half|float(?:16_t|32_t|64_t)?|double|min(?:16|10|12|16u)(?:float|int)|min16uint)(?:[1-4](?:x[1-4])?)?$/
const OTHER = new Set([
  'void',
  'auto',
  'string',
  'vector',
  'matrix',
  'RayDesc',
  'sampler_state',
  'int8_t4_packed',
  'uint8_t4_packed',
])

interface State {
  /** Inside of a block comment. */
  inComment: boolean
  /** Behind a colon: a semantic or a register may follow. */
  afterColon: boolean
  /** Brackets that are open. */
  depth: number
}

function wordStyle(word: string, state: State, stream: StringStream): string {
  if (constants.has(word)) return 'atom'
  if (keywords.has(word)) return 'keyword'
  if (NUMBERS.test(word) || objects.has(word) || OTHER.has(word)) return 'typeName'
  if (state.afterColon && (/^SV_/i.test(word) || word === 'register' || /^[A-Z][A-Z_]*\d*$/.test(word)))
    return 'attributeName'
  if (INTRINSICS.has(word)) return 'variableName.function.standard'
  if (/^[A-Z][A-Z0-9_]{2,}$/.test(word)) return 'macroName'
  return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName'
}

function comment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match('*/')) {
      state.inComment = false
      return 'comment'
    }
    stream.next()
  }
  return 'comment'
}

function token(stream: StringStream, state: State): string | null {
  if (state.inComment) return comment(stream, state)
  if (stream.eatSpace()) return null
  if (stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match('/*')) {
    state.inComment = true
    return comment(stream, state)
  }
  if (stream.match(/^#\s*\w*/)) return 'processingInstruction'
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[a-zA-Z]*/)) return 'number'
  const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null
  if (word) {
    const style = wordStyle(word[0], state, stream)
    state.afterColon = false
    return style
  }
  const c = stream.next()
  state.afterColon = c === ':' && stream.peek() !== ':'
  if (c !== undefined && '{}()[]'.includes(c)) {
    state.depth = Math.max(0, state.depth + ('{(['.includes(c) ? 1 : -1))
    return 'bracket'
  }
  return c !== undefined && ';,.'.includes(c) ? 'punctuation' : 'operator'
}

export const hlslMode = StreamLanguage.define<State>({
  name: 'hlsl',
  startState: () => ({ inComment: false, afterColon: false, depth: 0 }),
  copyState: state => ({ ...state }),
  token,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[{}]$/,
  },
  indent: (state, textAfter, { unit }) => Math.max(0, state.depth - (/^\s*[})\]]/.test(textAfter) ? 1 : 0)) * unit,
})
