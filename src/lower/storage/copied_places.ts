// Variables that are other names for memory which nobody writes: constant buffers and elements of structured buffers.

import { isContents } from '../../hlsl/check/values/conversions.ts'
import type { Expr, VarSymbol } from '../../hlsl/tree/typed.ts'
import { allFields, innermost, sameType, type Type } from '../../hlsl/tree/types.ts'
import { objectTypeRow } from '../../spec/object_types.ts'
import type { Layout } from '../core/layout.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { elementOf, leafCount } from '../core/scalars.ts'
import { hasEffects } from '../core/scan.ts'
import { eachScalar } from './constant_buffers.ts'

/** A copy of so many numbers is not made where it can be avoided: each of them would be loaded, and passes would have to find out that none is needed. */
const LARGE_COPY = 256

/**
 * Arrays in elements of arrays, `struct { float4 a, b[2]; } s[4]`: `b[j]` of `s[i]` is element 2 * i + j of all `b` and lies at row 3 * i + j + 1. Passes
 * that look at copies see the number alone.
 */
function holdsInnerArrays(type: Type, inElement = false): boolean {
  if (type.kind === 'struct') return allFields(type).some(field => holdsInnerArrays(field.type, inElement))
  if (type.kind !== 'array') return false
  const element = innermost(type)
  return inElement || (element.kind === 'struct' && holdsInnerArrays(element, true))
}

/**
 * The place that a variable which never changes is a copy of, seen as the variable's type; undefined for anything but the copy of memory that nobody
 * writes and whose numbers lie where those of the variable's type would: `static const float4 rows[512][3] = v` for `float4 v[1536]`. Other small
 * copies are made: passes find those that they can do without.
 */
export function copiedPlace(lowerer: Lowerer, { type }: VarSymbol, init: Expr): Place | undefined {
  if (leafCount(type) < LARGE_COPY && !holdsInnerArrays(type)) return undefined
  let source = init
  while (source.kind === 'convert' && !isContents(source.operand.type, source.type)) source = source.operand
  // Without effects, because what turns out to be no such copy is evaluated again.
  if (!isReadOnly(lowerer, source) || hasEffects(source)) return undefined
  if (!sameType(source.type, type) && !liesAlike(lowerer.layout, source.type, type)) return undefined
  const place = lowerer.place(source)
  if (place.kind === 'constants') return { ...place, type }
  return place.kind === 'raw' && sameType(source.type, type) ? place : undefined
}

/** A part of memory that no code writes, or of a variable that is another name for it. */
function isReadOnly(lowerer: Lowerer, e: Expr): boolean {
  switch (e.kind) {
    case 'var': {
      const { symbol } = e
      if (symbol.storage === 'cbuffer') return !lowerer.facts.modified.has(symbol)
      // Parameters never stand for elements of writable buffers: atomics on such are refused, and everything else is copied.
      const place = lowerer.frame?.variables.get(symbol) ?? lowerer.own.get(symbol)
      return place?.kind === 'constants' || place?.kind === 'raw'
    }
    case 'member':
    case 'index':
      return isReadOnly(lowerer, e.base)
    case 'convert':
      return isContents(e.operand.type, e.type)
    case 'resource-index': {
      const { type } = e.resource
      const row = type.kind === 'object' ? objectTypeRow(type.name) : undefined
      return row?.family === 'structured' && row.access === 'read'
    }
    default:
      return false
  }
}

/** Numbers of one type that lie side by side; places in bytes. */
interface Span {
  readonly element: string
  readonly from: number
  to: number
}

/** The same numbers at the same places. */
function liesAlike(layout: Layout, a: Type, b: Type): boolean {
  const [of, to] = [spansOf(layout, a), spansOf(layout, b)]
  return of.length === to.length && of.every((x, i) => sameSpan(x, to[i]!))
}

const sameSpan = (a: Span, b: Span): boolean => a.element === b.element && a.from === b.from && a.to === b.to

function spansOf(layout: Layout, type: Type): readonly Span[] {
  const spans: Span[] = []
  const add = (element: string, from: number, to: number): void => {
    const last = spans.at(-1)
    if (last?.element === element && last.to === from) last.to = to
    else spans.push({ element, from, to })
  }
  if (type.kind !== 'array') {
    eachScalar(layout, type, 0, (of, at) => add(elementOf(of)!.name, at, at + layout.componentBytes(of)))
    return spans
  }
  const stride = layout.rowStride(type.element)
  const inner = spansOf(layout, type.element)
  // Elements without gaps are one span, however many there are.
  if (inner.length === 1 && inner[0]!.to === stride) add(inner[0]!.element, 0, type.size * stride)
  else
    for (let i = 0; i < type.size; i++)
      for (const { element, from, to } of inner) add(element, i * stride + from, i * stride + to)
  return spans
}
