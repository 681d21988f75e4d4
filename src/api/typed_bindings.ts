// Code for the side of the processor: a shader's bytes, its bindings, and types for its buffers, in TypeScript, C++ or C#.

import { checkArgument, oneOf } from '../base/arguments.ts'
import { bufferSlots } from '../typed/buffer_slots.ts'
import { cPlusPlusHeader } from '../typed/c_plus_plus.ts'
import { cSharpFile } from '../typed/c_sharp.ts'
import type { ShaderFacts } from '../typed/shader_facts.ts'
import { typeScriptModule } from '../typed/typescript.ts'
import { type CompileReport, compile } from './compile.ts'
import { explainLayout } from './explain_layout.ts'
import type { CompileOptions } from './options.ts'
import { reflect } from './reflect.ts'

export type BindingLanguage = 'ts' | 'cpp' | 'cs'

export interface TypedBindingsOptions extends CompileOptions {
  readonly bindingLanguage: BindingLanguage
  /** TypeScript: the address of the container beside the module; default: its bytes are in the module. */
  readonly url?: string
  /** C++, C#: the namespace; default 'shader'. */
  readonly namespace?: string
}

export type TypedBindingsResult =
  | (CompileReport & { readonly ok: true; readonly code: string; readonly container: Uint8Array })
  | (CompileReport & { readonly ok: false; readonly code?: undefined; readonly container?: undefined })

/**
 * Compiles a shader and writes the code that talks to it. Buffers are all that the source declares, used or not, as explainLayout() lays them out;
 * bindings are those of the program.
 * @throws TypeError for options that are none, InternalError when dxilkit itself is at fault; never for bad input
 */
export function typedBindings(source: string, options: TypedBindingsOptions): TypedBindingsResult {
  checkArgument('typedBindings', 'bindingLanguage', options?.bindingLanguage, oneOf('ts', 'cpp', 'cs'))
  const { bindingLanguage, url, namespace = 'shader', ...compileOptions } = options
  const {
    ok: _ok,
    container,
    pdb: _pdb,
    ...report
  } = compile(source, compileOptions) as ReturnType<typeof compile> & {
    readonly pdb?: unknown
  }
  const { fileName, include, defines, packMatrix, enable16BitTypes, hlslVersion, binding, target } = compileOptions
  const given = { fileName, include, defines, packMatrix, enable16BitTypes, hlslVersion, binding, target }
  const layout = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { explanation } = container ? explainLayout(source, layout) : { explanation: undefined }
  if (!container || !explanation) return { ...report, ok: false }
  const reflected = reflect(container)
  const shader: ShaderFacts = {
    file: (fileName ?? 'hlsl.hlsl').split(/[\\/]/).at(-1)!,
    target,
    entry: options.entry ?? 'main',
    container,
    threadGroup: reflected.kind === 'shader' ? reflected.threadGroup : null,
    bindings: reflected.bindings.map(({ name, type, register, space, count }) => ({
      name,
      type,
      register,
      space,
      count,
    })),
  }
  const buffers = bufferSlots(explanation.buffers)
  const code =
    bindingLanguage === 'ts'
      ? typeScriptModule(shader, buffers, { url })
      : bindingLanguage === 'cpp'
        ? cPlusPlusHeader(shader, buffers, namespace)
        : cSharpFile(shader, buffers, namespace)
  return { ...report, ok: true, code, container }
}
