// Macros by their text: #define lines of the files that a unit reads, and the words that name them.

import type { Analysis } from './analysis.ts'
import type { Place } from './symbol_index.ts'

export interface MacroDefinition extends Place {
  readonly name: string
  /** `#define NAME(x) body`, with its continued lines. */
  readonly text: string
}

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)((?:[^\n\\]|\\\r?\n|\\.)*)/gm

/** Every definition in the files of a unit, in the order of the files. */
export function macroDefinitions(analysis: Analysis): MacroDefinition[] {
  return analysis.files.flatMap(file => {
    const text = textOf(analysis, file)
    return [...text.matchAll(DEFINE)].map(match => {
      const start = match.index + match[0].indexOf(match[1]!, match[0].indexOf('define') + 6)
      return { file, name: match[1]!, text: match[0].trim(), start, end: start + match[1]!.length }
    })
  })
}

export const textOf = (analysis: Analysis, file: string): string =>
  file === analysis.file ? analysis.text : (analysis.sources.files.find(f => f.name === file)?.text ?? '')

const WORD = /[A-Za-z_]\w*/y

/** The word at an offset, its end included. */
export function wordAt(
  text: string,
  offset: number,
): { readonly word: string; readonly start: number; readonly end: number } | undefined {
  let start = offset
  while (start > 0 && /\w/.test(text[start - 1]!)) start--
  WORD.lastIndex = start
  const word = WORD.exec(text)?.[0]
  return word === undefined ? undefined : { word, start, end: start + word.length }
}

/** The macro that a word of the file names, at the word. */
export function macroAt(
  analysis: Analysis,
  offset: number,
): (MacroDefinition & { readonly definition: Place }) | undefined {
  const at = wordAt(analysis.text, offset)
  if (!at || isQuiet(analysis.text, at.start)) return undefined
  const found = macroDefinitions(analysis).find(m => m.name === at.word)
  if (!found) return undefined
  const { file, start, end } = found
  return { ...found, start: at.start, end: at.end, definition: { file, start, end } }
}

/** Every word of the files of a unit that names a macro. */
export function macroPlaces(analysis: Analysis, name: string): Place[] {
  return analysis.files.flatMap(file => {
    const text = textOf(analysis, file)
    return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].flatMap(({ index }) =>
      isQuiet(text, index) || analysis.index.at(file, index)?.start === index
        ? []
        : [{ file, start: index, end: index + name.length }],
    )
  })
}

/** Whether an offset lies in a comment or a string. */
export function isQuiet(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const plain = line.replace(/"(?:[^"\\]|\\.)*"/g, '')
  if (/\/\/|"/.test(plain)) return true
  const opened = text.lastIndexOf('/*', offset - 1)
  return (
    opened >= 0 &&
    text.lastIndexOf('*/', offset - 1) < opened &&
    !text.slice(text.lastIndexOf('\n', opened) + 1, opened).includes('//')
  )
}
