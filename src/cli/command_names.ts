// The commands by name, and which command lines are compilations without the word `compile`, as dxc takes them.

import { nearest } from '../base/nearest.ts'
import { isFile } from './files.ts'

export const COMMAND_NAMES = [
  'compile',
  'build',
  'link',
  'bindings',
  'layout',
  'dump',
  'validate',
  'disasm',
  'asm',
  'diff',
  'parts',
  'sign',
  'hash',
  'reflect',
  'pipeline',
  'stats',
  'types',
  'help',
  'version',
  'completion',
] as const

/** Asks for help, wherever it stands. */
export const isHelpWord = (word: string | undefined): boolean =>
  word !== undefined && ['-h', '-?', '/?', '--help', '-help', '/help'].includes(word)

export const isVersionWord = (word: string | undefined): boolean =>
  word !== undefined && ['-V', '--version', '-version'].includes(word)

const SOURCE = /\.(hlsl|hlsli|fx|fxh|ll)$/i

/** `x.hlsl -T ps_6_0`, `-T ps_6_0 x.hlsl`, `@flags.rsp`: a flag, a source or an existing file stands first, and no command. */
export function isCompileLine(words: readonly string[]): boolean {
  const [first] = words
  if (first === undefined || COMMAND_NAMES.some(name => name === first)) return false
  if (isHelpWord(first) || isVersionWord(first) || /^--get-yargs/.test(first)) return false
  return /^[-/@]/.test(first) || SOURCE.test(first) || isFile(first)
}

/** What to say of a word that is no command. */
export function unknownCommand(word: string): string {
  const shown = word.length > 80 ? `${word.slice(0, 80)}...` : word
  const guess = nearest(word, COMMAND_NAMES, Math.ceil(word.length / 3))
  return `unknown command '${shown}'${guess ? `; did you mean '${guess}'?` : ''} (see dxilkit --help)`
}
