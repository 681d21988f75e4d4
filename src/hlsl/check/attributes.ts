// [attributes]: names known to the language, arguments evaluated to constants.

import type * as A from '../ast.ts'
import type { Attribute, ConstantValue } from '../typed.ts'
import { type Checker, report } from './context.ts'

/** Where an attribute may stand. */
export type AttributePlace = 'function' | 'loop' | 'condition' | 'switch' | 'declaration'

const PLACES: Readonly<Record<string, string>> = {
  numthreads: 'function',
  wavesize: 'function',
  rootsignature: 'function',
  shader: 'function',
  earlydepthstencil: 'function',
  clipplanes: 'function',
  domain: 'function',
  instance: 'function',
  maxtessfactor: 'function',
  maxvertexcount: 'function',
  outputcontrolpoints: 'function',
  outputtopology: 'function',
  partitioning: 'function',
  patchconstantfunc: 'function',
  noinline: 'function',
  experimental: 'function',
  nodelaunch: 'function',
  nodeid: 'function',
  nodedispatchgrid: 'function',
  nodemaxdispatchgrid: 'function',
  raypayload: 'declaration',
  unroll: 'loop',
  loop: 'loop',
  fastopt: 'loop',
  allow_uav_condition: 'loop',
  branch: 'condition switch',
  flatten: 'condition switch',
  call: 'switch',
  forcecase: 'switch',
}

/** Statements that attributes of statements belong to, by their places. */
const STATEMENTS: Readonly<Record<string, string>> = {
  loop: "'for', 'while' and 'do' loop",
  'condition switch': "'if' and 'switch'",
}

function misplaced(cx: Checker, node: A.Attribute, places: string): void {
  const what = STATEMENTS[places]
  if (what === undefined) report(cx, 'W2105', node, { name: node.name })
  else report(cx, 'W2117', node, { name: node.name, what })
}

/** Attributes that belong to the place, with constant arguments; unknown or misplaced ones are warned about and dropped. */
export function checkAttributes(
  cx: Checker,
  nodes: readonly A.Attribute[],
  place: AttributePlace,
): readonly Attribute[] {
  if (nodes.length === 0) return NONE
  const out: Attribute[] = []
  for (const node of nodes) {
    if (node.scope !== undefined) continue
    const name = node.name.toLowerCase()
    const places = PLACES[name]
    if (places === undefined) report(cx, 'W2104', node, { name: node.name })
    else if (!places.includes(place)) misplaced(cx, node, places)
    else {
      // Planes are no constants: clip_planes.ts reads them.
      if (name === 'clipplanes') continue
      const args = node.args.map(arg => argument(cx, arg))
      if (!args.includes(undefined))
        out.push({ name, args: args as (ConstantValue | string)[], pos: node.pos, end: node.end })
    }
  }
  return out
}

const NONE: readonly Attribute[] = []

function argument(cx: Checker, node: A.Expr): ConstantValue | string | undefined {
  if (node.kind === 'string_literal') return node.value
  if (node.kind === 'paren') return argument(cx, node.inner)
  const value = cx.constantValue(node)
  return typeof value === 'bigint' ? Number(value) : value
}
