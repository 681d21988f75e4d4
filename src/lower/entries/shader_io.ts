// Varyings in code: elements get ids and registers, parameters their loads, results their stores.

import { isPatch } from '../../hlsl/tree/patches.ts'
import type { FunctionIo, ParamSymbol, ShaderElement, ShaderIo } from '../../hlsl/tree/typed.ts'
import { array, type ScalarType, type Type } from '../../hlsl/tree/types.ts'
import { COMPONENT_TYPE, type ComponentName } from '../../ir/data_type.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import type { SignatureElement, Signatures } from '../../ir/signature.ts'
import { F32, I1, I8, I32, VOID } from '../../ir/types.ts'
import { packSignature } from '../../signature/pack.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { SEMANTIC_KIND } from '../../spec/psv_enums.ts'
import { PACKING_KIND, SIGNATURE_OF, type SignaturePoint } from '../../spec/semantics.ts'
import { convertScalar } from '../core/convert.ts'
import type { Lowerer, Varyings } from '../core/lowerer.ts'
import { type FieldPath, indexedOutput } from '../core/placed_outputs.ts'
import type { Cell, MemoryPlace } from '../core/places.ts'
import { FLOAT, isMinPrecision, kindOf, leavesOf, UINT } from '../core/scalars.ts'
import { makeCells } from '../storage/cells.ts'

/** System values that are operations of their own, and what they give; those that give floats take a component. */
const OPERATIONS: Readonly<Record<number, number>> = {
  [SEMANTIC_KIND.SampleIndex]: DxilOp.SampleIndex,
  [SEMANTIC_KIND.Coverage]: DxilOp.Coverage,
  [SEMANTIC_KIND.InnerCoverage]: DxilOp.InnerCoverage,
  [SEMANTIC_KIND.ViewID]: DxilOp.ViewID,
  [SEMANTIC_KIND.StartVertexLocation]: DxilOp.StartVertexLocation,
  [SEMANTIC_KIND.StartInstanceLocation]: DxilOp.StartInstanceLocation,
  [SEMANTIC_KIND.PrimitiveID]: DxilOp.PrimitiveID,
  [SEMANTIC_KIND.GSInstanceID]: DxilOp.GSInstanceID,
  [SEMANTIC_KIND.OutputControlPointID]: DxilOp.OutputControlPointID,
  [SEMANTIC_KIND.DomainLocation]: DxilOp.DomainLocation,
  [SEMANTIC_KIND.DispatchThreadID]: DxilOp.ThreadId,
  [SEMANTIC_KIND.GroupID]: DxilOp.GroupId,
  [SEMANTIC_KIND.GroupThreadID]: DxilOp.ThreadIdInGroup,
  [SEMANTIC_KIND.GroupIndex]: DxilOp.FlattenedThreadIdInGroup,
}

/** Those of them that give numbers of threads, component by component. */
const OF_THREADS: ReadonlySet<number> = new Set([DxilOp.ThreadId, DxilOp.GroupId, DxilOp.ThreadIdInGroup])

/** The same system value is an operation in one stage and an element in another. */
const operationOf = (e: ShaderElement): number | undefined =>
  e.interpretation === 'NotInSig' || e.interpretation === 'Shadow' ? OPERATIONS[e.kind] : undefined

/** Operations that read and write elements, where they are not LoadInput and StoreOutput. */
const LOADS: Readonly<Partial<Record<SignaturePoint, number>>> = {
  DSIn: DxilOp.LoadPatchConstant,
  // Inputs of the patch constant function alone.
  HSCPOut: DxilOp.LoadOutputControlPoint,
}
const STORES: Readonly<Partial<Record<SignaturePoint, number>>> = { PCOut: DxilOp.StorePatchConstant }

/** The varyings of the function being lowered. */
export class ShaderVaryings implements Varyings {
  readonly signatures: Signatures
  readonly #lowerer: Lowerer
  readonly #io: FunctionIo
  readonly #clip: ShaderIo['clip']
  readonly #ids: Map<ShaderElement, number>
  /** As it was stored. */
  #position: readonly Value[] | undefined

  /** @param entry of the entry point that the function belongs to, when it is not the entry point itself */
  constructor(lowerer: Lowerer, io: FunctionIo & Pick<ShaderIo, 'clip'>, entry?: ShaderVaryings) {
    this.#lowerer = lowerer
    this.#io = io
    this.#clip = io.clip
    this.#ids = entry ? entry.#ids : new Map()
    this.signatures = entry ? entry.signatures : this.#numberAll(lowerer.program.io!)
  }

