// Operands as leaves: names looked up in the frame, constants made, globals and constant expressions as pointers.

import { roundToHalf } from '../../base/float16.ts'
import type { Value } from '../../ir/function.ts'
import { F16, F32, HANDLE, I64, isFloat, type Type } from '../../ir/types.ts'
import type { LlExpression, LlValue } from '../text/syntax.ts'
import { offsetPointer } from './addresses.ts'
import type { Frame } from './frame.ts'
import { globalPointer } from './global_pointers.ts'
import { ImportError, type Importer } from './importer.ts'
import { POINTER, scalarOf } from './layout.ts'
import { type Leaf, type Leaves, UNDEF_POINTER } from './leaves.ts'

export function leavesOf(s: Importer, frame: Frame | undefined, v: LlValue): Leaves {
  switch (v.kind) {
    case 'local': {
      const known = frame?.values.get(v.name)
      if (!known) throw new ImportError('E6002', `%${v.name}`, v)
      return known
    }
    case 'global':
      return [globalPointer(s, v.name, v)]
    case 'int':
      return [intLeaf(s, v)]
    case 'float':
      return [floatLeaf(s, v)]
    case 'undef':
    case 'poison':
    case 'null':
      return s.undefs(v.type)
    case 'zero':
      return s.layout.parts(v.type).map(p => zero(s, p.type))
    case 'aggregate':
      return v.elements.flatMap(e => leavesOf(s, frame, e))
    case 'splat': {
      const one = leavesOf(s, frame, v.element)
      return s.layout.parts(v.type).map(() => one[0]!)
    }
    case 'bytes':
      return v.bytes.map(b => s.module.constants.int(s.layout.parts(v.type)[0]!.type, b))
    case 'metadata':
      return []
    case 'expression':
      return expression(s, frame, v)
  }
}

const scalarOfValue = (s: Importer, frame: Frame | undefined, v: LlValue): Value => {
  const leaves = leavesOf(s, frame, v)
  if (leaves.length !== 1) s.fail('expected a scalar', v)
  return s.value(leaves[0]!)
}

export function zero(s: Importer, type: Type): Leaf {
  if (type === POINTER) return UNDEF_POINTER
  if (type === HANDLE) return s.undef(type)
  return type === I64 ? s.module.constants.int64(0n) : s.constant(type, 0)
}

function intLeaf(s: Importer, v: LlValue & { readonly kind: 'int' }): Value {
  const type = scalarOf(v.type)
  if (type === I64) return s.module.constants.int64(v.value)
  const bits = v.type.kind === 'int' ? v.type.bits : 32
  return s.module.constants.int(type, Number(BigInt.asIntN(Math.max(bits, 2), v.value)))
}

function floatLeaf(s: Importer, v: LlValue & { readonly kind: 'float' }): Value {
  const type = scalarOf(v.type)
  if (!isFloat(type)) s.fail('a floating point constant of another type', v)
  const value = type === F16 ? roundToHalf(v.value) : type === F32 ? Math.fround(v.value) : v.value
  return s.module.constants.float(type, value)
}

function expression(s: Importer, frame: Frame | undefined, v: LlExpression): Leaves {
  if (v.op === 'getelementptr') {
    const [base, ...indices] = v.operands
    const p = s.pointer(leavesOf(s, frame, base!)[0], v)
    return [offsetPointer(s, p, v.source!, indices, i => scalarOfValue(s, frame, i))]
  }
  if (v.op === 'bitcast' || v.op === 'addrspacecast') return leavesOf(s, frame, v.operands[0]!)
  return s.unsupported(`a constant expression of '${v.op}'`, v)
}
