// Rules about attributes that need no types: where lists of them cannot stand, which do not go together, which are no statement's.

import { ATTRIBUTED_STATEMENTS, attributeRow, countProblem, VK_ATTRIBUTES } from '../../spec/hlsl_attributes.ts'
import type { Attribute } from '../tree/ast.ts'
import type { Cursor } from './cursor.ts'

/** Reports attributes before what has none, at the bracket they begin with. */
export function refuseAttributes(c: Cursor, list: readonly Attribute[], pos: number): void {
  if (list.length > 0) c.diagnostics.report('E1155', { pos, end: pos + 1 }, {})
}

/** Reports attributes of functions on anything else that is declared; those of statements mean nothing there. */
export function refuseFunctionAttributes(c: Cursor, list: readonly Attribute[]): void {
  for (const at of list) {
    refuseOfFunction(c, at)
    warnStray(c, at)
  }
}

/** The same for every declaration but parameters, with a warning about unknown attributes. As in DXC the last attribute comes first. */
export function checkDeclaredAttributes(c: Cursor, list: readonly Attribute[]): void {
  for (const at of [...list].reverse()) {
    refuseOfFunction(c, at)
    warnUnknown(c, at)
    warnStray(c, at)
  }
}

/** Attributes of the scope `vk` have been reported where they were read. */
export const isKnown = ({ scope, name }: Attribute): boolean =>
  scope === undefined ? attributeRow(name) !== undefined : scope === 'vk'

function warnUnknown(c: Cursor, at: Attribute): void {
  if (!isKnown(at)) c.diagnostics.report('W2104', at, { name: at.name })
}

function refuseOfFunction(c: Cursor, at: Attribute): void {
  const { name } = at
  const row = at.scope === undefined ? attributeRow(name) : undefined
  if (row?.of !== 'function' && !(at.double && row?.of === 'function parameter')) return
  const { args = [] } = row
  // In doubled brackets they never have arguments.
  if (at.double && args.length > 0) c.diagnostics.report('E2303', at, { name, problem: countProblem(args) })
  else c.diagnostics.report('E1156', at, {})
}

function warnStray(c: Cursor, at: Attribute): void {
  const what = at.scope === undefined ? ATTRIBUTED_STATEMENTS.get(attributeRow(at.name)?.of ?? '') : undefined
  if (what !== undefined) c.diagnostics.report('W2117', at, { name: at.name, what })
}

/** Reports attributes of a statement that no attribute belongs to. */
export function warnOnPlain(c: Cursor, list: readonly Attribute[]): void {
  for (const at of [...list].reverse()) {
    warnUnknown(c, at)
    warnStray(c, at)
    if (at.name.toLowerCase() === 'unroll' && at.args[0]?.kind === 'string_literal')
      c.diagnostics.report('E2303', at, { name: at.name, problem: 'requires an integer constant' })
  }
}

/** Pairs that no statement has, in the order in which the message names them. */
const EXCLUSIVE = [
  ['loop', 'unroll'],
  ['fastopt', 'unroll'],
] as const

/** Reports attributes that are no statement's. */
export function refuseOnStatement(c: Cursor, list: readonly Attribute[]): void {
  for (const at of list) {
    const row = attributeRow(at.name)
    const isForeign = at.scope === undefined ? row?.of === 'function' || row?.of === 'anything' : isVulkan(at)
    if (isForeign) c.diagnostics.report('E1157', at, { name: at.name })
  }
}

/** Reports attributes of one statement that contradict each other. */
export function refusePairs(c: Cursor, list: readonly Attribute[], branches: boolean, pos: number): void {
  const named = (name: string): Attribute | undefined =>
    list.find(at => at.scope === undefined && at.name.toLowerCase() === name)
  for (const [first, second] of EXCLUSIVE)
    if (named(first) && named(second)) c.diagnostics.report('E1158', { pos, end: pos }, { first, second })
  if (branches && named('branch') && named('flatten')) c.diagnostics.report('E1159', list[0]!, {})
}

const isVulkan = (at: Attribute): boolean => at.scope === 'vk' && VK_ATTRIBUTES.has(at.name)