  /** Every element gets its number. */
  #numberAll(io: ShaderIo): Signatures {
    const all: ShaderElement[] = []
    const outOf = ({ result, params }: FunctionIo): void => {
      all.push(...result)
      for (const p of params) all.push(...p.output)
    }
    outOf(io)
    if (io.clip) all.push(...io.clip.elements)
    for (const p of io.params) all.push(...p.input)
    if (io.patchConstant) outOf(io.patchConstant)
    const list = (which: keyof Signatures): SignatureElement[] =>
      this.#number(
        all.filter(e => SIGNATURE_OF[e.point] === which),
        io.packing,
      )
    return { input: list('input'), output: list('output'), patchOrPrim: list('patchOrPrim') }
  }

  /** Leaves of a parameter as they come in; undefined ones where nothing does. */
  load(index: number, param: ParamSymbol): readonly Value[] {
    const values = [...this.#lowerer.undefined(param.type)]
    const { input = [], vertices } = this.#io.params[index] ?? {}
    if (vertices === undefined) for (const e of input) this.#loadElement(e, values)
    else {
      const leaves = values.length / vertices
      for (let v = 0; v < vertices; v++) for (const e of input) this.#loadElement(e, values, v, v * leaves)
    }
    return values
  }

  append(stream: number, type: Type, values: readonly Value[]): void {
    const elements = this.#io.params.flatMap(p => p.output).filter(e => e.stream === stream)
    this.#store(elements, type, values)
  }

  /**
   * A parameter read in place: vertices, and what is indexed and never written; undefined where its elements are not all inputs, or where the
   * whole can be read at once.
   */
  inputPlace(index: number, param: ParamSymbol): MemoryPlace | undefined {
    const io = this.#io.params[index]
    const elements = io?.input ?? []
    const vertices = io?.vertices
    const type = vertices !== undefined && isPatch(param.type) ? array(param.type.element!, vertices) : param.type
    const made = makeCells(param.name, type, { packed: true, space: 0, native16Bit: this.#lowerer.b.native16Bit })
    if (made.length !== elements.length || elements.some(e => operationOf(e) !== undefined || !this.#has(e)))
      return undefined
    const cells = made.map((cell, i): Cell => {
      const e = elements[i]!
      const opcode = LOADS[e.point] ?? DxilOp.LoadInput
      const hasVertices = vertices !== undefined
      const input = { id: this.#idOf(e), opcode, hasVertices, inner: e.inner, isTransposed: e.isTransposed }
      return Object.assign(cell, { input })
    })
    return { kind: 'memory', type, cells, first: 0, indices: [], packed: true, precise: param.precise }
  }

  /** A parameter that is written in place, at least in parts; undefined for all others. */
  outputPlace(index: number, param: ParamSymbol): MemoryPlace | undefined {
    const { role, type } = param
    const isMesh = this.#lowerer.program.stage === 'ms'
    if (isMesh ? !role || role === 'payload' : param.mode !== 'out') return undefined
    const paths = isMesh ? [''] : this.#clip ? undefined : indexedOutput(this.#lowerer.program.entry, param)
    const elements = this.#io.params[index]?.output ?? []
    if (!paths || elements.some(e => !this.#has(e))) return undefined
    const made = makeCells(param.name, type, { packed: true, space: 0, native16Bit: this.#lowerer.b.native16Bit })
    if (!isMesh && made.length !== elements.length) return undefined
    const cells = made.map((cell, i): Cell => {
      const e = elements[i]
      const own = cell.name.slice(param.name.length)
      if (!paths.some(path => isPartOf(own, path) || isPartOf(path, own))) return cell
      const opcode =
        role === 'indices'
          ? DxilOp.EmitIndices
          : role === 'vertices'
            ? DxilOp.StoreVertexOutput
            : role === 'primitives'
              ? DxilOp.StorePrimitiveOutput
              : ((e && STORES[e.point]) ?? DxilOp.StoreOutput)
      const id = e ? this.#idOf(e) : 0
      const inner = e?.inner ?? 0
      const output = { id, opcode, isArrayed: isMesh, inner, isTransposed: e?.isTransposed ?? false }
      return Object.assign(cell, { output })
    })
    return { kind: 'memory', type, cells, first: 0, indices: [], packed: true, precise: param.precise }
  }

  /** The elements of the entry's signatures that a patch constant function reads, by number. */
  idsOf(io: FunctionIo): string {
    return io.params.flatMap(p => p.input.map(e => this.#ids.get(e.refersTo ?? e) ?? '')).join()
  }

  #has(e: ShaderElement): boolean {
    return this.#ids.has(e.refersTo ?? e)
  }

  #idOf(e: ShaderElement): number {
    return this.#ids.get(e.refersTo ?? e)!
  }

  storeParam(index: number, param: ParamSymbol, values: readonly Value[]): void {
    const elements = this.#io.params[index]?.output ?? []
    this.#store(elements, param.type, elements[0]?.point === 'PCOut' ? this.#written(elements, values) : values, true)
  }

  /**
   * What a patch constant function wrote to a parameter, undefined values too: DXC leaves out rows that are never written, but where it sees
   * a component written alone, it writes the whole parameter.
   */
  #written(elements: readonly ShaderElement[], values: readonly Value[]): readonly Value[] {
    const rows = elements.flatMap(e => {
      const row = (at: number): readonly number[] => e.leaves.slice(at * e.cols, (at + 1) * e.cols)
      return Array.from({ length: Math.ceil(e.leaves.length / e.cols) }, (_, i) => row(i))
    })
    const kept = new Set<number>()
    for (const row of rows) {
      const count = row.filter(leaf => isWritten(this.#lowerer, values[leaf]!)).length
      if (count > 0 && count < row.length) return values
      if (count > 0) for (const leaf of row) kept.add(leaf)
    }
    return values.map((value, leaf) => (kept.has(leaf) ? value : NO_VALUE))
  }

  storeResult(type: Type, values: readonly Value[]): void {
    this.#store(this.#io.result, type, values)
  }

  /** Distances of the position that was stored from the planes of [clipplanes]. */
  storeClipDistances(): void {
    const clip = this.#clip
    const position = this.#position
    if (!clip || !position) return
    for (const [i, plane] of clip.planes.entries()) {
      const distance = this.#lowerer.b.dx(DxilOp.Dot4, F32, [...position, ...this.#lowerer.value(plane)])
      this.#store([clip.elements[i]!], FLOAT, [distance])
    }
  }

  #number(all: readonly ShaderElement[], packing: ShaderIo['packing']): SignatureElement[] {
    const lowerer = this.#lowerer
    const elements = all.filter(e => e.interpretation !== 'NotInSig')
    if (elements.length === 0) return []
    const point = elements.find(e => PACKING_KIND[e.point] !== 'None')?.point ?? 'CSIn'
    const width = (e: ShaderElement): number =>
      lowerer.b.native16Bit && /^(half|u?int16_t|float16_t|min)/.test(e.scalar.name) ? 16 : 32
    const places = packSignature(
      elements.map(e => ({
        interpretation: e.interpretation,
        semanticIndex: e.indexes[0]!,
        rows: e.indexes.length,
        cols: e.cols,
        interpolation: e.interpolation,
        width: width(e),
        stream: e.stream,
      })),
      point,
      packing,
    )
    return elements.map((e, id) => {
      const place = places[id]
      if (place === null) lowerer.diagnostics.report('E3010', e, { semantic: e.name })
      this.#ids.set(e, id)
      return {
        id,
        name: e.name,
        kind: e.kind,
        componentType: COMPONENT_TYPE[componentOf(e, lowerer.b.native16Bit)],
        semanticIndexes: e.indexes,
        interpolation: e.interpolation,
        rows: e.indexes.length,
        cols: e.cols,
        startRow: place?.row ?? -1,
        startCol: place?.col ?? -1,
        stream: e.stream,
      }
    })
  }

  /** @param vertex of a primitive, whose leaves begin at `first` */
  #loadElement(e: ShaderElement, values: Value[], vertex?: number, first = 0): void {
    const { b } = this.#lowerer
    b.pos = e.pos
    const operation = operationOf(e)
    // SV_CullPrimitive has neither operation nor element in pixel shaders; DXC gives nothing for it too.
    if (operation === undefined && !this.#has(e)) return
    e.leaves.forEach((leaf, at) => {
      values[first + leaf] = operation === undefined ? this.#loadScalar(e, at, vertex) : this.#operate(e, operation, at)
    })
  }

  #operate(e: ShaderElement, operation: number, at: number): Value {
    const { b } = this.#lowerer
    const isFloat = operation === DxilOp.DomainLocation
    const component = isFloat ? [b.constant(I8, at)] : OF_THREADS.has(operation) ? [b.i32(at)] : []
    const value = b.early(Op.Dx, isFloat ? F32 : I32, component, operation)
    return convertScalar(this.#lowerer, value, isFloat ? FLOAT : UINT, e.scalar)
  }

  #loadScalar(e: ShaderElement, at: number, vertex: number | undefined): Value {
    const { b } = this.#lowerer
    const type = this.#lowerer.ir(e.scalar)
    const isBool = type === I1
    const opcode = LOADS[e.point] ?? DxilOp.LoadInput
    const operands = [b.i32(this.#idOf(e)), b.i32(Math.floor(at / e.cols)), b.constant(I8, at % e.cols)]
    if (opcode === DxilOp.LoadInput) operands.push(vertex === undefined ? b.undef(I32) : b.i32(vertex))
    const loaded = b.early(Op.Dx, isBool ? I32 : type, operands, opcode)
    return isBool ? convertScalar(this.#lowerer, loaded, UINT, e.scalar) : loaded
  }

  #store(elements: readonly ShaderElement[], type: Type, values: readonly Value[], isParam?: boolean): void {
    const { b } = this.#lowerer
    const leaves = leavesOf(type)
    // Stepping stops where the function returns, not where the output is declared.
    b.linePos = b.pos
    for (const e of elements) {
      b.pos = e.pos
      if (e === this.#clip?.position) this.#position = e.leaves.map(leaf => values[leaf]!)
      e.leaves.forEach((leaf, at) => {
        const scalar = leaves[leaf]
        const value = values[leaf]
        if (scalar?.kind !== 'scalar' || value === undefined || value === NO_VALUE) return
        const isBool = this.#lowerer.ir(scalar) === I1
        let stored = isBool ? this.#lowerer.boolWords.get(value) : value
        // A bool that nothing wrote is no zero; those of matrices of which more is written are.
        if (isBool && isParam && (e.inner < 2 || value < 0) && !isWritten(this.#lowerer, value)) stored = b.undef(I32)
        stored ??= convertScalar(this.#lowerer, value, scalar, UINT)
        const operands = [b.i32(this.#idOf(e)), b.i32(Math.floor(at / e.cols)), b.constant(I8, at % e.cols), stored]
        b.emit(Op.Dx, VOID, operands, STORES[e.point] ?? DxilOp.StoreOutput)
      })
    }
    if (this.#lowerer.debug) b.pos = b.linePos
    b.linePos = 0
  }
}

/** Whether the memory that a value was loaded from is written with something else than an undefined value; true for other values. */
function isWritten(lowerer: Lowerer, value: Value): boolean {
  const { f } = lowerer.b
  const { constants } = lowerer.module
  const loaded = value >= 0 && f.op(value) === Op.ICmp ? f.operandAt(value, 0) : value
  if (loaded < 0 || f.op(loaded) !== Op.Load) return loaded >= 0 || !constants.isUndef(loaded)
  const pointer = f.operandAt(loaded, 0)
  const base = f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer
  const isSame = (other: Value): boolean =>
    other === base || f.operandAt(other, 1) >= 0 || f.operandAt(other, 1) === f.operandAt(pointer, 1)
  const stores = (at: Value): boolean =>
    f.users(at).some(u => f.op(u) === Op.Store && f.operandAt(u, 0) === at && !constants.isUndef(f.operandAt(u, 1)))
  return [base, ...f.users(base).filter(u => f.op(u) === Op.Gep)].some(at => isSame(at) && stores(at))
}

/** Whether one path of fields leads into another. */
const isPartOf = (path: FieldPath, whole: FieldPath): boolean => `${path}.`.startsWith(`${whole}.`)

const BY_WIDTH: Readonly<Record<'int' | 'uint' | 'float', readonly [narrow: ComponentName, wide: ComponentName]>> = {
  int: ['i16', 'i32'],
  uint: ['u16', 'u32'],
  float: ['f16', 'f32'],
}

function componentOf(e: ShaderElement, native16Bit: boolean): ComponentName {
  const s: ScalarType = e.scalar.name === 'half' && !native16Bit ? FLOAT : e.scalar
  const kind = kindOf(s)
  if (kind === 'bool') {
    // System values that are truth values travel as numbers.
    return e.kind === SEMANTIC_KIND.Arbitrary || e.kind === SEMANTIC_KIND.CullPrimitive ? 'bool' : 'u32'
  }
  const isNarrow = isMinPrecision(s) || /16|half/.test(s.name)
  const name = BY_WIDTH[kind][isNarrow ? 0 : 1]
  if (!e.norm || kind !== 'float') return name
  return `${e.norm}${isNarrow ? 'F16' : 'F32'}` as ComponentName
}
