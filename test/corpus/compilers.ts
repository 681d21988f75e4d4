// The two compilers a corpus test can ask, behind one small face. dxilkit is imported when it is there, so that the corpus can be
// tested with DXC alone.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Dxc } from '../oracle/dxc.ts'
import type { CorpusCompile } from './header.ts'

export interface Compiled {
  readonly container?: Uint8Array
  /** Everything the compiler had to say, '' when nothing. */
  readonly messages: string
}

export interface CorpusCompiler {
  readonly name: 'DXC' | 'dxilkit'
  compile(source: string, compile: CorpusCompile): Promise<Compiled>
}

export const DXC_COMPILER: CorpusCompiler = {
  name: 'DXC',
  async compile(source, { args }) {
    const result = await (await Dxc.shared()).compile(source, args)
    return { messages: result.errors.trim(), ...(result.container && { container: result.container }) }
  },
}

/** What the corpus needs of the public surface in src/api/index.ts. */
interface Api {
  compile(
    source: string,
    options: CorpusOptions,
  ): {
    readonly ok: boolean
    readonly container: Uint8Array | undefined
    text(): string
  }
}

interface CorpusOptions {
  target: string
  entry: string
  defines: string[]
  optimization?: number
  hlslVersion?: string
  packMatrix?: string
  ieeeStrict?: boolean
  enable16BitTypes?: boolean
}

/** The library's options for a header's arguments (header.ts has refused all others). */
export function optionsOf({ profile, entry, args }: CorpusCompile): CorpusOptions {
  const options: CorpusOptions = { target: profile, entry, defines: [] }
  args.forEach((arg, i) => {
    if (arg === '-D') options.defines.push(args[i + 1]!)
    else if (arg === '-HV') options.hlslVersion = args[i + 1]!
    else if (arg.startsWith('-O')) options.optimization = Number(arg[2])
    else if (arg === '-Zpr' || arg === '-Zpc') options.packMatrix = arg === '-Zpr' ? 'row_major' : 'column_major'
    else if (arg === '-Gis') options.ieeeStrict = true
    else if (arg === '-enable-16bit-types') options.enable16BitTypes = true
  })
  return options
}

// Beside this file in the sources (.ts) and in dist (.js) alike.
const API = ['../../src/api/index.ts', '../../src/api/index.js']
  .map(path => new URL(path, import.meta.url))
  .find(url => existsSync(fileURLToPath(url)))

/** Undefined while the checkout has no compiler yet. */
export const DXILKIT_COMPILER: CorpusCompiler | undefined = API && {
  name: 'dxilkit',
  async compile(source, compile) {
    const api = (await import(API.href)) as Api
    const result = api.compile(source, optionsOf(compile))
    return { messages: result.text().trim(), ...(result.container && { container: result.container }) }
  },
}
