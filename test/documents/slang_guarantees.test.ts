// Slang's guarantees on random programs: every one is a property of the result that holds whatever is declared.

import test from 'ava'
import { slangLayout } from '../../src/api/slang_layout.ts'
import type { ProgramLayout, ReflectedVariable } from '../../src/binding/slang_program.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint, placementText } from './bound.ts'
import { Random, type RandomUnit, randomUnit, unitText } from './slang_random.ts'

const PROGRAMS = 150
const REGISTER_KINDS = ['cbv', 'srv', 'uav', 'sampler']

const layOut = (...texts: string[]) => {
  const result = slangLayout(
    texts.map((source, i) => ({ name: `unit${i}.hlsl`, source })),
    [],
  )
  return { ...result, why: result.text }
}

/** Runs the body with PROGRAMS random units; the seed is in every message. */
function property(title: string, body: (random: Random, at: string) => string | undefined): void {
  test(`Slang Guarantees, ${PROGRAMS} random programs: ${title}`, t => {
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const problem = body(new Random(seed * 7919), `seed ${seed}`)
      if (problem !== undefined) return void t.fail(`seed ${seed}: ${problem}`)
    }
    t.pass()
  })
}

function laidOut(random: Random, count = 8): { unit: RandomUnit; text: string; layout: ProgramLayout } {
  const unit = randomUnit(random, count, 'p')
  const text = unitText(unit)
  const { layout, ok, why } = layOut(text)
  if (!ok || !layout) throw new Error(`${why}\n${text}`)
  return { unit, text, layout }
}

const table = (layout: ProgramLayout): string[] => layout.placements.map(placementText).sort()

property('the same request has the same layout', random => {
  const { text, layout } = laidOut(random)
  return JSON.stringify(layOut(text).layout) === JSON.stringify(layout) ? undefined : text
})

property('a parameter has one contiguous range of each class outside of its blocks and unsized arrays', random => {
  const { text, layout } = laidOut(random)
  for (const [i, { name }] of layout.parameters.entries())
    for (const kind of REGISTER_KINDS) {
      const parts = layout.placements
        .filter(p => p.request.parameter === i && p.request.class === kind && p.request.block === undefined)
        .filter(p => p.request.name !== '$Globals' && p.upper < 0xffffffff)
        .sort((a, b) => a.lower - b.lower)
      for (let k = 1; k < parts.length; k++)
        if (parts[k]!.lower !== parts[k - 1]!.upper + 1) return `${name} ${kind}\n${text}`
    }
  return undefined
})

property('ranges are contiguous from zero where nothing is explicit, in every space', random => {
  const { text, layout } = laidOut(random)
  const bySpace = new Map<string, { lower: number; upper: number }[]>()
  for (const p of layout.placements) {
    const key = `${p.request.class} ${p.space}`
    const list = bySpace.get(key)
    if (list) list.push(p)
    else bySpace.set(key, [p])
  }
  for (const [key, list] of bySpace) {
    let next = 0
    for (const { lower, upper } of list.sort((a, b) => a.lower - b.lower)) {
      if (lower !== next) return `${key} has a hole at ${next}\n${text}`
      next = upper + 1
    }
  }
  const spaces = new Set(layout.placements.map(p => p.space))
  const first = Math.min(...spaces)
  return [...spaces].every(s => s < spaces.size + first) ? undefined : `spaces ${[...spaces]}\n${text}`
})

property('the amount depends on the declaration alone', random => {
  const { unit, text, layout } = laidOut(random)
  const amounts = (v: ReflectedVariable): unknown => [
    v.ranges.map(r => [r.kind, r.count, r.stride]),
    v.fields.map(amounts),
  ]
  const others = randomUnit(random, 4, 'q')
  const picked = unit.parameters.filter(() => random.below(2) === 0)
  const other = layOut(unitText(others) + unitText({ structs: unit.structs, parameters: picked }))
  for (const { name } of picked) {
    const one = layout.parameters.find(p => p.name === name)!
    const two = other.layout!.parameters.find(p => p.name === name)!
    // Numbers may start anywhere in the default constant buffer, but they take as many bytes.
    if (JSON.stringify(amounts(one)) !== JSON.stringify(amounts(two))) return `${name}\n${text}`
  }
  return undefined
})

