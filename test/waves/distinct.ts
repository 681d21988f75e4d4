// The same program with every wave operation on an operand of its own: a zero that only memory knows is added to each. The D3D12 runtime takes
// equal wave operations on equal operands for one, even where other lanes run; with operands that it cannot compare it may not. And it takes
// `x & 0x7fffffff` (which `x + x != 0` becomes) for the magnitude of a float, which small integers are zeros of: sums of equals get a zero, too.

import { printProgram } from './print.ts'
import { binary, type Case, type Expr, isCondition, number, type Program, type Stmt, wave } from './tree.ts'

/** Words of the buffer of zeros. */
export const ZEROS = 1024

/**
 * Declarations that `distinct` programs need. Results of atomic operations do not run without optimisation: there each zero is another word, also
 * in each copy of an unrolled body (behind the words of the buffer reads give zero, too).
 */
const zeroOf = (optimization: 0 | 3): string[] => [
  'RWByteAddressBuffer Z : register(u1);',
  optimization === 0
    ? 'static uint zs; uint z(uint i) { return Z.Load(i + zs); }'
    : 'uint z(uint i) { uint r; Z.InterlockedAdd(0, 0u, r); return r; }',
]

/** The text of the program with distinct operands. */
export function printDistinct(p: Program, optimization: 0 | 3): string {
  let zeros = 0
  return printProgram(distinct(p, optimization === 0), zeroOf(optimization)).replaceAll(
    /\bz\(\)/g,
    () => `z(${4 * (zeros++ % ZEROS)}u)`,
  )
}

function distinct(p: Program, counts: boolean): Program {
  const body = (list: readonly Stmt[]): Stmt[] => list.map(s => statement(s, counts))
  return { ...p, functions: p.functions.map(f => ({ ...f, body: body(f.body) })), main: body(p.main) }
}

/** Moves the zeros of what follows to other words. */
const otherWords: Stmt = {
  kind: 'set',
  name: 'zs',
  value: binary({ kind: 'variable', name: 'zs' }, '+', number(4 * ZEROS)),
}

const zero: Expr = { kind: 'call', name: 'z', args: [] }

function expression(e: Expr): Expr {
  switch (e.kind) {
    case 'wave':
      return operation(e)
    case 'binary':
      if (e.op === '+' && JSON.stringify(e.left) === JSON.stringify(e.right))
        return binary(expression(e.left), '+', binary(expression(e.right), '+', zero))
      return { ...e, left: expression(e.left), right: expression(e.right) }
    case 'logical':
      return { ...e, left: expression(e.left), right: expression(e.right) }
    case 'choice':
      return { ...e, condition: expression(e.condition), yes: expression(e.yes), no: expression(e.no) }
    case 'call':
      return { ...e, args: e.args.map(expression) }
    case 'shared':
      return { ...e, index: expression(e.index) }
    default:
      return e
  }
}

function operation(e: Extract<Expr, { kind: 'wave' }>): Expr {
  const lane = wave('WaveGetLaneIndex')
  if (e.name === 'WaveIsFirstLane') return binary(wave('WaveReadLaneFirst', binary(lane, '+', zero)), '==', lane)
  const args = e.args.map(expression).map(arg => {
    if (!/Count|Ballot|True/.test(e.name)) return binary(arg, '+', zero)
    return binary(isCondition(arg) ? arg : binary(arg, '!=', number(0)), '==', binary(zero, '==', number(0)))
  })
  return { ...e, args }
}

/** `counts`: unrolled bodies ask for other words in each copy. */
function statement(s: Stmt, counts: boolean): Stmt {
  const all = (list: readonly Stmt[]): Stmt[] => list.map(x => statement(x, counts))
  switch (s.kind) {
    case 'declare':
    case 'set':
    case 'store':
    case 'share':
      return { ...s, value: expression(s.value) }
    case 'if':
      return {
        ...s,
        condition: expression(s.condition),
        yes: all(s.yes),
        otherwise: all(s.otherwise),
      }
    case 'loop':
      return {
        ...s,
        ...(s.condition && { condition: expression(s.condition) }),
        body: [...(counts && s.attribute === '[unroll] ' ? [otherWords] : []), ...all(s.body)],
      }
    case 'return':
      return s.value ? { ...s, value: expression(s.value) } : s
    case 'switch':
      return {
        ...s,
        selector: expression(s.selector),
        cases: s.cases.map((c): Case => ({ ...c, body: all(c.body) })),
      }
    default:
      return s
  }
}
