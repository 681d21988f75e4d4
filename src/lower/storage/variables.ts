// Places of variables: locals of the frame, globals made at first use, constants as values or tables.

import { extended } from '../../base/extended.ts'
import type { ConstantValue, VarSymbol } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { I64 } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { type Place, valuesPlace } from '../core/places.ts'
import { isRayObject, leavesOf, UINT } from '../core/scalars.ts'
import { makeCells } from './cells.ts'
import { blockMember } from './constant_buffers.ts'
import { newVariable } from './load_store.ts'
import { payloadVariable, sharedPayload } from './mesh_payloads.ts'
import { allocateQueries, holdsRayQuery } from './ray_queries.ts'

/** Constants of a type's leaves as IR values. */
function constantLeaves(lowerer: Lowerer, type: Type, constants: readonly ConstantValue[]): readonly Value[] {
  return leavesOf(type).map((leaf, i) => {
    if (leaf.kind === 'object') return lowerer.unset(leaf)
    const c = constants[i] ?? 0
    const ir = lowerer.ir(leaf)
    if (ir === I64) return lowerer.module.constants.int64(BigInt(typeof c === 'number' ? Math.trunc(c) : c))
    return lowerer.b.constant(ir, Number(c))
  })
}

/** Zero of every leaf: what static variables without initialiser hold; those with ray queries hold new ones. */
export const zeroLeaves = (lowerer: Lowerer, type: Type): readonly Value[] =>
  holdsRayQuery(type) ? allocateQueries(lowerer, type) : constantLeaves(lowerer, type, [])

export function containsArray(type: Type): boolean {
  if (type.kind === 'struct')
    return (type.base ? containsArray(type.base) : false) || type.fields.some(f => containsArray(f.type))
  return type.kind === 'array'
}

/** An array of resources and nothing else. */
export const isResources = (type: Type): boolean =>
  type.kind === 'array' && ((type.element.kind === 'object' && !isRayObject(type.element)) || isResources(type.element))

/** Of a global: each function of a module has one for itself unless the lowerer shares it, so that calls which share it are taken in line. */
export const hasOwnState = ({ storage, constant }: VarSymbol): boolean =>
  (storage === 'static' || storage === 'static-local') && constant === undefined

/** The place of a variable. */
export function variablePlace(lowerer: Lowerer, symbol: VarSymbol): Place {
  const own = lowerer.frame?.variables.get(symbol) ?? lowerer.own.get(symbol) ?? lowerer.shared.get(symbol)
  if (own) {
    // Structs of resources may have numbers in their block.
    if (symbol.block && symbol.storage === 'resource') lowerer.readBlocks.add(symbol.block)
    if (symbol.storage === 'resource' && holdsRayQuery(symbol.type)) reportQuery(lowerer, symbol)
    return own
  }
  if (symbol.storage === 'cbuffer') return blockMember(lowerer, symbol)
  const place = makeGlobal(lowerer, symbol)
  const kept = symbol.storage === 'groupshared' ? lowerer.shared : lowerer.own
  kept.set(symbol, place)
  return place
}

/** A ray query is a local or a static variable. A global `RayQuery<0> g;` is an error once something uses it. */
function reportQuery(lowerer: Lowerer, { name, pos }: VarSymbol): void {
  const at = { pos, end: pos + name.length }
  if (!lowerer.diagnostics.list.some(m => m.code === 'E3007' && m.span.pos === pos))
    lowerer.diagnostics.report('E3007', at, { name })
}

/** A static variable that the functions of a library share; they need not know how others use it. */
export function sharedVariable(
  lowerer: Lowerer,
  { qualifiedName, type }: VarSymbol,
  constants: readonly Value[],
): Place {
  const packed = type.kind !== 'scalar'
  const options = { packed, space: 0, native16Bit: lowerer.b.native16Bit, constants, isVariable: true } as const
  return {
    kind: 'memory',
    type,
    cells: makeCells(qualifiedName, type, options),
    first: 0,
    indices: [],
    packed,
    precise: false,
  }
}

