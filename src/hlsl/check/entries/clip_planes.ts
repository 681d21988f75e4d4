// [clipplanes(p, q...)]: how far the position is from each plane goes out as a clip distance of its own, behind all other outputs.

import { SEMANTIC_KIND } from '../../../spec/psv_enums.ts'
import type * as A from '../../tree/ast.ts'
import { FLOAT } from '../../tree/numeric.ts'
import type { Expr, FunctionSymbol, ShaderElement, ShaderIo } from '../../tree/typed.ts'
import { type Type, vector } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { convertTo } from '../values/conversions.ts'

const MAX_PLANES = 6
const PLANE = vector(FLOAT, 4)
/** Kinds of expressions that name a global or a part of one. */
const REFERENCES: ReadonlySet<string> = new Set(['name_expr', 'member', 'index'])

/** Planes of an entry's attribute and the outputs they make; undefined without any, or after reporting. */
export function clipPlanes(
  checker: Checker,
  entry: FunctionSymbol,
  attributes: readonly A.Attribute[],
  outputs: readonly ShaderElement[],
  elementFor: (type: Type, semantic: string, at: A.Attribute) => ShaderElement | undefined,
): ShaderIo['clip'] {
  const attribute = attributes.find(a => a.scope === undefined && a.name.toLowerCase() === 'clipplanes')
  if (!attribute) return undefined
  const planes = planesOf(checker, attribute)
  if (!planes) return undefined
  const position = outputs.find(e => e.kind === SEMANTIC_KIND.Position && e.cols === 4)
  if (!position) {
    report(checker, 'E2327', entry, {})
    return undefined
  }
  const elements = planes.flatMap((_, i) => elementFor(FLOAT, `SV_ClipDistance${i}`, attribute) ?? [])
  return { position, planes, elements }
}

function planesOf(checker: Checker, { args, pos, end }: A.Attribute): Expr[] | undefined {
  const at = { pos, end }
  if (args.length === 0 || args.length > MAX_PLANES) {
    const problem = args.length === 0 ? 'takes at least 1 argument' : `takes no more than ${MAX_PLANES} arguments`
    report(checker, 'E2303', at, { name: 'clipplanes', problem })
    return undefined
  }
  const planes: Expr[] = []
  for (const arg of args) {
    if (!REFERENCES.has(arg.kind)) {
      report(checker, 'E2326', arg, {})
      return undefined
    }
    const plane = convertTo(checker, checker.expr(arg), PLANE)
    if (plane.type.kind === 'error') return undefined
    planes.push(plane)
  }
  return planes
}
