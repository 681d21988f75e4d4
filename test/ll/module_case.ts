// One module of LLVM text in a test: completed to a shader, compiled, validated by the oracle, and its DXIL looked at.

import type { ExecutionContext } from 'ava'
import { compileModule, type ModuleOptions } from '../../src/api/compile_module.ts'
import { assemblyOf } from '../assembly.ts'
import { Dxc } from '../oracle/dxc.ts'

export interface ModuleText {
  /** Instructions of main; `ret void` is added. */
  readonly body?: string
  /** Types, globals, functions, metadata. */
  readonly more?: string
  /** Default 6.6. */
  readonly model?: string
  /** Attributes of main behind the shader's. */
  readonly attributes?: string
}

/** A compute shader of 8 x 8 threads. */
export const moduleText = ({ body = '', more = '', model = '6.6', attributes = '' }: ModuleText): string => `
target triple = "dxil-pc-shadermodel${model}-compute"
${more}
define void @main() #0 {
entry:
${body}
  ret void
}
attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="8,8,1" ${attributes} }
`

export interface Expected {
  /** Texts that lines of the DXIL must contain, each in one line. */
  readonly lines?: readonly string[]
  /** Texts that no line may contain. */
  readonly without?: readonly string[]
}

/** Compiles and validates; the DXIL as text. */
export async function accepted(
  t: ExecutionContext,
  text: string,
  expected: Expected = {},
  options: ModuleOptions = {},
): Promise<string> {
  const result = compileModule(text, options)
  if (!result.container) {
    t.fail(`${result.text}\n${text}`)
    return ''
  }
  const assembly = assemblyOf(result)
  for (const line of expected.lines ?? []) t.true(assembly.includes(line), `no line with ${line}\n${assembly}`)
  for (const line of expected.without ?? []) t.false(assembly.includes(line), `a line with ${line}\n${assembly}`)
  const verdict = await (await Dxc.shared()).validate(result.container)
  t.true(verdict.ok && verdict.digest === 'right', `${verdict.message}\n${assembly}`)
  return assembly
}

/** The messages `line:column: text` of a module that is refused. */
export function complaints(text: string, options: ModuleOptions = {}): string[] {
  const result = compileModule(text, options)
  return result.diagnostics
    .filter(d => d.severity === 'error')
    .map(d => (d.line > 0 ? `${d.line}:${d.column}: ${d.message}` : d.message))
}
