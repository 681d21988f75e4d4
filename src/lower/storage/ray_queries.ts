// RayQuery objects: a query is the number its allocation gave, so a variable of the type is storage for a uint and copies share the query.

import { lazy } from '../../base/lazy.ts'
import type { MethodExpr } from '../../hlsl/tree/typed.ts'
import { allFields, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F32, HIT_OBJECT, I1, I8, I32, VOID } from '../../ir/types.ts'
import { DxilOp, opcodeOf } from '../../spec/dxil_ops.ts'
import { stageOfPrefix } from '../../spec/stages.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { isHitObject, isRayObject, isRayQuery, leavesOf } from '../core/scalars.ts'

/** Values of the arguments of a method, converted to its parameters. */
type Args = readonly (readonly Value[])[]
type QueryMethod = (lowerer: Lowerer, query: Value, args: Args) => readonly Value[]

const HAVE_HIT_OBJECTS: ReadonlySet<string> = new Set(['raygeneration', 'closesthit', 'miss', 'lib'])

export const stageName = (lowerer: Lowerer): string =>
  stageOfPrefix(lowerer.program.stage)?.name ?? lowerer.program.stage

/** Reports hit objects in a stage that has none. */
export function requireHitObjects(lowerer: Lowerer, at: { readonly pos: number; readonly end: number }): void {
  if (!HAVE_HIT_OBJECTS.has(lowerer.program.stage))
    lowerer.diagnostics.report('E2653', at, { stage: stageName(lowerer) })
}

/** Whether a variable of the type starts with queries of its own. */
export function holdsRayQuery(type: Type): boolean {
  if (type.kind === 'array') return holdsRayQuery(type.element)
  return type.kind === 'struct' ? allFields(type).some(f => holdsRayQuery(f.type)) : isRayObject(type)
}

/** Leaves of a new variable: a query allocated for each RayQuery in it, everything else is undefined. */
export function allocateQueries(lowerer: Lowerer, type: Type): readonly Value[] {
  if (type.kind === 'object' && isRayQuery(type)) {
    const flags = lowerer.b.i32(type.count)
    return type.queryFlags === undefined
      ? [lowerer.b.dx(DxilOp.AllocateRayQuery, I32, [flags])]
      : [lowerer.b.dx(DxilOp.AllocateRayQuery2, I32, [flags, lowerer.b.i32(type.queryFlags)])]
  }
  if (isHitObject(type)) {
    return [lowerer.b.dx(DxilOp.HitObject_MakeNop, HIT_OBJECT, [])]
  }
  if (type.kind === 'array' && holdsRayQuery(type.element))
    return Array.from({ length: Math.max(type.size, 0) }, () => allocateQueries(lowerer, type.element)).flat()
  if (type.kind === 'struct') return allFields(type).flatMap(f => allocateQueries(lowerer, f.type))
  return lowerer.undefined(type)
}

const act =
  (opcode: number): QueryMethod =>
  (lowerer, query, args) => {
    lowerer.b.dx(opcode, VOID, [query, ...args.map(a => a[0]!)])
    return []
  }

const state =
  (opcode: number, type: typeof I32 | typeof F32 | typeof I1): QueryMethod =>
  (lowerer, query) => [lowerer.b.dx(opcode, type, [query])]

const components =
  (opcode: number, count: number): QueryMethod =>
  (lowerer, query) =>
    Array.from({ length: count }, (_, i) => lowerer.b.dx(opcode, F32, [query, lowerer.b.constant(I8, i)]))

/** The elements of a 3 by 4 matrix in the order of its rows, or of those of its transpose. */
export const elementsOf3By4 = (isTransposed: boolean, element: (row: number, column: number) => Value): Value[] =>
  Array.from({ length: 12 }, (_, i) =>
    isTransposed ? element(i % 3, Math.floor(i / 3)) : element(Math.floor(i / 4), i % 4),
  )

/** The operation gives elements of the 3 by 4 matrix; the 4 by 3 one is its transpose. */
const matrix =
  (opcode: number, isTransposed: boolean): QueryMethod =>
  (lowerer, query) =>
    elementsOf3By4(isTransposed, (r, c) =>
      lowerer.b.dx(opcode, F32, [query, lowerer.b.i32(r), lowerer.b.constant(I8, c)]),
    )

