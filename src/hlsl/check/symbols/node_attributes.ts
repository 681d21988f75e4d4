// Attributes of work graph nodes: what their numbers may be.

import type * as A from '../../tree/ast.ts'
import type { Attribute, ConstantValue } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'

const MAX_GRID_COMPONENT = 65_535
const MAX_GRID_PRODUCT = 16_777_215
const MAX_RECURSION = 32

/** Reports numbers that an attribute of a node may not have. @param name in lower case */
export function checkNodeAttribute(
  checker: Checker,
  name: string,
  node: A.Attribute,
  args: readonly (ConstantValue | string)[],
): void {
  if (name === 'nodemaxrecursiondepth' && Number(args[0]) >>> 0 > MAX_RECURSION) report(checker, 'E2625', node, {})
  if (name === 'nodedispatchgrid' || name === 'nodemaxdispatchgrid') checkGrid(checker, node, args.map(Number))
}

function checkGrid(checker: Checker, node: A.Attribute, sizes: readonly number[]): void {
  const unsigned = sizes.map(n => n >>> 0)
  const isRight = (n: number): boolean => n >= 1 && n <= MAX_GRID_COMPONENT
  for (const [i, n] of unsigned.entries())
    if (!isRight(n)) report(checker, 'E2623', node.args[i] ?? node, { attribute: `'${node.name}'`, axis: 'XYZ'[i]! })
  const product = unsigned.reduce((a, n) => a * (isRight(n) ? n : 0), 1)
  if (product > MAX_GRID_PRODUCT) report(checker, 'E2624', node, { attribute: `'${node.name}'` })
}

/** The attributes of a parameter without limits of records that contradict a later one: reported. A parameter shares no limit with itself. */
export function checkLimits(checker: Checker, attributes: readonly Attribute[], parameter: string): Attribute[] {
  const kept = attributes.findLast(isLimit)
  if (kept?.name === 'maxrecordssharedwith' && kept.args[0] === parameter) report(checker, 'E2620', kept, {})
  return attributes.filter(at => {
    if (!isLimit(at) || at === kept) return true
    if (at.name !== kept!.name || at.args[0] !== kept!.args[0])
      note(checker, report(checker, 'E2626', at, {}), 'N2017', kept!, {})
    return false
  })
}

const isLimit = ({ name }: Attribute): boolean => name.startsWith('maxrecords')
