// A compiled program with an operand of its own for every wave operation: to each a zero is added that is loaded right in front of it. Blocks,
// branches and the places of operations stay. The D3D12 runtime takes equal wave operations on equal operands for one, even where other lanes
// run; with operands that it cannot compare it may not. And it takes `x & 0x7fffffff` (which `x + x != 0` becomes) for the magnitude of a float,
// which small integers are zeros of: that mask gets a zero, too. And it has one variable for a phi and for what the next iteration gives it, so that
// `v2 = v3; v3 = x;` loses the old v3 where v2 is read behind the loop: each phi is copied through a sum.

import { assembleText } from '../../src/api/assemble.ts'
import { disassemble } from '../../src/api/disassemble.ts'

const INPUT_HANDLE = /(%\w+) = call %dx\.types\.Handle @dx\.op\.createHandle\(i32 57, i8 0,/
/** What comes before the operand, the operand's type, the operand, the rest. */
const WAVE = /^( +%\w+ = call \S+ @dx\.op\.wave\w+(?:\.\w+)?\(i32 \d+, )(i32|i1) ([^,)]+)(.*)$/gm
const MASK = /^( +%\w+ = and )(i32) (2147483647|%\w+)(, (?:2147483647|%\w+))$/gm
const PHIS = /(?:^ +%\d+ = phi .*\n)+/gm
const WORD_PHI = /^ +(%\d+) = phi i32 /gm
const FIRST_LANE = /^( +%\w+ = )call i1 @dx\.op\.waveIsFirstLane\(i32 110\).*$/gm

const DECLARED = ['i32 @dx.op.waveGetLaneIndex(i32)', 'i32 @dx.op.waveReadLaneFirst.i32(i32, i32)']

/**
 * Undefined when the program does not read its input, from which the zeros come, or has nothing to change. `size`: bytes of the input; reads
 * behind it give zero.
 */
export function withOwnOperands(container: Uint8Array, size: number): Uint8Array | undefined {
  const text = disassemble(container)
  const handle = INPUT_HANDLE.exec(text)?.[1]
  if (handle === undefined) return undefined
  let k = 0
  const own = (type: string, operand: string): string => {
    k++
    const lines = [
      `%load${k} = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle ${handle}, i32 ${size + 4 * k}, i32 undef)`,
      `%zero${k} = extractvalue %dx.types.ResRet.i32 %load${k}, 0`,
      ...(type === 'i1'
        ? [`%bit${k} = icmp ne i32 %zero${k}, 0`, `%own${k} = xor i1 ${operand}, %bit${k}`]
        : [`%own${k} = add i32 ${operand}, %zero${k}`]),
    ]
    return lines.map(line => `  ${line}\n`).join('')
  }
  const replace = (_: string, before: string, type: string, operand: string, rest: string): string =>
    `${own(type, operand)}${before}${type} %own${k}${rest}`
  let changed = text
    .replaceAll(WAVE, replace)
    .replaceAll(MASK, (line, ...parts: string[]) =>
      line.includes('2147483647') ? replace(line, parts[0]!, parts[1]!, parts[2]!, parts[3]!) : line,
    )
    .replaceAll(FIRST_LANE, (_, result: string) => {
      const lane = `  %lane${k + 1} = call i32 @dx.op.waveGetLaneIndex(i32 111)\n`
      const value = own('i32', `%lane${k + 1}`)
      return `${lane}${value}  %first${k} = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %own${k})\n${result}icmp eq i32 %first${k}, %lane${k}`
    })
  const copied = new Set([...changed.matchAll(WORD_PHI)].map(m => m[1]!))
  const copyOf = (phi: string): string => phi.replace('%', '%copy')
  changed = changed
    .replaceAll(/%\d+\b(?! = )/g, value => (copied.has(value) ? copyOf(value) : value))
    .replaceAll(PHIS, group => {
      const copies = [...group.matchAll(WORD_PHI)].map(m => {
        const sum = own('i32', m[1]!)
        return sum.replace(`%own${k}`, copyOf(m[1]!))
      })
      return group + copies.join('')
    })
  if (k === 0) return undefined
  for (const d of DECLARED)
    if (!changed.includes(`declare ${d}`)) changed = changed.replace(/^declare /m, `declare ${d}\n\n$&`)
  const { container: result, text: complaints } = assembleText(changed)
  if (!result) throw new Error(`the changed text cannot be assembled:\n${complaints}`)
  return result
}
