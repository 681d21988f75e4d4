// LLVM 3.7 metadata as data. Strings, values and uniqued nodes are interned by the Module; distinct nodes are not.
// A value wrapped in metadata is seen here only by its face (ValueRef), so that this file knows no values.

import type { Type } from './types.ts'

/** The face of a Value; values.ts has `mdValueTarget` to get the real thing back. */
export interface ValueRef {
  readonly kind: string
  readonly type: Type
  readonly index: number
}

export class MDString {
  readonly kind = 'string' as const
  readonly index: number
  /** Bytes, one character (0-255) a byte: metadata strings are not required to be UTF-8. */
  readonly text: string
  constructor(index: number, text: string) {
    this.index = index
    this.text = text
  }
}

/** A constant, a global, or (function-local metadata) an argument or instruction. */
export class MDValue {
  readonly kind = 'value' as const
  readonly index: number
  readonly value: ValueRef
  constructor(index: number, value: ValueRef) {
    this.index = index
    this.value = value
  }
}

/** `!{...}`, or `distinct !{...}` which may refer to itself: push into `operands` after creation. */
export class MDNode {
  readonly kind = 'node' as const
  readonly index: number
  readonly distinct: boolean
  readonly operands: (Metadata | null)[]
  constructor(index: number, distinct: boolean, operands: (Metadata | null)[]) {
    this.index = index
    this.distinct = distinct
    this.operands = operands
  }
}

export type DebugField = number | bigint | Metadata | null

/**
 * A specialised (debug info) node: its METADATA record code and the record's fields after the distinct flag, where
 * fields that refer to metadata hold the metadata itself. Which fields do is in spec/llvm_metadata.ts.
 */
export class MDDebug {
  readonly kind = 'debug' as const
  readonly index: number
  readonly code: number
  readonly distinct: boolean
  readonly fields: DebugField[]
  constructor(index: number, code: number, distinct: boolean, fields: DebugField[]) {
    this.index = index
    this.code = code
    this.distinct = distinct
    this.fields = fields
  }
}

export type Metadata = MDString | MDValue | MDNode | MDDebug

/** A module-level list of nodes, e.g. `!dx.version = !{!0}`. */
export class NamedMetadata {
  readonly name: string
  readonly operands: (MDNode | MDDebug)[] = []
  constructor(name: string) {
    this.name = name
  }
}

/** Metadata hung on an instruction or function; `kind` is an index into Module.metadataKinds. */
export interface Attachment {
  readonly kind: number
  readonly node: MDNode | MDDebug
}

/** Kind names every LLVM 3.7 context registers first, ids 0..13 (LLVMContext, LLVM 3.7). */
export const FIXED_METADATA_KINDS: readonly string[] = [
  'dbg',
  'tbaa',
  'prof',
  'fpmath',
  'range',
  'tbaa.struct',
  'invariant.load',
  'alias.scope',
  'noalias',
  'nontemporal',
  'llvm.mem.parallel_loop_access',
  'nonnull',
  'dereferenceable',
  'dereferenceable_or_null',
]
