// Shaders with one call each of a builtin function or method: every overload, with the element types and shapes its slots admit (and some
// they have to convert). Invariant: made from the signature tables alone, in a fixed order.

import {
  methodNames,
  methodsOf,
  type Signature,
  type Slot,
  signaturesOf,
} from '../../src/hlsl/check/core/signatures.ts'
import { INTRINSICS } from '../../src/spec/hlsl_intrinsics.ts'
import { OBJECT_TYPES } from '../../src/spec/object_types.ts'

export interface CallCase {
  /** Function, or Object.Method. */
  readonly name: string
  readonly source: string
  readonly flags: readonly string[]
}

/** What other stages, later shader models, or no shader at all can call. */
const ELSEWHERE =
  /Node|HitObject|^Process\w*TessFactors|^(TraceRay|ReportHit|CallShader|IgnoreHit|AcceptHitAndEndSearch|Dispatch|World|Object|Ray[TF]|Instance|Primitive|Geometry|HitKind|SetMeshOutput|Allocate\w|printf|abort|EvaluateAttribute|GetAttributeAtVertex|Barrier$|tex|source_mark|__|GetRemaining|GetGroupWave|DebugBreak|IsDebuggerPresent)|ClusterID|TriangleObjectPosition/

const PLAIN = [
  'float',
  'int',
  'uint',
  'bool',
  'double',
  'half',
  'int64_t',
  'uint64_t',
  'min16float',
  'min16int',
  'min16uint',
]
const NATIVE = ['float16_t', 'int16_t', 'uint16_t']

interface Shape {
  readonly text: string
  readonly rows: number
  readonly columns: number
}
const SHAPES: readonly Shape[] = [
  { text: '', rows: 1, columns: 3 },
  { text: '1', rows: 1, columns: 1 },
  { text: '2', rows: 1, columns: 2 },
  { text: '3', rows: 1, columns: 3 },
  { text: '4', rows: 1, columns: 4 },
  { text: '2x3', rows: 2, columns: 3 },
  { text: '4x4', rows: 4, columns: 4 },
]
/** All shapes are tried for float alone. */
const FEW_SHAPES = SHAPES.filter(s => s.text === '' || s.text === '3' || s.text === '2x3')

const ELEMENTS = ['float4', 'float', 'uint2', 'int3', 'uint']
const SPECIAL = ['float2x3', 'uint64_t', 'Pair']

/** An argument that is a variable nobody writes to, or only to its first component. */
interface Unset {
  readonly argument: number
  readonly isPartly: boolean
}

class Call {
  readonly #signature: Signature
  readonly #element: string
  readonly #shape: Shape
  readonly #object: string | undefined
  readonly #globals: string[] = []
  readonly #locals: string[] = []
  readonly #unset: Unset | undefined

  constructor(signature: Signature, element: string, shape: Shape, object: string | undefined, unset?: Unset) {
    this.#signature = signature
    this.#unset = unset
    this.#element = element
    this.#shape = shape
    this.#object = object
  }

