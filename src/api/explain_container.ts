// The bindings of a container in the form of an explanation: table and pictures. The reasons stayed with whoever compiled it.

import { checkArgument, checkBytes, STRING } from '../base/arguments.ts'
import { placedDamage } from '../base/format_error.ts'
import { table } from '../base/table.ts'
import { LAST_REGISTER } from '../binding/register_space.ts'
import type { BindingsExplanation, ResourceExplanation } from '../explain/bindings_model.ts'
import { spaceMaps } from '../explain/register_map.ts'
import { dumpContainer } from '../inspect/dump.ts'
import type { ResourceRow } from '../inspect/resource_table.ts'
import { REGISTER_LETTER, RESOURCE_CLASSES, type ResourceClass } from '../spec/resource_classes.ts'

export interface ContainerBindings {
  readonly explanation: BindingsExplanation
  /** Damage, each as a sentence. */
  readonly problems: readonly string[]
}

/** @throws FormatError when there is no container header or its part table does not fit */
export function explainContainer(bytes: Uint8Array, file = 'container'): ContainerBindings {
  checkBytes('explainContainer', bytes)
  checkArgument('explainContainer', 'file', file, STRING)
  const dump = dumpContainer(bytes)
  const program = dump.parts.find(p => p.program)?.program
  const entry = dump.parts.find(p => p.psv)?.psv?.entryName ?? ''
  const resources = dump.resources.flatMap(resourceOf).sort(inTableOrder)
  const target = program ? `${program.stage}, shader model ${program.shaderModel}` : ''
  return {
    explanation: { file, entry, target, policy: null, resources, spaces: spaceMaps(resources), problems: [] },
    problems: dump.problems.map(placedDamage),
  }
}

const CLASS_OF: ReadonlyMap<string, ResourceClass> = table({ cb: 'cbv', s: 'sampler', t: 'srv', u: 'uav' })

/** Rows of the listing's table say the register as `t3,space1`. */
function resourceOf(row: ResourceRow): ResourceExplanation[] {
  const match = /^(cb|s|t|u)(\d+)(?:,space(\d+))?$/.exec(row.bind)
  const resourceClass = match && CLASS_OF.get(match[1]!)
  if (!match || !resourceClass) return []
  const lower = Number(match[2])
  const space = Number(match[3] ?? 0)
  const count = row.count === 'unbounded' ? null : Number(row.count)
  const upper = count === null ? null : Math.min(lower + count - 1, LAST_REGISTER)
  const words = [row.type, row.format, row.dim].filter(w => w !== 'NA' && w !== '')
  return [
    {
      name: row.name,
      type: words.join(' '),
      class: resourceClass,
      letter: REGISTER_LETTER[resourceClass],
      declared: null,
      root: row.name,
      parameter: 0,
      count,
      written: { register: null, space: null },
      used: true,
      how: 'given',
      // In a library that nobody has linked -1 is no register.
      binding: lower === LAST_REGISTER && space === LAST_REGISTER ? null : { space, lower, upper },
      turn: 0,
      turns: 0,
      need: count,
      search: [],
      reason: '',
    },
  ]
}

function inTableOrder(a: ResourceExplanation, b: ResourceExplanation): number {
  const classOf = (r: ResourceExplanation): number => RESOURCE_CLASSES.indexOf(r.class)
  const placeOf = (r: ResourceExplanation) => r.binding ?? { space: LAST_REGISTER, lower: LAST_REGISTER }
  return classOf(a) - classOf(b) || placeOf(a).space - placeOf(b).space || placeOf(a).lower - placeOf(b).lower
}
