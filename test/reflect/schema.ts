// The JSON schema of `dxilkit reflect --json`, made of the types in src/reflect/model.ts, and a validator of the few words it uses.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export type Schema = { readonly [word: string]: unknown }

const MODEL = join('src', 'reflect', 'model.ts')

/** Every interface and union of literals is a definition; the root is `Reflection`. */
export function reflectionSchema(): Schema {
  const program = ts.createProgram([MODEL], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  })
  const checker = program.getTypeChecker()
  const definitions = new Map<string, Schema>()
  const file = program.getSourceFiles().find(f => f.fileName.endsWith('reflect/model.ts'))!
  const root = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).find(s => s.name === 'Reflection')!
  const made = schemaOf(checker, checker.getDeclaredTypeOfSymbol(root), definitions)
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'dxilkit reflect --json',
    ...made,
    $defs: Object.fromEntries(sorted),
  }
}

function schemaOf(checker: ts.TypeChecker, type: ts.Type, definitions: Map<string, Schema>): Schema {
  const of = (t: ts.Type): Schema => schemaOf(checker, t, definitions)
  if (type.isStringLiteral()) return { const: type.value }
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
  if (type.flags & ts.TypeFlags.String) return { type: 'string' }
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' }
  if (type.isUnion()) {
    if (type.types.every(t => t.flags & ts.TypeFlags.BooleanLiteral)) return { type: 'boolean' }
    if (type.types.every(t => t.isStringLiteral()))
      return { enum: type.types.map(t => (t as ts.StringLiteralType).value).sort() }
    return { anyOf: type.types.map(of) }
  }
  if (checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference).map(of)
    return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
  }
  if (checker.isArrayType(type))
    return { type: 'array', items: of(checker.getTypeArguments(type as ts.TypeReference)[0]!) }
  const name = type.symbol.name
  if (!definitions.has(name)) {
    definitions.set(name, {})
    const properties: Record<string, Schema> = {}
    for (const p of checker.getPropertiesOfType(type)) {
      const description = ts.displayPartsToString(p.getDocumentationComment(checker)).replace(/\s+/g, ' ')
      properties[p.name] = { ...of(checker.getTypeOfSymbol(p)), ...(description === '' ? {} : { description }) }
    }
    definitions.set(name, {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    })
  }
  return { $ref: `#/$defs/${name}` }
}

/** What is wrong with a value, by its path; none when it follows the schema. */
export function violations(root: Schema, value: unknown): string[] {
  const definitions = root['$defs'] as Readonly<Record<string, Schema>>
  const check = (schema: Schema, v: unknown, path: string): string[] => {
    const ref = schema['$ref'] as string | undefined
    // Another schema beside this one.
    if (ref && !ref.startsWith('#')) return violations(JSON.parse(readFileSync(join('docs', ref), 'utf8')) as Schema, v)
    if (ref) return check(definitions[ref.replace('#/$defs/', '')]!, v, path)
    if ('const' in schema) return v === schema['const'] ? [] : [`${path}: ${JSON.stringify(v)}`]
    if (schema['enum']) return (schema['enum'] as unknown[]).includes(v) ? [] : [`${path}: ${JSON.stringify(v)}`]
    if (schema['anyOf']) {
      const found = (schema['anyOf'] as Schema[]).map(s => check(s, v, path))
      return found.some(f => f.length === 0) ? [] : found.flat()
    }
    const kind = v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v
    if (kind !== schema['type']) return [`${path}: ${kind} instead of ${String(schema['type'])}`]
    if (kind === 'array') return checkArray(schema, v as unknown[], path)
    if (kind === 'string' && (v as string).length < Number(schema['minLength'] ?? 0)) return [`${path}: too short`]
    return kind === 'object' ? checkObject(schema, v as Readonly<Record<string, unknown>>, path) : []
  }
  const checkObject = (schema: Schema, object: Readonly<Record<string, unknown>>, path: string): string[] => {
    const {
      properties = {},
      required = [],
      additionalProperties: others = false,
    } = schema as {
      readonly properties?: Readonly<Record<string, Schema>>
      readonly required?: readonly string[]
      readonly additionalProperties?: Schema | boolean
    }
    const names = (schema['propertyNames'] as { readonly pattern: string } | undefined)?.pattern
    return [
      ...required.filter(k => !Object.hasOwn(object, k)).map(k => `${path}.${k}: missing`),
      ...Object.entries(object).flatMap(([k, item]) => {
        const at = `${path}.${k}`
        if (names !== undefined && !new RegExp(names, 'u').test(k)) return [`${at}: no such name`]
        if (Object.hasOwn(properties, k)) return check(properties[k]!, item, at)
        if (typeof others === 'object') return check(others, item, at)
        return others ? [] : [`${at}: not in the schema`]
      }),
    ]
  }
  const checkArray = (schema: Schema, list: unknown[], path: string): string[] => {
    const fixed = schema['prefixItems'] as Schema[] | undefined
    if (fixed && fixed.length !== list.length) return [`${path}: ${list.length} items`]
    if (list.length < Number(schema['minItems'] ?? 0)) return [`${path}: ${list.length} items`]
    return list.flatMap((item, i) => check(fixed ? fixed[i]! : (schema['items'] as Schema), item, `${path}[${i}]`))
  }
  return check(root, value, '$')
}
