// A checked HLSL translation unit as Slang's layout sees it: parameters in source order with their types, entry points with theirs.
// Invariant: uniform data lies where the compiled code reads it (offsets come from the compiler's own packing).

import { type ParameterType, UNSIZED } from '../binding/slang_layout.ts'
import type { ExplicitRegister, SlangEntryPoint, SlangParameter, SlangUnit } from '../binding/slang_program.ts'
import { holdsNumber } from '../hlsl/tree/components.ts'
import { cbufferLayout, type Orientation, type PackingRules, packingRules } from '../hlsl/tree/layout.ts'
import type { CBufferSymbol, FunctionSymbol, RegisterBinding, VarSymbol } from '../hlsl/tree/typed.ts'
import { allFields, type ObjectType, type StructType, type Type, typeText } from '../hlsl/tree/types.ts'
import type { ResourceClass } from '../spec/resource_classes.ts'

/** What checking a unit gives: everything declared at namespace scope and the functions that can be entered. */
export interface CheckedUnit {
  readonly globals: readonly (VarSymbol | CBufferSymbol)[]
  readonly entryPoints: readonly FunctionSymbol[]
  readonly orientation: Orientation
  readonly native16Bit: boolean
}

/** The unit's parameters in the order of the preprocessed text. */
export function slangUnit(name: string, unit: CheckedUnit): SlangUnit {
  const adapter = new Adapter(unit.orientation, unit.native16Bit)
  const parameters = new Map<VarSymbol | CBufferSymbol, SlangParameter>()
  for (const g of unit.globals) {
    if (g.kind === 'cbuffer' && g.name === '$Globals')
      for (const { symbol } of g.members) parameters.set(symbol, adapter.variable(symbol))
    else if (g.kind === 'cbuffer') parameters.set(g, adapter.block(g, unit.globals.filter(isInside(g))))
    else if (g.storage === 'resource' && !(g.block && g.block.name !== '$Globals' && isInside(g.block)(g)))
      parameters.set(g, adapter.variable(g))
  }
  const ordered = [...parameters].sort(([a], [b]) => orderOf(a) - orderOf(b))
  return { name, parameters: ordered.map(([, p]) => p), entryPoints: unit.entryPoints.map(f => adapter.entry(f)) }
}

const orderOf = ({ order = 0 }: VarSymbol | CBufferSymbol): number => order

/** Resources of a block without registers of their own: parts of what the block takes. */
const isInside =
  (block: CBufferSymbol) =>
  (g: VarSymbol | CBufferSymbol): g is VarSymbol =>
    g.kind === 'var' && g.storage === 'resource' && g.block === block && g.registers.length === 0

class Adapter {
  readonly #packing: PackingRules
  readonly #structs = new Map<StructType, ParameterType>()

  constructor(orientation: Orientation, native16Bit: boolean) {
    this.#packing = packingRules(orientation, native16Bit, 'slang')
  }

  variable({ name, type, registers }: VarSymbol): SlangParameter {
    return { name, type: this.type(type), registers: explicitRegisters(registers) }
  }

  block(block: CBufferSymbol, resources: readonly VarSymbol[]): SlangParameter {
    const registers = explicitRegisters(block.registers)
    if (block.isTBuffer) return { name: block.name, type: { kind: 'opaque', text: 'tbuffer', class: 'srv' }, registers }
    const members = new Map(resources.map(symbol => [symbol, 0]))
    for (const { symbol, offset } of block.members) if (holdsNumber(symbol.type)) members.set(symbol, offset)
    const fields = [...members]
      .sort(([a], [b]) => orderOf(a) - orderOf(b))
      .map(([{ name, type }, offset]) => ({ name, type: this.type(type), offset }))
    const element: ParameterType = { kind: 'struct', text: block.name, fields }
    return { name: block.name, type: { kind: 'constant-buffer', text: 'cbuffer', element }, registers }
  }

  entry(f: FunctionSymbol): SlangEntryPoint {
    const parameters: SlangEntryPoint['parameters'][number][] = []
    const add = (name: string, type: Type, semantic: string | undefined, mode: 'input' | 'output'): void =>
      void parameters.push({ name, type: this.#varying(type, semantic), registers: [], mode })
    for (const p of f.params) {
      if (p.isUniform) parameters.push({ ...this.variable(p), mode: 'uniform' })
      else if (p.mode === 'inout') {
        add(p.name, p.type, p.semantic, 'input')
        add(p.name, p.type, p.semantic, 'output')
      } else add(p.name, p.type, p.semantic, p.mode === 'out' ? 'output' : 'input')
    }
    if (f.returnType.kind !== 'void') add('', f.returnType, f.semantic, 'output')
    return { name: f.name, parameters }
  }

  type(type: Type): ParameterType {
    const text = typeText(type)
    switch (type.kind) {
      case 'object':
        return this.#object(type, text)
      case 'array':
        return { kind: 'array', text, element: this.type(type.element), count: type.size < 0 ? UNSIZED : type.size }
      case 'struct':
        return this.#struct(type, text)
      default: {
        const { size, alignment } = cbufferLayout(type, this.#packing)
        return { kind: 'data', text, size, alignment, slots: type.kind === 'matrix' ? type.rows : 1 }
      }
    }
  }

  #object(type: ObjectType, text: string): ParameterType {
    if (type.element && type.name === 'ConstantBuffer')
      return { kind: 'constant-buffer', text, element: this.type(type.element) }
    if (type.element && type.name === 'ParameterBlock')
      return { kind: 'parameter-block', text, element: this.type(type.element) }
    return { kind: 'opaque', text, class: classOf(type) }
  }

  #struct(type: StructType, text: string): ParameterType {
    const known = this.#structs.get(type)
    if (known) return known
    const { offsets } = cbufferLayout(type, this.#packing)
    const fields = allFields(type).map((f, i) => ({ name: f.name, type: this.type(f.type), offset: offsets[i] ?? 0 }))
    const made: ParameterType = { kind: 'struct', text, fields }
    this.#structs.set(type, made)
    return made
  }

  /** Slots of signature elements; system values take none. */
  #varying(type: Type, semantic: string | undefined): ParameterType {
    const text = typeText(type)
    if (semantic !== undefined && /^sv_/i.test(semantic)) return { kind: 'data', text, size: 0, alignment: 1, slots: 0 }
    if (type.kind === 'struct')
      return {
        kind: 'struct',
        text,
        fields: allFields(type).map(f => ({ name: f.name, type: this.#varying(f.type, f.semantic ?? semantic) })),
      }
    if (type.kind === 'array')
      return { kind: 'array', text, element: this.#varying(type.element, semantic), count: Math.max(type.size, 0) }
    return this.type(type)
  }
}

function classOf({ name }: ObjectType): ResourceClass {
  if (/^sampler/i.test(name)) return 'sampler'
  return /^(RW|RasterizerOrdered|Append|Consume|Feedback)/.test(name) ? 'uav' : 'srv'
}

const CLASS_OF_LETTER = { t: 'srv', u: 'uav', b: 'cbv', s: 'sampler' } as const

function explicitRegisters(registers: readonly RegisterBinding[]): ExplicitRegister[] {
  return registers.map(({ letter, number, space }) => ({
    class: letter && CLASS_OF_LETTER[letter],
    register: number,
    space,
  }))
}
