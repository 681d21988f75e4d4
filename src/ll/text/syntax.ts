// The syntax tree of LLVM text as clang writes it for the DirectX target. Nothing is resolved here but named types; names stay names.
// Positions are those of diag/sources.ts; numbers of integers are bigint as written (wrapped by who knows the width).

export type LlType =
  | { readonly kind: 'void' | 'label' | 'metadata' }
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 }
  | { readonly kind: 'ptr'; readonly space: number }
  | { readonly kind: 'vector'; readonly count: number; readonly element: LlType }
  | { readonly kind: 'array'; readonly count: number; readonly element: LlType }
  | LlStruct
  | LlTarget
  | { readonly kind: 'function'; readonly result: LlType; readonly params: readonly LlType[] }

/** Literal or named; a named one is one object per module, its fields filled in when the definition is read. */
export interface LlStruct {
  readonly kind: 'struct'
  readonly name: string | undefined
  fields: readonly LlType[] | undefined
  packed: boolean
}

/** target("name", types..., integers...) */
export interface LlTarget {
  readonly kind: 'target'
  readonly name: string
  readonly types: readonly LlType[]
  readonly ints: readonly number[]
}

export interface LlSpan {
  readonly pos: number
  readonly end: number
}

interface Typed extends LlSpan {
  readonly type: LlType
}

export type LlValue =
  | (Typed & { readonly kind: 'local' | 'global'; readonly name: string })
  | (Typed & { readonly kind: 'int'; readonly value: bigint })
  | (Typed & { readonly kind: 'float'; readonly value: number })
  | (Typed & { readonly kind: 'null' | 'undef' | 'poison' | 'zero' })
  | (Typed & { readonly kind: 'aggregate'; readonly elements: readonly LlValue[] })
  | (Typed & { readonly kind: 'splat'; readonly element: LlValue })
  | (Typed & { readonly kind: 'bytes'; readonly bytes: readonly number[] })
  | (Typed & { readonly kind: 'metadata'; readonly node: LlNodeRef })
  | LlExpression

/** A constant expression; the same shape as the instruction of its name. */
export type LlExpression = Typed & {
  readonly kind: 'expression'
  readonly op: string
  readonly operands: readonly LlValue[]
  /** Element type of getelementptr. */
  readonly source: LlType | undefined
}

export interface LlInstruction extends LlSpan {
  readonly op: string
  /** Result name without %, undefined for none. */
  readonly name: string | undefined
  readonly type: LlType
  readonly operands: readonly LlValue[]
  /** nsw, nuw, exact, fast, nnan, ..., volatile, inbounds */
  readonly flags: readonly string[]
  /** Branch targets; incoming blocks of a phi; switch: default, then cases. */
  readonly labels: readonly LlLabel[]
  /** Predicate of comparisons, operation of atomicrmw. */
  readonly word: string
  /** Numbers of extractvalue and insertvalue. */
  readonly indices: readonly number[]
  /** Element type of getelementptr, allocated type of alloca. */
  readonly source: LlType | undefined
  /** Attachments, e.g. `!llvm.loop !3`. */
  readonly metadata: ReadonlyMap<string, LlNodeRef>
  /** Attribute group numbers and string attributes of a call site. */
  readonly attributes: ReadonlyMap<string, string>
}

export interface LlLabel extends LlSpan {
  readonly name: string
}

export interface LlBlock {
  readonly name: string
  readonly pos: number
  readonly instructions: readonly LlInstruction[]
}

export interface LlParameter extends LlSpan {
  readonly name: string
  readonly type: LlType
  /** What a pointer says it points to: `ptr elementtype(T)`. */
  readonly pointee?: LlType
}

export interface LlFunction extends LlSpan {
  readonly name: string
  readonly result: LlType
  readonly params: readonly LlParameter[]
  readonly attributes: ReadonlyMap<string, string>
  /** Empty: a declaration. */
  readonly blocks: readonly LlBlock[]
}

export interface LlGlobal extends LlSpan {
  readonly name: string
  readonly type: LlType
  readonly space: number
  readonly constant: boolean
  readonly initializer: LlValue | undefined
  readonly metadata: ReadonlyMap<string, LlNodeRef>
}

/** A number (of an unnamed node), or a node written in place. */
export type LlNodeRef = { readonly kind: 'id'; readonly id: number } | LlNode
export type LlNode =
  | { readonly kind: 'null' }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'value'; readonly value: LlValue }
  | { readonly kind: 'tuple'; readonly elements: readonly LlNodeRef[] }
  /** Specialised nodes (DILocation and so on): their contents are not kept. */
  | { readonly kind: 'other'; readonly name: string }

export interface LlModule {
  readonly triple: string
  readonly triplePos: LlSpan
  readonly dataLayout: string
  readonly globals: ReadonlyMap<string, LlGlobal>
  readonly functions: ReadonlyMap<string, LlFunction>
  readonly namedMetadata: ReadonlyMap<string, readonly LlNodeRef[]>
  readonly nodes: ReadonlyMap<number, LlNodeRef>
}

/** One spelling per type; equal types have equal texts. */
export function typeText(t: LlType): string {
  switch (t.kind) {
    case 'int':
      return `i${t.bits}`
    case 'float':
      return t.bits === 16 ? 'half' : t.bits === 32 ? 'float' : 'double'
    case 'ptr':
      return t.space === 0 ? 'ptr' : `ptr addrspace(${t.space})`
    case 'vector':
      return `<${t.count} x ${typeText(t.element)}>`
    case 'array':
      return `[${t.count} x ${typeText(t.element)}]`
    case 'struct': {
      if (t.name !== undefined) return `%${t.name}`
      const body = `{ ${(t.fields ?? []).map(typeText).join(', ')} }`
      return t.packed ? `<${body}>` : body
    }
    case 'target':
      return `target(${[`"${t.name}"`, ...t.types.map(typeText), ...t.ints.map(String)].join(', ')})`
    case 'function':
      return `${typeText(t.result)} (${t.params.map(typeText).join(', ')})`
    default:
      return t.kind
  }
}

export const sameType = (a: LlType, b: LlType): boolean => a === b || typeText(a) === typeText(b)
