// Subobjects on the way through compilation: the texts of root signatures become bytes, lists of names become lists.

import { marksTier11, needsTier11 } from '../assemble/rdat_subobjects.ts'
import type { ValidatorVersion } from '../container/validator_version.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import type { SubobjectSymbol } from '../hlsl/tree/typed.ts'
import { SUBOBJECT_KIND } from '../spec/rdat_enums.ts'
import type { Subobject, SubobjectValue } from '../spec/subobjects.ts'
import { type RootSignatureOptions, rootSignatureOf } from './root_signature.ts'

/** Flags of a library that come from its subobjects. */
export const libraryFlags = (subobjects: readonly Subobject[], validator: ValidatorVersion): bigint =>
  marksTier11(validator) && needsTier11(subobjects) ? ShaderFlag.RaytracingTier1_1 : 0n

/** The subobjects that a source declares; one whose root signature is wrong is reported and left out. */
export function subobjectsOf(
  symbols: readonly SubobjectSymbol[],
  options: RootSignatureOptions,
  diagnostics: Diagnostics,
): Subobject[] {
  return symbols.flatMap(symbol => {
    const { kind, hitGroup, fields } = symbol.type
    const values: SubobjectValue[] = hitGroup === undefined ? [] : [hitGroup]
    for (const [i, [, field]] of fields.entries()) {
      const value = symbol.values[i]!
      if (field === 'list')
        values.push(
          String(value)
            .split(';')
            .filter(name => name !== ''),
        )
      else if (field === 'signature') {
        const local = kind === SUBOBJECT_KIND.LocalRootSignature
        const signature = rootSignatureOf(
          String(value),
          symbol,
          { ...options, kind: local ? 'local' : 'global' },
          diagnostics,
        )
        if (!signature) return []
        values.push(signature.bytes)
      } else values.push(value)
    }
    // A triangle hit group has no intersection shader.
    if (hitGroup !== undefined && fields.length < 3) values.push('')
    return [{ kind, name: symbol.name, values }]
  })
}
