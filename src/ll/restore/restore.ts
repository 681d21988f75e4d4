// A module out of the text that printIr wrote, one to one: whatever printIr spells, this reads back. Text of other origin is import_module's.
// Invariant: printIr(restoreModule(parse(text))) is text again; edited text is refused with its place or gives a module that verifies.

import { isRecord } from '../../base/arguments.ts'
import { InternalError } from '../../base/brand.ts'
import type { Diagnostics } from '../../diag/diagnostics.ts'
import { Func, type Value } from '../../ir/function.ts'
import type { BlockRegisters, BlockSlot } from '../../ir/member_path.ts'
import {
  type Callable,
  type CodeOptions,
  Module,
  type PayloadType,
  PHASES,
  type ShaderTarget,
} from '../../ir/module.ts'
import { I8, isFloat, isInt } from '../../ir/types.ts'
import { subobjectValues } from '../../spec/subobjects.ts'
import type { FunctionFact, ModuleFact, RecordedOption } from '../text/fields.ts'
import { readRecord } from '../text/records.ts'
import type { LlFunction, LlGlobal, LlModule, LlNodeRef, LlSpan } from '../text/syntax.ts'
import { restoreDebugInfo } from './restore_debug.ts'
import { isPassedList, type RestoredFunction, restoreEntry } from './restore_entries.ts'
import { restoreFunction } from './restore_function.ts'
import { recordNumbers, restoreResources } from './restore_resources.ts'
import {
  addressSpace,
  fail,
  irType,
  nodeOf,
  RestoreError,
  recordView,
  scalarConstant,
  tupleOf,
} from './restore_values.ts'

/** True for text that printIr wrote. */
export const isPrintedIr = (source: LlModule): boolean => source.namedMetadata.has('dxilkit.module')

/** Reports what cannot be read, with its place; undefined then. The target is that of the caller's options. */
export function restoreModule(source: LlModule, target: ShaderTarget, diagnostics: Diagnostics): Module | undefined {
  try {
    return new ModuleRestorer(source, target).module()
  } catch (error) {
    if (error instanceof RestoreError) diagnostics.report('E6000', error.span, { what: error.message })
    // The IR checks what it is given; from text that is bad input and no fault of ours.
    else if (error instanceof InternalError) diagnostics.report('E6000', source.triplePos, { what: error.message })
    else throw error
    return undefined
  }
}

class ModuleRestorer {
  readonly #source: LlModule
  readonly #target: ShaderTarget
  readonly #facts: Fields

  constructor(source: LlModule, target: ShaderTarget) {
    this.#source = source
    this.#target = target
    const ref = source.namedMetadata.get('dxilkit.module')?.[0]
    const facts = ref && readRecord(recordView(source), ref)
    this.#facts = isRecord(facts) ? facts : fail("'!dxilkit.module' is no record", source.triplePos)
  }

