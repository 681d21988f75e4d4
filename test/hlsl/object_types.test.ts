// The table of object types against the tables beside it: methods, resource kinds, signatures, the parser's names.

import test from 'ava'
import { methodsOf } from '../../src/hlsl/check/core/signatures.ts'
import { BUILTIN_TYPES } from '../../src/hlsl/lex/token.ts'
import { FOREIGN_TYPES } from '../../src/spec/foreign_names.ts'
import { COMPONENT_SETS } from '../../src/spec/hlsl_intrinsics.ts'
import { METHODS, TEXTURE_LETTERS } from '../../src/spec/hlsl_methods.ts'
import { OBJECT_ALIASES, OBJECT_TYPES, type ObjectTypeRow, objectTypeRow } from '../../src/spec/object_types.ts'
import { RESOURCE_KINDS, type ResourceKind } from '../../src/spec/resource_kinds.ts'
import { check } from './check_source.ts'

const LEAST_ARGUMENTS: Readonly<Record<ObjectTypeRow['args'], string>> = {
  none: '',
  texel: '<float4>',
  element: '<float4>',
  record: '<Numbers>',
  struct: '<Numbers>',
  'feedback kind': '<SAMPLER_FEEDBACK_MIN_MIP>',
  type: '<Numbers>',
  number: '<0>',
}
const compute = (line: string): string =>
  `struct Numbers { float4 a; };\n${line}\n[numthreads(1, 1, 1)] void main() {}\n`

test('every type has one row, and the parser knows its name', t => {
  const names = OBJECT_TYPES.map(row => row.name)
  t.is(new Set(names).size, names.length)
  // Names in namespaces are no words.
  for (const { name, family } of OBJECT_TYPES)
    t.is(BUILTIN_TYPES.includes(name), family !== 'block' && !name.includes('::'), name)
  for (const target of OBJECT_ALIASES.values()) t.truthy(objectTypeRow(target), target)
})

test('every table of methods exists and has a type', t => {
  const used = new Set(OBJECT_TYPES.flatMap(row => row.methods ?? []))
  t.deepEqual([...used].sort(), [...METHODS.keys(), ...TEXTURE_LETTERS.keys()].sort())
})

test('subscripts and samples of resources are those of their kind', t => {
  const kinds = new Set<ResourceKind>()
  for (const row of OBJECT_TYPES) {
    if (!row.resource) continue
    const kind = RESOURCE_KINDS[row.resource.kind]
    kinds.add(row.resource.kind)
    if (row.index > 0) t.is(row.index, kind.coords, row.name)
    t.is(row.levels === 'sample', kind.isMultisampled, row.name)
    t.is(row.resource.class === 'uav', row.access !== 'read', row.name)
    t.is(methodsOf(row.name, 'GetSamplePosition').length > 0, kind.isMultisampled, row.name)
  }
  t.deepEqual([...kinds].sort(), (Object.keys(RESOURCE_KINDS) as ResourceKind[]).sort())
})

test('signatures and suggestions name types of the table', t => {
  const others = /^(struct|string|sampler[123]D|samplerCUBE|RayDesc|BuiltInTrianglePositions)$/
  const objects = [...COMPONENT_SETS.values()].flatMap(words => words.split(' ')).filter(w => /^[A-Z]|^sampler/.test(w))
  t.true(objects.length >= 25)
  for (const name of objects) t.true(others.test(name) || objectTypeRow(name) !== undefined, name)
  for (const name of FOREIGN_TYPES.values()) if (/^[A-Z]/.test(name)) t.truthy(objectTypeRow(name), name)
})

test('a variable of each type is accepted, one of a reserved type is an error', t => {
  let resources = 0
  for (const row of OBJECT_TYPES) {
    const { name, args, family, isReserved, resource, argsOptional } = row
    // Only Slang's rules have blocks; hit objects are local.
    if (family === 'block' || family === 'hit object') continue
    const { messages } = check(compute(`${name}${LEAST_ARGUMENTS[args]} variable;`), ['-T', 'cs_6_7'])
    if (isReserved) t.true(messages.length > 0, name)
    else if (resource) t.deepEqual(messages, [], name)
    if (resource) resources++
    const bare = check(compute(`${name} variable;`), ['-T', 'cs_6_7'])
    t.is(bare.messages.length === 0, !isReserved && (args === 'none' || argsOptional), name)
  }
  t.true(resources >= 35)
})
