// The words of root signature text: which clauses there are, which parameters each takes, and what their values mean.
// Words are written in upper case here and compared without regard to case.

import { lazy } from '../base/lazy.ts'
import { table } from '../base/table.ts'
import {
  COMPARISON,
  DESCRIPTOR_FLAG,
  filters,
  ROOT_SIGNATURE_FLAG,
  SHADER_VISIBILITY,
  STATIC_BORDER,
  TEXTURE_ADDRESS,
} from '../spec/root_signature_enums.ts'
import { WITHOUT_END } from './description.ts'

export type Words = ReadonlyMap<string, number>

/** CamelCase names of the enumerations as the text spells them: OpaqueBlackUint -> STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT. */
function words(prefix: string, names: Readonly<Record<string, number>>): Words {
  const spelt = ([name, n]: [string, number]): [string, number] => [
    prefix + name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
    n,
  ]
  return new Map(Object.entries(names).map(spelt))
}

export const rootFlags = lazy<Words>(
  () =>
    new Map([
      ...words('', ROOT_SIGNATURE_FLAG),
      ['CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED', ROOT_SIGNATURE_FLAG.CBVSRVUAVHeapDirectlyIndexed],
    ]),
)

const rangeFlags = (): Words => words('', DESCRIPTOR_FLAG)
const dataFlags = (): Words => new Map([...rangeFlags()].filter(([word]) => word.startsWith('DATA_')))

/** What may stand behind `name =`. */
export type ValueRule =
  | { readonly kind: 'number'; readonly words: Words }
  | { readonly kind: 'word'; readonly words: Words }
  | { readonly kind: 'flags'; readonly words: Words }
  | { readonly kind: 'float' }

/** A rule whose words are made when a value is read. */
function valueRule(kind: 'number' | 'word' | 'flags', make: () => Words): ValueRule {
  const made = lazy(make)
  return {
    kind,
    get words() {
      return made()
    },
  }
}

const NUMBER: ValueRule = valueRule('number', () => new Map())
const FLOAT: ValueRule = { kind: 'float' }
const word = (prefix: string, names: () => Readonly<Record<string, number>>): ValueRule =>
  valueRule('word', () => words(prefix, names()))

const SPACE = { SPACE: NUMBER } as const
const VISIBILITY = { VISIBILITY: word('SHADER_VISIBILITY_', () => SHADER_VISIBILITY) } as const

/** A clause in parentheses: its register's letter and its named parameters. */
export interface ClauseRule {
  readonly register: 'b' | 't' | 'u' | 's' | undefined
  readonly named: ReadonlyMap<string, ValueRule>
  /** Named parameters that must be there. */
  readonly required: readonly string[]
}

const rootDescriptor = (register: 'b' | 't' | 'u'): ClauseRule => ({
  register,
  named: table<ValueRule>({ ...SPACE, ...VISIBILITY, FLAGS: valueRule('flags', dataFlags) }),
  required: [],
})
const range = (register: 'b' | 't' | 'u' | 's'): ClauseRule => ({
  register,
  named: table<ValueRule>({
    ...SPACE,
    NUMDESCRIPTORS: valueRule('number', () => new Map([['UNBOUNDED', WITHOUT_END]])),
    FLAGS: valueRule('flags', rangeFlags),
    OFFSET: valueRule('number', () => new Map([['DESCRIPTOR_RANGE_OFFSET_APPEND', WITHOUT_END]])),
  }),
  required: [],
})

export const ROOT_CLAUSES: ReadonlyMap<string, ClauseRule> = table({
  CBV: rootDescriptor('b'),
  SRV: rootDescriptor('t'),
  UAV: rootDescriptor('u'),
  ROOTCONSTANTS: {
    register: 'b',
    named: table<ValueRule>({ ...SPACE, ...VISIBILITY, NUM32BITCONSTANTS: NUMBER }),
    required: ['NUM32BITCONSTANTS'],
  },
  STATICSAMPLER: {
    register: 's',
    named: table<ValueRule>({
      ...SPACE,
      ...VISIBILITY,
      FILTER: word('FILTER_', filters),
      ADDRESSU: word('TEXTURE_ADDRESS_', () => TEXTURE_ADDRESS),
      ADDRESSV: word('TEXTURE_ADDRESS_', () => TEXTURE_ADDRESS),
      ADDRESSW: word('TEXTURE_ADDRESS_', () => TEXTURE_ADDRESS),
      MIPLODBIAS: FLOAT,
      MAXANISOTROPY: NUMBER,
      COMPARISONFUNC: word('COMPARISON_', () => COMPARISON),
      BORDERCOLOR: word('STATIC_BORDER_COLOR_', () => STATIC_BORDER),
      MINLOD: FLOAT,
      MAXLOD: FLOAT,
    }),
    required: [],
  },
})

export const RANGE_CLAUSES: ReadonlyMap<string, ClauseRule> = table({
  CBV: range('b'),
  SRV: range('t'),
  UAV: range('u'),
  SAMPLER: range('s'),
})

/** A table has no register; its clauses are ranges. */
export const TABLE_CLAUSE: ClauseRule = { register: undefined, named: table<ValueRule>(VISIBILITY), required: [] }
