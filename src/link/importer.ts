// The state of an import: the function being made, the place where instructions go, and what the whole link shares.

import type { DebugRow } from '../ir/debug_rows.ts'
import { Emitter, MAX_INSTRUCTIONS } from '../ir/emitter.ts'
import type { Block, Func, LoopHint, Value } from '../ir/function.ts'
import type { Loc } from '../ir/locations.ts'
import type { Module, Resource } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { HANDLE, type Type, VOID } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { GlobalVariable, Func as LlvmFunc, Value as LlvmValue } from '../llvm/model/values.ts'
import type { LinkedDebug } from './debug.ts'
import type { Library } from './library.ts'
import { type Address, type Imported, isParts, type Parts, type Pointer, type Variable } from './memory.ts'
import { LinkProblem, unsupported } from './problem.ts'
import { irType, type Leaves, scalarType } from './types.ts'

/** A function with a body, and the library it is from. */
export interface Definition {
  readonly func: LlvmFunc
  readonly library: Library
}

/** What all functions of a link share. */
export interface LinkState {
  readonly module: Module
  readonly leaves: Leaves
  /** Functions by symbol as code of a library sees them. */
  readonly definition: (func: LlvmFunc, from: Library) => Definition | undefined
  readonly resource: (global: GlobalVariable) => Resource | undefined
  /** Groupshared memory, constant tables, static variables that functions share. */
  readonly shared: Map<GlobalVariable, Variable | Address>
  /** Static variables that functions of a library share. */
  readonly statics?: ReadonlySet<GlobalVariable>
  /** What says whether a constructor of such variables ran; NO_VALUE until it is needed. */
  readonly guards?: Map<LlvmFunc, Value>
  /** Whether an operation takes the address of groupshared memory, which then stays what it is. */
  readonly isPassed: (global: GlobalVariable) => boolean
  /** When it is wanted. */
  readonly debug: LinkedDebug | undefined
  /** The function of the module that calls of a definition go to; undefined where its body is taken in line. */
  readonly kept: (callee: LlvmFunc, from: Library) => { readonly func: Func; readonly number: number } | undefined
}

export class Importer extends Emitter {
  readonly link: LinkState
  readonly leaves: Leaves
  /** Private variables behind globals: each function that is no copy has its own. */
  readonly statics = new Map<GlobalVariable, Variable>()
  /** What operations and calls that stay are given. */
  readonly passed = new Set<LlvmValue>()
  /** Blocks that end in a branch back, with what the source asks of their loop. */
  readonly latches: { readonly latch: Block; readonly unroll: LoopHint['unroll'] }[] = []
  /** Functions being imported, outermost first. */
  readonly stack: LlvmFunc[] = []
  block: Block
  /** Where the instruction that is being imported comes from. */
  loc: Loc = 0

  constructor(link: LinkState, f: Func) {
    super(link.module, f)
    this.link = link
    this.leaves = link.leaves
    this.block = f.addBlock('entry')
    if (link.debug) f.keepDebugRows()
  }

  /** Says what a variable is from here on. */
  describe(row: DebugRow): void {
    this.f.debugRows?.addAtEnd(this.block, row)
  }

  emit(op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0): Value {
    if (this.f.valueLimit > MAX_INSTRUCTIONS)
      throw new LinkProblem('E4112', { what: `more than ${MAX_INSTRUCTIONS} instructions` })
    return this.f.append(this.block, op, type, operands, aux, flags, this.loc)
  }

  /** The scalars of a value; rows are taken apart here. */
  parts(v: Imported): Parts {
    if (isParts(v)) return v
    if (v.kind === 'row') return v.types.map((t, i) => this.extract(v.value, i, t))
    return unsupported(v.kind === 'heap' ? 'a heap element without a type' : 'an address used as a number')
  }

  /** The one scalar of a value. */
  scalar(v: Imported): Value {
    const [only, second] = this.parts(v)
    return only === undefined || second !== undefined ? unsupported('a vector where a number is expected') : only
  }

  pointer(v: Imported): Pointer {
    return !isParts(v) && v.kind === 'pointer' ? v : unsupported('a number used as an address')
  }

  /** A private variable at the top of the function. */
  alloca(pointee: Type): Value {
    return this.f.prepend(this.f.entry, Op.Alloca, this.module.types.pointer(pointee, 0), [])
  }

  load(pointer: Value): Value {
    const shape = this.module.types.shape(this.typeOf(pointer))
    const type = shape.kind === 'pointer' ? shape.pointee : HANDLE
    return this.emit(Op.Load, type, [pointer])
  }

  /** A vector of scalars. */
  gathered(type: Type, lanes: Parts): Value {
    return lanes.reduce((made, v, n) => this.emit(Op.InsertElement, type, [made, v, this.i32(n)]), this.undef(type))
  }

  store(pointer: Value, v: Value): void {
    this.emit(Op.Store, VOID, [pointer, v])
  }

  /** The type as memory that others see and parameters have it. */
  irType(type: LlvmType): Type {
    return irType(this.module.types, type, this.module.target.stage !== 'lib')
  }

  undefs(type: LlvmType): Parts {
    return type.kind === 'void' ? [] : this.leaves.of(type).map(leaf => this.undef(leafType(leaf.type)))
  }
}

export const leafType = (type: LlvmType): Type => scalarType(type) ?? unsupported(`a value of type ${type.kind}`)
