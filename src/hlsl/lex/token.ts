// Token kinds, keyword and builtin type names, and the columns in which a preprocessed translation unit travels to the parser.
// Invariant: name ids 1..KEYWORD_COUNT are the keywords in KEYWORDS order, the builtin type names follow; a keyword's token kind is KEYWORD_BASE + id.

import { FLAG_TYPES, OBJECT_TYPE_NAMES } from '../../spec/object_types.ts'

/** Spellings of the punctuators; a punctuator's kind is PUNCTUATOR_BASE + its place here. */
export const PUNCTUATORS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ';',
  ',',
  '.',
  '...',
  '->',
  '++',
  '--',
  '+',
  '-',
  '*',
  '/',
  '%',
  '~',
  '!',
  '=',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '<<',
  '>>',
  '&',
  '|',
  '^',
  '&&',
  '||',
  '?',
  ':',
  '::',
  '*=',
  '/=',
  '%=',
  '+=',
  '-=',
  '<<=',
  '>>=',
  '&=',
  '|=',
  '^=',
  '#',
  '##',
] as const

/** Words that DXC's grammar lets stand behind the type as well: `float const x`. */
const FREE_MODIFIERS = ['const', 'static', 'extern', 'volatile', 'inline'] as const

const STRONG_MODIFIERS = [
  ...FREE_MODIFIERS,
  'uniform',
  'shared',
  'groupshared',
  'export',
  'in',
  'out',
  'inout',
  'row_major',
  'column_major',
  'snorm',
  'unorm',
  'nointerpolation',
  'linear',
  'centroid',
  'noperspective',
  'point',
  'line',
  'triangle',
  'lineadj',
  'triangleadj',
] as const

/** C++ words that DXC reserves without giving them a meaning. */
const RESERVED = [
  'goto',
  'throw',
  'new',
  'delete',
  'try',
  'catch',
  'asm',
  'explicit',
  'private',
  'public',
  'protected',
  'static_cast',
  'dynamic_cast',
  'reinterpret_cast',
  'const_cast',
  'typeid',
  'char',
  'wchar_t',
  '_Alignas',
  '_Alignof',
  '_Atomic',
  '_Complex',
  '_Generic',
  '_Imaginary',
  '_Noreturn',
  '_Thread_local',
  '__alignof',
  '__asm',
  '__asm__',
  '__attribute',
  '__attribute__',
  '__builtin_offsetof',
  '__declspec',
  '__int128',
  '__label__',
  '__restrict',
  '__signed',
  '__thread',
  '__typeof',
  '__typeof__',
  '_Nonnull',
  '_Nullable',
  'union',
  'signed',
  'long',
  'short',
  'register',
  'mutable',
  'virtual',
  'friend',
] as const

/** Words that are never identifiers. */
export const KEYWORDS = [
  'if',
  'else',
  'for',
  'while',
  'do',
  'switch',
  'case',
  'default',
  'break',
  'continue',
  'return',
  'discard',
  'struct',
  'class',
  'interface',
  'enum',
  'namespace',
  'using',
  'typedef',
  'template',
  'typename',
  'cbuffer',
  'tbuffer',
  'true',
  'false',
  'this',
  'sizeof',
  'operator',
  '_Static_assert',
  'unsigned',
  'packoffset',
  ...STRONG_MODIFIERS,
  ...RESERVED,
] as const

/** Words that modify a declaration only where a declaration goes on after them, and are plain identifiers elsewhere. */
export const CONTEXTUAL_MODIFIERS = [
  'precise',
  'globallycoherent',
  'reordercoherent',
  'sample',
  'center',
  'vertices',
  'primitives',
  'indices',
  'payload',
] as const

export type ModifierName = (typeof STRONG_MODIFIERS)[number] | (typeof CONTEXTUAL_MODIFIERS)[number]

const SCALARS = [
  'bool',
  'int',
  'uint',
  'dword',
  'half',
  'float',
  'double',
  'int64_t',
  'uint64_t',
  'int16_t',
  'uint16_t',
  'int32_t',
  'uint32_t',
  'float16_t',
  'float32_t',
  'float64_t',
  'min16float',
  'min10float',
  'min16int',
  'min12int',
  'min16uint',
]

/** Words of the language for types that are neither numbers nor objects. */
const OTHER_TYPES = [
  'void',
  'auto',
  'string',
  'vector',
  'matrix',
  'sampler_state',
  'RayDesc',
  'BuiltInTriangleIntersectionAttributes',
  'BuiltInTrianglePositions',
  'int8_t4_packed',
  'uint8_t4_packed',
]

