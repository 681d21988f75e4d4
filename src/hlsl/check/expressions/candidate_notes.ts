// Why no overload of a builtin takes the arguments: a note for each of the nearest, which names the argument that does not fit.

import type { Diagnostic } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type { Expr } from '../../tree/typed.ts'
import { ERROR, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, note } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { signatureText, slotText } from '../core/signature_text.ts'
import type { Signature } from '../core/signatures.ts'
import { matchSignature } from './match_signature.ts'

/** Candidates shown; the rest is counted. */
const MAX_CANDIDATES = 4

const NTH = ['1st', '2nd', '3rd']
export const nth = (index: number): string => NTH[index] ?? `${index + 1}th`

/** `2 were provided`, as clang says it. */
export function providedText(count: number, wantsOne: boolean): string {
  if (count === 0) return 'no arguments were provided'
  if (wantsOne) return `${count} argument${count === 1 ? ' was' : 's were'} provided`
  return count === 1 ? '1 was provided' : `${count} were provided`
}

/** A call of a builtin that none of its signatures takes. */
interface BuiltinCall {
  readonly name: string
  readonly signatures: readonly Signature[]
  readonly args: readonly Expr[]
  /** Of methods. */
  readonly object?: ObjectType | undefined
}

/** Notes about overloads of a builtin, those with as many parameters as there are arguments before the others. */
export function noteSignatures(
  checker: Checker,
  error: Diagnostic,
  { name, signatures, args, object }: BuiltinCall,
  at: Span,
): void {
  if (checker.silent > 0) return
  const far = ({ params }: Signature): number => Math.abs(params.length - args.length)
  const nearest = Math.min(...signatures.map(far))
  const texts = new Map<string, Signature>()
  for (const signature of [...signatures].sort((a, b) => far(a) - far(b))) {
    const text = signatureText(name, signature, object)
    // What has the right number of arguments is what was meant.
    if ((nearest > 0 || far(signature) === 0) && !texts.has(text)) texts.set(text, signature)
  }
  for (const [text, signature] of [...texts].slice(0, MAX_CANDIDATES)) {
    const { params } = signature
    if (params.length !== args.length) {
      const wanted = `${params.length} argument${params.length === 1 ? '' : 's'}`
      const given = providedText(args.length, false)
      note(checker, error, 'N2071', at, { wanted, given, signature: text })
      continue
    }
    const wrong = wrongArgument(checker, signature, args, object)
    const marks = { ranges: wrong < 0 ? [] : [args[wrong]!] }
    const written = wrong < 0 ? params.findIndex((p, i) => p.mode !== 'in' && placeOf(args[i]!) !== 'assignable') : -1
    if (written >= 0)
      note(checker, error, 'N2074', at, { nth: nth(written), signature: text }, { ranges: [args[written]!] })
    else if (wrong < 0) note(checker, error, 'N2007', at, { signature: text })
    else {
      const from = typeText(args[wrong]!.type)
      const to = slotText(params[wrong]!, object)
      note(checker, error, 'N2070', at, { from, to, nth: nth(wrong), signature: text }, marks)
    }
  }
  if (texts.size > MAX_CANDIDATES) note(checker, error, 'N2072', at, { count: texts.size - MAX_CANDIDATES })
}

/** Index of the first argument that does not fit when those behind it are left open; -1 when they only do not fit together. */
function wrongArgument(
  checker: Checker,
  signature: Signature,
  args: readonly Expr[],
  object: ObjectType | undefined,
): number {
  for (let i = 0; i < args.length; i++) {
    const types = args.map((arg, k): Type => (k <= i ? arg.type : ERROR))
    if (!matchSignature(signature, types, object, undefined, checker.options.native16Bit)) return i
  }
  return -1
}
