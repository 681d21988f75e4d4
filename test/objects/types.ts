// Types of the generated programs, as the generator sees them: shapes of numbers, arrays, structs and enums.

export type Scalar = 'int' | 'uint' | 'float' | 'bool'

export interface Numeric {
  readonly k: 'number'
  readonly s: Scalar
  /** 0: a scalar or a vector, else rows of a matrix. */
  readonly rows: number
  /** 0: a scalar, else the length of a vector or of a matrix's rows. */
  readonly columns: number
}
export interface ArrayType {
  readonly k: 'array'
  readonly element: Type
  readonly count: number
}
export interface Field {
  readonly name: string
  readonly t: Type
  /** What stands before the type: row_major, column_major. */
  readonly prefix: string
}
export interface Method {
  readonly name: string
  readonly result: Type | undefined
  readonly params: readonly Param[]
  readonly isStatic: boolean
  /** How it is called when it is an operator: '+', '[]', '()'. */
  readonly operator?: string
}
export interface Param {
  readonly name: string
  readonly t: Type
  readonly how: '' | 'in' | 'out' | 'inout'
  readonly initial?: string
}
export interface Struct {
  readonly k: 'struct'
  /** As it is written from outside of its namespace. */
  readonly name: string
  readonly base?: Struct
  readonly fields: Field[]
  readonly methods: Method[]
  /** Names of static constants. */
  readonly constants: string[]
}
export interface Enum {
  readonly k: 'enum'
  readonly name: string
  /** As they are written from outside. */
  readonly values: readonly string[]
  readonly isClass: boolean
}
export type Type = Numeric | ArrayType | Struct | Enum

export const numeric = (s: Scalar, rows = 0, columns = 0): Numeric => ({ k: 'number', s, rows, columns })
export const INT = numeric('int')
export const BOOL = numeric('bool')
export const isScalar = (t: Type): boolean => t.k === 'number' && t.rows === 0 && t.columns === 0

export const withScalar = (t: Numeric, s: Scalar): Numeric => ({ ...t, s })

/** How many words of output a value takes. */
export function size(t: Type): number {
  if (t.k === 'number') return Math.max(t.rows, 1) * Math.max(t.columns, 1)
  if (t.k === 'array') return t.count * size(t.element)
  return t.k === 'enum' ? 1 : allFields(t).reduce((sum, f) => sum + size(f.t), 0)
}

/** Those of the base first, as they lie in memory. */
export const allFields = (t: Struct): readonly Field[] => [...(t.base ? allFields(t.base) : []), ...t.fields]
export const allMethods = (t: Struct): readonly Method[] => [
  ...t.methods,
  ...(t.base ? allMethods(t.base).filter(m => !t.methods.some(own => own.name === m.name)) : []),
]

export function spell(t: Type): string {
  if (t.k === 'array') return spell(t.element)
  if (t.k !== 'number') return t.name
  return t.rows > 0 ? `${t.s}${t.rows}x${t.columns}` : `${t.s}${t.columns || ''}`
}
export const bounds = (t: Type): string => (t.k === 'array' ? `[${t.count}]${bounds(t.element)}` : '')
export const declare = (t: Type, name: string): string => `${spell(t)} ${name}${bounds(t)}`
export const sameType = (a: Type, b: Type): boolean => spell(a) + bounds(a) === spell(b) + bounds(b)

/** Operators are looked for in the type itself. */
export const callable = (t: Struct): readonly Method[] =>
  allMethods(t).filter(m => !m.operator || t.methods.includes(m))

export const holdsEnum = (t: Type): boolean =>
  t.k === 'enum' ||
  (t.k === 'array' && holdsEnum(t.element)) ||
  (t.k === 'struct' && allFields(t).some(f => holdsEnum(f.t)))

/** What a brace list of an array or a struct has. */
export const partsOf = (t: Type): readonly Type[] =>
  t.k === 'array' ? Array<Type>(t.count).fill(t.element) : t.k === 'struct' ? allFields(t).map(f => f.t) : []
