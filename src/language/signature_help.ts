// The functions that the call around the cursor may mean, and which argument the cursor is in.

import type { Entity, FunctionSet } from '../hlsl/check/core/scopes.ts'
import { methodsOf, signaturesOf } from '../hlsl/check/core/signatures.ts'
import type { Type } from '../hlsl/tree/types.ts'
import { builtinDoc } from '../spec/builtin_docs.ts'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { capture } from './capture.ts'
import { typeNodeText } from './hover.ts'
import { isQuiet, wordAt } from './macros.ts'
import type { SignatureHelpText, SignatureText } from './model.ts'
import { builtinText, entityText, type Labelled } from './type_text.ts'

/** As far as a call is looked for. */
const MAX_CALL = 4000

interface OpenCall {
  /** Offset of the parenthesis. */
  readonly open: number
  readonly argument: number
}

/** The innermost call that is open at an offset. */
function openCall(text: string, offset: number): OpenCall | undefined {
  let depth = 0
  let argument = 0
  for (let at = offset - 1; at >= Math.max(0, offset - MAX_CALL); at--) {
    const char = text[at]!
    if (char === ')' || char === ']' || char === '}') depth++
    else if (char === '[' || char === '{') {
      if (--depth < 0) return undefined
    } else if (char === '(') {
      if (--depth < 0) return isQuiet(text, at) ? undefined : { open: at, argument }
    } else if (char === ',' && depth === 0 && !isQuiet(text, at)) argument++
    else if (char === ';' && depth === 0) return undefined
  }
  return undefined
}

export function signatureHelpAt(input: AnalysisInput, offset: number, last: Analysis): SignatureHelpText | undefined {
  const call = openCall(input.text, offset)
  if (!call) return undefined
  const nameEnd = input.text.slice(0, call.open).trimEnd().length
  const name = wordAt(input.text, nameEnd)
  if (!name || name.end !== nameEnd) return undefined
  // The rest of the call cannot be read yet: a name in its place can.
  const found = capture(input, name.start, offset)
  const signatures = found?.base
    ? methodTexts(found.base.type, name.word, last)
    : functionTexts(found?.names?.get(name.word) ?? last.checked?.global.lookup(name.word), name.word, last)
  if (signatures.length === 0) return undefined
  const { argument } = call
  const fitting = signatures.findIndex(s => s.parameters.length > argument)
  return { signatures, activeSignature: Math.max(0, fitting), activeParameter: argument }
}

const signature = ({ label, parameters }: Labelled, documentation = ''): SignatureText => ({
  label,
  parameters,
  documentation,
})

function unique(list: readonly SignatureText[]): SignatureText[] {
  return [...new Map(list.map(s => [s.label, s])).values()]
}

const setTexts = (set: FunctionSet, analysis: Analysis): SignatureText[] =>
  set.list.map(entity => signature(entityText(entity, type => typeNodeText(analysis, type))))

function functionTexts(entity: Entity | undefined, name: string, analysis: Analysis): SignatureText[] {
  if (entity?.kind === 'functions') return unique(setTexts(entity, analysis))
  return unique(signaturesOf(name).map(s => signature(builtinText(name, s, undefined), builtinDoc(name))))
}

function methodTexts(type: Type, name: string, analysis: Analysis): SignatureText[] {
  if (type.kind === 'object')
    return unique(methodsOf(type.name, name).map(s => signature(builtinText(name, s, type), builtinDoc(name))))
  if (type.kind !== 'struct') return []
  const owner = analysis.checked?.functions.find(f => f.name === name && f.owner?.type.pos === type.pos)
  const set = owner?.owner?.scope.own(name)
  return set?.kind === 'functions' ? unique(setTexts(set, analysis)) : []
}
