// What options say of a library's exports.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { NOWHERE } from '../diag/sources.ts'
import { unmangled } from '../dxil/references.ts'
import type { CheckOptions } from '../hlsl/check/program.ts'
import type { ShaderTarget } from '../ir/module.ts'
import { type CompileOptions, isOffline } from './options.ts'

/** A library for linking only exports what is not static. */
export function exportedKind(
  { exportShadersOnly, defaultLinkage }: CompileOptions,
  target: ShaderTarget,
): NonNullable<CheckOptions['exported']> {
  if (exportShadersOnly) return 'shaders'
  return (defaultLinkage ?? (isOffline(target) ? 'external' : 'internal')) === 'external' ? 'all' : 'marked'
}

/** Names outside by names inside. */
export function exportNames(
  exports: readonly string[],
  diagnostics: Diagnostics,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  if (exports.length === 0) return names
  for (const definition of exports.flatMap(text => text.split(';'))) {
    const equals = definition.indexOf('=')
    const internal = plain(definition.slice(equals + 1))
    if (equals === 0 || internal === '') {
      diagnostics.report('E2517', NOWHERE, { text: definition })
      continue
    }
    const list = names.get(internal) ?? []
    names.set(internal, list)
    if (equals < 0) list.push(unmangled(internal))
    else
      list.push(
        ...definition
          .slice(0, equals)
          .split(',')
          .filter(name => name !== '')
          .map(name => unmangled(plain(name))),
      )
  }
  return names
}

/** As DXC prints mangled names: `\\01?f@@YAXXZ`. */
const plain = (name: string): string => (name.startsWith('\\01') ? `\x01${name.slice(3)}` : name)
