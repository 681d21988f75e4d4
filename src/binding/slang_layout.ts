// Slang's resource requirements of types: how much of each kind a type takes and where its fields lie in it.
// Invariant: the amount depends on the type alone; arrays of structs are laid out split, field by field.

import type { ResourceClass } from '../spec/resource_classes.ts'

/** What a parameter can consume. `uniform` counts bytes, the classes count registers, `space` whole register spaces. */
export type LayoutKind = 'uniform' | ResourceClass | 'space' | 'input' | 'output'
export const LAYOUT_KINDS: readonly LayoutKind[] = [
  'uniform',
  'cbv',
  'srv',
  'uav',
  'sampler',
  'space',
  'input',
  'output',
]

/** Amounts or offsets by kind; a kind that is absent counts 0. Infinity: the bytes of an unsized array. */
export type Usage = Readonly<Partial<Record<LayoutKind, number>>>

/** Elements of an array without a size. */
export const UNSIZED = Infinity

/** A type as far as its layout goes; `text` is how it is shown. */
export type ParameterType =
  | {
      readonly kind: 'data'
      readonly text: string
      /** Bytes. */
      readonly size: number
      /** Bytes: that of a scalar component, or 16 for what starts a row (matrices of several lines). */
      readonly alignment: number
      /** Slots it takes as a varying: 1, or the rows of a matrix; 0 for system values. */
      readonly slots: number
    }
  | { readonly kind: 'opaque'; readonly text: string; readonly class: ResourceClass }
  | { readonly kind: 'struct'; readonly text: string; readonly fields: readonly ParameterField[] }
  | { readonly kind: 'array'; readonly text: string; readonly element: ParameterType; readonly count: number }
  | { readonly kind: 'constant-buffer'; readonly text: string; readonly element: ParameterType }
  | { readonly kind: 'parameter-block'; readonly text: string; readonly element: ParameterType }

export interface ParameterField {
  readonly name: string
  readonly type: ParameterType
  /** Byte offset that is fixed from outside (packoffset, or the packing the code is compiled with). */
  readonly offset?: number
}

/** What follows a struct or array in uniform data: the document rounds their size up, HLSL lets the next field into the last row. */
export type Tails = 'padded' | 'reused'

export interface TypeLayout {
  readonly type: ParameterType
  readonly usage: Usage
  /** Alignment of the uniform data in bytes; everything else has alignment one. */
  readonly alignment: number
  /** Structs: fields in order of declaration. */
  readonly fields: readonly FieldLayout[]
  /** Arrays, constant buffers, parameter blocks: their content, as it is inside them. */
  readonly element: TypeLayout | undefined
  /** Arrays: from one element to the next, by kind; absent where the fields of the element differ in it. */
  readonly stride: Usage
  /** Constant buffers and blocks: where the element starts in what they take. */
  readonly elementOffset: Usage
}

export interface FieldLayout {
  readonly name: string
  readonly offset: Usage
  readonly layout: TypeLayout
}

const ROW = 16
const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit

/** Layout of a global or uniform parameter's type. */
export const layoutOf = (type: ParameterType, tails: Tails = 'padded'): TypeLayout =>
  new Layouter(tails).layout(type, 1)

/** Layout of an entry point's varying parameter: slots instead of bytes. */
export function varyingUsage(type: ParameterType, kind: 'input' | 'output'): Usage {
  const slots = slotsOf(type)
  return slots > 0 ? { [kind]: slots } : {}
}

function slotsOf(type: ParameterType): number {
  switch (type.kind) {
    case 'data':
      return type.slots
    case 'struct':
      return type.fields.reduce((n, f) => n + slotsOf(f.type), 0)
    case 'array':
      return slotsOf(type.element) * (type.count === UNSIZED ? 0 : type.count)
    default:
      return 0
  }
}

class Layouter {
  readonly #tails: Tails
  constructor(tails: Tails) {
    this.#tails = tails
  }

  /** `copies`: elements of all arrays around it, which stand together field by field. */
  layout(type: ParameterType, copies: number): TypeLayout {
    switch (type.kind) {
      case 'data':
        return leaf(type, { uniform: type.size }, type.alignment)
      case 'opaque':
        return leaf(type, { [type.class]: 1 }, 1)
      case 'struct':
        return this.#struct(type, copies)
      case 'array':
        return this.#array(type, copies)
      case 'constant-buffer':
        return this.#constantBuffer(type, copies)
      case 'parameter-block':
        return this.#parameterBlock(type)
    }
  }

  #struct(type: ParameterType & { kind: 'struct' }, copies: number): TypeLayout {
    const at: Partial<Record<LayoutKind, number>> = {}
    const fields: FieldLayout[] = []
    let alignment = ROW
    for (const field of type.fields) {
      const layout = this.layout(field.type, copies)
      const offset: Partial<Record<LayoutKind, number>> = {}
      for (const kind of LAYOUT_KINDS) {
        const amount = layout.usage[kind] ?? 0
        if (amount === 0) continue
        const start =
          kind === 'uniform' ? (field.offset ?? inRow(at.uniform ?? 0, amount, layout.alignment)) : (at[kind] ?? 0)
        offset[kind] = kind === 'uniform' || kind === 'space' ? start : start * copies
        at[kind] = kind === 'uniform' ? Math.max(at.uniform ?? 0, start + amount) : start + amount
      }
      if (layout.usage.uniform) alignment = Math.max(alignment, layout.alignment)
      fields.push({ name: field.name, offset, layout })
    }
    if (at.uniform && this.#tails === 'padded') at.uniform = roundUp(at.uniform, alignment)
    return { type, usage: at, alignment, fields, element: undefined, stride: {}, elementOffset: {} }
  }

