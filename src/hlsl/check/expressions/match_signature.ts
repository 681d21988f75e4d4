// Matches arguments against one signature of a builtin: shapes and element types per slot, then parameter and result types.
// Invariant: pure; undefined means "this overload does not take these arguments".

import {
  BOOL,
  columnsOf,
  combineElements,
  elementOf,
  FLOAT,
  INT,
  isLiteral,
  isNumeric,
  LITERAL_FLOAT,
  LITERAL_INT,
  rowsOf,
  stored,
  UINT,
} from '../../tree/numeric.ts'
import type { IntrinsicParam } from '../../tree/typed.ts'
import {
  ERROR,
  isScoped,
  matrix,
  type NumericType,
  type ObjectType,
  type ScalarType,
  sameType,
  type Type,
  VOID,
  vector,
} from '../../tree/types.ts'
import type { ComponentSet, Dim, Signature, Slot, SlotSource } from '../core/signatures.ts'

export interface Match {
  readonly params: readonly IntrinsicParam[]
  readonly result: Type
}

interface MatchState {
  readonly signature: Signature
  readonly args: readonly Type[]
  /** What a literal argument that has no part in the result stands for. */
  readonly literalKind: (i: number) => ScalarType
  readonly object: ObjectType | undefined
  readonly functionArg: Type | undefined
  readonly native16Bit: boolean
  /** Combined element type of a slot, by slot number. */
  readonly elements: (ScalarType | undefined)[]
  /** Slots of which an enum is an argument. */
  readonly enums: Set<SlotSource & number>
  /** Widest shape seen in a slot. */
  readonly shapes: (NumericType | undefined)[]
  readonly objects: (Type | undefined)[]
  /** Of size variables; 0: not known yet. */
  readonly sizes: Record<Exclude<Dim, number>, number>
}

/** The parameter and result types of this overload for these argument types, or undefined. */
export function matchSignature(
  signature: Signature,
  args: readonly Type[],
  object: ObjectType | undefined,
  functionArg: Type | undefined,
  native16Bit: boolean,
  literalKind: (i: number) => ScalarType = () => UINT,
): Match | undefined {
  const count = signature.params.length
  if (args.length < count || (args.length > count && !signature.varargs)) return undefined
  const state: MatchState = {
    signature,
    args,
    object,
    functionArg,
    native16Bit,
    literalKind,
    elements: [],
    enums: new Set(),
    shapes: [],
    objects: [],
    sizes: { r: 0, c: 0, r2: 0, c2: 0 },
  }
  for (let i = 0; i < count; i++) if (!gather(state, i)) return undefined
  for (const slot of state.enums) state.elements[slot] = withEnums(state.elements[slot])
  return resolve(state)
}

/** Takes in one argument: combines its element and shape into the slots it shares. */
function gather(state: MatchState, i: number): boolean {
  const param = state.signature.params[i]!
  const type = state.args[i]!
  if (type.kind === 'error') return true
  if (param.elementFrom === 'T' || param.elementFrom === 'F') return true
  if (param.set.scalars.length === 0) return gatherObject(state, param, i, type)
  if (!isNumeric(type) && type.kind !== 'enum') return false
  if (isScoped(type)) return false
  // An enum goes along with whatever the other arguments decide, see `withEnums`.
  if (type.kind === 'enum') {
    if (typeof param.elementFrom === 'number') state.enums.add(param.elementFrom)
    return !param.set.noCast && gatherShape(state, param, type.underlying)
  }
  const numeric: NumericType = type
  return gatherElement(state, param, numeric, i) && gatherShape(state, param, numeric)
}

function gatherObject(state: MatchState, param: Slot, i: number, type: Type): boolean {
  const names = param.set.objects
  const fits =
    (type.kind === 'object' && names.includes(type.name)) ||
    (type.kind === 'string' && names.includes('string')) ||
    (type.kind === 'struct' && (names.includes('struct') || names.includes(type.name)))
  if (!fits) return false
  const slot = typeof param.elementFrom === 'number' ? param.elementFrom : i + 1
  const known = state.objects[slot]
  if (known && !sameType(known, type)) return false
  state.objects[slot] = type
  return true
}

function gatherElement(state: MatchState, param: Slot, type: NumericType, i: number): boolean {
  const element = elementOf(type)!
  if (param.set.noCast && !listed(param.set, element)) return false
  const slot = typeof param.elementFrom === 'number' ? param.elementFrom : i + 1
  const known = state.elements[slot]
  const own =
    slot === i + 1 && isLiteral(element) && !feedsResult(state, slot) ? concrete(state, param, i, element) : element
  state.elements[slot] = known ? combineElements(known, own) : own
  return true
}

