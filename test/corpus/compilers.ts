// The two compilers a corpus test can ask, behind one small face.

import { compile } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { dxcArgsToOptions } from './corpus_options.ts'
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

export const DXILKIT_COMPILER: CorpusCompiler = {
  name: 'dxilkit',
  async compile(source, { args }) {
    const result = compile(source, dxcArgsToOptions(args))
    return { messages: result.text.trim(), ...(result.container && { container: result.container }) }
  },
}
