// Entry points of ray tracing: what they return, how many parameters they have and of which types.

import { table } from '../../../base/table.ts'
import { holdsObject, leafCount } from '../../tree/components.ts'
import type { FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import { allFields, type StructType, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { isBuiltinRecord } from '../symbols/builtin_records.ts'
import { checkPayload, isPayloadStage } from '../symbols/payloads.ts'
import { warnOfPayloadAccess } from './payload_flow.ts'

/** What a parameter is, as messages name it. */
type Role = 'payload' | 'attributes' | 'callable'

interface RayStage {
  readonly roles: readonly Role[]
  /** How the message describes them. */
  readonly expected: string
}

const STAGES: ReadonlyMap<string, RayStage> = table({
  raygeneration: { roles: [], expected: 'no parameters' },
  intersection: { roles: [], expected: 'no parameters' },
  anyhit: { roles: ['payload', 'attributes'], expected: 'two parameters for payload and attributes' },
  closesthit: { roles: ['payload', 'attributes'], expected: 'two parameters for payload and attributes' },
  miss: { roles: ['payload'], expected: 'one payload parameter' },
  callable: { roles: ['callable'], expected: 'one argument parameter' },
})

export const isRayStage = (stage: string): boolean => STAGES.has(stage)

/** Reports what is wrong with the signature of a ray tracing stage's entry point. */
export function checkRayEntry(checker: Checker, symbol: FunctionSymbol, stage: string): void {
  const { roles, expected } = STAGES.get(stage)!
  const { params } = symbol
  if (symbol.returnType.kind !== 'void') report(checker, 'E2488', symbol, { stage })
  for (const attribute of symbol.attributes)
    if (attribute.name === 'rootsignature') report(checker, 'E2494', attribute, {})
  const isCounted = params.length === roles.length
  if (!isCounted) report(checker, 'E2489', symbol, { stage, count: params.length, expected })
  // Only a closest hit shader's parameters are looked at whatever their number, and each for its mode and its type.
  const isThorough = stage === 'closesthit'
  if (!isCounted && !isThorough) return
  const given = roles.flatMap((role, i): (readonly [Role, ParamSymbol])[] => (params[i] ? [[role, params[i]]] : []))
  const modes = given.map(([role, param]) => checkMode(checker, role, param))
  if (modes.includes(false) && !isThorough && stage !== 'callable') return
  for (const [role, param] of given) checkRecord(checker, symbol, role, param)
}

function checkMode(checker: Checker, role: Role, param: ParamSymbol): boolean {
  const { name, mode } = param
  if (role === 'attributes') {
    if (mode !== 'in') report(checker, 'E2491', param, { name })
    return mode === 'in'
  }
  if (mode !== 'inout') report(checker, 'E2490', param, { what: role, name })
  return mode === 'inout'
}

const STRUCTURE: Readonly<Record<Role, string>> = {
  payload: 'inout payload structure parameter',
  attributes: 'attributes structure parameter',
  callable: 'inout parameter structure',
}

function checkRecord(checker: Checker, symbol: FunctionSymbol, role: Role, param: ParamSymbol): void {
  const { type } = param
  if (type.kind === 'error') return
  if (!isPlainRecord(type)) report(checker, 'E2492', param, { what: role, where: `parameter '${param.name}'` })
  else if (leafCount(type) === 0) report(checker, 'E2493', symbol, { what: STRUCTURE[role] })
  else if (role === 'payload') checkPayload(checker, type)
}

/** What a shader does with its payload and with those of its rays, where payloads have qualifiers. */
export function checkPayloadUse(checker: Checker, symbol: FunctionSymbol, stage: string): void {
  if (!checker.options.payloadQualifiers || !symbol.body) return
  const own = isPayloadStage(stage) && stage !== 'caller' ? stage : undefined
  if (stage !== 'raygeneration' && !own) return
  const payload = own && symbol.params[0]
  const type = payload?.mode === 'inout' && payload.type.kind === 'struct' ? payload.type : undefined
  // Nobody can annotate a struct of the language.
  if (type && !type.payload && !isBuiltinRecord(type.name)) report(checker, 'E2498', payload!, { type: type.name })
  warnOfPayloadAccess(checker, { function: symbol, payload, stage: own })
}

/** A struct of numbers, which may travel between shaders. */
const isPlainRecord = (type: Type): type is StructType =>
  type.kind === 'struct' && allFields(type).every(f => f.type.kind !== 'string') && !holdsObject(type)
