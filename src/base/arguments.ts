// Checks of what callers of the library pass: JavaScript has no types to do it. What is wrong is a TypeError that names the function, the
// argument or option, and for an option nobody knows the nearest one.

import { closestWord } from './closest_word.ts'
import { table } from './table.ts'

/** What a value must be. */
export interface Check {
  /** Behind "must be". */
  readonly what: string
  readonly fits: (value: unknown) => boolean
}

/** The options of one function, by name. */
export type OptionTable<O> = { readonly [K in keyof O]-?: Check }

const check = (what: string, fits: (value: unknown) => boolean): Check => ({ what, fits })

export const STRING: Check = check('a string', v => typeof v === 'string')
export const BOOLEAN: Check = check('true or false', v => typeof v === 'boolean')
export const FUNCTION: Check = check('a function', v => typeof v === 'function')
export const OBJECT: Check = check('an object', isObject)
export const ARRAY: Check = check('an array', Array.isArray)
export const BYTES: Check = check('a Uint8Array', isBytes)

export const oneOf = (...values: readonly (string | number)[]): Check => {
  const shown = values.map(v => (typeof v === 'string' ? `'${v}'` : String(v)))
  const last = shown.pop()
  return check(shown.length === 0 ? last! : `${shown.join(', ')} or ${last}`, v => values.some(known => known === v))
}

export const wholeNumber = (least: number, most: number): Check =>
  check(
    `a whole number from ${least} to ${most}`,
    v => Number.isInteger(v) && (v as number) >= least && (v as number) <= most,
  )

export const listOf = (item: Check): Check =>
  check(`an array of which each is ${item.what}`, v => Array.isArray(v) && v.every(item.fits))

/** An object with these fields, which must all be there, and perhaps others. */
export const record = (what: string, fields: Readonly<Record<string, Check>>): Check =>
  check(what, v => isObject(v) && Object.keys(fields).every(k => fields[k]!.fits((v as Record<string, unknown>)[k])))

/** Views of another realm (a worker, a test runner's sandbox) are views too. */
export function isBytes(value: unknown): value is Uint8Array {
  if (value instanceof Uint8Array) return true
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
}

/** Anything that has properties: a record, a list, a worker. */
export const hasFields = (value: unknown): value is object => typeof value === 'object' && value !== null

/** An object with fields of its own, as JSON has them. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  hasFields(value) && !Array.isArray(value)

/** Neither an array nor a Map and the like, whose contents are no fields. */
function isObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** @throws TypeError when the argument is not what it must be */
export function checkArgument(of: string, name: string, value: unknown, { what, fits }: Check): void {
  if (!fits(value)) throw new TypeError(`${of}: the ${name} must be ${what}, not ${shown(value)}`)
}

export const checkBytes = (of: string, bytes: unknown): void => checkArgument(of, 'bytes', bytes, BYTES)

/**
 * Checks the options of a function. An option that is undefined counts as left out.
 * @throws TypeError for options that are none of the table, have a wrong value, or are missing
 */
export function checkOptions<O>(
  of: string,
  options: unknown,
  table: OptionTable<O>,
  required: readonly (keyof O & string)[] = [],
): void {
  if (!isObject(options)) throw new TypeError(`${of}: the options must be an object, not ${shown(options)}`)
  const given = options as Record<string, unknown>
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(table, name)) {
      const { what, fits } = table[name as keyof O]
      if (given[name] !== undefined && !fits(given[name]))
        throw new TypeError(`${of}: option '${name}' must be ${what}, not ${shown(given[name])}`)
    } else {
      const names = Object.keys(table)
      const near = nearestOption(name, names)
      const hint = near === undefined ? `; known are ${names.join(', ')}` : `; did you mean '${near}'?`
      throw new TypeError(`${of}: unknown option '${shortened(name)}'${names.length === 0 ? '' : hint}`)
    }
  }
  for (const name of required)
    if (given[name] === undefined)
      throw new TypeError(`${of}: option '${name}' is missing; it must be ${table[name].what}`)
}

/** What options are called elsewhere: in DXC's flags, in other compilers' interfaces. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = table({
  target: ['profile', 'targetprofile', 'shadermodel', 'stage', 'model', 't'],
  entry: ['entrypoint', 'entrypointname', 'entryname', 'main', 'function', 'e'],
  fileName: ['filename', 'file', 'path', 'name', 'sourcename', 'sourcefile'],
  defines: ['define', 'macros', 'macro', 'd'],
  include: ['includes', 'includehandler', 'includecallback', 'resolve', 'resolver', 'readfile'],
  includeDirs: ['includedirs', 'includepaths', 'includepath', 'includedirectories', 'include', 'i'],
  hlslVersion: ['version', 'languageversion', 'hv', 'std'],
  optimization: ['optimize', 'optimise', 'optimizationlevel', 'optimisation', 'optlevel', 'opt', 'o'],
  packMatrix: ['matrix', 'matrixlayout', 'rowmajor', 'zpr', 'zpc'],
  warningsAsErrors: ['werror', 'wx', 'treatwarningsaserrors'],
  warnings: ['w', 'warning', 'warningflags'],
  noWarnings: ['quiet', 'suppresswarnings'],
  enable16BitTypes: ['enable16bit', 'native16bit', 'native16bittypes', 'half'],
  sign: ['signing', 'digest'],
  signing: ['sign', 'as', 'flavour', 'digest'],
  validatorVersion: ['validator'],
  part: ['name', 'section'],
  color: ['colour', 'colors', 'colours'],
})

/** The option somebody meant: another writing of its name, what it is called elsewhere, or a few letters away. */
function nearestOption(name: string, names: readonly string[]): string | undefined {
  const plain = (word: string): string => word.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const given = plain(name)
  const same = names.find(n => plain(n) === given)
  if (same !== undefined) return same
  const named = names.find(n => OTHER_NAMES.get(n)?.includes(given))
  if (named !== undefined || name.length > 40) return named
  return closestWord(name, names) ?? names.find(n => given.length > 3 && plain(n).startsWith(given))
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text)

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${shortened(value)}'`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  const { name } = (value as { constructor?: { name?: unknown } }).constructor ?? {}
  if (typeof name !== 'string' || name === '' || name === 'Object') return 'an object'
  return /^[AEIOU]/i.test(name) && !/^U(int|ni)/.test(name) ? `an ${name}` : `a ${name}`
}
