// One program through both compilers: the same verdict, and the same function chosen.

import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { type OverloadCase, storedNumbers } from './cases.ts'

/** What a compiler makes of a program: the numbers it stores, or its first error. */
interface Answer {
  readonly stored: string | undefined
  readonly error: string
}

const firstError = (log: string): string => log.split('\n').find(line => line.includes('error')) ?? ''

/** Asked once for each program: the newest DXC there is. */
async function theirs(source: string, args: readonly string[]): Promise<Answer> {
  const dxc = await Dxc.shared('dxc-new')
  const { container, errors } = await dxc.compile(source, [...args, '-validator-version', '1.8'])
  const stored = container && storedNumbers((await dxc.disassemble(container)).text)
  return { stored, error: firstError(errors) }
}

function ours(source: string, args: readonly string[]): Answer {
  const result = compile(source, dxcArgsToOptions(args))
  return {
    stored: result.ok ? storedNumbers(disassemble(result.container)) : undefined,
    error: firstError(result.text),
  }
}

/** What is different, or undefined. */
export async function overloadDifference(
  { name, source }: OverloadCase,
  flags: readonly string[],
): Promise<string | undefined> {
  const args = ['-T', 'cs_6_2', '-E', 'main', ...flags]
  const dxc = await theirs(source, args)
  const own = ours(source, args)
  if (dxc.stored === own.stored) return undefined
  const told = (answer: Answer): string => answer.stored ?? answer.error
  return `${[name, ...flags].join(' ')}: DXC ${told(dxc)}, ours ${told(own)}`
}
