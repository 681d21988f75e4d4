// Stores to outputs in place, component by component; nothing is ever read back. The cells of such a parameter have no memory: their dimensions are
// those of a signature element, in mesh shaders behind that of the vertex or primitive.

import type { Expr } from '../../hlsl/tree/typed.ts'
import { someExpression } from '../../hlsl/tree/walk.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I8, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Cell, MemoryPlace, OutputCell } from '../core/places.ts'
import { leafCount } from '../core/scalars.ts'
import { hasEffects } from '../core/scan.ts'

/** Whether a place is an output that is written in place, or a part of one. */
export const isOutput = (p: MemoryPlace): boolean => p.cells[p.first]?.output !== undefined

/** `verts[i].p;`, `verts[0].p.x < 3;` with the output array of a mesh shader: nobody needs the value, so nothing is read. */
export function isOutputAlone(lowerer: Lowerer, e: Expr): boolean {
  if (hasEffects(e)) return false
  return someExpression(e, part => {
    const place = part.kind === 'var' ? lowerer.frame?.variables.get(part.symbol) : undefined
    return place?.kind === 'memory' && isOutput(place)
  })
}

/** Outputs are not read: reported, and undefined. */
export function refuseRead(lowerer: Lowerer, p: MemoryPlace): Value[] {
  const { pos } = lowerer.b
  lowerer.diagnostics.report('E3070', { pos, end: pos }, {})
  return [...lowerer.undefined(p.type)]
}

/** One component; `indices` has one a dimension of the cell. A component that only run time knows is a switch. */
export function storeOutput(b: Builder, cell: Cell, output: OutputCell, indices: readonly Value[], value: Value): void {
  const { dims } = cell
  const { id, opcode, inner, isTransposed, isArrayed } = output
  const first = dims.length - inner
  const [r, c] = isTransposed ? [first + 1, first] : [first, first + 1]
  let row = b.i32(0)
  for (let d = isArrayed ? 1 : 0; d < first; d++) row = b.add(b.scale(row, dims[d]!), indices[d]!)
  if (inner === 2) row = b.add(b.scale(row, dims[r]!), indices[r]!)
  const column = inner === 0 ? undefined : inner === 1 ? first : c
  const store = (at: number): void =>
    void b.emit(
      Op.Dx,
      VOID,
      [b.i32(id), row, b.constant(I8, at), value, ...indices.slice(0, isArrayed ? 1 : 0)],
      opcode,
    )
  const at = column === undefined ? b.i32(0) : indices[column]!
  const constant = b.constantInt(at)
  if (column === undefined || constant !== undefined) {
    store(constant ?? 0)
    return
  }
  const end = b.newBlock('component.end')
  const cases = Array.from({ length: dims[column]! }, () => b.newBlock('component'))
  b.switchOn([at, ...cases.map((_, i) => b.i32(i))], [end, ...cases])
  for (const [i, block] of cases.entries()) {
    b.enter(block)
    store(i)
    b.jump(end)
  }
  b.enter(end)
}

/** The indices of a primitive, or of all primitives, which are written as wholes. */
export function storeIndices(lowerer: Lowerer, p: MemoryPlace, values: readonly Value[]): void {
  const { b } = lowerer
  const { type } = p
  if (type.kind === 'array') {
    const width = leafCount(type.element)
    for (let i = 0; i < type.size; i++) emitIndices(b, b.i32(i), values.slice(i * width, (i + 1) * width))
  } else if (type.kind === 'vector') emitIndices(b, p.indices[0]!, values)
  else lowerer.diagnostics.report('E2426', { pos: b.pos, end: b.pos }, {})
}

function emitIndices(b: Builder, primitive: Value, [first, second, third]: readonly Value[]): void {
  b.emit(Op.Dx, VOID, [primitive, first!, second!, third ?? b.i32(0)], DxilOp.EmitIndices)
}
