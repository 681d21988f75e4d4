// [attributes]: which belong where, arguments evaluated to constants. Rules that need no types are the parser's (parse/attribute_rules.ts).

import { nearest } from '../../../base/nearest.ts'
import {
  ATTRIBUTED_STATEMENTS,
  type AttributeArgument,
  type AttributeRow,
  attributeNames,
  attributeRow,
  countProblem,
  VK_ATTRIBUTES,
} from '../../../spec/hlsl_attributes.ts'
import { COMPUTE_GROUP } from '../../../spec/stages.ts'
import { MAX_CONTROL_POINTS } from '../../../spec/tessellation.ts'
import type * as A from '../../tree/ast.ts'
import { elementOf, isFloat } from '../../tree/numeric.ts'
import type { Attribute, ConstantValue, Expr } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import { integralConstant } from '../values/integral_constants.ts'
import { checkNodeAttribute } from './node_attributes.ts'

/** Where an attribute may stand. */
export type AttributePlace = 'function' | 'parameter' | 'loop' | 'condition' | 'switch'

function misplaced(checker: Checker, node: A.Attribute, places: string): void {
  const what = ATTRIBUTED_STATEMENTS.get(places)
  if (what === undefined) report(checker, 'W2105', node, { name: node.name })
  else report(checker, 'W2117', node, { name: node.name, what })
}

/** Attributes that belong to the place, with constant arguments; unknown or misplaced ones are warned about and dropped. */
export function checkAttributes(
  checker: Checker,
  nodes: readonly A.Attribute[],
  place: AttributePlace,
): readonly Attribute[] {
  if (nodes.length === 0) return NONE
  checkVulkanArguments(checker, nodes)
  const out: Attribute[] = []
  // As in DXC the last one is looked at first.
  for (const node of [...nodes].reverse()) {
    if (node.scope !== undefined) {
      if (node.scope !== 'vk') unknown(checker, node)
      continue
    }
    const name = node.name.toLowerCase()
    const row = attributeRow(name)
    if (!row) unknown(checker, node)
    else if (place === 'parameter' && !row.of.includes(place)) continue
    else if (row.of === 'anything') {
      if (checkCount(checker, node, row.args) && place === 'function')
        out.push({ name, args: [], pos: node.pos, end: node.end })
    } else if (!isOfStatements(row) && !row.of.includes(place)) continue
    else if (!row.of.includes(place)) misplaced(checker, node, row.of)
    else {
      const args = argumentsOf(checker, name, node, row)
      if (args) out.push({ name, args, pos: node.pos, end: node.end })
    }
  }
  return out.reverse()
}

/**
 * Looks the names up in the arguments of attributes for Vulkan, which mean nothing else here: `[[vk::binding(SLOT)]]` without a SLOT is an error.
 * Attributes that nobody knows may have any arguments, and image_format has a word.
 */
export function checkVulkanArguments(checker: Checker, nodes: readonly A.Attribute[]): void {
  for (const { scope, name, args } of nodes) {
    if (scope !== 'vk' || !VK_ATTRIBUTES.has(name) || name === 'image_format') continue
    for (const arg of args) if (arg.kind !== 'string_literal') checker.expr(arg)
  }
}

function unknown(checker: Checker, node: A.Attribute): void {
  const warning = report(checker, 'W2104', node, { name: node.name })
  const guess = nearest(node.name, attributeNames())
  if (guess !== undefined)
    note(checker, warning, 'N2060', { pos: node.pos, end: node.pos + node.name.length }, { guess })
}

const isOfStatements = ({ of }: AttributeRow): boolean => /loop|switch/.test(of)

const NONE: readonly Attribute[] = []

type Argument = ConstantValue | string

/** @param name in lower case */
function argumentsOf(checker: Checker, name: string, node: A.Attribute, row: AttributeRow): Argument[] | undefined {
  // Planes are no constants: clip_planes.ts reads them.
  if (name === 'clipplanes') return checkCount(checker, node, row.args) ? [] : undefined
  if (isOfStatements(row)) {
    // Nobody looks at the arguments of the other attributes of statements.
    if (name !== 'unroll') return []
    const counts = node.args.slice(0, 1).map(arg => unrollCount(checker, node, arg))
    return counts.includes(undefined) ? undefined : (counts as Argument[])
  }
  if (!checkCount(checker, node, row.args)) return undefined
  const args = node.args.map((arg, i) => argument(checker, node, arg, row.args?.[i] ?? 'int', row.values))
  if (args.includes(undefined)) return undefined
  checkNodeAttribute(checker, name, node, args as Argument[])
  if (name === 'numthreads' && !isGroupSize(checker, node, args as Argument[])) return undefined
  const [count] = args
  if (name === 'outputcontrolpoints' && !isControlPoints(Number(count)))
    return void report(checker, 'E2474', node, { count: Number(count) })
  return args as Argument[]
}

