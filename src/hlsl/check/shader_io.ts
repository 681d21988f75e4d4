// Varyings of a graphics entry point: parameters and result taken apart into signature elements, as DXC does (HLSignatureLower).
// Invariant: every numeric leaf of an entry parameter or result belongs to exactly one element, or an error was reported.

import { table } from '../../base/table.ts'
import { INTERPOLATION_MODE, SEMANTIC_KIND } from '../../spec/psv_enums.ts'
import { interpretationOf, PACKING_KIND, parseSemantic, type SignaturePoint } from '../../spec/semantics.ts'
import { stageOfPrefix } from '../../spec/stages.ts'
import type * as A from '../ast.ts'
import type { FunctionSymbol, ParamSymbol, ShaderElement, ShaderIo } from '../typed.ts'
import { allFields, type ScalarType, type Type } from '../types.ts'
import { clipPlanes } from './clip_planes.ts'
import { type Checker, report } from './context.ts'
import { elementOf, UINT } from './numeric.ts'
import { reportInvalidSemantic, reportMissingSemantic, type SemanticPlace } from './semantic_messages.ts'
import { scalarCount } from './type_size.ts'
import { checkBarycentrics, checkCoverages, checkDepthPosition, checkDepths, checkVarying } from './varying_rules.ts'

/** Collects and checks the elements of an entry; undefined for stages without varyings. */
export function shaderIo(cx: Checker, entry: FunctionSymbol, attributes: readonly A.Attribute[]): ShaderIo | undefined {
  const points = stageOfPrefix(cx.options.stage)?.points
  if (!points) return undefined
  const [input, output] = points
  const collect = (
    at: SignaturePoint,
    type: Type,
    semantic: string | undefined,
    modifiers: readonly string[],
    span: SemanticPlace,
    what: string,
  ) => new Collector(cx, at, entry, what).collect(type, semantic, modifiers, span)
  const result =
    entry.returnType.kind === 'void' ? [] : collect(output, entry.returnType, entry.semantic, [], entry, 'outputs')
  const params = entry.params.map((p: ParamSymbol) => {
    if (p.isUniform && cx.options.binding === 'slang') return { output: [], input: [] }
    const each = (at: SignaturePoint) => collect(at, p.type, p.semantic, p.modifiers ?? [], p, 'parameters')
    // DXC makes the output element of an inout parameter first.
    const out = p.mode === 'in' ? [] : each(output)
    return { output: out, input: p.mode === 'out' ? [] : each(input) }
  })
  const { packing } = cx.options
  const outputs = [...result, ...params.flatMap(p => p.output)]
  const clip =
    cx.options.stage === 'vs'
      ? clipPlanes(cx, entry, attributes, outputs, (type, text, at) => collect(output, type, text, [], at, '')[0])
      : undefined
  const io = { result, params, clip, ...(packing ? { packing } : {}) }
  if (cx.options.stage === 'ps') {
    checkDepths(cx, entry, outputs)
    const inputs = params.flatMap(p => p.input)
    checkDepthPosition(cx, inputs, outputs)
    checkCoverages(cx, entry, inputs)
    checkBarycentrics(cx, inputs)
  }
  reportOverlaps(cx, entry, [...outputs, ...(clip?.elements ?? [])])
  reportOverlaps(
    cx,
    entry,
    params.flatMap(p => p.input),
  )
  return io
}

/** An enclosing struct's or parameter's semantic: its rows are numbered through in the order of the declaration. */
interface Override {
  readonly name: string
  readonly first: number
}

/** Where one instance of a type begins: in the list of leaves, and in rows of signature registers. */
interface Start {
  readonly leaf: number
  readonly row: number
}

class Collector {
  readonly #cx: Checker
  readonly #point: SignaturePoint
  readonly #entry: FunctionSymbol
  readonly #what: string
  readonly #elements: ShaderElement[] = []

  constructor(cx: Checker, point: SignaturePoint, entry: FunctionSymbol, what: string) {
    this.#cx = cx
    this.#point = point
    this.#entry = entry
    this.#what = what
  }

