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
    options: { readonly args: readonly string[] },
  ): { readonly ok: boolean; readonly container?: Uint8Array; readonly diagnostics: readonly unknown[] }
}

// Beside this file in the sources (.ts) and in dist (.js) alike.
const API = ['../../src/api/index.ts', '../../src/api/index.js']
  .map(path => new URL(path, import.meta.url))
  .find(url => existsSync(fileURLToPath(url)))

/** Undefined while the checkout has no compiler yet. */
export const DXILKIT_COMPILER: CorpusCompiler | undefined = API && {
  name: 'dxilkit',
  async compile(source, { args }) {
    const { compile } = (await import(API.href)) as Api
    const result = compile(source, { args })
    const messages = result.diagnostics.map(d => (typeof d === 'string' ? d : JSON.stringify(d))).join('\n')
    return { messages, ...(result.ok && result.container && { container: result.container }) }
  },
}
