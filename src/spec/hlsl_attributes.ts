// The attributes of HLSL: what they belong to, their arguments, and the stages whose entry points may have them.

import { table } from '../base/table.ts'

/** A statement's attributes take any arguments; a function's have kinds, `?` where they may be left out. */
export interface AttributeRow {
  readonly of:
    | 'loop'
    | 'condition switch'
    | 'switch'
    | 'function'
    | 'parameter'
    | 'function parameter'
    | 'record'
    | 'anything'
  readonly args?: readonly AttributeArgument[]
  /** Words of a string argument. */
  readonly values?: readonly string[]
  /** Stages whose entry points take it (`any`: any stage of a library), how the message names them, and which message it is. */
  readonly stages?: readonly [stages: string, shown: string, code?: 'E2323' | 'W2467' | 'E2435' | 'E2631']
}

export type AttributeArgument = 'int' | 'int?' | 'float' | 'string' | 'name' | 'expression' | 'expression?'

const HULL = ['hs lib', 'HS'] as const
const GEOMETRY = ['gs lib', 'GS'] as const

/** Statements that attributes of statements belong to, by their places. */
export const ATTRIBUTED_STATEMENTS: ReadonlyMap<string, string> = table({
  loop: "'for', 'while' and 'do' loop",
  'condition switch': "'if' and 'switch'",
  switch: "'switch'",
})

/** Of work graph nodes. */
const NODE = { of: 'function', stages: ['node lib', 'node', 'E2631'] } as const

const ROWS: ReadonlyMap<string, AttributeRow> = table({
  unroll: { of: 'loop' },
  loop: { of: 'loop' },
  fastopt: { of: 'loop' },
  allow_uav_condition: { of: 'loop' },
  branch: { of: 'condition switch' },
  flatten: { of: 'condition switch' },
  call: { of: 'switch' },
  forcecase: { of: 'switch' },
  numthreads: { of: 'function', args: ['int', 'int', 'int'], stages: ['cs ms as node lib any', 'CS/MS/AS'] },
  groupsharedlimit: { of: 'function', args: ['int'], stages: ['cs ms as node lib any', 'CS/MS/AS'] },
  wavesize: {
    of: 'function',
    args: ['int?', 'int?', 'int?'],
    stages: ['cs node lib', 'compute or node', 'E2435'],
  },
  rootsignature: { of: 'function', args: ['string'] },
  shader: { of: 'function', args: ['string'] },
  earlydepthstencil: { of: 'function', args: [], stages: ['ps lib', 'PS'] },
  waveopsincludehelperlanes: { of: 'function', args: [] },
  clipplanes: {
    of: 'function',
    args: ['expression', 'expression?', 'expression?', 'expression?', 'expression?', 'expression?'],
    stages: ['vs lib', 'VS'],
  },
  domain: { of: 'function', args: ['string'], values: ['tri', 'quad', 'isoline'], stages: ['hs ds lib', 'HS or DS'] },
  instance: { of: 'function', args: ['int'], stages: GEOMETRY },
  maxtessfactor: { of: 'function', args: ['float'], stages: ['hs lib any', 'HS'] },
  maxvertexcount: { of: 'function', args: ['int'], stages: GEOMETRY },
  outputcontrolpoints: { of: 'function', args: ['int'], stages: ['hs lib any', 'HS'] },
  outputtopology: {
    of: 'function',
    args: ['string'],
    values: ['point', 'line', 'triangle', 'triangle_cw', 'triangle_ccw'],
    stages: ['hs ms lib', 'HS and MS', 'W2467'],
  },
  partitioning: {
    of: 'function',
    args: ['string'],
    values: ['integer', 'fractional_even', 'fractional_odd', 'pow2'],
    stages: ['hs lib', 'HS', 'W2467'],
  },
  patchconstantfunc: { of: 'function', args: ['string'], stages: HULL },
  experimental: { of: 'function', args: ['string', 'string'] },
  nodelaunch: { ...NODE, args: ['string'], values: ['broadcasting', 'coalescing', 'thread'] },
  nodeisprogramentry: { ...NODE, args: [] },
  nodeid: { ...NODE, of: 'function parameter', args: ['string', 'int?'] },
  nodelocalrootargumentstableindex: { ...NODE, args: ['int'] },
  nodeshareinputof: { ...NODE, args: ['string', 'int?'] },
  nodedispatchgrid: { ...NODE, args: ['int', 'int', 'int'] },
  nodemaxdispatchgrid: { ...NODE, args: ['int', 'int', 'int'] },
  nodemaxrecursiondepth: { ...NODE, args: ['int'] },
  maxrecords: { of: 'parameter', args: ['int'] },
  maxrecordssharedwith: { of: 'parameter', args: ['name'] },
  nodearraysize: { of: 'parameter', args: ['int'] },
  allowsparsenodes: { of: 'parameter', args: [] },
  unboundedsparsenodes: { of: 'parameter', args: [] },
  nodetrackrwinputsharing: { of: 'record', args: [] },
  noinline: { of: 'anything', args: [] },
  raypayload: { of: 'anything', args: [] },
  noreturn: { of: 'anything' },
  deprecated: { of: 'anything' },
})

/** What a number of arguments that an attribute does not take is told. */
export function countProblem(kinds: readonly AttributeArgument[]): string {
  const count = kinds.length
  if (kinds.some(kind => kind.endsWith('?'))) return 'takes at least 1 argument'
  return count < 2 ? `takes ${count === 0 ? 'no arguments' : 'one argument'}` : `requires exactly ${count} arguments`
}

/** An attribute by its name, whose case means nothing. */
export const attributeRow = (name: string): AttributeRow | undefined => ROWS.get(name.toLowerCase())

export const attributeNames = (): readonly string[] => [...ROWS.keys()]

/** Attributes of the scope `vk`, which say something to Vulkan alone. Statements do not take them. */
export const VK_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'builtin ext_builtin_input ext_builtin_output location index binding ext_capability counter_binding ext_decorate ext_decorate_id ' +
    'ext_decorate_string ext_extension spvexecutionmode ext_storage_class aliased_pointer push_constant offset image_format ' +
    'input_attachment_index ext_instruction ext_literal ext_reference ext_type_def constant_id post_depth_coverage ' +
    'shader_record_nv shader_record_ext early_and_late_tests depth_unchanged'
  ).split(' '),
)