  module(): Module {
    const source = this.#source
    const m = new Module(this.#target, this.#options())
    const byString = restoreResources(source, m)
    this.#globals(m, byString)
    const debug = source.namedMetadata.get('dxilkit.debug')?.[0]
    if (debug) restoreDebugInfo(m, readRecord(recordView(source), debug), source.triplePos)
    const restored = new Map<string, RestoredFunction>()
    // All of them first: calls name any.
    for (const text of this.#functionTexts()) {
      const func = restoreHead(m, text)
      m.functions.push(func)
      restored.set(text.name, { func, text })
    }
    const numbers = new Map([...restored].map(([name, { func }]) => [name, m.functions.indexOf(func)]))
    const s = { source, m, byString, records: recordNumbers(source, m), functions: numbers }
    for (const { func, text } of restored.values()) if (text.blocks.length > 0) restoreFunction(s, func, text)
    const reader = { m, restored, span: source.triplePos }
    for (const [fact, read] of Object.entries(READ_FACT)) read(reader, this.#facts[fact], fact as ModuleFact)
    for (const row of source.namedMetadata.get('dxilkit.payloads') ?? []) m.payloads.push(this.#payload(m, row))
    const isLibrary = this.#target.stage === 'lib'
    if (!isLibrary && m.entries.length !== 1) fail('no function is a shader', source.triplePos)
    return m
  }

  /** Those with a body, and those that are only declared and that the record knows; other declarations are of operations. */
  #functionTexts(): LlFunction[] {
    const known = new Set(listOf(this.#facts.callables).map(row => row.func))
    return [...this.#source.functions.values()].filter(f => f.blocks.length > 0 || known.has(f.name))
  }

  #payload(m: Module, ref: LlNodeRef): PayloadType {
    const [first, ...rest] = tupleOf(this.#source, ref) ?? []
    const node = nodeOf(this.#source, first)
    const view = recordView(this.#source)
    const access = rest.map(n => view.scalar(n))
    const isAccess = access.every((n): n is number => typeof n === 'number' && n >= 0)
    if (node?.kind !== 'value' || !isAccess)
      return fail("'!dxilkit.payloads' has a row that is none", this.#source.triplePos)
    return { type: irType(m, node.value.type, this.#source.triplePos), access }
  }

  #options(): CodeOptions {
    const flags = new Map<string, number>()
    for (const ref of this.#source.namedMetadata.get('llvm.module.flags') ?? []) {
      const [, name, value] = tupleOf(this.#source, ref) ?? []
      const view = recordView(this.#source)
      const key = name && view.text(name)
      const number = value && view.scalar(value)
      if (typeof key === 'string' && typeof number === 'number') flags.set(key, number)
    }
    const level = flags.get('dxilkit.optimization') ?? 3
    const given = isRecord(this.#facts.options) ? this.#facts.options : {}
    const recorded: Record<string, unknown> = {}
    for (const [key, isValid] of Object.entries(IS_OPTION)) {
      if (given[key] === undefined) continue
      if (!isValid(given[key])) fail(`'!dxilkit.module' has no valid '${key}'`, this.#source.triplePos)
      recorded[key] = given[key]
    }
    return {
      native16Bit: flags.get('dx.nativelowprec') === 1,
      allResourcesBound: flags.get('dx.allresourcesbound') === 1,
      ieeeStrict: flags.get('dxilkit.ieeestrict') === 1,
      optimization: level === 0 || level === 1 || level === 2 ? level : 3,
      ...recorded,
    }
  }

  #globals(m: Module, strings: ReadonlyMap<string, unknown>): void {
    const names = this.#facts.globalNames
    for (const g of this.#source.globals.values()) {
      if (strings.has(g.name)) continue
      const given: unknown = Array.isArray(names) ? names[m.globals.length] : undefined
      this.#global(m, g, typeof given === 'string' ? given : g.name)
    }
  }

  #global(m: Module, g: LlGlobal, name: string): void {
    const type = irType(m, g.type, g)
    const shape = m.types.shape(type)
    const isShared =
      g.space === 3 &&
      (isInt(type) || isFloat(type) || shape.kind === 'struct' || shape.kind === 'array' || shape.kind === 'vector')
    if (isShared && type !== I8 && !(shape.kind === 'array' && shape.element === I8)) {
      m.addGlobal(name, type, 3, undefined)
      return
    }
    if (shape.kind !== 'array' || shape.element === I8) fail(`'${name}' is no array of numbers`, g)
    if (g.space !== 0) fail(`'${name}' lies in address space ${g.space}`, g)
    const init = g.initializer
    const values =
      init?.kind === 'aggregate'
        ? init.elements.map(e => scalarConstant(m, e) ?? fail('expected a number', e))
        : init?.kind === 'zero'
          ? new Array<Value>(shape.count).fill(m.constants.zero(shape.element))
          : undefined
    if (values && values.length !== shape.count) fail(`'${name}' has ${values.length} values`, g)
    if (g.constant) m.addGlobal(name, type, 0, values)
    else m.addGlobal(name, type, 0, undefined, values)
  }
}

type Fields = Readonly<Record<string, unknown>>

/** A list of records; what is none has none. */
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const isFlag = (value: unknown): boolean => typeof value === 'boolean'

const IS_OPTION: Readonly<Record<RecordedOption, (value: unknown) => boolean>> = {
  strictUnroll: isFlag,
  resMayAlias: isFlag,
  payloadQualifiers: isFlag,
  debug: isFlag,
  isLinked: isFlag,
  isScalar: isFlag,
  hasLifetimes: isFlag,
  binding: value => value === 'dxc' || value === 'llvm' || value === 'slang',
}

interface FactReader {
  readonly m: Module
  /** By their names in the text. */
  readonly restored: ReadonlyMap<string, RestoredFunction>
  readonly span: LlSpan
}

/** Gives a module what the record says of one of its fields. */
type ReadFact = (reader: FactReader, value: unknown, fact: ModuleFact) => void

const invalid = ({ span }: FactReader, fact: ModuleFact): never =>
  fail(`'!dxilkit.module' has no valid '${fact}'`, span)

/** Of a field that is a list: absent, it is empty. */
const eachOf =
  (read: (reader: FactReader, row: Fields) => boolean): ReadFact =>
  (reader, value, fact) => {
    if (value === undefined) return
    const rows = listOf(value)
    if (!Array.isArray(value) || rows.length !== value.length) invalid(reader, fact)
    for (const row of rows) if (!read(reader, row)) invalid(reader, fact)
  }

const READ_FACT: Readonly<Record<ModuleFact, ReadFact>> = {
  phase: ({ m, span }, value) => {
    m.phase = PHASES.find(p => p === value) ?? fail("'!dxilkit.module' names no phase", span)
  },
  // They make the module, see #options().
  options: () => {},
  entries: eachOf(({ m, restored, span }, row) => {
    m.entries.push(restoreEntry(m, row, name => restored.get(String(name)), span))
    return true
  }),
  callables: eachOf(({ m, restored }, { func, symbol, passed, stays }) => {
    const found = restored.get(String(func))
    if (!found || typeof symbol !== 'string' || !isPassedList(passed)) return false
    const row = { func: found.func, symbol, passed: passed as Callable['passed'] }
    m.callables.push(stays === 'own' || stays === 'exported' ? { ...row, stays } : row)
    return true
  }),
  memberUses: eachOf(({ m }, { resource, index }) => {
    if (typeof resource !== 'number' || m.resources[resource] === undefined) return false
    if (index !== undefined && typeof index !== 'number') return false
    m.memberUses = [...m.memberUses, { resource, index }]
    return true
  }),
  companions: (reader, value, fact) => {
    const { companions, resources } = reader.m
    if (value !== undefined && !Array.isArray(value)) invalid(reader, fact)
    for (const list of (value as unknown[] | undefined) ?? []) {
      const isValid = Array.isArray(list) && list.every(id => typeof id === 'number' && resources[id] !== undefined)
      companions.push(isValid ? (list as number[]) : invalid(reader, fact))
    }
  },
  memberErrors: ({ m, span }, value) => {
    const count = typeof value === 'number' ? Math.min(value, MAX_ERRORS) : 0
    for (let i = 0; i < count; i++) m.memberErrors.push(span.pos)
  },
  blockRegisters: (reader, value, fact) => {
    if (value === undefined) return
    reader.m.blockRegisters = (isRecord(value) ? blockRegisters(value) : undefined) ?? invalid(reader, fact)
  },
  rootSignature: (reader, value, fact) => {
    if (value === undefined) return
    reader.m.rootSignature = value instanceof Uint8Array ? value : invalid(reader, fact)
  },
  subobjects: eachOf(({ m }, { kind, name, values }) => {
    if (typeof kind !== 'number' || typeof name !== 'string' || !Array.isArray(values)) return false
    if (!values.every(isSubobjectValue) || values.length !== subobjectValues(kind)) return false
    m.subobjects = [...m.subobjects, { kind, name, values }]
    return true
  }),
}

/** More than anybody wants to see. */
const MAX_ERRORS = 1000

function blockRegisters({ slots, registers }: Fields): BlockRegisters | undefined {
  const found = { slots: new Map<number, BlockSlot>(), registers: new Map<string, number>() }
  for (const { resource, block, variable } of listOf(slots)) {
    const isSlot = typeof resource === 'number' && typeof block === 'number'
    if (!isSlot || (variable !== undefined && typeof variable !== 'number')) return undefined
    found.slots.set(resource, { block, variable })
  }
  for (const { key, register } of listOf(registers)) {
    if (typeof key !== 'string' || typeof register !== 'number') return undefined
    found.registers.set(key, register)
  }
  return found
}

const isSubobjectValue = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'string' ||
  value instanceof Uint8Array ||
  (Array.isArray(value) && value.every(text => typeof text === 'string'))

/** A function without its body. */
function restoreHead(m: Module, text: LlFunction): Func {
  const params = text.params.map(p => {
    if (p.type.kind !== 'ptr') return irType(m, p.type, p)
    const pointee = p.pointee ?? fail("a parameter that points says to what: 'ptr elementtype(T)'", p)
    return m.types.pointer(irType(m, pointee, p), addressSpace(p.type.space, p))
  })
  const func = new Func(text.attributes.get('dxilkit.name') ?? text.name, params, irType(m, text.result, text))
  for (const read of Object.values(READ_FUNCTION_FACT)) read(m, func, text)
  return func
}

const READ_FUNCTION_FACT: Readonly<Record<FunctionFact, (m: Module, func: Func, text: LlFunction) => void>> = {
  history: (_m, func, { attributes }) => {
    func.history = (attributes.get('dxilkit.passes') ?? '').split(',').filter(entry => entry !== '')
  },
  scope: (m, func, text) => {
    const scope = text.attributes.get('dxilkit.scope')
    if (scope === undefined) return
    if (m.debug?.scopes[Number(scope)]?.kind !== 'function') fail(`scope ${scope} is no function's`, text)
    func.scope = Number(scope)
  },
}
