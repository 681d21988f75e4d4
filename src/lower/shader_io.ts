// Varyings in code: elements get ids and registers, parameters their loads, results their stores.

import type { ParamSymbol, ShaderElement, ShaderIo } from '../hlsl/typed.ts'
import type { ScalarType, Type } from '../hlsl/types.ts'
import { COMPONENT_TYPE, type ComponentName } from '../ir/data_type.ts'
import { NO_VALUE, type Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import type { SignatureElement, Signatures } from '../ir/signature.ts'
import { F32, I1, I8, I32, VOID } from '../ir/types.ts'
import { packSignature } from '../signature/pack.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { SEMANTIC_KIND } from '../spec/psv_enums.ts'
import type { SignaturePoint } from '../spec/semantics.ts'
import { stageOfPrefix } from '../spec/stages.ts'
import { makeCells } from './cells.ts'
import { convertScalar } from './convert.ts'
import type { Lowerer, Varyings } from './lowerer.ts'
import type { Cell, MemoryPlace } from './places.ts'
import { FLOAT, isMinPrecision, kindOf, leavesOf, UINT } from './scalars.ts'

/** System values that are operations of their own. */
const OPERATIONS: Readonly<Record<number, number>> = {
  [SEMANTIC_KIND.SampleIndex]: DxilOp.SampleIndex,
  [SEMANTIC_KIND.Coverage]: DxilOp.Coverage,
  [SEMANTIC_KIND.InnerCoverage]: DxilOp.InnerCoverage,
  [SEMANTIC_KIND.ViewID]: DxilOp.ViewID,
  [SEMANTIC_KIND.StartVertexLocation]: DxilOp.StartVertexLocation,
  [SEMANTIC_KIND.StartInstanceLocation]: DxilOp.StartInstanceLocation,
}

/** The varyings of the entry being lowered. */
export class ShaderVaryings implements Varyings {
  readonly signatures: Signatures
  readonly #l: Lowerer
  readonly #io: ShaderIo
  readonly #ids = new Map<ShaderElement, number>()
  /** As it was stored. */
  #position: readonly Value[] | undefined

  constructor(l: Lowerer, io: ShaderIo) {
    this.#l = l
    this.#io = io
    const [input, output] = stageOfPrefix(l.program.stage)!.points!
    const outputs = [...io.result, ...io.params.flatMap(p => p.output), ...(io.clip?.elements ?? [])]
    this.signatures = {
      input: this.#number(
        io.params.flatMap(p => p.input),
        input,
      ),
      output: this.#number(outputs, output),
      patchOrPrim: [],
    }
  }

  /** Leaves of a parameter as they come in; undefined ones where nothing does. */
  load(index: number, param: ParamSymbol): readonly Value[] {
    const values = [...this.#l.undefined(param.type)]
    for (const e of this.#io.params[index]?.input ?? []) this.#loadElement(e, values)
    return values
  }

  /** A parameter read in place, for one that is indexed and never written; undefined where its elements are not all inputs. */
  inputPlace(index: number, param: ParamSymbol): MemoryPlace | undefined {
    const { type } = param
    const elements = this.#io.params[index]?.input ?? []
    const made = makeCells(param.name, type, { packed: true, space: 0, native16Bit: this.#l.b.native16Bit })
    if (made.length !== elements.length || elements.some(e => e.kind in OPERATIONS || !this.#ids.has(e)))
      return undefined
    const cells = made.map((cell, i): Cell => {
      const e = elements[i]!
      return { ...cell, input: { id: this.#ids.get(e)!, inner: e.inner, isTransposed: e.isTransposed } }
    })
    return { kind: 'memory', type, cells, first: 0, indices: [], packed: true, precise: param.precise }
  }

  storeParam(index: number, param: ParamSymbol, values: readonly Value[]): void {
    this.#store(this.#io.params[index]?.output ?? [], param.type, values)
  }

  storeResult(type: Type, values: readonly Value[]): void {
    this.#store(this.#io.result, type, values)
  }

  /** Distances of the position that was stored from the planes of [clipplanes]. */
  storeClipDistances(): void {
    const { clip } = this.#io
    const position = this.#position
    if (!clip || !position) return
    for (const [i, plane] of clip.planes.entries()) {
      const distance = this.#l.b.dx(DxilOp.Dot4, F32, [...position, ...this.#l.value(plane)])
      this.#store([clip.elements[i]!], FLOAT, [distance])
    }
  }

  #number(all: readonly ShaderElement[], point: SignaturePoint): SignatureElement[] {
    const l = this.#l
    const elements = all.filter(e => e.interpretation !== 'NotInSig')
    const width = (e: ShaderElement): number =>
      l.b.native16Bit && /^(half|u?int16_t|float16_t|min)/.test(e.scalar.name) ? 16 : 32
    const places = packSignature(
      elements.map(e => ({ ...e, semanticIndex: e.indexes[0]!, rows: e.indexes.length, width: width(e), stream: 0 })),
      point,
      this.#io.packing,
    )
    return elements.map((e, id) => {
      const place = places[id]
      if (place === null) l.diagnostics.report('E3010', e, { semantic: e.name })
      this.#ids.set(e, id)
      return {
        id,
        name: e.name,
        kind: e.kind,
        componentType: COMPONENT_TYPE[componentOf(e, l.b.native16Bit)],
        semanticIndexes: e.indexes,
        interpolation: e.interpolation,
        rows: e.indexes.length,
        cols: e.cols,
        startRow: place?.row ?? -1,
        startCol: place?.col ?? -1,
        stream: 0,
      }
    })
  }

  #loadElement(e: ShaderElement, values: Value[]): void {
    const { b } = this.#l
    b.pos = e.pos
    const operation = OPERATIONS[e.kind]
    const id = this.#ids.get(e)
    // SV_CullPrimitive has neither operation nor element in pixel shaders; DXC gives nothing for it too.
    if (operation === undefined && id === undefined) return
    e.leaves.forEach((leaf, at) => {
      if (operation !== undefined) {
        values[leaf] = convertScalar(this.#l, b.early(Op.Dx, I32, [], operation), UINT, e.scalar)
        return
      }
      const type = this.#l.ir(e.scalar)
      const isBool = type === I1
      const operands = [b.i32(id!), b.i32(Math.floor(at / e.cols)), b.constant(I8, at % e.cols), b.undef(I32)]
      const loaded = b.early(Op.Dx, isBool ? I32 : type, operands, DxilOp.LoadInput)
      values[leaf] = isBool ? convertScalar(this.#l, loaded, UINT, e.scalar) : loaded
    })
  }

  #store(elements: readonly ShaderElement[], type: Type, values: readonly Value[]): void {
    const { b } = this.#l
    const leaves = leavesOf(type)
    for (const e of elements) {
      b.pos = e.pos
      if (e === this.#io.clip?.position) this.#position = e.leaves.map(leaf => values[leaf]!)
      e.leaves.forEach((leaf, at) => {
        const scalar = leaves[leaf]
        const value = values[leaf]
        if (scalar?.kind !== 'scalar' || value === undefined || value === NO_VALUE) return
        const stored = this.#l.ir(scalar) === I1 ? convertScalar(this.#l, value, scalar, UINT) : value
        const operands = [b.i32(this.#ids.get(e)!), b.i32(Math.floor(at / e.cols)), b.constant(I8, at % e.cols), stored]
        b.emit(Op.Dx, VOID, operands, DxilOp.StoreOutput)
      })
    }
  }
}

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
    return e.kind === SEMANTIC_KIND.Arbitrary ? 'bool' : 'u32'
  }
  const isNarrow = isMinPrecision(s) || /16|half/.test(s.name)
  const name = BY_WIDTH[kind][isNarrow ? 0 : 1]
  if (!e.norm || kind !== 'float') return name
  return `${e.norm}${isNarrow ? 'F16' : 'F32'}` as ComponentName
}