/** The attribute takes as many threads as compute shaders have, whatever the stage. False after a warning: the attribute counts for nothing. */
function isGroupSize(checker: Checker, node: A.Attribute, args: readonly Argument[]): boolean {
  const sizes = args.map(arg => (typeof arg === 'string' ? Number.NaN : Number(arg)))
  const size = sizes.reduce((product, n) => product * n, 1)
  const isRight = sizes.every(n => Number.isInteger(n) && n > 0) && size <= COMPUTE_GROUP.threads
  if (!isRight) report(checker, 'W2110', node, { size, text: args.join(' * ') })
  return isRight
}

const isControlPoints = (count: number): boolean => count >= 1 && count <= MAX_CONTROL_POINTS

/** Reports a number of arguments that the attribute does not take; DXC goes on without it. */
function checkCount(checker: Checker, node: A.Attribute, kinds: readonly AttributeArgument[] | undefined): boolean {
  if (!kinds || node.args.length === kinds.length) return true
  // Too many for such an attribute are left over, and what an attribute needs not have is optional.
  const least = kinds.filter(kind => !kind.endsWith('?')).length
  if (least < kinds.length && node.args.length >= least) return true
  report(checker, 'E2303', node, { name: node.name, problem: countProblem(kinds) })
  return false
}

function argument(
  checker: Checker,
  node: A.Attribute,
  arg: A.Expr,
  kind: AttributeArgument,
  values: readonly string[] | undefined,
): Argument | undefined {
  if (arg.kind === 'paren') return argument(checker, node, arg.inner, kind, values)
  const { name } = node
  if (kind === 'string') {
    if (arg.kind !== 'string_literal') return void report(checker, 'E2411', arg, { name, what: 'string' })
    if (values && !values.includes(arg.value))
      return void report(checker, 'E2330', arg, { name, values: values.join() })
    return arg.value
  }
  if (kind === 'name') {
    const parts = arg.kind === 'name_expr' ? arg.name.parts : []
    return parts.length === 1 ? parts[0]!.name : void report(checker, 'E2630', node, { attribute: name })
  }
  if (kind === 'float') {
    if (arg.kind === 'int_literal' || arg.kind === 'float_literal') return checker.constantValue(arg)
    return void report(checker, 'E2411', arg, { name, what: 'float' })
  }
  return integer(checker, node, arg)
}

/** `[unroll(n)]` of a name takes what the variable is declared with; of one that is none, or is declared with nothing, it unrolls completely. */
function unrollCount(checker: Checker, node: A.Attribute, arg: A.Expr): Argument | undefined {
  const name = arg.kind === 'name_expr' && arg.name.parts.length === 1 ? arg.name.parts[0]!.name : undefined
  const found = name === undefined ? undefined : checker.scope.lookup(name)
  if (name === undefined) return integer(checker, node, arg)
  if (found?.kind === 'var' && found.init) return integerOf(checker, node, found.init)
  report(checker, 'W2400', node, { name: node.name })
  return 0
}

function integer(checker: Checker, node: A.Attribute, arg: A.Expr): number | undefined {
  if (arg.kind === 'string_literal')
    return void report(checker, 'E2303', node, { name: node.name, problem: NO_INTEGER })
  const expr = checker.expr(arg)
  return expr.type.kind === 'error' ? undefined : integerOf(checker, node, expr)
}

const NO_INTEGER = 'requires an integer constant'

/** A constant integer as DXC reads it: a bool that holds is one bit, so -1; of a float only 0 is left. */
function integerOf(checker: Checker, node: A.Attribute, expr: Expr): number | undefined {
  const { name } = node
  const value = integralConstant(checker, expr)
  const type = elementOf(expr.type)
  if (value === undefined) return void report(checker, 'E2303', node, { name, problem: NO_INTEGER })
  const isBool = typeof value === 'boolean' || type?.name === 'bool'
  if (isBool ? value : Number(value) < 0) report(checker, 'W2400', node, { name })
  if (isBool) return value ? -1 : 0
  if (type && isFloat(type)) {
    report(checker, 'W2400', node, { name })
    return 0
  }
  return Number(BigInt.asIntN(32, BigInt(value)))
}