  collect(type: Type, semantic: string | undefined, modifiers: readonly string[], at: SemanticPlace): ShaderElement[] {
    this.#walk(type, [{ leaf: 0, row: 0 }], semantic, undefined, modifiers, at)
    return this.#elements
  }

  /** starts: one for each element of the arrays around the type. */
  #walk(
    type: Type,
    starts: readonly Start[],
    semantic: string | undefined,
    override: Override | undefined,
    modifiers: readonly string[],
    at: SemanticPlace,
  ): void {
    if (type.kind === 'error') return
    if (override && semantic !== undefined) report(this.#cx, 'W2315', at, { semantic })
    if (type.kind === 'array') {
      const [leaves, rows] = [scalarCount(type.element), this.#rows(type.element)]
      const inner = starts.flatMap(s =>
        Array.from({ length: Math.max(type.size, 0) }, (_, i) => ({
          leaf: s.leaf + i * leaves,
          row: s.row + i * rows,
        })),
      )
      this.#walk(type.element, inner, override ? undefined : semantic, override, modifiers, at)
      return
    }
    if (type.kind !== 'struct') return void this.#leaf(type, starts, semantic, override, modifiers, at)
    const around = override ?? (semantic === undefined ? undefined : overrideOf(semantic))
    let [leaf, row] = [0, 0]
    for (const f of allFields(type)) {
      const own = f.modifiers.length > 0 ? f.modifiers : modifiers
      const inner = starts.map(s => ({ leaf: s.leaf + leaf, row: s.row + row }))
      this.#walk(f.type, inner, f.semantic, around, own, f)
      leaf += scalarCount(f.type)
      row += this.#rows(f.type)
    }
  }

  /** Rows of registers a type takes. */
  #rows(type: Type): number {
    if (type.kind === 'array') return Math.max(type.size, 0) * this.#rows(type.element)
    if (type.kind === 'struct') return allFields(type).reduce((sum, f) => sum + this.#rows(f.type), 0)
    return elementOf(type) ? shape(type, this.#cx.options.packMatrix).rows : 0
  }

  #leaf(
    type: Type,
    starts: readonly Start[],
    semantic: string | undefined,
    override: Override | undefined,
    modifiers: readonly string[],
    at: SemanticPlace,
  ): void {
    const cx = this.#cx
    // DXC counts the values of an enumeration as unsigned.
    const scalar = type.kind === 'enum' ? UINT : elementOf(type)
    if (!scalar) return
    const text = override ? `${override.name}${override.first}` : semantic
    if (text === undefined) return void reportMissingSemantic(cx, this.#entry, at, this.#what)
    const { name, index, kind } = parseSemantic(cx.options.legacySemantics ? modernName(text, this.#point) : text)
    const interpretation =
      kind === undefined ? undefined : interpretationOf(kind, this.#point, cx.options.shaderModel.minor)
    if (kind === undefined || interpretation === undefined)
      return void reportInvalidSemantic(cx, this.#entry, at, text, this.#point)
    if (/64|double/.test(scalar.name)) return void report(cx, 'E2313', at, { type: scalar.name })
    const { rows, cols, order } = shape(type, cx.options.packMatrix)
    // A system value that means nothing special here is a semantic like any other, spelt as written.
    const isPlain = interpretation === 'Arb'
    const shownKind = isPlain ? SEMANTIC_KIND.Arbitrary : kind
    const rowNumbers = starts.flatMap((s, i) =>
      Array.from({ length: rows }, (_, r) => (override ? s.row : i * rows) + r),
    )
    const element: ShaderElement = {
      name: isPlain ? text.replace(/\d+$/, '') : name,
      kind: shownKind,
      indexes: rowNumbers.map(r => index + r),
      interpretation,
      scalar,
      norm: modifiers.includes('snorm') ? 'snorm' : modifiers.includes('unorm') ? 'unorm' : undefined,
      cols,
      inner: type.kind === 'matrix' ? 2 : type.kind === 'vector' ? 1 : 0,
      isTransposed: type.kind === 'matrix' && (type.orientation ?? cx.options.packMatrix) === 'column_major',
      leaves: starts.flatMap(s => order.map(o => s.leaf + o)),
      interpolation: PACKING_KIND[this.#point] === 'Vertex' ? interpolationOf(scalar, shownKind, modifiers) : 0,
      pos: at.pos,
      end: at.end,
    }
    checkVarying(cx, element)
    if (interpretation === 'Target' && element.indexes.length !== 1) this.#elements.push(...splitTargets(element))
    // An array of nothing finds no place.
    else if (element.indexes.length === 0) report(cx, 'E3010', at, { semantic: text })
    else this.#elements.push(element)
  }
}

/** Direct3D 9's names of system values. */
const LEGACY: Readonly<Partial<Record<SignaturePoint, ReadonlyMap<string, string>>>> = {
  VSOut: table({ POSITION: 'SV_Position' }),
  PSIn: table({ VPOS: 'SV_Position' }),
  PSOut: table({ COLOR: 'SV_Target', DEPTH: 'SV_Depth' }),
}

function modernName(text: string, point: SignaturePoint): string {
  const digits = /\d*$/.exec(text)![0]
  const known = LEGACY[point]?.get(text.slice(0, text.length - digits.length).toUpperCase())
  return known === undefined ? text : known + digits
}

function overrideOf(semantic: string): Override {
  const { name, index } = parseSemantic(semantic)
  return { name, first: index }
}

/** Rows and columns of one instance, and the leaf that stands at each place, row by row. */
function shape(
  type: Type,
  fallback: 'row_major' | 'column_major',
): { readonly rows: number; readonly cols: number; readonly order: readonly number[] } {
  if (type.kind !== 'matrix') {
    const cols = type.kind === 'vector' ? type.size : 1
    return { rows: 1, cols, order: Array.from({ length: cols }, (_, i) => i) }
  }
  const { rows, columns } = type
  if ((type.orientation ?? fallback) === 'row_major')
    return { rows, cols: columns, order: Array.from({ length: rows * columns }, (_, i) => i) }
  const order = Array.from({ length: rows * columns }, (_, i) => (i % rows) * columns + Math.floor(i / rows))
  return { rows: columns, cols: rows, order }
}

/** A target is one row; DXC makes the elements of an array of them last to first. */
function splitTargets(e: ShaderElement): ShaderElement[] {
  return e.indexes
    .map((index, row) => ({ ...e, indexes: [index], leaves: e.leaves.slice(row * e.cols, (row + 1) * e.cols) }))
    .reverse()
}

const MODE = INTERPOLATION_MODE

function interpolationOf(scalar: ScalarType, kind: number, modifiers: readonly string[]): number {
  const has = (word: string): boolean => modifiers.includes(word)
  if (has('nointerpolation')) return MODE.Constant
  const isFlat = kind === SEMANTIC_KIND.Position || has('noperspective')
  if (has('sample')) return isFlat ? MODE.LinearNoperspectiveSample : MODE.LinearSample
  if (has('centroid')) return isFlat ? MODE.LinearNoperspectiveCentroid : MODE.LinearCentroid
  const isFloat = /float|half/.test(scalar.name) && !has('snorm') && !has('unorm')
  if (!isFloat && !has('linear') && !has('noperspective')) return MODE.Constant
  return isFlat ? MODE.LinearNoperspective : MODE.Linear
}

/** Only the letters of ASCII have a lower case in semantics. */
const asciiLower = (name: string): string => name.replace(/[A-Z]/g, c => c.toLowerCase())

/** Two elements of one name may not have an index in common. */
function reportOverlaps(cx: Checker, entry: FunctionSymbol, elements: readonly ShaderElement[]): void {
  const seen = new Set<string>()
  for (const e of elements)
    for (const index of e.indexes) {
      const key = `${asciiLower(e.name)} ${index}`
      if (seen.has(key)) {
        report(cx, 'E2314', { pos: entry.pos, end: entry.end }, { semantic: e.name, index })
        return
      }
      seen.add(key)
    }
}
