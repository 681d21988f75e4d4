// What debug information says of the source, as plain data: files, scopes, types, variables. Everything refers to rows of the lists by number.
// A module has it only when it was asked for. Code refers to it by the locations of instructions and by debug rows (debug_rows.ts).
import type { Func, Value } from './function.ts'
import { Op } from './ops.ts'

/** Kinds of scalars, as debuggers show them. */
export type ScalarEncoding = 'boolean' | 'float' | 'signed' | 'unsigned'

export interface DebugMember {
  readonly name: string
  readonly type: number
  /** Bits from the start of the whole. */
  readonly offset: number
  readonly bits: number
  readonly file: number
  readonly line: number
}

/** A template argument: a type, a number of the type, or the name of a template. */
export interface DebugTemplateArgument {
  readonly name: string
  readonly type?: number
  readonly value?: number | string
}

export type DebugType =
  | { readonly kind: 'scalar'; readonly name: string; readonly encoding: ScalarEncoding; readonly bits: number }
  | { readonly kind: 'alias'; readonly name: string; readonly of: number; readonly file: number; readonly line: number }
  | {
      readonly kind: 'record'
      /** `class` is what DXC makes of vectors, matrices and objects. */
      readonly tag: 'struct' | 'class'
      readonly name: string
      readonly bits: number
      readonly align: number
      readonly file: number
      readonly line: number
      /** The struct it is derived from, whose members come first. */
      readonly base?: number
      readonly members: readonly DebugMember[]
      readonly arguments?: readonly DebugTemplateArgument[]
    }
  /** Sizes outermost first; -1 when nobody knows. */
  | { readonly kind: 'array'; readonly element: number; readonly sizes: readonly number[]; readonly bits: number }
  | {
      readonly kind: 'enum'
      readonly name: string
      readonly bits: number
      readonly file: number
      readonly line: number
      readonly values: readonly { readonly name: string; readonly value: number }[]
    }
  | { readonly kind: 'const' | 'reference'; readonly of: number }

/** A function, or a block `{ ... }` or loop inside one. Parents come before what lies in them. */
export type DebugScope =
  | {
      readonly kind: 'function'
      readonly name: string
      readonly file: number
      readonly line: number
      readonly scopeLine: number
      /** Name as Microsoft's compilers mangle it; '' for an entry point. */
      readonly linkageName: string
      /** undefined for void. */
      readonly result?: number
      readonly params: readonly number[]
      /** Of a method: the struct that it is of. */
      readonly self?: number
      readonly arguments?: readonly DebugTemplateArgument[]
    }
  | {
      readonly kind: 'block'
      readonly parent: number
      readonly file: number
      readonly line: number
      readonly column: number
    }

export interface DebugVariable {
  readonly name: string
  readonly scope: number
  readonly file: number
  readonly line: number
  readonly type: number
  /** Number of the parameter, from 1; 0 for locals. */
  readonly argument: number
}

export interface DebugGlobal {
  readonly name: string
  readonly linkageName: string
  readonly file: number
  readonly line: number
  readonly type: number
  /** Nothing outside sees it. */
  readonly isLocal: boolean
}

export interface DebugInfo {
  /** Names; the first is the main file. */
  readonly files: string[]
  readonly types: DebugType[]
  readonly scopes: DebugScope[]
  readonly variables: DebugVariable[]
  readonly globals: DebugGlobal[]
}

export const newDebugInfo = (): DebugInfo => ({ files: [], types: [], scopes: [], variables: [], globals: [] })

/** The function around a scope, by number; -1 for a scope that is none. */
export function functionOf(info: DebugInfo, scope: number): number {
  let at = scope
  for (let row = info.scopes[at]; row?.kind === 'block'; row = info.scopes[at]) at = row.parent
  return info.scopes[at] ? at : -1
}

/** Whether a scope is another or lies in it. */
export function isInside(info: DebugInfo, scope: number, outer: number): boolean {
  for (let at = scope; ; ) {
    if (at === outer) return true
    const row = info.scopes[at]
    if (row?.kind !== 'block') return false
    at = row.parent
  }
}

/** What is wrong with data that claims to be debug information; undefined when it can be used. */
export function debugComplaint(value: unknown): string | undefined {
  const info = value as Partial<DebugInfo> | null
  const lists = [info?.files, info?.types, info?.scopes, info?.variables, info?.globals]
  if (!lists.every(Array.isArray)) return 'a list is missing'
  const { files, types, scopes, variables, globals } = info as DebugInfo
  if (!files.every(name => typeof name === 'string')) return 'a file has no name'
  const isFile = ({ file, line }: { file: number; line: number }): boolean => isCount(line) && file in files
  const isType = (n: number | undefined): boolean => n === undefined || (isCount(n) && n in types)
  // Types are made of types before them, so that none contains itself.
  if (!types.every((t, i) => isTypeRow(t, n => n === undefined || (isCount(n) && n < i), isFile)))
    return 'a type is none'
  for (const [i, s] of scopes.entries()) {
    if (!isFile(s)) return `scope ${i} has no place`
    if (s.kind === 'block' ? !isCount(s.parent) || s.parent >= i : ![s.result, s.self, ...s.params].every(isType))
      return `scope ${i} is none`
  }
  if (!variables.every(v => typeof v.name === 'string' && v.scope in scopes && isType(v.type) && isFile(v)))
    return 'a variable is none'
  return globals.every(g => typeof g.name === 'string' && isType(g.type) && isFile(g)) ? undefined : 'a global is none'
}

const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0

function isTypeRow(
  type: DebugType,
  isType: (n: number | undefined) => boolean,
  isFile: (place: { file: number; line: number }) => boolean,
): boolean {
  switch (type?.kind) {
    case 'scalar':
      return typeof type.name === 'string' && isCount(type.bits)
    case 'alias':
      return isType(type.of) && isFile(type)
    case 'const':
    case 'reference':
      return isType(type.of)
    case 'array':
      return isType(type.element) && Array.isArray(type.sizes)
    case 'enum':
      return isFile(type) && Array.isArray(type.values)
    case 'record':
      return (
        isFile(type) &&
        isType(type.base) &&
        Array.isArray(type.members) &&
        type.members.every(m => typeof m.name === 'string' && isType(m.type) && isFile(m)) &&
        (type.arguments ?? []).every(a => isType(a.type))
      )
    case undefined:
      return false
  }
}

/** Whether a variable can live where a value points. */
export const isVariableMemory = (f: Func, v: Value): boolean => v > 0 && (f.op(v) === Op.Alloca || f.op(v) === Op.Param)