property('explicit registers are kept, and the others avoid them', random => {
  const unit = randomUnit(random, 8, 'p')
  let next = 0
  const registers = unit.parameters.map(p => {
    if (p.isBlock || random.below(3) > 0) return ''
    next += 40 + random.below(20)
    return ` : register(t${next}) : register(u${next})`
  })
  // Only struct instances may name several classes.
  const fitting = unit.parameters.map((p, i) => {
    const match = /^(RW)?(Texture2D|Buffer|StructuredBuffer)/.exec(p.text)
    if (!match) return registers[i]!
    return registers[i] === '' ? '' : ` : register(${match[1] ? 'u' : 't'}${/\d+/.exec(registers[i]!)![0]})`
  })
  const text = unitText(unit, fitting)
  const { layout, ok, why } = layOut(text)
  if (!ok || !layout) return `${why}\n${text}`
  for (const [i, p] of layout.parameters.entries()) {
    const given = /\d+/.exec(fitting[unit.parameters.findIndex(q => q.name === p.name)] ?? '')?.[0]
    for (const kind of ['srv', 'uav'])
      for (const range of p.ranges)
        if (given && range.kind === kind && range.space === 0 && range.register !== Number(given))
          return `${i} ${p.name} ${kind} ${range.register}\n${text}`
  }
  const taken = new Set<string>()
  for (const { request, space, lower, upper } of layout.placements)
    for (let r = lower; r <= Math.min(upper, lower + 1000); r++) {
      const key = `${request.class} ${space} ${r}`
      if (taken.has(key)) return `${key} twice\n${text}`
      taken.add(key)
    }
  return undefined
})

property('offsets in the reflection lead from the parameter to its fields', random => {
  const { text, layout } = laidOut(random)
  const check = (v: ReflectedVariable): string | undefined => {
    for (const f of v.fields) {
      for (const r of f.ranges) {
        const above = v.ranges.find(x => x.kind === r.kind)
        if (above && above.space === r.space && r.kind !== 'uniform' && above.register + r.offset !== r.register)
          return `${v.name}.${f.name} ${r.kind}`
      }
      const below = check(f)
      if (below) return below
    }
    return undefined
  }
  for (const p of layout.parameters) {
    const problem = check(p)
    if (problem) return `${problem}\n${text}`
  }
  return undefined
})

const program = (unit: RandomUnit, uses: readonly string[]): string =>
  `${unitText(unit)}RWStructuredBuffer<float4> output; [numthreads(1,1,1)] void main() { output[0] = ${uses.join(' + ') || '0'}; }`

property('bodies change nothing, and the compiler places as the layout says', random => {
  const unit = randomUnit(random, 6, 'p')
  const uses = unit.parameters.filter(() => random.below(2) === 0).map(p => `(float4)(${p.use})`)
  const empty = bound(program(unit, []), 'slang')
  const full = bound(program(unit, uses), 'slang')
  if (!empty.ok || !full.ok) return `${[...empty.errors, ...full.errors].join('\n')}\n${program(unit, uses)}`
  if (empty.table.join() !== full.table.join()) return `${empty.table}\n${full.table}\n${program(unit, uses)}`
  const { layout } = layOut(program(unit, uses))
  return table(layout!).join() === empty.table.join()
    ? undefined
    : `${table(layout!)}\n${empty.table}\n${program(unit, uses)}`
})

oracleTest('dxc', 'Slang Guarantees, 40 random programs: containers are valid, used or not', async t => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed * 104729)
    const unit = randomUnit(random, 6, 'p')
    for (const uses of [[], unit.parameters.map(p => `(float4)(${p.use})`)])
      t.is(
        await complaint(bound(program(unit, uses), 'slang').container),
        undefined,
        `seed ${seed}\n${program(unit, uses)}`,
      )
  }
})
