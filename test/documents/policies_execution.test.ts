// Random structs of buffers under all three policies, executed: every element holds its own number, so what the code reads says which register
// it went to. The expectation comes from names and the table alone, not from the compiler's index arithmetic.

import { compileWatched } from '../../src/api/compile.ts'
import type { Placement } from '../../src/binding/binding.ts'
import { BINDING_POLICIES, type BindingPolicy } from '../../src/binding/binding.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { complaint } from './bound.ts'
import { Random } from './slang_random.ts'

type Step = { readonly field: string } | { readonly index: number; readonly size: number }

interface Shape {
  /** undefined: a buffer. */
  readonly struct: string | undefined
  readonly fields: readonly { readonly name: string; readonly dims: readonly number[]; readonly shape: Shape }[]
}

const BUFFER: Shape = { struct: undefined, fields: [] }

function structs(random: Random): Shape[] {
  const list: Shape[] = []
  for (let i = 0, n = 1 + random.below(3); i < n; i++) {
    const fields = Array.from({ length: 1 + random.below(3) }, (_, k) => ({
      name: `m${k}`,
      dims: Array.from({ length: random.below(3) }, () => 1 + random.below(2)),
      shape: random.below(3) === 0 && list.length > 0 ? random.one(list) : BUFFER,
    }))
    list.push({ struct: `S${i}`, fields })
  }
  return list
}

const dimsText = (dims: readonly number[]): string => dims.map(d => `[${d}]`).join('')

function declaration({ struct, fields }: Shape): string {
  const members = fields.map(f => `${f.shape.struct ?? 'StructuredBuffer<uint>'} ${f.name}${dimsText(f.dims)};`)
  return `struct ${struct} { ${members.join(' ')} };`
}

/** A way to one buffer, with random constant indices. */
function randomPath(random: Random, shape: Shape, dims: readonly number[], path: Step[]): Step[] {
  for (const size of dims) path.push({ index: random.below(size), size })
  if (shape.struct === undefined) return path
  const field = random.one(shape.fields)
  return randomPath(random, field.shape, field.dims, [...path, { field: field.name }])
}

/** Name of the resource under the policy, and the element in its range. */
function elementOf(policy: BindingPolicy, root: string, path: readonly Step[]): { name: string; element: number } {
  const isIndex = (s: Step): s is Step & { index: number } => 'index' in s
  const own = path.length - 1 - path.findLastIndex(s => !isIndex(s))
  const flat = (steps: readonly Step[]): number => steps.reduce((n, s) => ('index' in s ? n * s.size + s.index : n), 0)
  if (policy === 'slang')
    return { name: [root, ...path.flatMap(s => ('field' in s ? [s.field] : []))].join('_'), element: flat(path) }
  const text = (s: Step): string => ('field' in s ? s.field : String(s.index))
  if (policy === 'dxc') return { name: [root, ...path.map(text)].join('.'), element: 0 }
  const outer = path.slice(0, path.length - own)
  return { name: [root, ...outer.map(text)].join('.'), element: flat(path.slice(path.length - own)) }
}

const idOf = ({ space, lower }: Placement, element: number): number => 1000 * (space + 1) + lower + element

function inputs(placements: readonly Placement[]): Resource[] {
  return placements.flatMap((p): Resource[] => {
    if (p.request.class !== 'srv') return []
    return Array.from({ length: p.request.rangeSize }, (_, element) => ({
      kind: 'srv' as const,
      type: 'structured' as const,
      stride: 4,
      register: p.lower,
      space: p.space,
      arrayIndex: element,
      data: new Uint8Array(new Uint32Array([idOf(p, element)]).buffer),
    }))
  })
}

for (const policy of BINDING_POLICIES)
  oracleTest(
    ['dxc', 'd3d12'],
    `0024 Resources inside user-defined structures: eight random programs read what the table says (${policy})`,
    async t => {
      const gpu = await D3d12.shared()
      for (let seed = 1; seed <= 8; seed++) {
        const random = new Random(seed * 2654435761)
        const shapes = structs(random)
        const globals = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
          name: `g${i}`,
          shape: random.one(shapes),
          dims: random.below(2) === 0 ? [] : [1 + random.below(3)],
          register: random.below(3) === 0 ? ` : register(t${20 * (i + 1)})` : '',
        }))
        const uses = Array.from({ length: 5 }, () => {
          const g = random.one(globals)
          return { root: g.name, path: randomPath(random, g.shape, g.dims, []) }
        })
        const reads = uses.map(
          ({ root, path }, i) =>
            `o[${i}] = ${root}${path.map(s => ('field' in s ? `.${s.field}` : `[${s.index}]`)).join('')}[0];`,
        )
        const source = `${shapes.map(declaration).join('\n')}
          ${globals.map(g => `${g.shape.struct} ${g.name}${dimsText(g.dims)}${g.register};`).join('\n')}
          RWStructuredBuffer<uint> o : register(u0, space7); [numthreads(1,1,1)] void main() { ${reads.join(' ')} }`
        let placements: readonly Placement[] = []
        const result = compileWatched(
          source,
          { target: 'cs_6_0', binding: policy },
          { bound: b => void (placements = b.placements) },
        )
        t.is(result.text, '', source)
        t.is(await complaint(result.container), undefined, source)
        const expected = uses.map(({ root, path }) => {
          const { name, element } = elementOf(policy, root, path)
          const placement = placements.find(p => p.request.name === name)
          return placement ? idOf(placement, element) : `no ${name}`
        })
        const output: Resource = { kind: 'uav', type: 'structured', stride: 4, register: 0, space: 7, count: 5 }
        const run = await gpu.runCompute({
          container: result.container!,
          dispatch: [1, 1, 1],
          resources: [output, ...inputs(placements)],
        })
        t.is(run.error, undefined, source)
        t.deepEqual([...new Uint32Array(run.uavs[0]!.data.slice().buffer)] as unknown[], expected, source)
      }
    },
  )
