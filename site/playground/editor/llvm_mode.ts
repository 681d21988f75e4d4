// Colours of LLVM text: listings and IR.

import { StreamLanguage, type StringStream } from '@codemirror/language'

const TYPES = /^(?:void|half|float|double|label|metadata|i\d+|ptr|x)\b/
const WORDS =
  /^(?:define|declare|target|source_filename|attributes|global|constant|internal|external|private|unnamed_addr|align|type|opaque|distinct|to|nsw|nuw|fast|exact|inbounds|addrspace|null|undef|true|false|zeroinitializer)\b/

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  if (stream.peek() === ';') {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match(/^c?"[^"]*"?/)) return 'string'
  if (stream.match(/^[%@](?:"[^"]*"|[\w.$-]+)/))
    return stream.current().startsWith('@') ? 'variableName.function' : 'variableName'
  if (stream.match(/^![\w.]*/)) return 'meta'
  if (stream.match(/^#\d+/)) return 'meta'
  if (stream.match(/^[\w.$-]+:/)) return 'labelName'
  if (stream.match(/^[-+]?(?:0x[\da-fA-FKLMHR]+|\d[\d.]*(?:e[-+]?\d+)?)/)) return 'number'
  if (stream.match(TYPES)) return 'typeName'
  if (stream.match(WORDS)) return 'atom'
  if (stream.match(/^[A-Za-z_][\w.]*/)) return 'keyword'
  stream.next()
  return 'punctuation'
}

export const llvmMode = StreamLanguage.define({ name: 'llvm', startState: () => ({}), token })
