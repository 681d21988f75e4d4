// From a function declaration to its symbol: return type, parameters with modes and defaults, attributes.

import type { Span } from '../../../diag/sources.ts'
import { PRIMITIVES } from '../../../spec/geometry.ts'
import { MESH_ROLES, type MeshRole } from '../../../spec/mesh.ts'
import type * as A from '../../tree/ast.ts'
import { isStream } from '../../tree/streams.ts'
import type { Attribute, Expr, FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import { ERROR, type Mutable, type StructType, type Type, typeText } from '../../tree/types.ts'
import { isIncompleteStruct } from '../core/complete.ts'
import { type Checker, note, report, within } from '../core/context.ts'
import { checkModifiers, INTERPOLATION } from '../core/modifiers.ts'
import { type FunctionEntity, type RecordInfo, Scope } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'
import { withCoherence } from '../values/coherence.ts'
import { isConstantBuffer } from '../values/conversions.ts'
import { initializer } from '../values/initializers.ts'
import { checkAttributes } from './attributes.ts'
import { ignoredRegisters } from './bindings.ts'
import { isBuiltinRecord } from './builtin_records.ts'
import { isConstParameter } from './constant_types.ts'
import { checkTargetIndex, refuseTypeInResult } from './declaration_rules.ts'
import { requireConcrete } from './interfaces.ts'
import { checkLimits } from './node_attributes.ts'
import { refusePackOffset } from './pack_offsets.ts'
import { refusePayloadAccess } from './payloads.ts'
import { warnPromotion, withOrientation } from './resolve_types.ts'
import { checkStages } from './shader_stages.ts'
import { isSubobject } from './subobjects.ts'
import { checkWaveSizes } from './wave_size.ts'

/** The symbol and entity of a function whose types can be resolved in `scope` (template parameters bound). */
export function makeFunction(
  checker: Checker,
  decl: A.FunctionDecl,
  scope: Scope,
  owner: RecordInfo | undefined,
  depth: number,
): FunctionEntity {
  const isStatic = decl.modifiers.some(m => m.name === 'static')
  const self = owner && !isStatic ? owner.type : undefined
  const symbol = signature(checker, decl, scope, owner, self)
  return {
    name: decl.name,
    decl,
    scope,
    owner,
    isStatic,
    symbol,
    instances: undefined,
    specialisations: NO_SPECIALISATIONS,
    calls: new Map(),
    shared: new Set(),
    late: [],
    hasBody: decl.body !== undefined,
    depth,
    order: ++checker.functionsDeclared,
  }
}

/** Only templates have some. */
const NO_SPECIALISATIONS = new Map<string, never>()

function signature(
  checker: Checker,
  decl: A.FunctionDecl,
  scope: Scope,
  owner: RecordInfo | undefined,
  self: StructType | undefined,
): FunctionSymbol {
  return within(checker, scope, () => {
    refuseTypeInResult(checker, decl)
    checkTargetIndex(checker, decl.annotations)
    refusePackOffset(checker, decl.annotations)
    const oriented = withOrientation(checker, checker.typeOf(decl.returnType), decl.modifiers)
    const returnType = withCoherence(checker, oriented, decl.returnType, decl)
    requireConcrete(checker, returnType, 'return', decl.nameSpan)
    warnPromotion(checker, returnType, decl.returnType, decl.modifiers)
    if (returnType.kind === 'string') report(checker, 'E2731', decl.returnType, { what: 'return value' })
    refuseOpenBuffer(checker, returnType, decl.returnType)
    ignoredRegisters(checker, decl.annotations, returnType, decl.returnType)
    checkModifiers(checker, decl.modifiers, decl.returnType, owner ? 'method' : 'function', returnType)
    const attributes = checkAttributes(checker, decl.attributes, 'function') as Attribute[]
    const { semantic, semanticSpan } = semanticOf(decl.annotations)
    checkStages(checker, attributes)
    checkWaveSizes(checker, attributes, decl.name === checker.options.entry && decl.body !== undefined)
    return {
      kind: 'function',
      name: decl.name,
      qualifiedName: scope.prefix() + decl.name,
      returnType,
      typeNode: decl.returnType,
      semantic,
      semanticSpan,
      params: checkParameters(checker, decl.params, isDependent(checker, decl, owner)),
      self,
      body: undefined,
      attributes,
      precise: decl.modifiers.some(m => m.name === 'precise'),
      modifiers: varyingModifiers(decl.modifiers, decl.returnType),
      pos: decl.nameSpan.pos,
      end: decl.nameSpan.end,
    }
  })
}

/** The semantic among annotations, as written, and where. */
export function semanticOf(annotations: readonly A.Annotation[]): {
  readonly semantic: string | undefined
  readonly semanticSpan: Span | undefined
} {
  for (const annotation of annotations)
    if (annotation.kind === 'semantic') return { semantic: annotation.name, semanticSpan: annotation }
  return NO_SEMANTIC
}

const NO_SEMANTIC = { semantic: undefined, semanticSpan: undefined }

/** Of an instance of a template: defaults of parameters are looked at where a call needs them. */
const isDependent = (checker: Checker, decl: A.FunctionDecl, owner: RecordInfo | undefined): boolean =>
  !checker.inPattern && (!!decl.template?.length || !!owner?.isInstance)

export function checkParameters(
  checker: Checker,
  nodes: readonly A.ParameterDecl[],
  hasLateDefaults = false,
): ParamSymbol[] {
  if (nodes.length === 0) return []
  const out: ParamSymbol[] = []
  let defaulted = false
  const earlier = new Map<string, ParamSymbol>()
  for (const node of nodes) {
    const param = parameter(checker, node, earlier, hasLateDefaults)
    // One by itself hides nothing.
    if (node.name !== '' && nodes.length > 1) claimParameter(checker, node, param, earlier)
    if (param.type.kind === 'void' && nodes.length === 1 && node.name === '') return []
    if (param.type.kind === 'void') report(checker, 'E2232', node.type, {})
    if (isIncomplete(param.type))
      report(checker, 'E2213', node.nameSpan, { type: `${shownType(param.type).replace('[', ' [')}` })
    refuseOpenBuffer(checker, param.type, node.type)
    // So proposal 0028 has it; DXC takes those of resources in 202x, too.
    if (checker.options.hlslVersion > 2021 && param.type.kind === 'array' && param.type.size < 0)
      report(checker, 'E2163', node.nameSpan, {})
    if (node.defaultValue) defaulted = true
    else if (defaulted) report(checker, 'E2179', node.nameSpan, { name: node.name })
    out.push(param)
  }
  return out
}

/** A constant buffer of a struct that ends later, e.g. a parameter of one of the struct's methods. */
function refuseOpenBuffer(checker: Checker, type: Type, span: Span): void {
  const element = type.kind === 'object' && isConstantBuffer(type) ? type.element : undefined
  if (element && isIncompleteStruct(checker, element)) report(checker, 'E2213', span, { type: shownType(element) })
}

/** Arrays without elements of objects that are no templates, where DXC asks for a complete type. */
const isIncomplete = (type: Type): boolean =>
  type.kind === 'array' &&
  type.size === 0 &&
  type.element.kind === 'object' &&
  typeText(type.element) === type.element.name

function claimParameter(
  checker: Checker,
  node: A.ParameterDecl,
  param: ParamSymbol,
  earlier: Map<string, ParamSymbol>,
): void {
  const previous = earlier.get(node.name)
  if (previous) note(checker, report(checker, 'E2033', node.nameSpan, { name: node.name }), 'N2001', previous, {})
  else earlier.set(node.name, param)
}

/** `f(int T, T b)`: the parameter hides the type from those behind it. */
function refuseHidden(checker: Checker, node: A.TypeNode, earlier: ReadonlyMap<string, ParamSymbol>): boolean {
  if (earlier.size === 0 || node.kind !== 'named_type' || node.isElaborated || node.name.global) return false
  const [part] = node.name.parts
  if (node.name.parts.length > 1 || !earlier.has(part!.name)) return false
  const found = checker.scope.lookupType(part!.name)
  const kind = found?.kind === 'type' && found.type.kind
  const tag = kind === 'enum' ? 'enum' : kind === 'struct' || isBuiltinRecord(part!.name) ? 'struct' : undefined
  if (tag) report(checker, 'E2725', part!, { tag, name: part!.name })
  else report(checker, 'E2004', part!, { name: part!.name })
  return true
}

/** The type of a parameter, which may ask for those before it: `__decltype(p) q`. */
function typeBehind(checker: Checker, type: A.TypeNode, earlier: ReadonlyMap<string, ParamSymbol>): Type {
  if (earlier.size === 0 || type.kind !== 'named_type' || !type.name.parts.some(p => p.templateArgs))
    return checker.typeOf(type)
  const scope = new Scope(checker.scope)
  for (const [name, param] of earlier) scope.set(name, param)
  return within(checker, scope, () => checker.typeOf(type))
}

function parameter(
  checker: Checker,
  node: A.ParameterDecl,
  earlier: ReadonlyMap<string, ParamSymbol>,
  hasLateDefault: boolean,
): ParamSymbol {
  let hasIn = false
  let hasOut = false
  let isConst = false
  let precise = false
  for (const { name } of node.modifiers) {
    if (name === 'in' || name === 'inout') hasIn = true
    if (name === 'out' || name === 'inout') hasOut = true
    if (name === 'const' || name === 'uniform') isConst ||= name === 'const'
    if (name === 'precise') precise = true
  }
  const named = refuseHidden(checker, node.type, earlier) ? ERROR : typeBehind(checker, node.type, earlier)
  const base = withOrientation(checker, named, node.modifiers)
  const shaped = checker.withDims(base, node.dims, node.nameSpan, node.name)
  const type = withCoherence(checker, shaped, node.type, node)
  isConst ||= isConstParameter(checker, node.type)
  const shared = node.modifiers.find(m => m.name === 'groupshared')
  const mode = shared ? 'inout' : hasOut ? (hasIn ? 'inout' : 'out') : 'in'
  requireConcrete(checker, type, 'parameter', node.nameSpan)
  warnPromotion(checker, type, node.type, node.modifiers)
  ignoredRegisters(checker, node.annotations, type, node.type)
  checkModifiers(checker, node.modifiers, node.type, 'parameter', type, node.dims)
  if (shared) checkShared(checker, shared, node.modifiers[0]!, hasIn, hasOut)
  if (isSubobject(type)) report(checker, 'E2294', node, { name: 'static', what: 'parameter' })
  checkTargetIndex(checker, node.annotations)
  refusePackOffset(checker, node.annotations)
  refusePayloadAccess(checker, node.annotations)
  const start = Math.min(node.type.pos, node.modifiers[0]?.pos ?? node.type.pos)
  if (isStream(type) && mode !== 'inout') report(checker, 'E2440', { pos: start, end: node.nameSpan.end }, {})
  const { semantic, semanticSpan } = semanticOf(node.annotations)
  const symbol: Mutable<ParamSymbol> = {
    kind: 'var',
    name: node.name,
    qualifiedName: node.name,
    type,
    typeNode: node.type,
    storage: 'parameter',
    isConst,
    precise,
    block: undefined,
    memberIndex: -1,
    registers: [],
    globallyCoherent: node.modifiers.some(m => m.name === 'globallycoherent'),
    init: undefined,
    constant: undefined,
    mode,
    semantic,
    semanticSpan,
    modifiers: varyingModifiers(node.modifiers, node.type),
    role: roleOf(node.modifiers),
    start,
    defaultValue: undefined,
    pos: node.nameSpan.pos,
    end: node.nameSpan.end,
  }
  if (shared) symbol.isShared = true
  if (node.modifiers.some(m => m.name === 'uniform')) symbol.isUniform = true
  if (node.attributes.length > 0)
    symbol.attributes = checkLimits(checker, checkAttributes(checker, node.attributes, 'parameter'), node.name)
  if (node.defaultValue) {
    const { scope } = checker
    const value = (): Expr =>
      within(checker, scope, () =>
        initializer(checker, node.defaultValue!, symbol, 'a parameter', node.nameSpan, false),
      )
    symbol.defaultValue = hasLateDefault ? value : value()
  }
  return symbol
}

/** Found at the first call that needs it in instances of templates. */
export function defaultOf(param: Mutable<ParamSymbol>): Expr {
  const value = param.defaultValue!
  return typeof value === 'function' ? (param.defaultValue = value()) : value
}

/** A parameter that names shared memory is passed neither in nor out. */
function checkShared(checker: Checker, at: A.Modifier, start: A.Modifier, hasIn: boolean, hasOut: boolean): void {
  if (checker.options.hlslVersion <= 2021) report(checker, 'W2371', at, {})
  const first = hasIn ? (hasOut ? 'inout' : 'in') : 'out'
  if (hasIn || hasOut) report(checker, 'E2403', start, { first, second: 'groupshared', what: 'parameter' })
}

/** What a parameter is to a mesh shader: outputs go out only, the payload comes in. */
function roleOf(modifiers: readonly A.Modifier[]): MeshRole | undefined {
  if (modifiers.length < 2) return undefined
  const has = (word: string): boolean => modifiers.some(m => m.name === word)
  return MESH_ROLES.find(role => has(role) && has(role === 'payload' ? 'in' : 'out'))
}

/** Words that only mean something in the signature of an entry point: interpolation and input primitives; snorm and unorm may stand with the type. */
function varyingModifiers(modifiers: readonly A.Modifier[], type: A.TypeNode): string[] {
  const own = type.kind === 'named_type' ? type.modifiers : []
  if (modifiers.length + own.length === 0) return []
  const words = [...modifiers, ...own].map(m => m.name)
  return words.filter(w => PRIMITIVES.has(w) || INTERPOLATION.test(w) || /^[su]norm$/.test(w))
}
