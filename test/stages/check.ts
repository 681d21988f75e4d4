// One random shader of any stage through both compilers: verdict, line of the first error, validity, parts.

import { decodePart } from '../../src/container/parts.ts'
import { partOf } from '../corpus/container_facts.ts'
import { messages, oursAlone } from '../hlsl/both.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import type { StageProgram } from './generate.ts'

export interface StageResult {
  readonly problems: readonly string[]
  /** Both refuse it. */
  readonly isRefused: boolean
  /** The first error of both is in one line; true where nothing is refused. */
  readonly isSameLine: boolean
  /** DXC fails at the program: a crash, or a container of its own that its validator refuses while ours is valid. */
  readonly dxcFails: string
  /** Nothing differs but which outputs depend on which inputs, which follows from how far the code is simplified. */
  readonly hasOtherTables: boolean
}

const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1']
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

export async function checkStage({ source, args }: StageProgram): Promise<StageResult> {
  const none: StageResult = { problems: [], isRefused: false, isSameLine: true, dxcFails: '', hasOtherTables: false }
  const ours = oursAlone(source, args.join(' '))
  const dxc = await Dxc.shared()
  let theirs: Awaited<ReturnType<Dxc['compile']>>
  try {
    theirs = await dxc.compile(source, [...args], { name: 'x.hlsl' })
  } catch (error) {
    if (error instanceof OracleError) return { ...none, dxcFails: `crash; ours ${ours.text}` }
    throw error
  }
  if (!ours.container && !theirs.container) {
    const line = (log: string): string | undefined => messages(log, 'error')[0]?.split(':')[0]
    const isLocated = line(theirs.errors) !== undefined
    return { ...none, isRefused: true, isSameLine: !isLocated || line(ours.text) === line(theirs.errors) }
  }
  const valid = ours.container ? await dxc.validate(ours.container) : undefined
  if (!theirs.container || !ours.container) {
    const isOwnFault = /validation errors|Internal Compiler|cast<|assert/i.test(theirs.errors)
    if (ours.container && valid!.ok && isOwnFault) return { ...none, dxcFails: theirs.errors }
    if (
      !ours.container &&
      /at most 4 output streams/.test(ours.text) &&
      (await writesFourthInstead(dxc, theirs.container!))
    )
      return { ...none, dxcFails: 'streams behind the fourth become the fourth' }
    const problem = ours.container
      ? `DXC refuses: ${firstError(theirs.errors)}`
      : `DXC accepts; ours refuses: ${ours.text}`
    return { ...none, problems: [problem] }
  }
  const problems: string[] = []
  if (!valid!.ok) problems.push(`not valid: ${valid!.message}`)
  for (const part of PARTS)
    if (hex(partOf(ours.container, part)) !== hex(partOf(theirs.container, part)))
      problems.push(
        `${part} differs${part === 'SFI0' ? ` ${hex(partOf(ours.container, part))} ${hex(partOf(theirs.container, part))}` : ''}`,
      )
  const [mine, other] = [psvOf(ours.container), psvOf(theirs.container)]
  for (const key of Object.keys(mine.plain))
    if (mine.plain[key] !== other.plain[key]) problems.push(`PSV0 ${key}: ${mine.plain[key]} | DXC ${other.plain[key]}`)
  return { ...none, problems, hasOtherTables: problems.length === 0 && mine.tables !== other.tables }
}

/** DXC takes more streams than there are: vertices of the fifth and later ones go to the fourth, with the outputs of their own. */
async function writesFourthInstead(dxc: Dxc, container: Uint8Array): Promise<boolean> {
  const { text } = await dxc.disassemble(container)
  const streams = [...text.matchAll(/dx\.op\.(?:emit|cut|emitThenCut)Stream\(i32 \d+, i8 (\d+)\)/g)].map(m =>
    Number(m[1]),
  )
  return streams.includes(3) && streams.every(n => n <= 3)
}

const firstError = (text: string): string => /error: .*/.exec(text.replace('error: validation errors', ''))?.[0] ?? text

/** PSV0 without and with the tables of dependence. */
function psvOf(container: Uint8Array): { readonly plain: Readonly<Record<string, string>>; readonly tables: string } {
  const psv = decodePart('PSV0', partOf(container, 'PSV0')!) as unknown as Readonly<Record<string, unknown>>
  const plain: Record<string, string> = {}
  const tables: string[] = []
  for (const [key, value] of Object.entries(psv)) {
    const text = JSON.stringify(value, (_, v: unknown) =>
      v instanceof Uint8Array ? hex(v) : typeof v === 'bigint' ? `${v}` : v,
    )
    if (/tables?$|^viewId|dependen|inputTo|patchTo/i.test(key)) tables.push(`${key} ${text}`)
    else plain[key] = text
  }
  return { plain, tables: tables.join() }
}