/** An enum beside literals and bools makes them numbers: max(e, 1) is of ints. */
function withEnums(element: ScalarType | undefined): ScalarType | undefined {
  if (element === LITERAL_INT || element === BOOL) return INT
  return element === LITERAL_FLOAT ? FLOAT : element
}

const feedsResult = ({ signature }: MatchState, slot: SlotSource): boolean =>
  slot === 0 || signature.result.elementFrom === slot

/** The type of a literal by its value where the set has it, else the set's first. */
function concrete(state: MatchState, { set }: Slot, i: number, element: ScalarType): ScalarType {
  const kind = element === LITERAL_INT ? state.literalKind(i) : undefined
  return (kind && set.scalars.includes(kind) ? kind : concreteLiteral(set, element)) ?? element
}

/** Literal ints pass for literal floats, not the other way round. */
const listed = (set: ComponentSet, element: ScalarType): boolean =>
  set.scalars.includes(element) || (element === LITERAL_INT && set.scalars.includes(LITERAL_FLOAT))

function gatherShape(state: MatchState, param: Slot, type: NumericType): boolean {
  const slot = param.shapeFrom
  switch (param.layout) {
    case 'scalar':
      if (type.kind !== 'scalar') return false
      break
    case 'array':
    case 'any_array':
      return false
    case 'vector':
      if (type.kind === 'matrix') return false
      break
    case 'matrix':
      if (type.kind === 'vector') return false
      break
    case 'any':
      if (typeof slot === 'number' && !mergeShape(state, slot, type)) return false
  }
  return gatherSizes(state, param, type)
}

/** A slot may borrow its shape from one that borrows in turn. */
function shapeRoot(state: MatchState, from: SlotSource): SlotSource {
  let at = from
  while (typeof at === 'number' && at > 0) {
    const next = state.signature.params[at - 1]?.shapeFrom ?? at
    if (next === at) break
    at = next
  }
  return at
}

/** One slot, one shape: scalars give way to anything, vectors and matrices do not mix. */
function mergeShape(state: MatchState, slot: number, type: NumericType): boolean {
  const known = state.shapes[slot]
  if (!known || known.kind === 'scalar') {
    state.shapes[slot] = type
    return true
  }
  return type.kind === 'scalar' || known.kind === type.kind
}

/** Size variables take the least of what is given; fixed sizes need at least that much. Scalars splat. */
function gatherSizes(state: MatchState, param: Slot, type: NumericType): boolean {
  if (type.kind === 'scalar' || param.layout === 'scalar') return true
  return fits(state, param.rows, rowsOf(type)) && fits(state, param.columns, columnsOf(type))
}

function fits({ sizes }: MatchState, dim: Dim, size: number): boolean {
  if (typeof dim === 'number') return size >= dim
  const known = sizes[dim]
  sizes[dim] = known === 0 ? size : Math.min(known, size)
  return true
}

function resolve(state: MatchState): Match | undefined {
  const { signature } = state
  const params: IntrinsicParam[] = []
  for (let i = 0; i < signature.params.length; i++) {
    const slot = signature.params[i]!
    const type = slotType(state, slot, i + 1, state.args[i]!)
    if (!type) return undefined
    params.push({ type, mode: slot.mode })
  }
  for (let i = params.length; i < state.args.length; i++) params.push({ type: state.args[i]!, mode: 'in' })
  const result = resultType(state)
  return result && { params, result }
}

function slotType(state: MatchState, slot: Slot, own: number, given: Type): Type | undefined {
  if (given.kind === 'error') return ERROR
  if (slot.elementFrom === 'T') return state.object?.element
  if (slot.elementFrom === 'F') return state.functionArg ?? storeDefault(given)
  if (slot.set.scalars.length === 0)
    return state.objects[typeof slot.elementFrom === 'number' ? slot.elementFrom : own] ?? given
  const element = chosenElement(state, slot, own)
  return element && shaped(state, slot, element)
}

/** Store without a template argument takes the type of what is stored. */
function storeDefault(given: Type): Type {
  if (given === LITERAL_INT) return UINT
  return given === LITERAL_FLOAT ? FLOAT : given
}

