// Two containers (or bitcode files) compared by what they say, part by part. The result is plain data. Invariant: a damaged
// part is reported as such and hides nothing else, and bytes that differ never count as the same silently.

import {
  BOOLEAN,
  BYTES,
  checkBytes,
  checkOptions,
  listOf,
  type OptionTable,
  STRING,
  wholeNumber,
} from '../base/arguments.ts'
import { hex } from '../base/bytes.ts'
import { FormatError } from '../base/format_error.ts'
import { digestState, type Part } from '../container/container.ts'
import { decodePart, listPart } from '../container/parts.ts'
import { moduleResources } from '../dxil/resources.ts'
import { dumpSignature } from '../inspect/dump_signature.ts'
import { explainCall } from '../inspect/explain_call.ts'
import { psvResources } from '../inspect/resource_records.ts'
import { type ResourceRow, resourceRow } from '../inspect/resource_table.ts'
import { sourceText } from '../inspect/source_lines.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Instruction } from '../llvm/model/values.ts'
import { featureNames } from '../spec/feature_flags.ts'
import { type Change, recordChanges } from './change.ts'
import { diffFields } from './diff_fields.ts'
import { diffModules, type ModuleDiff } from './diff_module.ts'
import { diffLayouts, diffResources, diffSignatures } from './diff_tables.ts'
import { alike, type DiffInput, diffInput, holdsModule, moduleOf } from './input.ts'
import { instructionLines } from './instruction_lines.ts'

export interface DiffOptions {
  /** Parts that are not looked at, e.g. ['HASH', 'STAT']; 'header' is the container's header. */
  readonly ignore?: readonly string[]
  /** False leaves functions, globals and metadata of programs out; default true. */
  readonly code?: boolean
  /** Unchanged instructions shown around a change; default 3. */
  readonly context?: number
  /** Containers of debug files (containerBytes()), which know lines that a and b do not. */
  readonly debugA?: Uint8Array | undefined
  readonly debugB?: Uint8Array | undefined
}

const DIFF_OPTIONS: OptionTable<DiffOptions> = {
  ignore: { ...listOf(STRING), what: 'an array of names of parts' },
  code: BOOLEAN,
  context: wholeNumber(0, 1_000_000),
  debugA: BYTES,
  debugB: BYTES,
}

export interface Damage {
  readonly side: 'a' | 'b'
  readonly message: string
  /** Byte in that file. */
  readonly offset: number
  readonly part: string
}

/**
 * 'equal': the same bytes. 'same content': other bytes that say the same (numbering, padding). 'same up to
 * order': a program of the same operations on the same values, in an order that makes no difference. 'not compared': the bytes
 * differ and nothing was asked about them. 'damaged': at least one side cannot be read to its end.
 */
export type PartStatus =
  | 'equal'
  | 'same content'
  | 'same up to order'
  | 'differs'
  | 'only in a'
  | 'only in b'
  | 'not compared'
  | 'damaged'

export interface PartDiff {
  readonly name: string
  readonly status: PartStatus
  /** Bytes; absent where the part is. */
  readonly sizeA?: number
  readonly sizeB?: number
  /** Signature rows, feature names or fields that differ. */
  readonly changes: readonly Change[]
  /** Programs only. */
  readonly program?: ModuleDiff
}

export interface ContainerDiff {
  /** Nothing that was compared differs. */
  readonly same: boolean
  readonly sameBytes: boolean
  readonly header: readonly Change[]
  readonly parts: readonly PartDiff[]
  readonly resources: readonly Change[]
  /** Layouts of constant buffers and structs, from the program's annotations. */
  readonly layouts: readonly Change[]
  readonly damage: readonly Damage[]
}

/**
 * Compares two containers, or modules alone: bitcode or LLVM text. A module is compared with the program of a container.
 * @throws FormatError when either is neither, or its part table does not fit; lesser damage is in the result
 */
export function diffContainers(a: Uint8Array, b: Uint8Array, options: DiffOptions = {}): ContainerDiff {
  for (const bytes of [a, b]) checkBytes('diffContainers', bytes)
  checkOptions('diffContainers', options, DIFF_OPTIONS)
  return new ContainerPair(...alike(diffInput(a), diffInput(b)), options).run()
}

type Side = 'a' | 'b'
type Pair = readonly [a: Part | undefined, b: Part | undefined]

