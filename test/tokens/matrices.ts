// Tables of small programs, one for each word in each place: what a mutator finds by chance, gone through in order.

import { ATTRIBUTE_PLACES, ATTRIBUTES, STATEMENT_ATTRIBUTE_PAIRS } from './matrix_attributes.ts'
import { CONSTANT_PLACES, CONSTANTS } from './matrix_constants.ts'
import { IDENTIFIER_PLACES, WORDS } from './matrix_identifiers.ts'
import { MODIFIER_PAIRS, MODIFIER_PLACES, MODIFIERS, ORDER_PLACES, ORDERS } from './matrix_modifiers.ts'
import { SNIPPETS, type SnippetGroup } from './matrix_snippets.ts'
import { OBJECT_TYPES, TEMPLATE_ARGUMENTS, TYPE_PLACES, TYPES_IN_PLACES } from './matrix_types.ts'

/** Rows by columns: a program for each pair. */
export interface Matrix {
  readonly name: string
  readonly flags: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  source(row: string, column: string): string
}

/** A place is the text of a program in which `@` stands for the word. */
export type Places = Readonly<Record<string, string>>

const matrix = (name: string, flags: string, rows: readonly string[], places: Places): Matrix => ({
  name,
  flags,
  rows,
  columns: Object.keys(places),
  source: (row, column) => places[column]!.replaceAll('@', row),
})

const snippets = ({ name, flags, around, list }: SnippetGroup): Matrix[] =>
  flags.map(f => ({
    name: `${name} ${f}`,
    flags: f,
    rows: list,
    columns: ['snippet'],
    source: row => around.replace('@', () => row),
  }))

export const MATRICES: readonly Matrix[] = [
  matrix('modifiers', '-T ps_6_0', MODIFIERS, MODIFIER_PLACES),
  matrix('pairs of modifiers', '-T ps_6_0', MODIFIER_PAIRS, {
    global: MODIFIER_PLACES['global']!,
    local: MODIFIER_PLACES['local']!,
    parameter: MODIFIER_PLACES['parameter']!,
    field: MODIFIER_PLACES['field']!,
    function: MODIFIER_PLACES['function']!,
  }),
  matrix('orders of specifiers', '-T ps_6_0', ORDERS, ORDER_PLACES),
  matrix('modifiers 2018', '-T ps_6_0 -HV 2018', MODIFIERS, MODIFIER_PLACES),
  matrix('attributes', '-T cs_6_0', ATTRIBUTES, ATTRIBUTE_PLACES),
  matrix('pairs of attributes', '-T cs_6_0', STATEMENT_ATTRIBUTE_PAIRS, {
    for: ATTRIBUTE_PLACES['for']!,
    if: ATTRIBUTE_PLACES['if']!,
    switch: ATTRIBUTE_PLACES['switch']!,
    function: ATTRIBUTE_PLACES['function']!,
  }),
  matrix('identifiers', '-T ps_6_0', WORDS, IDENTIFIER_PLACES),
  matrix('identifiers 2016', '-T ps_6_0 -HV 2016', WORDS, {
    local: IDENTIFIER_PLACES['local']!,
    type: IDENTIFIER_PLACES['type']!,
  }),
  matrix('template arguments', '-T ps_6_6', OBJECT_TYPES, {
    ...Object.fromEntries(TEMPLATE_ARGUMENTS.map(a => [a || 'none', TYPE_PLACES['global']!.replace('@', `@${a}`)])),
  }),
  matrix('types in places', '-T ps_6_6', TYPES_IN_PLACES, TYPE_PLACES),
  matrix('constants', '-T cs_6_6', CONSTANTS, CONSTANT_PLACES),
  matrix('constants 2018', '-T cs_6_6 -HV 2018', CONSTANTS, CONSTANT_PLACES),
  ...SNIPPETS.flatMap(snippets),
]
