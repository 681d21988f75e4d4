// Payload access qualifiers: which stages of a ray's way read and write each field of a payload.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { Field, StructType } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

/** Where a stage's two bits are in a field's mask: 1 for reading, 2 for writing. */
const SHIFTS = { caller: 0, closesthit: 4, miss: 8, anyhit: 12 }
const STAGE_SHIFT: ReadonlyMap<string, number> = table(SHIFTS)
const READ = 1
const WRITE = 2

/** A stage that qualifiers name. */
export type PayloadStage = keyof typeof SHIFTS
export const isPayloadStage = (name: string): name is PayloadStage => STAGE_SHIFT.has(name)

const has = ({ payloadAccess: mask = 0 }: Field, stage: PayloadStage | undefined, access: number): boolean =>
  stage !== undefined && ((mask >> SHIFTS[stage]) & access) !== 0
export const mayRead = (field: Field, stage: PayloadStage | undefined): boolean => has(field, stage, READ)
export const mayWrite = (field: Field, stage: PayloadStage | undefined): boolean => has(field, stage, WRITE)

/** Access that a field's annotations give, as DXIL's mask has it; undefined without any. */
export function payloadAccess(
  checker: Checker,
  name: string,
  annotations: readonly A.Annotation[],
): number | undefined {
  if (!annotations.some(a => a.kind === 'payload_access')) return undefined
  let mask: number | undefined
  const given = new Map<'read' | 'write', A.PayloadAccessAnnotation>()
  for (const annotation of annotations) {
    if (annotation.kind !== 'payload_access') continue
    mask ??= 0
    const { access, stages } = annotation
    for (const stage of stages) {
      const shift = STAGE_SHIFT.get(stage.name)
      if (shift === undefined) {
        report(checker, 'E2495', stage, { name: stage.name })
        return mask
      }
      mask |= (access === 'read' ? READ : WRITE) << shift
    }
    if (stages.length === 0) continue
    if (given.has(access)) {
      report(checker, 'E2497', annotation, { access })
      return mask
    }
    given.set(access, annotation)
  }
  checkPartners(checker, name, given)
  return mask
}

/** Who writes needs somebody who reads, and the other way round. */
function checkPartners(checker: Checker, name: string, given: ReadonlyMap<string, A.PayloadAccessAnnotation>): void {
  const read = given.get('read')
  const write = given.get('write')
  const has = (annotation: A.PayloadAccessAnnotation | undefined, ...stages: string[]): boolean =>
    annotation?.stages.some(s => stages.includes(s.name)) ?? false
  const check = (at: A.PayloadAccessAnnotation | undefined, stage: string, isMet: boolean): void => {
    if (!at || isMet || !has(at, stage)) return
    const missing = at.access === 'write' ? 'consumer' : 'producer'
    report(checker, 'E2496', at, { name, access: at.access, stage, missing })
  }
  for (const stage of ['miss', 'closesthit']) check(write, stage, has(read, 'caller'))
  for (const stage of ['anyhit', 'caller']) check(write, stage, read !== undefined)
  for (const stage of ['miss', 'closesthit', 'anyhit']) check(read, stage, has(write, 'anyhit', 'caller'))
  check(read, 'caller', write !== undefined)
}

/** Reports payload access where no field of a payload is declared. */
export function refusePayloadAccess(checker: Checker, annotations: readonly A.Annotation[]): void {
  for (const annotation of annotations)
    if (annotation.kind === 'payload_access') report(checker, 'E2512', annotation, {})
}

/** Checks the type of a payload where it is used as one, of bases only those that are payloads. Whether it says that it is one is asked later. */
export function checkPayload(checker: Checker, type: StructType): void {
  if (type.payload !== undefined && !checker.checkedPayloads.has(type)) checkFields(checker, type, type.payload)
}

function checkFields(checker: Checker, type: StructType, declared: Span): void {
  checker.checkedPayloads.add(type)
  if (!checker.options.payloadQualifiers) return void report(checker, 'W2510', declared, {})
  if (type.base) checkPayload(checker, type.base)
  let isWhole = true
  for (const field of type.fields) {
    const inner = field.type.kind === 'struct' ? field.type : undefined
    const { name, payloadAccess: access } = field
    if (inner?.payload) {
      if (access !== undefined) report(checker, 'E2511', field, { name })
      if (!checker.checkedPayloads.has(inner)) checkFields(checker, inner, inner.payload)
    } else if (access === undefined) {
      report(checker, 'E2499', field, { name })
      isWhole = false
    }
  }
  if (!isWhole) report(checker, 'E2510', declared, { type: type.name })
}
