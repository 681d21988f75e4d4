// LLVM text to containers: what clang writes for the DirectX target, and what dxilkit itself prints of its IR.

import { checkModule } from './check_options.ts'
import { type CompileResult, compile } from './compile.ts'
import type { CompileOptions } from './options.ts'

/** As for HLSL, but the profile is that of the target triple unless given, and bindings are made as LLVM makes them. */
export type ModuleOptions = Omit<CompileOptions, 'target' | 'language'> & { readonly target?: string }

/**
 * Compiles a module of LLVM text. The entry point is the function with the attribute "hlsl.shader", or options.entry.
 * @throws InternalError when dxilkit itself is at fault; never for bad input
 */
export function compileModule(text: string, options: ModuleOptions = {}): CompileResult {
  checkModule('compileModule', text, options)
  const { target = '', fileName = 'module.ll', binding = 'llvm', ...rest } = options
  return compile(text, { ...rest, target, fileName, binding, language: 'llvm' })
}
