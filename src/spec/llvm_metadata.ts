// Layout of the specialised (debug info) metadata records of LLVM 3.7, and the order in which a node's operands are
// numbered (the node's own operand list, which differs from the record). The distinct flag precedes the fields.

export interface DebugLayout {
  readonly code: number
  readonly name: string
  /** Field names in record order; a leading `!` marks metadata or null (id + 1), `!!` a required id (no + 1). */
  readonly fields: readonly string[]
  /** What repeats after the named fields: metadata, numbers, or nothing. */
  readonly rest: 'metadata' | 'number' | 'none'
  /** Indexes into fields, in numbering order; `rest` metadata follows. */
  readonly operands: readonly number[]
}

const layout = (
  code: number,
  name: string,
  fields: string,
  order: string,
  rest: DebugLayout['rest'] = 'none',
): DebugLayout => {
  const all = fields === '' ? [] : fields.split(' ')
  const bare = all.map(f => f.replaceAll('!', ''))
  const operands = order === '' ? [] : order.split(' ').map(f => bare.indexOf(f))
  return { code, name, fields: all, rest, operands }
}

export const DEBUG_LAYOUTS: readonly DebugLayout[] = [
  layout(7, 'DILocation', 'line column !!scope !inlinedAt', 'scope inlinedAt'),
  layout(12, 'GenericDINode', 'tag version', '', 'metadata'),
  layout(13, 'DISubrange', 'count lowerBound', ''),
  layout(14, 'DIEnumerator', 'value !name', 'name'),
  layout(15, 'DIBasicType', 'tag !name size align encoding', 'name'),
  layout(16, 'DIFile', '!filename !directory', 'filename directory'),
  layout(
    17,
    'DIDerivedType',
    'tag !name !file line !scope !baseType size align offset flags !extraData',
    'file scope name baseType extraData',
  ),
  layout(
    18,
    'DICompositeType',
    'tag !name !file line !scope !baseType size align offset flags !elements runtimeLang !vtableHolder !templateParams !identifier',
    'file scope name baseType elements vtableHolder templateParams identifier',
  ),
  layout(19, 'DISubroutineType', 'flags !types', 'types'),
  layout(
    20,
    'DICompileUnit',
    'language !file !producer isOptimized !flags runtimeVersion !splitDebugFilename emissionKind !enums !retainedTypes !subprograms !globals !imports dwoId',
    'file producer flags splitDebugFilename enums retainedTypes subprograms globals imports',
  ),
  layout(
    21,
    'DISubprogram',
    '!scope !name !linkageName !file line !type isLocal isDefinition scopeLine !containingType virtuality virtualIndex flags isOptimized !function !templateParams !declaration !variables',
    'file scope name linkageName type containingType function templateParams declaration variables',
  ),
  layout(22, 'DILexicalBlock', '!scope !file line column', 'file scope'),
  layout(23, 'DILexicalBlockFile', '!scope !file discriminator', 'file scope'),
  layout(24, 'DINamespace', '!scope !file !name line', 'file scope name'),
  layout(25, 'DITemplateTypeParameter', '!name !type', 'name type'),
  layout(26, 'DITemplateValueParameter', 'tag !name !type !value', 'name type value'),
  layout(
    27,
    'DIGlobalVariable',
    '!scope !name !linkageName !file line !type isLocal isDefinition !variable !declaration',
    'scope name file type linkageName variable declaration',
  ),
  layout(28, 'DILocalVariable', 'tag !scope !name !file line !type arg flags', 'scope name file type'),
  layout(29, 'DIExpression', '', '', 'number'),
  layout(30, 'DIObjCProperty', '!name !file line !setter !getter attributes !type', 'name file getter setter type'),
  layout(31, 'DIImportedEntity', 'tag !scope !entity line !name', 'scope entity name'),
  layout(32, 'DIModule', '', '', 'metadata'),
]

/** By record code. */
export const DEBUG_LAYOUT_BY_CODE: ReadonlyMap<number, DebugLayout> = new Map(
  DEBUG_LAYOUTS.map(layout => [layout.code, layout]),
)
