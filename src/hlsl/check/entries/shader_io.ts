// Varyings of a graphics entry point: parameters and result taken apart into signature elements, as DXC does (HLSignatureLower).
// Invariant: every numeric leaf of an entry parameter or result belongs to exactly one element, or an error was reported.

import { extended } from '../../../base/extended.ts'
import { table } from '../../../base/table.ts'
import { INTERPOLATION_MODE, SEMANTIC_KIND } from '../../../spec/psv_enums.ts'
import {
  interpretationOf,
  PACKING_KIND,
  parseSemantic,
  SIGNATURE_OF,
  type SignaturePoint,
} from '../../../spec/semantics.ts'
import { stageOfPrefix } from '../../../spec/stages.ts'
import type * as A from '../../tree/ast.ts'
import { elementOf, unpacked } from '../../tree/numeric.ts'
import { isPatch, type PatchType } from '../../tree/patches.ts'
import { isStream } from '../../tree/streams.ts'
import { scalarCount } from '../../tree/type_size.ts'
import type { FunctionIo, FunctionSymbol, ParamIo, ParamSymbol, ShaderElement, ShaderIo } from '../../tree/typed.ts'
import { allFields, innermost, type MatrixType, type ObjectType, type ScalarType, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { INTERPOLATION } from '../core/modifiers.ts'
import { clipPlanes } from './clip_planes.ts'
import { primitiveWord } from './geometry.ts'
import {
  preferEarlySemantics,
  refuseOutput,
  reportInvalidSemantic,
  reportMissingSemantic,
  reportWide,
  type SemanticPlace,
  startOfLine,
  type Unnamed,
} from './semantic_messages.ts'
import { checkBarycentrics, checkCoverages, checkDepthPosition, checkDepths, checkVarying } from './varying_rules.ts'

/** Where what a function takes and gives stands; patches by their type. */
interface IoPoints {
  readonly input: SignaturePoint
  readonly output: SignaturePoint
  readonly patches: Readonly<Record<'InputPatch' | 'OutputPatch', SignaturePoint | undefined>>
  /** Where output streams leave. */
  readonly streams?: SignaturePoint
}

const PATCH_CONSTANT_POINTS: IoPoints = {
  input: 'PCIn',
  output: 'PCOut',
  patches: { InputPatch: 'HSCPIn', OutputPatch: 'HSCPOut' },
}

/** Both kinds of patches enter a domain shader; a hull shader does not see what it makes. */
function pointsOf(stage: string): IoPoints | undefined {
  const points = stageOfPrefix(stage)?.points
  if (!points) return undefined
  const [input, output, vertices] = points
  // What is no stream does not leave a geometry shader.
  if (stage === 'gs')
    return { input, output: 'Nowhere', streams: output, patches: { InputPatch: vertices, OutputPatch: undefined } }
  return { input, output, patches: { InputPatch: vertices, OutputPatch: stage === 'hs' ? undefined : vertices } }
}

/**
 * Collects and checks the elements of an entry of a stage; undefined for stages without varyings.
 * @param patchConstant the patch constant function of a hull shader
 */
export function shaderIo(
  checker: Checker,
  entry: FunctionSymbol,
  stage: string,
  attributes: readonly A.Attribute[],
  patchConstant?: FunctionSymbol,
): ShaderIo | undefined {
  const points = pointsOf(stage)
  if (!points) return undefined
  const before = checker.diagnostics.list.length
  const main = functionIo(checker, entry, points)
  checkVoid(checker, entry, RESULT_STAGES.has(stage) ? points.output : undefined)
  const { packing } = checker.options
  const outputs = outputsOf(main)
  const clip =
    stage === 'vs'
      ? clipPlanes(
          checker,
          entry,
          attributes,
          outputs,
          (type, text, at) => new Collector(checker, points.output, entry, 'outputs').collect(type, text, [], at)[0],
        )
      : undefined
  if (clip) outputs.push(...clip.elements)
  const inputs = inputsOf(main)
  for (const list of bySignature(outputs)) reportOverlaps(checker, entry, list)
  for (const list of bySignature(inputs)) reportOverlaps(checker, entry, list)
  const patch = patchConstant && patchConstantIo(checker, patchConstant, main)
  if (patch) {
    inputs.push(...inputsOf(patch).filter(e => !e.refersTo))
    outputs.push(...outputsOf(patch))
  }
  checkValues(checker, entry, stage, inputs, outputs)
  preferEarlySemantics(checker, before)
  return { result: main.result, params: main.params, clip, packing, patchConstant: patch }
}

/** What enters by parameters. */
export function inputsOf({ params }: FunctionIo): ShaderElement[] {
  const all: ShaderElement[] = []
  for (const { input } of params) for (const e of input) all.push(e)
  return all
}

/** What leaves, by the result and by parameters. */
export function outputsOf({ result, params }: FunctionIo): ShaderElement[] {
  const all = result.slice()
  for (const { output } of params) for (const e of output) all.push(e)
  return all
}

/** The semantic of a function that returns nothing is looked at all the same. */
export function checkVoid(checker: Checker, entry: FunctionSymbol, output: SignaturePoint | undefined): void {
  const { semantic, returnType } = entry
  // In libraries DXC does not.
  if (returnType.kind !== 'void' || semantic === undefined || checker.options.stage === 'lib') return
  const point = output ?? 'Nowhere'
  const { kind } = parseSemantic(checker.options.legacySemantics ? modernName(semantic, point) : semantic)
  const isKnown = kind !== undefined && interpretationOf(kind, point, checker.options.shaderModel.minor) !== undefined
  if (!isKnown || !output) reportInvalidSemantic(checker, entry, entry, semantic, point)
}

/** Stages that return something. */
const RESULT_STAGES: ReadonlySet<string> = new Set(['vs', 'hs', 'ds', 'ps'])

/** What the runtime demands of the elements; DXC asks when they are all known and none is wrong in itself. */
function checkValues(
  checker: Checker,
  entry: FunctionSymbol,
  stage: string,
  inputs: readonly ShaderElement[],
  outputs: readonly ShaderElement[],
): void {
  if (checker.diagnostics.errorCount > 0) return
  for (const e of inputs) checkVarying(checker, e)
  for (const e of outputs) checkVarying(checker, e)
  if (stage !== 'ps') return
  checkDepths(checker, entry, outputs)
  checkDepthPosition(checker, inputs, outputs)
  checkCoverages(checker, entry, inputs)
  checkBarycentrics(checker, inputs)
}

/** Elements that must not overlap: those of one signature, and operations among themselves. */
function bySignature(elements: readonly ShaderElement[]): readonly (readonly ShaderElement[])[] {
  const lists: ShaderElement[][] = []
  for (const e of elements) {
    const list = lists.find(([first]) => isSameSignature(first!, e))
    if (list) list.push(e)
    else lists.push([e])
  }
  return lists
}

const isSameSignature = (a: ShaderElement, b: ShaderElement): boolean =>
  a.stream === b.stream &&
  SIGNATURE_OF[a.point] === SIGNATURE_OF[b.point] &&
  (a.interpretation === 'NotInSig') === (b.interpretation === 'NotInSig')

/** The elements of one function: what its result and parameters are made of. */
function functionIo(checker: Checker, f: FunctionSymbol, points: IoPoints): FunctionIo {
  const collect = (
    at: SignaturePoint,
    type: Type,
    semantic: string | undefined,
    modifiers: readonly string[],
    span: SemanticPlace,
    what: Unnamed,
  ) => new Collector(checker, at, f, what).collect(type, semantic, modifiers, span)
  const isMesh = MESH_POINTS.has(points.input)
  const result =
    f.returnType.kind === 'void' || isMesh
      ? []
      : collect(points.output, f.returnType, f.semantic, f.modifiers, f, 'outputs')
  // What goes out of a mesh shader is an array of a role, out of an amplification shader a payload.
  const refuse = (at: SemanticPlace, type: Type, semantic: string | undefined): void =>
    refuseOutput(checker, f, at, { type, semantic, what: 'outputs' })
  if (isMesh && f.returnType.kind !== 'void') refuse(f, f.returnType, f.semantic)
  let streams = 0
  const params = f.params.map((p: ParamSymbol): ParamIo => {
    if (p.isUniform && checker.options.binding === 'slang') return { output: [], input: [] }
    const each = (at: SignaturePoint, type = p.type, what: Unnamed = 'parameters') =>
      collect(at, type, p.semantic, p.modifiers ?? [], p, what)
    if (isPatch(p.type)) return patchIo(checker, p, p.type, points, each)
    if (p.role && isMesh) return meshIo(checker, f, p, points.input, each)
    if (isMesh && p.mode !== 'in') {
      refuse(p, p.type, p.semantic)
      return NOTHING
    }
    const inner = innermost(p.type)
    if (isStream(inner)) return streamIo(inner, inner === p.type ? streams++ : undefined, points, each)
    if (primitiveWord(p) !== undefined) return primitiveIo(p, points, each)
    // DXC makes the output element of an inout parameter first.
    const out = p.mode === 'in' ? [] : each(points.output, p.type, 'outputs')
    return { output: out, input: p.mode === 'out' ? [] : each(points.input) }
  })
  return { result, params }
}

/** Stages whose parameters have roles. */
const MESH_POINTS: ReadonlySet<SignaturePoint> = new Set(['MSIn', 'ASIn'])
const NOTHING: ParamIo = { output: [], input: [] }

/** Outputs of a mesh shader: one vertex or primitive of an array of them. Indices and payload are in no signature. */
function meshIo(
  checker: Checker,
  f: FunctionSymbol,
  param: ParamSymbol,
  input: SignaturePoint,
  each: (at: SignaturePoint, type: Type) => ShaderElement[],
): ParamIo {
  const { role, type, semantic } = param
  if (role === 'indices' || role === 'payload') {
    const point = role === 'payload' ? input : 'MSOut'
    const { kind } = semantic === undefined ? { kind: 0 } : parseSemantic(semantic)
    if (kind === undefined || (semantic && !interpretationOf(kind, point, checker.options.shaderModel.minor)))
      reportInvalidSemantic(checker, f, param, semantic!, point)
    return NOTHING
  }
  if (type.kind !== 'array' || input === 'ASIn') return NOTHING
  return { output: each(role === 'vertices' ? 'MSOut' : 'MSPOut', type.element), input: [], vertices: type.size }
}

/** What is appended to an output stream leaves by it. There are no arrays of streams, which have no number. */
function streamIo(
  { element }: ObjectType,
  stream: number | undefined,
  { streams }: IoPoints,
  each: (at: SignaturePoint, type: Type) => ShaderElement[],
): ParamIo {
  const output = element ? each((stream === undefined ? undefined : streams) ?? 'Nowhere', element) : []
  return { output: output.map(e => ({ ...e, stream: stream ?? 0 })), input: [] }
}

/** `triangle V v[3]`: the elements of V, one of each vertex. Whatever else is said, such a parameter only comes in. */
function primitiveIo(
  { type }: ParamSymbol,
  { patches }: IoPoints,
  each: (at: SignaturePoint, type: Type) => ShaderElement[],
): ParamIo {
  const isArray = type.kind === 'array' && type.size >= 0
  const input = each(patches.InputPatch ?? 'Nowhere', isArray ? type.element : type)
  return { output: [], input, ...(isArray ? { vertices: type.size } : {}) }
}

function patchIo(
  checker: Checker,
  param: ParamSymbol,
  { name, element, count }: PatchType,
  points: IoPoints,
  each: (at: SignaturePoint, type: Type) => ShaderElement[],
): ParamIo {
  const point = points.patches[name]
  if (!point) {
    report(checker, 'E3000', param, { what: `an ${name} parameter`, where: 'the entry point of this stage' })
    return { output: [], input: [] }
  }
  return { output: [], input: element ? each(point, element) : [], vertices: count }
}

/** What a patch constant function makes, and what it sees of the entry's own signatures: elements of the same semantic. */
function patchConstantIo(checker: Checker, f: FunctionSymbol, main: FunctionIo): FunctionIo {
  const io = functionIo(checker, f, PATCH_CONSTANT_POINTS)
  const [inputs, outputs] = [inputsOf(main), outputsOf(main)]
  const find = (list: readonly ShaderElement[], e: ShaderElement): ShaderElement | undefined =>
    list.find(own => own.indexes[0] === e.indexes[0] && asciiLower(own.name) === asciiLower(e.name))
  const params = io.params.map((p): ParamIo => {
    if (p.vertices === undefined) return p
    const input = p.input.map(e => {
      const isInput = SIGNATURE_OF[e.point] === 'input'
      const refersTo = find(isInput ? inputs : outputs, e)
      const list = isInput ? 'input' : 'output'
      if (!refersTo) report(checker, 'E2473', startOfLine(checker, f), { semantic: e.name, list })
      return refersTo ? extended(e, { refersTo }) : e
    })
    return { ...p, input }
  })
  reportOverlaps(checker, f, outputsOf(io))
  return { result: io.result, params }
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
  readonly #checker: Checker
  readonly #point: SignaturePoint
  readonly #entry: FunctionSymbol
  readonly #what: Unnamed
  readonly #elements: ShaderElement[] = []
  #isArray = false

  constructor(checker: Checker, point: SignaturePoint, entry: FunctionSymbol, what: Unnamed) {
    this.#checker = checker
    this.#point = point
    this.#entry = entry
    this.#what = what
  }

  collect(type: Type, semantic: string | undefined, modifiers: readonly string[], at: SemanticPlace): ShaderElement[] {
    this.#isArray = type.kind === 'array'
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
    if (override && semantic !== undefined) report(this.#checker, 'W2315', at, { semantic })
    if (type.kind === 'array') {
      const [leaves, rows] = [scalarCount(type.element), this.#rows(type.element)]
      const inner: Start[] = []
      for (const s of starts)
        for (let i = 0; i < type.size; i++) inner.push({ leaf: s.leaf + i * leaves, row: s.row + i * rows })
      this.#walk(type.element, inner, override ? undefined : semantic, override, modifiers, at)
      return
    }
    if (type.kind !== 'struct') return void this.#leaf(type, starts, semantic, override, modifiers, at)
    const around = override ?? (semantic === undefined ? undefined : overrideOf(semantic))
    // An override counts from the field that it stands at.
    const before = around === override ? 0 : (starts[0]?.row ?? 0)
    let [leaf, row] = [0, 0]
    for (const f of allFields(type)) {
      const own = inheritedModifiers(f.modifiers, modifiers)
      const inner = starts.map(s => ({ leaf: s.leaf + leaf, row: s.row - before + row }))
      this.#walk(f.type, inner, f.semantic, around, own, f)
      leaf += scalarCount(f.type)
      row += this.#rows(f.type)
    }
  }

  /** Rows of registers a type takes. */
  #rows(type: Type): number {
    if (type.kind === 'array') return Math.max(type.size, 0) * this.#rows(type.element)
    if (type.kind === 'struct') return allFields(type).reduce((sum, f) => sum + this.#rows(f.type), 0)
    if (type.kind !== 'matrix') return elementOf(type) ? 1 : 0
    return isTransposed(type, this.#checker) ? type.columns : type.rows
  }

  #interpolation(scalar: ScalarType, kind: number, modifiers: readonly string[]): number {
    if (this.#point === 'MSPOut') {
      if (modifiers.some(word => word !== 'nointerpolation' && INTERPOLATION.test(word)))
        report(this.#checker, 'E2429', startOfLine(this.#checker, this.#entry), {})
      return MODE.Constant
    }
    return PACKING_KIND[this.#point] === 'Vertex' ? interpolationOf(scalar, kind, modifiers) : MODE.Undefined
  }

  #leaf(
    type: Type,
    starts: readonly Start[],
    semantic: string | undefined,
    override: Override | undefined,
    modifiers: readonly string[],
    at: SemanticPlace,
  ): void {
    const checker = this.#checker
    const written = elementOf(type)
    if (!written) {
      if (type.kind === 'object') reportMissingSemantic(this.#checker, this.#entry, at, this.#what)
      return
    }
    const scalar = unpacked(written)
    const text = override ? `${override.name}${override.first}` : semantic
    if (text === undefined) return void reportMissingSemantic(checker, this.#entry, at, this.#what)
    const { name, index, kind } = parseSemantic(checker.options.legacySemantics ? modernName(text, this.#point) : text)
    const interpretation =
      kind === undefined ? undefined : interpretationOf(kind, this.#point, checker.options.shaderModel.minor)
    if (kind === undefined || interpretation === undefined)
      return void reportInvalidSemantic(checker, this.#entry, at, text, this.#point)
    // A system value that means nothing special here is a semantic like any other, spelt as written.
    const isPlain = interpretation === 'Arb'
    const shownName = isPlain ? text.replace(/\d+$/, '') : name
    if (/64|double/.test(scalar.name)) return void reportWide(checker, this.#entry, at, shownName, scalar)
    const rows = this.#rows(type)
    const turned = type.kind === 'matrix' && isTransposed(type, checker)
    const cols = type.kind === 'vector' ? type.size : type.kind !== 'matrix' ? 1 : turned ? type.rows : type.columns
    const shownKind = isPlain ? SEMANTIC_KIND.Arbitrary : kind
    const indexes: number[] = []
    const leaves: number[] = []
    for (const [i, s] of starts.entries())
      for (let r = 0; r < rows; r++) {
        indexes.push(index + (override ? s.row : i * rows) + r)
        // Leaves of a matrix go by its rows.
        for (let c = 0; c < cols; c++) leaves.push(s.leaf + (turned ? c * rows + r : r * cols + c))
      }
    const element: ShaderElement = {
      name: shownName,
      kind: shownKind,
      indexes,
      interpretation,
      point: this.#point,
      stream: 0,
      scalar,
      norm: modifiers.includes('snorm') ? 'snorm' : modifiers.includes('unorm') ? 'unorm' : undefined,
      cols,
      isMember: !this.#isArray && at !== this.#entry && !this.#entry.params.some(p => p === at),
      inner: type.kind === 'matrix' ? 2 : type.kind === 'vector' ? 1 : 0,
      isTransposed: turned,
      leaves,
      interpolation: this.#interpolation(scalar, shownKind, modifiers),
      pos: at.pos,
      end: at.end,
    }
    if (interpretation === 'Target' && element.indexes.length !== 1) this.#elements.push(...splitTargets(element))
    // An array of nothing finds no place.
    else if (element.indexes.length === 0) report(checker, 'E3010', at, { semantic: text })
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

/** The columns of a matrix are its rows of registers. */
const isTransposed = ({ orientation }: MatrixType, { options }: Checker): boolean =>
  (orientation ?? options.packMatrix) === 'column_major'

/** A target is one row; DXC makes the elements of an array of them last to first. */
function splitTargets(e: ShaderElement): ShaderElement[] {
  return e.indexes
    .map((index, row) => ({ ...e, indexes: [index], leaves: e.leaves.slice(row * e.cols, (row + 1) * e.cols) }))
    .reverse()
}

/** A field without words of interpolation has those of what it is in; `row_major` or `unorm` take none away. */
function inheritedModifiers(own: readonly string[], outer: readonly string[]): readonly string[] {
  if (own.length === 0 || outer.length === 0) return own.length === 0 ? outer : own
  return own.some(word => INTERPOLATION.test(word)) ? own : [...own, ...outer.filter(word => INTERPOLATION.test(word))]
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
const asciiLower = (name: string): string =>
  /[^\0-\x7f]/.test(name) ? name.replace(/[A-Z]/g, c => c.toLowerCase()) : name.toLowerCase()

/** Two elements of one name may not have an index in common. */
function reportOverlaps(checker: Checker, entry: FunctionSymbol, elements: readonly ShaderElement[]): void {
  if (elements.length === 1 && elements[0]!.indexes.length === 1) return
  const seen = new Set<string>()
  for (const e of elements) {
    const name = asciiLower(e.name)
    for (const index of e.indexes) {
      const key = `${name} ${index}`
      if (seen.has(key)) {
        report(checker, 'E2314', startOfLine(checker, entry), { semantic: e.name, index })
        return
      }
      seen.add(key)
    }
  }
}
