// Random functions that pass inputs, outputs and records of work graph nodes on, for libraries for linking: DXC's functions can copy such objects and
// give them to others; what they do with them makes modules that nobody reads.

import type { Dice } from './shapes.ts'

const OF_RECORDS = [
  ...['DispatchNodeInputRecord', 'RWDispatchNodeInputRecord', 'GroupNodeInputRecords', 'RWGroupNodeInputRecords'],
  ...['ThreadNodeInputRecord', 'RWThreadNodeInputRecord', 'NodeOutput', 'NodeOutputArray'],
  ...['ThreadNodeOutputRecords', 'GroupNodeOutputRecords'],
]
const EMPTY = ['EmptyNodeInput', 'EmptyNodeOutput', 'EmptyNodeOutputArray']

/** Declarations and functions, a line each. */
export function passedNodes(dice: Dice): string[] {
  const lines = ['struct Record { uint a; float3 b; };', 'template<typename T> struct Generic { T t; };']
  for (let n = 1 + dice.below(4); n > 0; n--) lines.push(...passing(dice, `Pass${n}`))
  return lines
}

function passing(dice: Dice, name: string): string[] {
  const record = dice.pick(['Record', 'Record', 'Generic<float2> ', 'Generic<uint> '])
  const type = dice.chance(0.25) ? dice.pick(EMPTY) : `${dice.pick(OF_RECORDS)}<${record}>`
  const mode = dice.pick(['out ', 'inout '])
  const list = `bool which, ${type} a, ${dice.pick(['', 'const '])}${type} b, ${mode}${type} c`
  switch (dice.below(5)) {
    case 0:
      return [`export void ${name}(${list}) { c = a; if (which) c = b; }`]
    case 1:
      return [
        `export ${type} ${name}(bool which, inout ${type} a[3], uint i) { a[i] = a[1]; return a[${dice.below(3)}]; }`,
      ]
    case 2: {
      const held = `struct Held${name} { ${type} held; uint n; };`
      const own = `Held${name}`
      return [held, `export ${own} ${name}(${own} a, ${mode}${own} b) { b = a; a.n = 4; return a; }`]
    }
    case 3:
      return [
        `${type} Outside${name}(${list});`,
        `export ${type} ${name}(${list}) { return Outside${name}(which, a, b, c); }`,
      ]
    default:
      return [
        `[noinline] ${type} Inside${name}(${type} a) { return a; }`,
        `export void ${name}(${list}) { c = Inside${name}(a); }`,
      ]
  }
}
