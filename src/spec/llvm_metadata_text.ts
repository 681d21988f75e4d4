// How LLVM 3.7 text writes the specialised (debug info) nodes: which fields, in which order, in which form, and when one
// is left out (source: LLVM 3.7 AsmWriter). The record's own order is in llvm_metadata.ts.

import { lazy } from '../base/lazy.ts'
import { MetadataCode as Code } from './llvm_codes.ts'
import { DEBUG_LAYOUT_BY_CODE } from './llvm_metadata.ts'

/**
 * string "..." | node !N, a value or null | number | signed (64 bits) | zigzag (record holds the sign in bit 0) |
 * bool | flags DIFlagX | DIFlagY | tag, language, encoding, virtuality (DW_ names) | argument (a local variable's position)
 */
export type TextForm =
  | 'string'
  | 'node'
  | 'number'
  | 'signed'
  | 'zigzag'
  | 'bool'
  | 'flags'
  | 'tag'
  | 'language'
  | 'encoding'
  | 'virtuality'
  | 'argument'

export interface TextField {
  readonly name: string
  /** Index into the record's fields (MDDebug.fields). */
  readonly index: number
  readonly form: TextForm
  /** Written even when empty, null or zero. */
  readonly always: boolean
  /** A tag that is not written, because it is the node's usual one; 0 = none. */
  readonly usual: number
}

// name:form; a ! behind the form: always written; =N: the usual tag.
const TEXT: readonly (readonly [code: number, fields: string])[] = [
  [Code.Location, 'line:number! column:number scope:node! inlinedAt:node'],
  [Code.Subrange, 'count:signed! lowerBound:zigzag'],
  [Code.Enumerator, 'name:string! value:zigzag!'],
  [Code.BasicType, 'tag:tag=36 name:string size:number align:number encoding:encoding'],
  [Code.File, 'filename:string! directory:string!'],
  [
    Code.DerivedType,
    'tag:tag name:string scope:node file:node line:number baseType:node! size:number align:number offset:number flags:flags extraData:node',
  ],
  [
    Code.CompositeType,
    'tag:tag name:string scope:node file:node line:number baseType:node size:number align:number offset:number flags:flags elements:node runtimeLang:language vtableHolder:node templateParams:node identifier:string',
  ],
  [Code.SubroutineType, 'flags:flags types:node!'],
  [
    Code.CompileUnit,
    'language:language file:node! producer:string isOptimized:bool flags:string runtimeVersion:number! splitDebugFilename:string emissionKind:number! enums:node retainedTypes:node subprograms:node globals:node imports:node dwoId:number',
  ],
  [
    Code.Subprogram,
    'name:string linkageName:string scope:node! file:node line:number type:node isLocal:bool isDefinition:bool scopeLine:number containingType:node virtuality:virtuality virtualIndex:number flags:flags isOptimized:bool function:node templateParams:node declaration:node variables:node',
  ],
  [Code.LexicalBlock, 'scope:node! file:node line:number column:number'],
  [Code.LexicalBlockFile, 'scope:node! file:node discriminator:number!'],
  [Code.Namespace, 'name:string scope:node! file:node line:number'],
  [Code.TemplateType, 'name:string type:node!'],
  [Code.TemplateValue, 'tag:tag=48 name:string type:node value:node!'],
  [
    Code.GlobalVar,
    'name:string linkageName:string scope:node! file:node line:number type:node isLocal:bool isDefinition:bool variable:node declaration:node',
  ],
  [Code.LocalVar, 'tag:tag name:string arg:argument scope:node! file:node line:number type:node flags:flags'],
  [Code.ObjcProperty, 'name:string file:node line:number setter:string getter:string attributes:number type:node'],
  [Code.ImportedEntity, 'tag:tag name:string scope:node! entity:node line:number'],
]

const DIMODULE = 'scope:node! name:string configMacros:string includePath:string isysroot:string'

function textField(spec: string, recordFields: readonly string[]): TextField {
  const [, name, form, mark, usual] = /^(\w+):(\w+)(!?)(?:=(\d+))?$/.exec(spec)!
  const index = recordFields.indexOf(name!)
  return { name: name!, index, form: form as TextForm, always: mark === '!', usual: Number(usual ?? 0) }
}

function textFields(code: number, spec: string): readonly TextField[] {
  const record = DEBUG_LAYOUT_BY_CODE.get(code)!.fields.map(f => f.replaceAll('!', ''))
  return spec.split(' ').map(s => textField(s, record))
}

/** Fields as text writes them, by record code. GenericDINode and DIExpression are written differently and not here. */
export const debugTextByCode = lazy<ReadonlyMap<number, readonly TextField[]>>(
  () =>
    new Map([
      ...TEXT.map(([code, spec]) => [code, textFields(code, spec)] as const),
      // Its record is the bare operands, in text order.
      [Code.Module, DIMODULE.split(' ').map((s, index) => ({ ...textField(s, []), index }))],
    ]),
)
