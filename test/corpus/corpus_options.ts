// The DXC-style arguments of a corpus header as library options.

import type { CompileOptions } from '../../src/api/options.ts'

/** Understands the flags that corpus headers may hold (test/corpus/header.ts); throws on any other. */
export function dxcArgsToOptions(args: readonly string[]): CompileOptions {
  const options: { -readonly [K in keyof CompileOptions]: CompileOptions[K] } = { target: '' }
  const defines: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === '-T') options.target = args[++i]!
    else if (arg === '-E') options.entry = args[++i]!
    else if (arg === '-D') defines.push(args[++i]!)
    else if (arg === '-HV') options.hlslVersion = args[++i]! as NonNullable<CompileOptions['hlslVersion']>
    else if (/^-O[0-3]$/.test(arg)) options.optimization = Number(arg[2]) as 0 | 1 | 2 | 3
    else if (arg === '-Zpr') options.packMatrix = 'row_major'
    else if (arg === '-Zpc') options.packMatrix = 'column_major'
    else if (arg === '-Gis') options.ieeeStrict = true
    else if (arg === '-enable-16bit-types') options.enable16BitTypes = true
    else throw new Error(`no library option for the flag ${arg}`)
  }
  return { ...options, defines }
}
