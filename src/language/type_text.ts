// Types, declarations and sizes as a reader of HLSL writes them.

import type { FunctionEntity } from '../hlsl/check/core/scopes.ts'
import { modeText, signatureText, slotText } from '../hlsl/check/core/signature_text.ts'
import type { Signature } from '../hlsl/check/core/signatures.ts'
import type * as A from '../hlsl/tree/ast.ts'
import type { FunctionSymbol, ParamSymbol } from '../hlsl/tree/typed.ts'
import { type ArrayType, innermost, type ObjectType, type Type, typeText } from '../hlsl/tree/types.ts'

/** `float4 a[3]` */
export function declarationText(type: Type, name: string): string {
  if (type.kind !== 'array') return `${typeText(type)} ${name}`
  let dims = ''
  for (let at: Type = type; at.kind === 'array'; at = (at as ArrayType).element)
    dims += at.size < 0 ? '[]' : `[${at.size}]`
  return `${typeText(innermost(type))} ${name}${dims}`
}

function paramText(param: ParamSymbol): string {
  const mode = param.mode === 'in' ? '' : `${param.mode} `
  const semantic = param.semantic === undefined ? '' : ` : ${param.semantic}`
  return `${mode}${declarationText(param.type, param.name)}${semantic}${param.defaultValue ? ' = ...' : ''}`
}

/** A label with the places of its parameters. */
export interface Labelled {
  readonly label: string
  readonly parameters: readonly (readonly [start: number, end: number])[]
}

function labelled(head: string, params: readonly string[], tail: string): Labelled {
  let label = `${head}(`
  const parameters = params.map((param, i): readonly [number, number] => {
    if (i > 0) label += ', '
    const start = label.length
    label += param
    return [start, label.length]
  })
  return { label: `${label})${tail}`, parameters }
}

function functionText({ returnType, qualifiedName, name, self, params, semantic }: FunctionSymbol): Labelled {
  const owner = self && !qualifiedName.includes('::') ? `${typeText(self)}::` : ''
  const head = `${typeText(returnType)} ${owner}${qualifiedName || name}`
  return labelled(head, params.map(paramText), semantic === undefined ? '' : ` : ${semantic}`)
}

/** Of templates, whose types are known only when they are used: as they are written. */
export function entityText(entity: FunctionEntity, textOf: (node: A.TypeNode) => string): Labelled {
  if (entity.symbol) return functionText(entity.symbol)
  const { decl } = entity
  const args = (decl.template ?? []).map(p => `${p.type ? textOf(p.type) : 'typename'} ${p.name}`)
  const params = decl.params.map(p => `${p.modifiers.map(m => `${m.name} `).join('')}${textOf(p.type)} ${p.name}`)
  return labelled(`template <${args.join(', ')}> ${textOf(decl.returnType)} ${decl.name}`, params, '')
}

/** A builtin of the language, for any types. */
export function builtinText(name: string, signature: Signature, object: ObjectType | undefined): Labelled {
  const result = resultText(signature, object)
  const params = signature.params.map(p => `${modeText(p)}${slotText(p, object)} ${p.name}`)
  if (signature.varargs) params.push('...')
  const made = labelled(`${result} ${name}`, params, '')
  return made.label.endsWith(signatureText(name, signature, object)) ? made : { ...made, parameters: [] }
}

function resultText({ result, params }: Signature, object: ObjectType | undefined): string {
  const { shapeFrom, elementFrom } = result
  const same =
    shapeFrom === elementFrom && typeof shapeFrom === 'number' && shapeFrom > 0 ? params[shapeFrom - 1] : undefined
  return result.set.name === 'void' && shapeFrom === 0 ? 'void' : slotText(same ?? result, object)
}

export const bytesText = (bytes: number): string => `${bytes} byte${bytes === 1 ? '' : 's'}`
