// One program compiled by both compilers and executed by the interpreter of DXIL: everything it stores must be equal. The interpreter, because the
// D3D12 runtime of the tests takes no structs in local memory, and loses values that a loop exchanges.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import type { Outcome as CommonOutcome, ComparedKind } from '../oracle/run_levels.ts'
import { execute } from '../vectors/interpret.ts'

export type Kind =
  | ComparedKind
  /** DXC's code without optimisation stores what nobody gave a value, as where it loses the argument `(S)7` of a derived struct. */
  | 'dxc-undefined'
  /** DXC's code without optimisation does something else than with it, and ours what DXC's does with it. */
  | 'dxc-unoptimised'

export type Outcome = CommonOutcome<Kind>

const WORDS = 512
const INPUT_WORDS = 64
const PROFILE = 'cs_6_6'

/** DXC's own faults: crashes, containers it refuses itself, a template that takes a parameter for another type than a variable. */
const DXC_FAULT =
  /deduced conflicting types for parameter 'T' .*'__restrict |validation errors|UNREACHABLE executed|llvm::|Internal Compiler error|access violation|cannot compile this/i

/** What the interpreter says where code stores what nobody gave a value. */
const UNDEFINED = 'the interpreter has no defined value to store'

async function compare(source: string, optimization: 0 | 3, mine: string): Promise<Outcome> {
  const dxc = await Dxc.shared('dxc-new')
  const args = ['-T', PROFILE, '-E', 'main', ...(optimization === 0 ? ['-Od'] : [])]
  const theirs = await dxc.compile(source, args)
  const ours = compile(mine, { target: PROFILE, optimization })
  if (!theirs.container) {
    if (DXC_FAULT.test(theirs.errors)) return { kind: 'dxc-fails', detail: theirs.errors }
    return { kind: ours.ok ? 'ours-accepts' : 'both-refuse', detail: errorsOf(theirs.errors) }
  }
  if (!ours.container) return { kind: 'ours-refuses', detail: errorsOf(ours.text) }
  const valid = await dxc.validate(ours.container)
  if (!valid.ok) return { kind: 'ours-invalid', detail: valid.message }
  const a = stored(theirs.container)
  if (typeof a === 'string') return { kind: 'no-run', detail: a }
  const b = stored(ours.container)
  if (typeof b === 'string') return { kind: 'ours-wrong', detail: b }
  const at = a.findIndex((word, i) => word !== b[i])
  if (at < 0) return { kind: 'same', detail: '' }
  const other = await dxc.compile(source, optimization === 0 ? args.slice(0, -1) : [...args, '-Od'])
  const again = other.container && stored(other.container)
  if (optimization === 3 && again === UNDEFINED) return { kind: 'dxc-undefined', detail: again }
  if (optimization === 0 && typeof again === 'object' && again.every((word, i) => word === b[i]))
    return { kind: 'dxc-unoptimised', detail: '' }
  const near = (words: Int32Array): string => words.slice(at, at + 8).join(' ')
  return { kind: 'ours-wrong', detail: `word ${at} of ${WORDS}: DXC ${near(a)}, ours ${near(b)}` }
}

/** @param source for DXC; `mine` for ours, by default the same */
export async function check(source: string, optimization: 0 | 3, mine: string = source): Promise<Outcome> {
  try {
    return await compare(source, optimization, mine)
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { kind: 'dxc-fails', detail: `OracleError: ${e.message}` }
  }
}

const errorsOf = (text: string): string => {
  const at = text.search(/^.*\berror:/m)
  return at < 0 ? text : text.slice(at)
}

/** All words of the output, or why it did not run. */
function stored(container: Uint8Array): Int32Array | string {
  const input = new DataView(Uint32Array.from({ length: INPUT_WORDS }, (_, i) => i % 7).buffer)
  const output = new DataView(new ArrayBuffer(WORDS * 4))
  const buffers = new Map([
    ['srv0', input],
    ['uav0', output],
  ])
  try {
    execute(container, buffers, 0)
  } catch (e) {
    return (e as Error).message
  }
  return new Int32Array(output.buffer)
}
