// Root signatures on the way through compilation: found, parsed, checked against what the shader binds, written.

import { BOOLEAN, checkArgument, checkBytes } from '../base/arguments.ts'
import { FormatError } from '../base/format_error.ts'
import { writeContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import type { Span } from '../diag/sources.ts'
import type { Program } from '../hlsl/tree/typed.ts'
import type { Module, Resource } from '../ir/module.ts'
import type { RootSignatureDescription } from '../root_signature/description.ts'
import { describeRootSignature } from '../root_signature/deserialize.ts'
import { type ParseOptions, parseRootSignature, RootSignatureError } from '../root_signature/parse.ts'
import { serializeRootSignature } from '../root_signature/serialize.ts'
import { type BoundResource, verifyRootSignature, verifyShader } from '../root_signature/verify.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { VISIBILITY_OF } from '../spec/root_signature_enums.ts'

/** A root signature that is right in itself, and where it was asked for. */
export interface ShaderRootSignature {
  readonly description: RootSignatureDescription
  /** The RTS0 part. */
  readonly bytes: Uint8Array
  readonly span: Span
}

export interface RootSignatureOptions {
  readonly rootSignatureVersion?: '1.0' | '1.1'
  /** Of subobjects: a local signature says so, a global one may not. */
  readonly kind?: 'global' | 'local'
}

/** The signature a text describes; undefined when it was found wrong and reported. */
export function rootSignatureOf(
  text: string,
  span: Span,
  { rootSignatureVersion: version = '1.1', kind }: RootSignatureOptions,
  diagnostics: Diagnostics,
): ShaderRootSignature | undefined {
  const description = parsed(text, { version, ...(kind ? { kind } : {}) }, span, diagnostics)
  if (!description) return undefined
  const complaints = verifyRootSignature(description)
  for (const what of complaints) diagnostics.report('E3920', span, { what })
  return complaints.length > 0 ? undefined : { description, bytes: serializeRootSignature(description, version), span }
}

function parsed(
  text: string,
  options: ParseOptions,
  span: Span,
  diagnostics: Diagnostics,
): RootSignatureDescription | undefined {
  try {
    return parseRootSignature(text, options)
  } catch (error) {
    if (!(error instanceof RootSignatureError)) throw error
    const where = error.at === undefined ? '' : ` (at character ${error.at + 1})`
    diagnostics.report('E3920', span, { what: `${error.message}${where}` })
    return undefined
  }
}

/** The signature of an RTS0 part that printed IR holds; undefined when it is none and was reported. */
export function rootSignatureOfPart(
  bytes: Uint8Array,
  span: Span,
  diagnostics: Diagnostics,
): ShaderRootSignature | undefined {
  try {
    const description = describeRootSignature(decodePart('RTS0', bytes, 0))
    return { description, bytes, span }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    diagnostics.report('E3920', span, { what: error.message })
    return undefined
  }
}

/** Where the entry point asks for its root signature. */
export function attributeSpan({ entry }: Program): Span {
  return entry.attributes.find(a => a.name === 'rootsignature') ?? entry
}

/** A container that holds nothing but an RTS0 part, as runtimes take root signatures. */
export function rootSignatureContainer(bytes: Uint8Array, sign = true): Uint8Array {
  checkBytes('rootSignatureContainer', bytes)
  checkArgument('rootSignatureContainer', 'sign', sign, BOOLEAN)
  return writeContainer([{ name: 'RTS0', data: bytes }], { major: 1, minor: 8 }, sign ? 'retail' : 'none')
}

/** Reports what a bound module uses and the signature does not provide. */
export function checkRootSignature(
  module: Module,
  { description, span }: ShaderRootSignature,
  diagnostics: Diagnostics,
): void {
  const resources = module.resources.filter(r => r.binding !== undefined).map(boundResource)
  const stage = VISIBILITY_OF[module.target.stage] ?? 'All'
  for (const what of verifyShader(description, stage, resources)) diagnostics.report('E3921', span, { what })
}

function boundResource(r: Resource): BoundResource {
  const { space, lower } = r.binding!
  const isBuffer = r.kind === 'StructuredBuffer' || r.kind === 'RawBuffer'
  return {
    name: r.name,
    class: r.class,
    isTyped: (r.class === 'srv' || r.class === 'uav') && !isBuffer,
    hasCounter: r.hasCounter,
    space,
    lower,
    upper: r.rangeSize === UNBOUNDED ? UNBOUNDED : lower + r.rangeSize - 1,
  }
}