/**
 * A static variable that functions share and code initialises, with its guard: the first of the functions that runs initialises it. DXC has a
 * constructor for that, which the entry point calls that everything is linked to.
 */
export function shareLate(lowerer: Lowerer, g: VarSymbol): void {
  if (lowerer.shared.has(g)) return
  lowerer.shared.set(g, sharedVariable(lowerer, g, zeroLeaves(lowerer, g.type)))
  const guard = { ...g, qualifiedName: `${g.qualifiedName}.guard`, type: UINT }
  lowerer.sharedGuards.set(g, sharedVariable(lowerer, guard, [lowerer.b.i32(0)]))
}

/** A static variable gets its value where its guard says that it has none yet. */
export function initialiseOnce(lowerer: Lowerer, symbol: VarSymbol, values: () => readonly Value[]): void {
  const { b } = lowerer
  const guard = onceGuard(lowerer, symbol)
  const first = b.newBlock('static.first')
  const end = b.newBlock('static.end')
  b.branch(b.icmp('eq', lowerer.load(guard)[0]!, b.i32(0)), first, end)
  b.enter(first)
  lowerer.store(variablePlace(lowerer, symbol), values())
  lowerer.store(guard, [b.i32(1)])
  b.jump(end)
  b.enterIfReached(end)
}

/** What says whether a static variable of a function has its value; 0 at the start. */
export function onceGuard(lowerer: Lowerer, symbol: VarSymbol): Place {
  let guard = lowerer.sharedGuards.get(symbol) ?? lowerer.guards.get(symbol)
  if (!guard) lowerer.guards.set(symbol, (guard = newVariable(lowerer, `${symbol.name}.guard`, UINT, false, false)))
  return guard
}

/** Globals not declared beforehand: constants, groupshared, static. */
function makeGlobal(lowerer: Lowerer, symbol: VarSymbol): Place {
  const { type } = symbol
  if (symbol.storage === 'groupshared') {
    if (lowerer.payloads.has(symbol)) return sharedPayload(lowerer, symbol.qualifiedName, type)
    // From shader model 6.9 on a vector is one in memory, see passes/legalise/vector_arrays.ts.
    const packed = lowerer.sharedIndexed.has(symbol) || lowerer.module.atLeast(9)
    const cells = makeCells(symbol.qualifiedName, type, {
      packed,
      space: 3,
      native16Bit: lowerer.b.native16Bit,
      asIntegers: lowerer.sharedAtomics.has(symbol),
    })
    return { kind: 'memory', type, cells, first: 0, indices: [], packed, precise: false }
  }
  const packed = lowerer.facts.indexed.has(symbol)
  if (symbol.constant && !lowerer.facts.modified.has(symbol)) return constantPlace(lowerer, symbol, packed)
  if (lowerer.payloads.has(symbol)) return payloadVariable(lowerer, symbol.name, type)
  const place = newVariable(lowerer, symbol.name, type, packed, symbol.precise)
  if (place.kind === 'memory' && hasOwnState(symbol))
    return { ...place, cells: place.cells.map(c => extended(c, { isStatic: true })) }
  return place
}

/** A constant variable: plain values, or a table when something in it can be indexed at run time. */
export function constantPlace(lowerer: Lowerer, symbol: VarSymbol, packed: boolean): Place {
  const { type } = symbol
  const constants = constantLeaves(lowerer, type, symbol.constant ?? [])
  if (!packed && !containsArray(type)) return valuesPlace(type, constants)
  const cells = makeCells(symbol.qualifiedName, type, {
    packed,
    space: 0,
    native16Bit: lowerer.b.native16Bit,
    constants,
  })
  return { kind: 'memory', type, cells, first: 0, indices: [], packed, precise: false }
}