const SIZES = ['1', '2', '3', '4']
const typesOf = (scalar: string): string[] => [
  scalar,
  ...SIZES.map(n => scalar + n),
  ...SIZES.flatMap(r => SIZES.map(c => `${scalar}${r}x${c}`)),
]

/** Names of scalars, vectors and matrices. */
export const NUMERIC_TYPES: ReadonlySet<string> = new Set(SCALARS.flatMap(typesOf))

/** Every builtin type name, as far as the parser has to know that it is one. */
export const BUILTIN_TYPES: readonly string[] = [
  ...SCALARS.flatMap(typesOf),
  ...OTHER_TYPES,
  ...FLAG_TYPES,
  ...OBJECT_TYPE_NAMES,
]

/** Kinds that are not punctuators or keywords. */
export const EOF: number = 0
export const IDENTIFIER: number = 1
/** A number or string; the value column holds the name id of its spelling. */
export const NUMBER: number = 2
export const STRING: number = 3
export const CHARACTER: number = 4
/** A character that begins no token. */
export const UNKNOWN: number = 5
/** End of a directive's line; never leaves the preprocessor. */
export const END_OF_LINE: number = 6
/** Nothing, as an operand of ##; never leaves the preprocessor. */
export const PLACEMARKER: number = 7

export const PUNCTUATOR_BASE = 8
export const KEYWORD_BASE = PUNCTUATOR_BASE + PUNCTUATORS.length - 1
export const KEYWORD_COUNT = KEYWORDS.length

type Punctuator = (typeof PUNCTUATORS)[number]
type Keyword = (typeof KEYWORDS)[number]

/** Kind of a punctuator or keyword by its spelling. */
export const KIND_OF_WORD: ReadonlyMap<string, number> = new Map<string, number>([
  ...PUNCTUATORS.map((p, i) => [p, PUNCTUATOR_BASE + i] as const),
  ...KEYWORDS.map((k, i) => [k, KEYWORD_BASE + 1 + i] as const),
])
export const kindOf = (word: Punctuator | Keyword): number => KIND_OF_WORD.get(word)!
/** The same for words known where they are written, `KIND['(']`: bundles have the number there and leave the object out. */
export const KIND = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.fromEntries(KIND_OF_WORD)) as Readonly<
  Record<Punctuator | Keyword, number>
>

/** Spelling of a punctuator or keyword by its kind; '' for the others. */
export const SPELLING: readonly string[] = [...Array<string>(PUNCTUATOR_BASE).fill(''), ...PUNCTUATORS, ...KEYWORDS]

/** Token flags. */
export const SPACE_BEFORE = 1
export const LINE_START = 2
/** An identifier met while its own macro was being expanded: never expanded again. */
export const NO_EXPAND = 4

/** Names every table starts with, so that their ids are constants; id 0 is the empty name. */
export const BASE_NAMES: readonly string[] = ['', ...KEYWORDS, ...BUILTIN_TYPES, '__decltype', ...CONTEXTUAL_MODIFIERS]
export const FIRST_TYPE_ID = 1 + KEYWORD_COUNT
export const LAST_TYPE_ID = FIRST_TYPE_ID + BUILTIN_TYPES.length
/** `__decltype`, which nothing suggests. */
export const DECLTYPE: number = LAST_TYPE_ID

/** By name id: 0 no modifier, 1 always one, 2 only where a declaration follows. Ids from BASE_NAMES.length on are no modifiers. */
export const MODIFIER_CLASS: Uint8Array = new Uint8Array(BASE_NAMES.length)
for (const name of STRONG_MODIFIERS) MODIFIER_CLASS[BASE_NAMES.indexOf(name)] = 1
for (const name of CONTEXTUAL_MODIFIERS) MODIFIER_CLASS[BASE_NAMES.indexOf(name)] = 2

/** By token kind: what a modifier's keyword may do behind the type of a declaration: 1 nothing, 2 stand there. */
export const BEHIND_TYPE: Uint8Array = new Uint8Array(256)
for (const name of STRONG_MODIFIERS) BEHIND_TYPE[KIND_OF_WORD.get(name)!] = 1
for (const name of FREE_MODIFIERS) BEHIND_TYPE[KIND_OF_WORD.get(name)!] = 2

/** Keywords of DXC's that are names to the lexer, because types and modifiers are looked up by name. */
const NAMED_KEYWORDS = [
  ...['void', 'bool', 'int', 'float', 'double', 'auto', 'sampler_state'],
  ...['technique', 'Technique', 'technique10', 'technique11'],
]

