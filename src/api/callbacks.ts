// What users hand in as code and as macros, in the forms they may have it: brought to the one form the preprocessor takes.

import { isBytes, shown } from '../base/arguments.ts'
import { internalError } from '../base/brand.ts'
import { decodeText } from '../base/decode_text.ts'
import { TooManyErrors } from '../diag/diagnostics.ts'
import type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
import type { CompileOptions, Defines, IncludedFile, Includer } from './options.ts'

/** What a callback threw, on its way out. No error itself, so that nobody on the way takes it for one of ours. */
class Thrown {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** What was thrown, out of its wrapping; an InternalError and the like as it is. */
export const unwrapped = (error: unknown): unknown => (error instanceof Thrown ? error.value : error)

/**
 * Throws what a callback threw, or an InternalError for what nobody expected. Too many errors throw nothing: the diagnostics say so.
 * @param where `while linking`
 */
export function rethrow(where: string, error: unknown): void {
  if (error instanceof Thrown) throw error.value
  if (!(error instanceof TooManyErrors)) throw internalError(where, error)
}

type FoundFile = { readonly name: string; readonly text: string }
type PlainAnswer = FoundFile | MissingInclude | undefined
type PlainIncluder = (path: string, from: string, angled: boolean, outer: readonly string[]) => PlainAnswer

/** The callback with its answers in one form; what it throws goes out as Thrown. */
export function plainIncluder(include: Includer | undefined): PlainIncluder | undefined {
  if (include === undefined) return undefined
  return (path, from, angled, outer) => {
    try {
      return foundFile(include(path, from, angled, outer), path, from, angled)
    } catch (error) {
      throw new Thrown(error)
    }
  }
}

function foundFile(answer: ReturnType<Includer>, path: string, from: string, angled: boolean): PlainAnswer {
  if (answer === undefined || answer === null) return undefined
  const text = textOf(answer)
  if (text !== undefined) return { name: includedName(path, from, angled), text }
  if (isMissing(answer)) return answer
  if (typeof answer === 'object' && !isBytes(answer)) {
    const { name = includedName(path, from, angled), text: inner } = answer as Partial<IncludedFile>
    const found = textOf(inner)
    if (found !== undefined && typeof name === 'string') return { name, text: found }
    if ('then' in answer) {
      // Nobody waits for it: what it rejects with later is not for us to tell.
      Promise.resolve(answer).catch(() => {})
      throw wrongAnswer(path, 'a promise: the answer is needed at once')
    }
  }
  throw wrongAnswer(path, shown(answer))
}

const isMissing = (answer: unknown): answer is MissingInclude => {
  const { searched, nearest } = answer as Partial<MissingInclude>
  const isList = Array.isArray(searched) && searched.every(folder => typeof folder === 'string')
  return isList && (nearest === undefined || typeof nearest === 'function')
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : isBytes(value) ? decodeText(value) : undefined

const wrongAnswer = (path: string, what: string): TypeError =>
  new TypeError(
    `include: for ${shown(path)} the callback must return a string, a Uint8Array, { name, text }, { searched } or nothing, not ${what}`,
  )

/** A file without a name of its own is known by its path, which counts from the folder of the file that includes it. */
function includedName(path: string, from: string, angled: boolean): string {
  const plain = path.replaceAll('\\', '/')
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/') + 1) : ''
  if (angled || /^(\/|[A-Za-z]:)/.test(plain)) return plain
  const parts: string[] = []
  for (const part of (folder + plain).split('/'))
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop()
    else if (part !== '.') parts.push(part)
  return parts.join('/')
}

/** Macros as -D takes them. */
export function plainDefines(defines: Defines | undefined): readonly string[] {
  if (defines === undefined) return []
  if (Array.isArray(defines)) return defines as readonly string[]
  return Object.entries(defines).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    return [`${name}=${typeof value === 'boolean' ? Number(value) : value}`]
  })
}

/** A name, perhaps with parameters. */
const isMacro = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*(\([^()]*\))?$/u.test(name)
/** The same as -D takes it: `A B=2` is `#define A B 2`, so that spaces may stand around the name; the preprocessor says what is wrong behind it. */
const startsMacro = (text: string): boolean => /^\s*[\p{L}_$]/u.test(text)

/** @throws TypeError for macros without a name and values that are none */
export function checkDefines(of: string, defines: CompileOptions['defines']): void {
  if (defines === undefined) return
  const names = Array.isArray(defines) ? defines.map(d => String(d).split('=', 1)[0]!) : Object.keys(defines)
  const isRight = Array.isArray(defines) ? startsMacro : isMacro
  for (const name of names)
    if (!isRight(name)) throw new TypeError(`${of}: option 'defines': ${shown(name)} is not the name of a macro`)
  if (Array.isArray(defines)) return
  for (const [name, value] of Object.entries(defines)) {
    const isPlain = value === null || value === undefined || ['string', 'boolean'].includes(typeof value)
    if (!isPlain && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(
        `${of}: option 'defines': the value of '${name}' must be a string, a finite number, true, false or null, not ${shown(value)}`,
      )
  }
}