/** Element of a slot: what the arguments agreed on if the set lists it, else what the set offers instead. */
function chosenElement(state: MatchState, slot: Slot, own: number): ScalarType | undefined {
  const from = slot.elementFrom
  if (from === 'E') return objectElement(state)
  const combined = typeof from === 'number' ? state.elements[from] : undefined
  const set = slot.set
  if (!combined) return own === 0 || from !== own ? first(state, setOf(state, slot)) : first(state, set)
  if (isLiteral(combined) && !feedsResult(state, from)) return concreteLiteral(set, combined)
  if (set.scalars.includes(combined)) return combined
  if (set.noCast && !isLiteral(combined)) return undefined
  return isLiteral(combined) ? concreteLiteral(set, combined) : nearest(state, set, combined)
}

const setOf = (state: MatchState, slot: Slot): ComponentSet => {
  const from = slot.elementFrom
  if (typeof from !== 'number' || from === 0) return slot.set
  return state.signature.params[from - 1]?.set ?? slot.set
}

function objectElement(state: MatchState): ScalarType | undefined {
  const element = state.object?.element
  return element && elementOf(element)
}

function concreteLiteral(set: ComponentSet, given: ScalarType): ScalarType | undefined {
  const concrete = set.scalars.filter(s => !isLiteral(s))
  const wanted = given === LITERAL_INT ? ['int', 'uint', 'int64_t'] : ['float', 'double']
  for (const name of wanted) {
    const found = concrete.find(s => s.name === name)
    if (found) return found
  }
  return concrete[0]
}

/** A listed type for an element that is not listed: the set's default. */
function nearest(state: MatchState, set: ComponentSet, _from: ScalarType): ScalarType | undefined {
  return first(state, set)
}

function first(state: MatchState, set: ComponentSet): ScalarType | undefined {
  const type = set.scalars[0]
  return type?.name === 'float16_t' && !state.native16Bit ? FLOAT : type
}

const sizeOf = ({ sizes }: MatchState, dim: Dim): number => (typeof dim === 'number' ? dim : sizes[dim] || 1)

function shaped(state: MatchState, slot: Slot, element: ScalarType): Type | undefined {
  switch (slot.layout) {
    case 'scalar':
      return element
    case 'vector':
      return vector(stored(element), sizeOf(state, slot.columns))
    case 'matrix':
      return matrix(stored(element), sizeOf(state, slot.rows), sizeOf(state, slot.columns))
    case 'any': {
      const shape = sharedShape(state, slot.shapeFrom)
      if (!shape || shape.kind === 'scalar') return element
      const isLine = sizeOf(state, 'r') === 1 && sizeOf(state, 'c') > 1 && !isMatrix(state, slot.shapeFrom)
      if (shape.kind === 'vector' || isLine) return vector(stored(element), sizeOf(state, 'c'))
      return matrix(stored(element), sizeOf(state, 'r'), sizeOf(state, 'c'))
    }
    default:
      return undefined
  }
}

const isMatrix = ({ shapes }: MatchState, slot: SlotSource): boolean =>
  typeof slot === 'number' && shapes[slot]?.kind === 'matrix'

/** Shape of a slot the result or a parameter borrows; slot 0 is filled by parameters that point at it. */
function sharedShape(state: MatchState, from: SlotSource): NumericType | undefined {
  if (typeof from !== 'number') return undefined
  const { shapes } = state
  const isShape = (slot: number): boolean => shapes[slot] !== undefined && shapes[slot].kind !== 'scalar'
  // Arguments that borrow from one which borrows in turn may be matrices beside vectors: of one row, so that both have as many elements.
  if (isShape(from)) return shapes[from]
  const root = shapeRoot(state, from)
  if (typeof root !== 'number' || isShape(root)) return typeof root === 'number' ? shapes[root] : undefined
  const other = shapes.findIndex((_, slot) => isShape(slot) && shapeRoot(state, slot) === root)
  return shapes[other] ?? shapes[root]
}

function resultType(state: MatchState): Type | undefined {
  const slot = state.signature.result
  if (slot.elementFrom === 'T') return state.object?.element ?? VOID
  if (slot.elementFrom === 'F') return state.functionArg ?? UINT
  if (slot.elementFrom === 'E') {
    const element = objectElement(state)
    return element && shaped(state, slot, element)
  }
  if (slot.set.scalars.length === 0) {
    if (slot.set.name === 'void') return VOID
    const known = typeof slot.elementFrom === 'number' ? state.objects[slot.elementFrom] : undefined
    // Records of a node have the type of its records.
    const element = slot.elementFrom === 'N' ? state.object?.element : undefined
    return known ?? { kind: 'object', name: slot.set.objects[0] ?? '', element, count: 0, norm: undefined }
  }
  const element = chosenElement(state, slot, 0)
  return element && shaped(state, slot, element)
}
