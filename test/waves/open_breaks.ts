// A program whose breaks depend on a zero that only memory knows: `if (z() == 0u) { break; }`. DXC makes a break conditional on its own only where it
// sees that a wave operation needs it; where it does not, lanes that leave the loop are together before they do what stands in front of the break.
// With conditions of the program's own nobody can move that.

import { printProgram } from './print.ts'
import { binary, type Case, number, type Program, type Stmt } from './tree.ts'

/** An atomic operation stays in the loop; without optimisation, where the runtime does not take its result, nothing moves. */
const zeroOf = (optimization: 0 | 3): string[] => [
  'RWByteAddressBuffer Z : register(u1);',
  optimization === 0 ? 'uint z() { return Z.Load(0); }' : 'uint z() { uint r; Z.InterlockedAdd(0, 0u, r); return r; }',
]

const opened: Stmt = {
  kind: 'if',
  condition: binary({ kind: 'call', name: 'z', args: [] }, '==', number(0)),
  yes: [{ kind: 'break' }],
  otherwise: [],
}

/** The text of the program with such breaks. */
export function printOpen(p: Program, optimization: 0 | 3): string {
  const functions = p.functions.map(f => ({ ...f, body: body(f.body, false) }))
  return printProgram({ ...p, functions, main: body(p.main, false) }, zeroOf(optimization))
}

/** `inLoop`: a break leaves a loop, no switch. */
function body(list: readonly Stmt[], inLoop: boolean): Stmt[] {
  return list.map(s => {
    if (s.kind === 'break') return inLoop ? opened : s
    if (s.kind === 'loop') return { ...s, body: body(s.body, true) }
    if (s.kind === 'if') return { ...s, yes: body(s.yes, inLoop), otherwise: body(s.otherwise, inLoop) }
    if (s.kind === 'switch') return { ...s, cases: s.cases.map((c): Case => ({ ...c, body: body(c.body, false) })) }
    return s
  })
}