/** Types that are words of C++, of which DXC says something else. */
export const KEYWORD_TYPES: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'double', 'void'])

/** Whether a word cannot be the name of anything. Where a type stands before it, modifiers in the manner of `sample` can. */
export const isNamedKeyword = (text: string, behindType: boolean): boolean =>
  NAMED_KEYWORD_SET.has(text) || (!behindType && CONTEXTUAL_SET.has(text))
const NAMED_KEYWORD_SET: ReadonlySet<string> = new Set(NAMED_KEYWORDS)
const CONTEXTUAL_SET: ReadonlySet<string> = new Set(CONTEXTUAL_MODIFIERS.filter(word => word !== 'reordercoherent'))

/** By token kind: 1 for keywords that are reserved words without a meaning. */
export const IS_RESERVED: Uint8Array = new Uint8Array(256)
for (const name of RESERVED) IS_RESERVED[KIND_OF_WORD.get(name)!] = 1

/** What the tokens of a declaration say wherever they stand: those of a file that is read once are looked at once (preprocess/outline.ts). */
export interface Scan {
  /** [first, end) of the columns it was found in. */
  readonly first: number
  readonly end: number
  /** Name id of a function with a body; 0 for everything else. */
  readonly name: number
  /** Each name id once. */
  readonly identifiers: readonly number[]
  readonly strings: readonly number[]
  /** Of the tokens, for whom computes it. */
  hash: { readonly a: number; readonly b: number } | undefined
}

/** Growing columns of tokens. The last token is EOF once the preprocessor is done. */
export class TokenColumns {
  kind!: Uint8Array<ArrayBuffer>
  flags!: Uint8Array<ArrayBuffer>
  /** Name id of identifiers, keywords, numbers and strings, else 0. */
  value!: Int32Array<ArrayBuffer>
  pos!: Int32Array<ArrayBuffer>
  end!: Int32Array<ArrayBuffer>
  count = 0
  /** Where tokens of append() begin. */
  readonly pieces: { readonly tokens: TokenColumns; readonly first: number }[] = []
  /** What outlineOf() found here. */
  outline: readonly Scan[] | undefined

  /** With room for so many tokens. */
  constructor(size: number) {
    this.#allocate(size)
  }

  push(kind: number, value: number, pos: number, end: number, flags: number): void {
    const at = this.count
    if (at === this.kind.length) this.#grow(at * 2)
    this.kind[at] = kind
    this.flags[at] = flags
    this.value[at] = value
    this.pos[at] = pos
    this.end[at] = end
    this.count = at + 1
  }

  /** The tokens from `first` on, on their own. */
  from(first: number): TokenColumns {
    const piece = new TokenColumns(this.count - first)
    piece.#copy(this, first, this.count)
    return piece
  }

  /** Tokens that do not change any more. */
  append(piece: TokenColumns): void {
    this.pieces.push({ tokens: piece, first: this.count })
    const size = this.count + piece.count
    if (size > this.kind.length) this.#grow(Math.max(this.kind.length * 2, size))
    this.#copy(piece, 0, piece.count)
  }

  #copy({ kind, flags, value, pos, end }: TokenColumns, first: number, last: number): void {
    this.kind.set(kind.subarray(first, last), this.count)
    this.flags.set(flags.subarray(first, last), this.count)
    this.value.set(value.subarray(first, last), this.count)
    this.pos.set(pos.subarray(first, last), this.count)
    this.end.set(end.subarray(first, last), this.count)
    this.count += last - first
  }

  #grow(size: number): void {
    const { kind, flags, value, pos, end } = this
    this.#allocate(size)
    this.kind.set(kind)
    this.flags.set(flags)
    this.value.set(value)
    this.pos.set(pos)
    this.end.set(end)
  }

  /** One piece of memory: every one has its price, and most sources are short. */
  #allocate(size: number): void {
    const memory = new ArrayBuffer(size * 14)
    this.value = new Int32Array(memory, 0, size)
    this.pos = new Int32Array(memory, size * 4, size)
    this.end = new Int32Array(memory, size * 8, size)
    this.kind = new Uint8Array(memory, size * 12, size)
    this.flags = new Uint8Array(memory, size * 13, size)
  }
}

/** Binary operators from the weakest binding to the strongest, one level a line; expressions and #if conditions share it. */
export const BINARY_LEVELS = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
] as const
