// Which layout belongs to which FourCC, and the directions over it: decode, encode, list. Anything unknown stays raw.

import { FormatError } from '../base/format_error.ts'
import type { Part } from './container.ts'
import { type DebugName, debugName, newDebugName } from './debug_name.ts'
import { type DxilProgram, dxilProgram, newDxilProgram } from './dxil_program.ts'
import { type Features, features, newFeatures } from './features.ts'
import { newShaderHash, type ShaderHash, shaderHash } from './hash.ts'
import { type Field, type Layout, Lister, Reader, Writer } from './io.ts'
import { newPsv0, type Psv0, psv0 } from './psv0.ts'
import { newRawPart, type RawPart, rawPart } from './raw.ts'
import { newRdat, type Rdat, rdat } from './rdat.ts'
import { newSignature, type Signature, type SignatureShape, signatureLayout } from './signature.ts'
import { type CompilerVersion, compilerVersion, newCompilerVersion } from './version.ts'

/** The decoded value of each part that has a layout. */
export interface PartValues {
  SFI0: Features
  ISG1: Signature
  OSG1: Signature
  PSG1: Signature
  ISGN: Signature
  OSGN: Signature
  OSG5: Signature
  PCSG: Signature
  PSV0: Psv0
  RDAT: Rdat
  VERS: CompilerVersion
  ILDB: DxilProgram
  STAT: DxilProgram
  DXIL: DxilProgram
  ILDN: DebugName
  HASH: ShaderHash
}

export type DecodablePart = keyof PartValues

interface Codec<T> {
  readonly make: () => T
  readonly layout: Layout<T>
}

const signature = (shape: SignatureShape): Codec<Signature> => ({ make: newSignature, layout: signatureLayout(shape) })
const program: Codec<DxilProgram> = { make: newDxilProgram, layout: dxilProgram }

const CODECS: { readonly [N in DecodablePart]: Codec<PartValues[N]> } = {
  SFI0: { make: newFeatures, layout: features },
  ISG1: signature('ISG1'),
  OSG1: signature('OSG1'),
  PSG1: signature('PSG1'),
  ISGN: signature('ISGN'),
  OSGN: signature('OSGN'),
  OSG5: signature('OSG5'),
  PCSG: signature('PCSG'),
  PSV0: { make: newPsv0, layout: psv0 },
  RDAT: { make: newRdat, layout: rdat },
  VERS: { make: newCompilerVersion, layout: compilerVersion },
  ILDB: program,
  STAT: program,
  DXIL: program,
  ILDN: { make: newDebugName, layout: debugName },
  HASH: { make: newShaderHash, layout: shaderHash },
}

const RAW: Codec<RawPart> = { make: newRawPart, layout: rawPart }

/** True when a part of that name has a declared layout. */
export function isDecodable(name: string): name is DecodablePart {
  return Object.hasOwn(CODECS, name)
}

/**
 * Decodes a part's payload.
 * @param origin offset of the payload in the file, for errors
 * @throws FormatError
 */
export function decodePart<N extends DecodablePart>(name: N, data: Uint8Array, origin = 0): PartValues[N] {
  const codec: Codec<PartValues[N]> = CODECS[name]
  const value = codec.make()
  codec.layout(new Reader(data, origin, name), value)
  return value
}

/** Encodes a decoded part; the exact inverse of decodePart. */
export function encodePart<N extends DecodablePart>(name: N, value: PartValues[N]): Uint8Array {
  const codec: Codec<PartValues[N]> = CODECS[name]
  const writer = new Writer()
  codec.layout(writer, value)
  return writer.finish()
}

/** Every field of a part in file order; on damage what came before it, and the error. */
export function listPart(part: Part): { readonly fields: readonly Field[]; readonly error?: FormatError } {
  const lister = new Lister(part.data, part.offset, part.name)
  const codec = (isDecodable(part.name) ? CODECS[part.name] : RAW) as Codec<unknown>
  try {
    codec.layout(lister, codec.make())
    return { fields: lister.fields }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { fields: lister.fields, error }
  }
}