  #array(type: ParameterType & { kind: 'array' }, copies: number): TypeLayout {
    const { count } = type
    const unsized = count === UNSIZED
    const element = this.layout(type.element, unsized ? copies : copies * count)
    const usage: Partial<Record<LayoutKind, number>> = {}
    const bytes = element.usage.uniform ?? 0
    const stride = stridesOf(element)
    if (bytes > 0) {
      stride.uniform = roundUp(bytes, ROW)
      usage.uniform =
        this.#tails === 'padded' || unsized ? stride.uniform * count : stride.uniform * (count - 1) + bytes
    }
    // Every resource of an unsized array takes a space of its own; a space of a block holds all elements of sized ones.
    if (unsized) usage.space = resourcesIn(type.element)
    else
      for (const kind of LAYOUT_KINDS) {
        const amount = element.usage[kind] ?? 0
        if (kind !== 'uniform' && amount > 0) usage[kind] = kind === 'space' ? amount : amount * count
      }
    if (usage.space === 0) delete usage.space
    return { type, usage, alignment: ROW, fields: [], element, stride, elementOffset: {} }
  }

  #constantBuffer(type: ParameterType & { kind: 'constant-buffer' }, copies: number): TypeLayout {
    const element = this.layout(type.element, copies)
    const { uniform = 0, ...others } = element.usage
    const own = uniform > 0 ? 1 : 0
    const usage = { ...others, ...(own ? { cbv: (others.cbv ?? 0) + own } : {}) }
    const elementOffset = own ? { cbv: copies } : {}
    return { type, usage, alignment: 1, fields: [], element, stride: {}, elementOffset }
  }

  /** A space for the block's own content, and those its content takes besides. */
  #parameterBlock(type: ParameterType & { kind: 'parameter-block' }): TypeLayout {
    const element = this.layout(type.element, 1)
    const elementOffset = element.usage.uniform ? { cbv: 1 } : {}
    const { uniform = 0, space = 0, cbv = 0, srv = 0, uav = 0, sampler = 0 } = element.usage
    const own = uniform + cbv + srv + uav + sampler > 0 ? 1 : 0
    const usage = own + space > 0 ? { space: own + space } : {}
    return { type, usage, alignment: 1, fields: [], element, stride: {}, elementOffset }
  }
}

function leaf(type: ParameterType, usage: Usage, alignment: number): TypeLayout {
  return { type, usage, alignment, fields: [], element: undefined, stride: {}, elementOffset: {} }
}

/** Where a field of `size` bytes goes from `at` on: aligned, and not over the end of a row that it does not start. */
function inRow(at: number, size: number, alignment: number): number {
  const start = roundUp(at, alignment)
  return (start % ROW) + size > ROW ? roundUp(start, ROW) : start
}

/** Registers from one element of an array to the next: 1, times the arrays inside; only where all fields agree. */
function stridesOf(element: TypeLayout): Partial<Record<LayoutKind, number>> {
  const stride: Partial<Record<LayoutKind, number>> = {}
  const mixed = new Set<LayoutKind>()
  const visit = (type: ParameterType, inner: number): void => {
    const found = (kind: LayoutKind): void => {
      if ((stride[kind] ?? inner) !== inner) mixed.add(kind)
      stride[kind] = inner
    }
    if (type.kind === 'opaque') found(type.class)
    else if (type.kind === 'array') visit(type.element, type.count === UNSIZED ? inner : inner * type.count)
    else if (type.kind === 'struct') for (const f of type.fields) visit(f.type, inner)
    else if (type.kind === 'constant-buffer' || type.kind === 'parameter-block') {
      if (holdsData(type.element)) found('cbv')
      visit(type.element, inner)
    }
  }
  visit(element.type, 1)
  for (const kind of mixed) delete stride[kind]
  return stride
}

/** Whether any uniform data is in it, not counting what lies in buffers and blocks inside. */
export function holdsData(type: ParameterType): boolean {
  switch (type.kind) {
    case 'data':
      return type.size > 0
    case 'struct':
      return type.fields.some(f => holdsData(f.type))
    case 'array':
      return type.count > 0 && holdsData(type.element)
    default:
      return false
  }
}

/** Resources that splitting a type makes, an array being one. */
function resourcesIn(type: ParameterType): number {
  switch (type.kind) {
    case 'opaque':
      return 1
    case 'struct':
      return type.fields.reduce((n, f) => n + resourcesIn(f.type), 0)
    case 'array':
      return resourcesIn(type.element)
    case 'constant-buffer':
    case 'parameter-block':
      return resourcesIn(type.element) + (holdsData(type.element) ? 1 : 0)
    default:
      return 0
  }
}
