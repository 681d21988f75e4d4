// Sources and how both compilers compile them here: ours, and the newest DXC.

import { oursAlone } from '../hlsl/both.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'

export interface Source {
  readonly source: string
  readonly args: readonly string[]
}

export const STAGES = ['vs', 'ps', 'cs', 'gs', 'hs', 'ds', 'ms', 'as', 'lib'] as const

export const ours = ({ source, args }: Source): Uint8Array | undefined => oursAlone(source, args.join(' ')).container

/** undefined where DXC refuses it, or fails. */
export async function theirs({ source, args }: Source): Promise<Uint8Array | undefined> {
  const isChecked = args.includes('-validator-version') || args.includes('lib_6_x')
  const words = isChecked ? args : [...args, '-validator-version', '1.9']
  try {
    return (await (await Dxc.shared('dxc-new')).compile(source, words, { name: 'x.hlsl' })).container
  } catch (error) {
    if (error instanceof OracleError) return undefined
    throw error
  }
}

/** The same without optimisation. */
export const plain = (words: readonly string[]): readonly string[] => [
  ...words.filter(w => !/^[-/]O[0-9d]$/.test(w)),
  '-Od',
]
