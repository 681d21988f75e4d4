// Signature elements as metadata tuples, and which of their components the code touches.
// Layout: facts, DXIL metadata, "Signature element".

import { byteString } from '../base/c_string.ts'
import type { Func, Value } from '../ir/function.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { NO_SIGNATURES, type SignatureElement, type Signatures } from '../ir/signature.ts'
import type { MDNode } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import { signatureAccess } from '../spec/signature_access.ts'

interface Masks {
  /** Components read or written. */
  usage: number
  /** Components at a row known only at run time. */
  dynamic: number
}
/** By element id. */
export type SignatureUsage = Readonly<Record<keyof Signatures, readonly Masks[]>>

/** Looks at the finished code of an entry's functions. */
export function signatureUsage(module: Module, { func, patchConstant, signatures }: EntryPoint): SignatureUsage {
  const { input, output, patchOrPrim } = signatures ?? NO_SIGNATURES
  const usage = { input: input.map(noMasks), output: output.map(noMasks), patchOrPrim: patchOrPrim.map(noMasks) }
  for (const f of patchConstant ? [func, patchConstant] : [func])
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Dx) noteUse(module, f, v, usage)
  return usage
}

/** Libraries do not say which components of elements are used. */
export function unusedSignatures({ signatures }: EntryPoint): SignatureUsage {
  const { input, output, patchOrPrim } = signatures ?? NO_SIGNATURES
  return { input: input.map(noMasks), output: output.map(noMasks), patchOrPrim: patchOrPrim.map(noMasks) }
}

const noMasks = (): Masks => ({ usage: 0, dynamic: 0 })

/** Only loads and stores count as use; evaluating an input elsewhere in the pixel does not. */
function noteUse(module: Module, f: Func, v: Value, usage: SignatureUsage): void {
  const access = signatureAccess(f.aux(v))
  if (!access?.counts) return
  const { constants } = module
  const masks = usage[access.list][constants.numberOf(f.operandAt(v, 0))!]!
  const bit = 1 << constants.numberOf(f.operandAt(v, 2))!
  masks.usage |= bit
  if (constants.numberOf(f.operandAt(v, 1)) === undefined) masks.dynamic |= bit
}

/** The node of an entry's signatures; null when it has none. */
export function signatureMetadata(
  m: LlvmModule,
  signatures: Signatures | undefined,
  usage: SignatureUsage,
  validator: { readonly major: number; readonly minor: number },
): MDNode | null {
  const { input, output, patchOrPrim } = signatures ?? NO_SIGNATURES
  if (input.length + output.length + patchOrPrim.length === 0) return null
  const hasUsage = validator.major > 1 || validator.minor >= 5
  const list = (elements: readonly SignatureElement[], masks: readonly Masks[]): MDNode | null =>
    elements.length === 0 ? null : m.node(elements.map((e, i) => elementNode(m, e, masks[i]!, hasUsage)))
  return m.node([list(input, usage.input), list(output, usage.output), list(patchOrPrim, usage.patchOrPrim)])
}

// Tags of an element's extensions.
const TAG_STREAM = 0
const TAG_DYNAMIC_MASK = 2
const TAG_USAGE_MASK = 3

function elementNode(m: LlvmModule, e: SignatureElement, masks: Masks, hasUsage: boolean): MDNode {
  const i8 = (n: number) => m.mdInt(n, m.types.i8)
  const extensions = [
    ...(e.stream > 0 ? [m.mdInt(TAG_STREAM), m.mdInt(e.stream)] : []),
    ...(masks.dynamic > 0 ? [m.mdInt(TAG_DYNAMIC_MASK), m.mdInt(masks.dynamic)] : []),
    ...(hasUsage && masks.usage > 0 ? [m.mdInt(TAG_USAGE_MASK), m.mdInt(masks.usage)] : []),
  ]
  return m.node([
    m.mdInt(e.id),
    m.mdString(byteString(e.name)),
    i8(e.componentType),
    i8(e.kind),
    m.node(e.semanticIndexes.map(n => m.mdInt(n))),
    i8(e.interpolation),
    m.mdInt(e.rows),
    i8(e.cols),
    m.mdInt(e.startRow),
    i8(e.startCol),
    extensions.length > 0 ? m.node(extensions) : null,
  ])
}
