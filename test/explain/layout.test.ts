// Layout explanations as data: what the container says of the same buffers, gaps that add up, orders that are the best there are.

import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { type BufferExplanation, compile, explainLayout, type MemberExplanation } from '../../src/api/index.ts'
import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { bufferLayouts } from '../../src/inspect/buffer_layouts.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'

const explain = (source: string, enable16BitTypes = false): readonly BufferExplanation[] => {
  const { explanation, text } = explainLayout(source, { enable16BitTypes })
  if (!explanation) throw new Error(text)
  return explanation.buffers
}

/** Names and offsets of the members, those of structs behind theirs, bases and empty ones left out. */
function flat(members: readonly MemberExplanation[], depth = 0): string[] {
  return members.flatMap(m => [
    ...(m.isBase || m.size === 0 ? [] : [`${m.name} ${m.offset}`]),
    ...flat(m.members, depth + 1),
  ])
}

test('every constant buffer of the corpus: members and offsets are those of the container', t => {
  let count = 0
  for (const file of readdirSync('corpus').filter(f => f.endsWith('.hlsl'))) {
    const source = readFileSync(`corpus/${file}`, 'utf8')
    const options = dxcArgsToOptions(parseHeader(source, file).compiles[0]!.args)
    const { explanation } = explainLayout(source, options)
    const part = readContainer(compile(source, options).container!).parts.find(p => p.name === 'STAT')!
    const layouts = bufferLayouts(readModule(decodePart('STAT', part.data, part.offset).bitcode))
    for (const layout of layouts.filter(l => l.class === 'cbv')) {
      const buffer = explanation!.buffers.find(b => b.names.includes(layout.name))
      if (buffer?.types[0] !== 'cbuffer') continue
      // The container wraps the members of a block in one struct.
      const fields = layout.fields.map(f => `${f.name} ${f.offset}`)
      const own = flat(buffer.members)
      t.deepEqual(fields.slice(fields.length - own.length), own, `${file} ${layout.name}`)
      t.is(layout.size, buffer.size, `${file} ${layout.name}`)
      count++
    }
  }
  t.true(count > 15, String(count))
})

test('0016: what is no data takes no place', t => {
  const [buffer] = explain(`struct Something { int a; };
    cbuffer CB { float x; RWBuffer<float> buf; Something s; static float y; };`)
  t.deepEqual(flat(buffer!.members), ['x 0', 's 16', 'a 16'])
  t.is(buffer!.size, 20)
})

test('gaps have their reasons', t => {
  const reasons = (source: string): string[] =>
    explain(source)[0]!.gaps.map(g => `${g.offset} ${g.size * g.times} ${g.reason}`)
  t.deepEqual(reasons('cbuffer C { float3 a; float2 b; }'), ['12 4 crosses-row', '24 8 tail'])
  t.deepEqual(reasons('cbuffer C { float a; double b; double c; }'), ['4 4 alignment', '24 8 tail'])
  t.deepEqual(reasons('struct S { float x; }; cbuffer C { float a; S s; }'), ['4 12 starts-row', '20 12 tail'])
  t.deepEqual(reasons('cbuffer C { float a[3]; }'), ['4 24 array-element', '36 12 tail'])
  t.deepEqual(reasons('cbuffer C { float2x2 m; }'), ['8 8 matrix-line', '24 8 tail'])
  t.deepEqual(reasons('cbuffer C { float a; float b : packoffset(c3.y); }'.replace('a;', 'a : packoffset(c0);')), [
    '4 48 packoffset',
    '56 8 tail',
  ])
  t.deepEqual(reasons('cbuffer C { min16float a; float b; }'), ['4 12 min-precision', '20 12 tail'])
  t.deepEqual(reasons('struct S { float a; double b; float c; }; StructuredBuffer<S> s;'), [
    '4 4 alignment',
    '20 4 tail',
  ])
})

test('gaps inside arrays are counted as often as they occur', t => {
  const [buffer] = explain('struct S { float2 a; float3 b; }; cbuffer C { S s[5]; }')
  t.deepEqual(
    buffer!.gaps.map(g => [g.at, g.offset, g.size, g.times]),
    [
      ['s[0].b', 8, 8, 5],
      ['s', 28, 4, 4],
      ['', 156, 4, 1],
    ],
  )
  t.is(buffer!.wasted, 60)
  t.is(buffer!.data, 100)
})

const TYPES = {
  cbuffer: ['float', 'float2', 'float3', 'float4', 'float[2]', 'double', 'float2x2', 'int3', 'double2', 'S'],
  StructuredBuffer: ['float', 'double', 'int3', 'double2', 'S', 'float[3]'],
}

/** Deterministic numbers, the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let x = seed; ; ) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    yield x >>> 8
  }
}

const declared = (types: readonly string[]): string =>
  types.map((type, i) => `${type.replace(/\[.*/, '')} m${i}${type.replace(/^\w+/, '')};`).join(' ')

function* orders<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield []
  for (const [i, first] of list.entries())
    for (const rest of orders([...list.slice(0, i), ...list.slice(i + 1)])) yield [first, ...rest]
}

for (const kind of ['cbuffer', 'StructuredBuffer'] as const)
  test(`a better order is claimed exactly when there is one, and it is the best (${kind})`, t => {
    const next = numbers(kind.length)
    const sizeOf = (types: readonly string[]): BufferExplanation => {
      const head = 'struct S { float p; float2 q; };'
      const body = declared(types)
      return explain(
        kind === 'cbuffer' ? `${head} cbuffer C { ${body} }` : `${head} struct E { ${body} }; StructuredBuffer<E> C;`,
      )[0]!
    }
    let claimed = 0
    for (let round = 0; round < 40; round++) {
      const types = Array.from({ length: 4 }, () => TYPES[kind][next.next().value % TYPES[kind].length]!)
      const given = sizeOf(types)
      const best = Math.min(...[...orders(types)].map(order => sizeOf(order).occupied))
      const hint = given.hints.find(h => h.of === (kind === 'cbuffer' ? 'C' : 'E'))
      t.is(hint?.after ?? given.occupied, best, types.join())
      t.is(hint !== undefined, best < given.occupied)
      if (!hint) continue
      claimed++
      t.is(sizeOf(hint.order.map(name => types[Number(name.slice(1))]!)).occupied, hint.after, types.join())
    }
    t.true(claimed > 2, String(claimed))
  })

test('many members: an order is still found, and fast', t => {
  const kinds = [
    'float',
    'float2',
    'float3',
    'float4',
    'double',
    'double2',
    'double3',
    'float[2]',
    'float2x2',
    'int4x3',
  ]
  const types = Array.from({ length: 120 }, (_, i) => kinds[(i * 7) % kinds.length]!)
  const start = performance.now()
  const [buffer] = explain(`cbuffer C { ${declared(types)} }`)
  t.true(performance.now() - start < 3000)
  t.true(buffer!.hints[0]!.after < buffer!.occupied)
  t.is(buffer!.hints[0]!.order.length, 120)
})
