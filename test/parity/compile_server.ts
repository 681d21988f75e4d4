// Child process that compiles one case after another with dxilkit and says how each went. A case that kills it is charged to that case.

import { readFileSync } from 'node:fs'
import { compile } from '../../src/api/compile.ts'
import { decodeText, fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { withoutRootSignatures } from './root_signatures.ts'

export interface CompileRequest {
  readonly path: string
  readonly words: readonly string[]
  /** Instead of the file's own text. */
  readonly source?: string | undefined
  /** Root signatures are taken out of included files. */
  readonly noRootSignatures?: boolean | undefined
}

export interface CompileReply {
  /** threw: an exception left compile(), which is a bug of ours whatever the source. */
  readonly verdict: 'accepted' | 'rejected' | 'threw'
  readonly container?: Uint8Array | undefined
  /** Messages as text, or the exception with its stack. */
  readonly text: string
  /** Code and message of the first error. */
  readonly firstError: string
  readonly ms: number
}

function answer({ path, words, source, noRootSignatures }: CompileRequest): CompileReply {
  const start = performance.now()
  const ms = (): number => performance.now() - start
  try {
    const job = compileJob(parseFlags([...words, path]))
    const files = fileIncluder(job.includeDirs)
    const include: typeof files = (...where) => {
      const file = files(...where)
      return file && 'text' in file && noRootSignatures
        ? { ...file, text: withoutRootSignatures(String(file.text)) }
        : file
    }
    const r = compile(source ?? decodeText(readFileSync(path)), { ...job.compile, fileName: path, include })
    const error = r.diagnostics.find(d => d.severity === 'error')
    const firstError = error ? `${error.code} ${error.message}` : ''
    const verdict = r.ok ? 'accepted' : 'rejected'
    return { verdict, container: r.container, text: r.text, firstError, ms: ms() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    return { verdict: 'threw', text, firstError: error instanceof Error ? error.message : String(error), ms: ms() }
  }
}

process.on('message', (request: CompileRequest) => {
  process.send?.(answer(request))
})