class ContainerPair {
  readonly #a: DiffInput
  readonly #b: DiffInput
  readonly #options: DiffOptions
  readonly #ignored: ReadonlySet<string>
  readonly #damage: Damage[] = []
  readonly #modules = new Map<Part, Module | null>()

  constructor(a: DiffInput, b: DiffInput, options: DiffOptions) {
    this.#a = a
    this.#b = b
    this.#options = options
    this.#ignored = new Set((options.ignore ?? []).map(name => name.toUpperCase()))
  }

  run(): ContainerDiff {
    for (const [side, input] of this.#sides()) for (const p of input.container?.problems ?? []) this.#note(side, p)
    const sameBytes = equalBytes(this.#a.bytes, this.#b.bytes)
    const header = this.#ignored.has('HEADER') ? [] : this.#header()
    const parts = this.#pairs().map(pair => this.#part(pair))
    const resources = this.#ignored.has('RESOURCES') ? [] : diffResources(this.#resources('a'), this.#resources('b'))
    const layouts = this.#ignored.has('LAYOUTS') ? [] : this.#layouts()
    const changed = parts.some(p => !ALIKE.has(p.status))
    const same =
      sameBytes || (header.length + resources.length + layouts.length === 0 && !changed && this.#alikeDamage())
    return { same, sameBytes, header, parts, resources, layouts, damage: this.#damage }
  }

  #sides(): (readonly [Side, DiffInput])[] {
    return [
      ['a', this.#a],
      ['b', this.#b],
    ]
  }

  /** The digest follows from the rest of the file, so that it is its state that counts. */
  #header(): Change[] {
    const record = ({ container: c }: DiffInput): Record<string, string> =>
      c
        ? {
            'container version': `${c.major}.${c.minor}`,
            digest: digestState(c) === 'wrong' ? `wrong ${hex(c.digest)}` : digestState(c),
            parts: c.parts
              .map(p => p.name)
              .filter(name => !this.#ignored.has(name))
              .join(' '),
          }
        : {}
    const [x, y] = [record(this.#a), record(this.#b)]
    // Parts of one side only are reported one by one; here it is their order that is meant.
    const names = (text: string | undefined): string => (text ?? '').split(' ').sort().join(' ')
    if (names(x['parts']) !== names(y['parts'])) {
      delete x['parts']
      delete y['parts']
    }
    return recordChanges(x, y)
  }

  /** Parts by name, the nth of a name with the nth; A's order, then what only B has. */
  #pairs(): Pair[] {
    const left = [...this.#b.parts]
    const pairs: Pair[] = this.#a.parts.map(x => {
      const at = left.findIndex(y => y.name === x.name)
      return [x, at < 0 ? undefined : left.splice(at, 1)[0]]
    })
    for (const y of left) pairs.push([undefined, y])
    return pairs.filter(([x, y]) => !this.#ignored.has((x ?? y)!.name.toUpperCase()))
  }

  #part([x, y]: Pair): PartDiff {
    if (!x) return { name: y!.name, status: 'only in b', sizeB: y!.data.length, changes: [] }
    if (!y) return { name: x.name, status: 'only in a', sizeA: x.data.length, changes: [] }
    const head = { name: x.name, sizeA: x.data.length, sizeB: y.data.length }
    if (equalBytes(x.data, y.data)) return { ...head, status: 'equal', changes: [] }
    if (holdsModule(x)) return { ...head, ...this.#program(x, y) }
    const before = this.#damage.length
    const changes = this.#fields(x, y)
    const status = this.#damage.length > before ? 'damaged' : changes.length > 0 ? 'differs' : 'same content'
    return { ...head, status, changes }
  }

  #program(x: Part, y: Part): Pick<PartDiff, 'status' | 'changes' | 'program'> {
    if (this.#options.code === false) return { status: 'not compared', changes: [] }
    const [a, b] = [this.#module('a', x), this.#module('b', y)]
    const before = this.#damage.length
    const changes = this.#fields(x, y, a !== null && b !== null ? DERIVED : undefined)
    if (!a || !b || this.#damage.length > before) return { status: 'damaged', changes }
    const { context, debugA, debugB } = this.#options
    const lines = new Map([
      [a, instructionLines(a, this.#a.bytes, debugA)],
      [b, instructionLines(b, this.#b.bytes, debugB)],
    ])
    // What DXC explains, and the line of HLSL an instruction comes from.
    const lineOf = (module: Module) => (inst: Instruction) => {
      const at = lines.get(module)?.(inst)
      return at ? sourceText(at) : ''
    }
    const program = diffModules(a, b, {
      annotate: module => {
        const line = lineOf(module)
        return inst => {
          const at = line(inst)
          return at === '' ? explainCall(inst) : `${explainCall(inst)}  ; ${at}`
        }
      },
      lineOf,
      ...(context === undefined ? {} : { context }),
    })
    const rest = program.debug.length + changes.length
    const isSame = program.sameCode && rest === 0
    const upToOrder = program.sameUpToOrder && rest + program.metadata.length === 0
    return { status: isSame ? 'same content' : upToOrder ? 'same up to order' : 'differs', changes, program }
  }

  #fields(x: Part, y: Part, derived: ReadonlySet<string> = NONE): Change[] {
    if (x.name === 'bitcode') return []
    const special = this.#decoded(x, y)
    if (special && special.length > 0) return special
    const [a, b] = [listPart(x), listPart(y)]
    if (a.error) this.#note('a', a.error)
    if (b.error) this.#note('b', b.error)
    return diffFields(a.fields, b.fields, derived)
  }

  /** Parts whose meaning is not in their fields one by one; undefined when they cannot be decoded. */
  #decoded(x: Part, y: Part): Change[] | undefined {
    try {
      if (isSignature(x.name)) {
        const rows = (part: Part) => dumpSignature(decodePart(x.name as 'ISG1', part.data, part.offset), part.data)
        return diffSignatures(rows(x), rows(y))
      }
      if (x.name === 'SFI0') {
        const names = (part: Part): Record<string, string> =>
          Object.fromEntries(featureNames(decodePart('SFI0', part.data, part.offset).flags).map(n => [n, 'required']))
        return recordChanges(names(x), names(y))
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error // listPart() reports it
    }
    return undefined
  }

  /** The module of a part, read once; null when it is damaged, which is then noted. */
  #module(side: Side, part: Part): Module | null {
    const known = this.#modules.get(part)
    if (known !== undefined) return known
    let module: Module | null = null
    try {
      module = moduleOf(side === 'a' ? this.#a : this.#b, part)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      this.#note(side, error, part.name)
    }
    this.#modules.set(part, module)
    return module
  }

  /** The program that knows most: STAT keeps names, DXIL and ILDB have the rest. */
  #bestModule(side: Side): Module | null {
    const { parts } = side === 'a' ? this.#a : this.#b
    for (const name of ['STAT', 'DXIL', 'ILDB', 'bitcode']) {
      const part = parts.find(p => p.name === name && !this.#ignored.has(name.toUpperCase()))
      const module = part && this.#module(side, part)
      if (module) return module
    }
    return null
  }

  #resources(side: Side): ResourceRow[] {
    const module = this.#bestModule(side)
    if (module) return moduleResources(module).map(resourceRow)
    const psv = (side === 'a' ? this.#a : this.#b).parts.find(p => p.name === 'PSV0')
    if (!psv) return []
    try {
      return psvResources(decodePart('PSV0', psv.data, psv.offset)).map(resourceRow)
    } catch (error) {
      if (error instanceof FormatError) return [] // reported at the part itself
      throw error
    }
  }

  #layouts(): Change[] {
    const [a, b] = [this.#bestModule('a'), this.#bestModule('b')]
    return a && b ? diffLayouts(a, b) : []
  }

  /** Both files are wrong in the same places, or in none. */
  #alikeDamage(): boolean {
    const of = (side: Side): string =>
      this.#damage
        .filter(d => d.side === side)
        .map(d => `${d.offset} ${d.message}`)
        .join('\n')
    return of('a') === of('b')
  }

  #note(side: Side, error: FormatError, part = error.part): void {
    const isKnown = this.#damage.some(d => d.side === side && d.offset === error.offset && d.message === error.message)
    if (!isKnown) this.#damage.push({ side, message: error.message, offset: error.offset, part })
  }
}

const isSignature = (name: string): boolean => /^(ISG1|OSG1|PSG1|ISGN|OSGN|OSG5|PCSG)$/.test(name)

const NONE: ReadonlySet<string> = new Set()
const ALIKE: ReadonlySet<PartStatus> = new Set<PartStatus>([
  'equal',
  'same content',
  'same up to order',
  'not compared',
])
/** Fields of a program part that follow from its bitcode, which is compared as a module. */
const DERIVED: ReadonlySet<string> = new Set(['size in words', 'bitcode size', 'bitcode', 'trailing'])

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false
  return true
}