/** The nine floats that the operation gives as one vector. */
export function trianglePositions({ b }: Lowerer, opcode: number, operands: readonly Value[]): Value[] {
  const all = b.dx(opcode, b.module.types.vector(F32, 9), operands)
  return Array.from({ length: 9 }, (_, i) => b.emit(Op.ExtractElement, F32, [all, b.i32(i)]))
}

const INTEGERS = [
  'CommittedStatus',
  'CandidateType',
  'RayFlags',
  ...['Candidate', 'Committed'].flatMap(c =>
    [
      'InstanceIndex',
      'InstanceID',
      'GeometryIndex',
      'PrimitiveIndex',
      'InstanceContributionToHitGroupIndex',
      'ClusterID',
    ].map(name => c + name),
  ),
]
const BOOLS = ['CandidateProceduralPrimitiveNonOpaque', 'CandidateTriangleFrontFace', 'CommittedTriangleFrontFace']
const FLOATS = ['RayTMin', 'CandidateTriangleRayT', 'CommittedRayT']
const VECTORS = [
  'WorldRayOrigin',
  'WorldRayDirection',
  ...['Candidate', 'Committed'].flatMap(c => [`${c}ObjectRayOrigin`, `${c}ObjectRayDirection`]),
]
const MATRICES = ['Candidate', 'Committed'].flatMap(c => [`${c}ObjectToWorld`, `${c}WorldToObject`])

const opcode = (name: string): number => opcodeOf(`RayQuery_${name}`)!

/** Methods by name; the rules of each are those of its DXIL operation. */
const methods = lazy<ReadonlyMap<string, QueryMethod>>(
  () =>
    new Map<string, QueryMethod>([
      [
        'TraceRayInline',
        (lowerer, query, [scene, flags, mask, ray]) => {
          lowerer.mention(scene![0]!)
          lowerer.b.dx(DxilOp.RayQuery_TraceRayInline, VOID, [
            query,
            lowerer.handle(scene![0]!),
            flags![0]!,
            mask![0]!,
            ...ray!,
          ])
          return []
        },
      ],
      ['Proceed', state(DxilOp.RayQuery_Proceed, I1)],
      ['Abort', act(DxilOp.RayQuery_Abort)],
      ['CommitNonOpaqueTriangleHit', act(DxilOp.RayQuery_CommitNonOpaqueTriangleHit)],
      ['CommitProceduralPrimitiveHit', act(DxilOp.RayQuery_CommitProceduralPrimitiveHit)],
      ...INTEGERS.map((name): [string, QueryMethod] => [name, state(opcode(name), I32)]),
      ...BOOLS.map((name): [string, QueryMethod] => [name, state(opcode(name), I1)]),
      ...FLOATS.map((name): [string, QueryMethod] => [name, state(opcode(name), F32)]),
      ...VECTORS.map((name): [string, QueryMethod] => [name, components(opcode(name), 3)]),
      ...['Candidate', 'Committed'].map((c): [string, QueryMethod] => {
        const name = `${c}TriangleBarycentrics`
        return [name, components(opcode(name), 2)]
      }),
      ...['Candidate', 'Committed'].map((c): [string, QueryMethod] => {
        const operation = opcode(`${c}TriangleObjectPosition`)
        return [`${c}TriangleObjectPositions`, (lowerer, query) => trianglePositions(lowerer, operation, [query])]
      }),
      ...MATRICES.flatMap((name): [string, QueryMethod][] => [
        [`${name}3x4`, matrix(opcode(`${name}3x4`), false)],
        [`${name}4x3`, matrix(opcode(`${name}3x4`), true)],
      ]),
    ]),
)

/** A method call on a query; `evaluate` gives the values of its arguments. */
export function lowerQueryMethod(lowerer: Lowerer, e: MethodExpr, evaluate: () => Args): readonly Value[] {
  const query = lowerer.value(e.object)[0]!
  const method = methods().get(e.name)
  const args = evaluate()
  if (method && lowerer.module.atLeast(5)) return method(lowerer, query, args)
  lowerer.unsupported(`'RayQuery.${e.name}'`, e, `shader model 6.${lowerer.module.target.minor}`)
  return leavesOf(e.type).length > 0 ? lowerer.undefined(e.type) : []
}
