// Which layout belongs to which FourCC, and the directions over it: decode, encode, list. Anything unknown stays raw.

import { FormatError } from '../base/format_error.ts'
import type { Part } from './container.ts'
import { type DebugName, debugName, newDebugName } from './debug_name.ts'
import { type DxilProgram, dxilProgram, newDxilProgram } from './dxil_program.ts'
import { type Features, features, newFeatures } from './features.ts'
import { newShaderHash, type ShaderHash, shaderHash } from './hash.ts'
import { type Field, type Layout, Lister, Reader, Writer } from './io.ts'
import {
  newResourceDefinitions,
  newTokenProgram,
  type ResourceDefinitions,
  resourceDefinitions,
  type TokenProgram,
  tokenProgram,
} from './legacy.ts'
import { newPdbInfo, type PdbInfo, pdbInfo } from './pdb_info.ts'
import { newPsv0, type Psv0, psv0 } from './psv0.ts'
import { newRawPart, type RawPart, rawPart } from './raw.ts'
import { newRdat, type Rdat, rdat } from './rdat.ts'
import { newRootSignature, type RootSignature, rootSignature } from './root_signature.ts'
import { newSignature, type Signature, type SignatureShape, signatureLayout } from './signature.ts'
import { newSourceInfo, type SourceInfo, sourceInfo } from './source_info.ts'
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
  RTS0: RootSignature
  VERS: CompilerVersion
  ILDB: DxilProgram
  STAT: DxilProgram
  DXIL: DxilProgram
  ILDN: DebugName
  HASH: ShaderHash
  SRCI: SourceInfo
  PDBI: PdbInfo
  PRIV: RawPart
  RDEF: ResourceDefinitions
  SHDR: TokenProgram
  SHEX: TokenProgram
}

export type DecodablePart = keyof PartValues

interface Codec<T> {
  readonly make: () => T
  readonly layout: Layout<T>
}

const signature = (shape: SignatureShape): Codec<Signature> => ({ make: newSignature, layout: signatureLayout(shape) })
const RAW: Codec<RawPart> = { make: newRawPart, layout: rawPart }
const tokens: Codec<TokenProgram> = { make: newTokenProgram, layout: tokenProgram }
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
  RTS0: { make: newRootSignature, layout: rootSignature },
  VERS: { make: newCompilerVersion, layout: compilerVersion },
  ILDB: program,
  STAT: program,
  DXIL: program,
  ILDN: { make: newDebugName, layout: debugName },
  HASH: { make: newShaderHash, layout: shaderHash },
  SRCI: { make: newSourceInfo, layout: sourceInfo },
  PDBI: { make: newPdbInfo, layout: pdbInfo },
  PRIV: RAW,
  RDEF: { make: newResourceDefinitions, layout: resourceDefinitions },
  SHDR: tokens,
  SHEX: tokens,
}

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