  #size(dim: number | string): number {
    if (typeof dim === 'number') return dim
    if (dim === 'r') return this.#shape.rows === 1 ? 2 : this.#shape.rows
    return dim === 'c' ? this.#shape.columns : 2
  }

  #elementOf(slot: Slot, own: number): string {
    if (typeof slot.elementFrom === 'number' && slot.elementFrom !== own && slot.elementFrom > 0)
      return this.#elementOf(this.#signature.params[slot.elementFrom - 1]!, slot.elementFrom)
    const names = slot.set.scalars.map(s => s.name as string).filter(name => !name.startsWith('literal'))
    return names.includes(this.#element) || !slot.set.noCast ? this.#element : names[0]!
  }

  #type(slot: Slot, own: number): string {
    if (slot.elementFrom === 'T') return this.#object ?? 'float'
    if (slot.elementFrom === 'F') return `${this.#element}${this.#shape.text}`
    if (slot.set.scalars.length === 0) return slot.set.objects[0] ?? 'void'
    const element = this.#elementOf(slot, own)
    if (slot.layout === 'vector') return `${element}${this.#size(slot.columns)}`
    if (slot.layout === 'matrix') return `${element}${this.#size(slot.rows)}x${this.#size(slot.columns)}`
    return slot.layout === 'any' ? element + this.#shape.text : element
  }

  /** Declares what argument `i` needs and gives its expression. */
  argument(i: number): string {
    const slot = this.#signature.params[i]!
    const type = this.#type(slot, i + 1)
    const name = `a${i}`
    if (slot.mode === 'ref') {
      this.#globals.push(`RWStructuredBuffer<${type}> ${name};`)
      return `${name}[0]`
    }
    if (slot.mode !== 'in') this.#locals.push(`${type} ${name} = (${type})0;`)
    else if (i === this.#unset?.argument)
      this.#locals.push(`${type} ${name};${this.#unset.isPartly ? ` ${name}.x = 1;` : ''}`)
    else this.#globals.push(`${type === 'Texture2D' ? 'Texture2D<float4>' : type} ${name};`)
    return name
  }

  source(callee: string, object: string | undefined): string {
    const args = this.#signature.params.map((_, i) => this.argument(i))
    const usesF = [this.#signature.result, ...this.#signature.params].some(s => s.elementFrom === 'F')
    const isTemplate = usesF && this.#signature.result.elementFrom === 'F' && this.#element !== 'uint'
    const call = `${callee}${isTemplate ? `<${this.#element}${this.#shape.text}>` : ''}(${args.join(', ')})`
    const { result } = this.#signature
    const isVoid =
      result.elementFrom !== 'T' &&
      result.elementFrom !== 'F' &&
      result.elementFrom !== 'E' &&
      result.set.name === 'void'
    // DXC fails to store minimum precision values as they are.
    const isMin = this.#element.startsWith('min')
    const kept = (value: string): string => (isMin ? `0.0f + (${value})` : value)
    const outs = this.#signature.params.flatMap((p, i) =>
      p.mode === 'out' || p.mode === 'inout' ? [`Put(${kept(`a${i}`)});`] : [],
    )
    const pair = this.#object === 'Pair' ? 'struct Pair { float2 x; uint y; };\n' : ''
    return `${pair}${object ? `${object}\n` : ''}${this.#globals.join('\n')}
RWByteAddressBuffer o;
template<typename T> void Put(T v) { o.Store<T>(0, v); }
void Run() { ${this.#locals.join(' ')} ${isVoid ? `${call};` : `Put(${kept(call)});`} ${outs.join(' ')} }
[numthreads(8, 8, 1)] void cs() { Run(); }
float4 ps() : SV_Target { Run(); return 0; }
`
  }
}

/** What is called: a method of `q` where one is declared. */
const calleeOf = (name: string, declaration: string | undefined): string =>
  declaration ? `q.${name.slice(name.indexOf('.') + 1)}` : name

function* callsOf(
  name: string,
  signature: Signature,
  object: string | undefined,
  declaration: string | undefined,
): Generator<CallCase> {
  const callee = calleeOf(name, declaration)
  const slots = [signature.result, ...signature.params]
  const hasAny = slots.some(s => s.layout === 'any' || s.elementFrom === 'F' || s.columns === 'c')
  const hasElements = signature.params.some(s => s.set.scalars.length > 1 || s.elementFrom === 'F')
  for (const element of hasElements && object === undefined ? [...PLAIN, ...NATIVE] : ['float', 'uint']) {
    const shapes = !hasAny ? SHAPES.slice(0, 1) : element === 'float' ? SHAPES : FEW_SHAPES
    for (const shape of shapes) {
      const source = new Call(signature, element, shape, object).source(callee, declaration)
      yield {
        name,
        source,
        flags: NATIVE.includes(element) || /\b(u?int16_t|float16_t)/.test(source) ? ['-enable-16bit-types'] : [],
      }
    }
  }
}

/** Element types an object is tried with; one undefined where it takes none. */
function elementsOf(object: string): (string | undefined)[] {
  if (/ByteAddress|RayQuery|Feedback/.test(object)) return [undefined]
  return object.includes('Structured') ? [...ELEMENTS, ...SPECIAL] : ELEMENTS
}

function declarationOf(object: string, element: string | undefined): string {
  if (object === 'RayQuery') return 'static RayQuery<0> q;'
  if (object.startsWith('Feedback')) return `${object}<0> q;`
  const count = object.endsWith('MS') || object.endsWith('MSArray') ? ', 4' : ''
  return `${object}${element ? `<${element}${count}>` : ''} q;`
}

/** Each signature once for each argument that is a number, which is undefined there: as a whole, and behind its first component. */
function* callsWithout(
  name: string,
  signature: Signature,
  object: string | undefined,
  declaration: string | undefined,
): Generator<CallCase> {
  const callee = calleeOf(name, declaration)
  for (const [argument, { mode, set }] of signature.params.entries()) {
    if (mode !== 'in' || set.objects.length > 0) continue
    const element = set.scalars.some(s => s.name === 'float') ? 'float' : 'uint'
    for (const isPartly of [false, true])
      yield {
        name: `${name} ${isPartly ? 'partly ' : ''}without ${argument + 1}`,
        source: new Call(signature, element, SHAPES[0]!, object, { argument, isPartly }).source(callee, declaration),
        flags: [],
      }
  }
}

/** Every case once, functions first; with `unset` those in which an argument is undefined. */
export function allCalls(unset = false): CallCase[] {
  const make = unset ? callsWithout : callsOf
  const seen = new Set<string>()
  const list: CallCase[] = []
  const add = (cases: Iterable<CallCase>): void => {
    for (const c of cases) {
      const key = c.source + c.flags.join()
      if (!seen.has(key)) list.push(c)
      seen.add(key)
    }
  }
  for (const name of INTRINSICS.keys())
    if (!ELSEWHERE.test(name)) for (const s of signaturesOf(name)) add(make(name, s, undefined, undefined))
  for (const { name: object, family } of OBJECT_TYPES) {
    if (family === 'node' || family === 'stream') continue
    for (const name of methodNames(object))
      if (!ELSEWHERE.test(name))
        for (const s of methodsOf(object, name))
          for (const element of elementsOf(object))
            add(make(`${object}.${name}`, s, element ?? '', declarationOf(object, element)))
  }
  return list
}
