// The state of an import: the module being made, the place where instructions go, small helpers to make them.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import { Emitter, MAX_INSTRUCTIONS } from '../../ir/emitter.ts'
import type { Block, Func, LoopHint, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { LlModule, LlNode, LlNodeRef, LlSpan, LlType } from '../text/syntax.ts'
import { Layout, POINTER } from './layout.ts'
import {
  type ForwardedLoad,
  type Leaf,
  type Leaves,
  type MemoryBase,
  type NoBase,
  type Pointer,
  type StoredHandle,
  UNDEF_POINTER,
} from './leaves.ts'
import type { ResourceList } from './resource_list.ts'

/** What cannot be compiled; reported by importModule. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly code: 'E6001' | 'E6002' | 'E6005' | 'E6008' | 'E6009'
  readonly span: LlSpan
  constructor(code: ImportError['code'], what: string, span: LlSpan) {
    super(what)
    this.code = code
    this.span = span
  }
}

export class Importer extends Emitter {
  readonly source: LlModule
  readonly diagnostics: Diagnostics
  readonly layout = new Layout()
  readonly rowLayout = new Layout(true)
  readonly resources: ResourceList
  /** Handles in globals, by `global:byte offset`. */
  readonly storedHandles = new Map<string, StoredHandle>()
  readonly handleLoads: ForwardedLoad[] = []
  /** Memory behind globals, made at first use. */
  readonly globals = new Map<string, MemoryBase | NoBase>()
  readonly globalNames = new Set<string>()
  /** Blocks that end in a branch back, with what the source asks of their loop. */
  readonly latches: { readonly latch: Block; readonly hint: LoopHint }[] = []
  /** Private variables that hold a value from nonuniformindex. */
  readonly nonUniformMemory = new Set<MemoryBase>()
  /** Names of functions being imported, outermost first. */
  readonly stack: string[] = []
  block: Block
  /** Place of the instruction being imported. */
  span: LlSpan = { pos: 0, end: 0 }

  constructor(source: LlModule, module: Module, f: Func, diagnostics: Diagnostics, resources: ResourceList) {
    super(module, f)
    this.source = source
    this.diagnostics = diagnostics
    this.resources = resources
    this.block = 0 as Block
  }

  /** Operands of a metadata tuple, numbers resolved; none for anything else. */
  operands(ref: LlNodeRef | undefined): readonly LlNodeRef[] {
    const node = this.node(ref)
    return node?.kind === 'tuple' ? node.elements : []
  }
  /** The node behind a reference; a number may be that of another number. */
  node(ref: LlNodeRef | undefined): LlNode | undefined {
    let at = ref
    for (let i = 0; at?.kind === 'id' && i < 8; i++) at = this.source.nodes.get(at.id)
    return at?.kind === 'id' ? undefined : at
  }
  mismatch(): never {
    throw new ImportError('E6008', '', this.span)
  }
  unsupported(what: string, span: LlSpan = this.span): never {
    throw new ImportError('E6001', what, span)
  }
  fail(what: string, span: LlSpan = this.span): never {
    throw new ImportError('E6009', what, span)
  }

  // ---- instructions ----------------------------------------------------------------------------------------------------------------

  emit(op: number, type: Type, operands: readonly Value[], aux = 0, flags = 0): Value {
    if (this.f.valueLimit > MAX_INSTRUCTIONS) this.fail(`program too large: more than ${MAX_INSTRUCTIONS} instructions`)
    return this.f.append(this.block, op, type, operands, aux, flags, this.span.pos)
  }
  /** The scalar of a leaf; lazy ones are extracted here. */
  value(leaf: Leaf): Value {
    if (typeof leaf === 'number') return leaf
    if (leaf.kind === 'pointer') return this.unsupported('a pointer used as a number')
    if (!leaf.checks) return this.extract(leaf.row, leaf.index, leaf.type)
    return this.dx(DxilOp.CheckAccessFullyMapped, I1, [this.extract(leaf.row, leaf.index, I32)])
  }
  values(leaves: Leaves): Value[] {
    return leaves.map(leaf => this.value(leaf))
  }
  pointer(leaf: Leaf | undefined, span: LlSpan = this.span): Pointer {
    if (typeof leaf === 'object' && leaf.kind === 'pointer') return leaf
    return this.fail('expected a pointer', span)
  }

  // ---- constants -------------------------------------------------------------------------------------------------------------------

  undefs(type: LlType): Leaf[] {
    return this.layout.parts(type).map(p => (p.type === POINTER ? UNDEF_POINTER : this.undef(p.type)))
  }
  /** The number of an integer constant (64 bits too when it is a safe integer), else undefined. */
  override constantInt(leaf: Leaf | undefined): number | undefined {
    if (typeof leaf !== 'number' || leaf >= 0) return undefined
    const c = this.module.constants.get(leaf)
    return c.kind === 'int' && Number.isSafeInteger(Number(c.value)) ? Number(c.value) : undefined
  }

  /** The same, through variables that are stored once: unoptimised text passes constants in them. */
  knownInt(leaf: Leaf | undefined): number | undefined {
    let v = leaf
    for (let steps = 0; steps < 100 && typeof v === 'number' && v > 0 && this.f.op(v) === Op.Load; steps++) {
      const variable = this.f.operandAt(v, 0)
      if (this.f.op(variable) !== Op.Alloca) return undefined
      const stores = this.f.users(variable).filter(u => this.f.op(u) !== Op.Load)
      if (stores.length !== 1 || this.f.op(stores[0]!) !== Op.Store) return undefined
      v = this.f.operandAt(stores[0]!, 1)
    }
    return this.constantInt(v)
  }

  /** A private variable; its alloca stands at the top of the entry block unless the entry block is being imported. */
  alloca(pointee: Type): Value {
    const type = this.module.types.pointer(pointee, 0)
    if (this.block === this.f.entry && this.stack.length <= 1) return this.emit(Op.Alloca, type, [])
    return this.f.prepend(this.f.entry, Op.Alloca, type, [], 0, 0, this.span.pos)
  }
  /** An array variable with these values in it. */
  spill(values: readonly Value[]): Value {
    const type = this.typeOf(values[0]!)
    const array = this.alloca(this.module.types.array(type, values.length))
    for (const [i, v] of values.entries()) this.emit(Op.Store, VOID, [this.elementPointer(array, this.i32(i), type), v])
    return array
  }
  elementPointer(array: Value, index: Value, type: Type, space: 0 | 3 = 0): Value {
    return this.emit(Op.Gep, this.module.types.pointer(type, space), [array, index])
  }
  /** Element `index` of values, wherever it points. */
  pick(values: readonly Value[], index: Value): Value {
    const n = this.constantInt(index)
    const type = this.typeOf(values[0]!)
    if (n !== undefined) return values[n] ?? this.undef(type)
    return this.emit(Op.Load, type, [this.elementPointer(this.spill(values), index, type)])
  }
}
