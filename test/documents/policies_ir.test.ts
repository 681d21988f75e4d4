// Modules stopped halfway as text go on under the policy that they were begun with, to the same bytes.

import test from 'ava'
import { compile, compileToIr } from '../../src/api/compile.ts'
import type { BindingPolicy } from '../../src/binding/binding.ts'
import { bound } from './bound.ts'
import { Random, randomUnit, unitText } from './slang_random.ts'

const STRUCTS = `struct B { RWBuffer<float> Bufs[2]; RWStructuredBuffer<int> Many[2]; }; B bs[2]; float q; cbuffer X { float y; RWBuffer<float> inX; }
  [numthreads(4,1,1)] void main() { bs[1].Many[1][0] = bs[1].Many[0].IncrementCounter(); bs[0].Bufs[1][0] = q; bs[1].Bufs[0][1] = y; inX[0] = 1; }`

function random(seed: number, withBlocks: boolean): string {
  const unit = randomUnit(new Random(seed), 6, 'p')
  const parameters = unit.parameters.filter(p => withBlocks || !/^(ParameterBlock|ConstantBuffer)/.test(p.text))
  const sum = parameters.map(p => `(float4)(${p.use})`).join(' + ')
  return `${unitText({ ...unit, parameters })}RWStructuredBuffer<float4> output; [numthreads(1,1,1)] void main() { output[0] = ${sum || 0}; }`
}

for (const binding of ['dxc', 'llvm', 'slang'] as const satisfies readonly BindingPolicy[])
  test(`DXILResources binding policies: text stopped before and behind binding goes on to the same container (${binding})`, t => {
    let compared = 0
    for (const source of [STRUCTS, ...Array.from({ length: 12 }, (_, i) => random(i * 31 + 1, binding === 'slang'))]) {
      const direct = compile(source, { target: 'cs_6_0', binding, fileName: 'a.hlsl' })
      if (!direct.ok) continue
      for (const stopAfter of ['lower', 'bind']) {
        const { ir } = compileToIr(source, { target: 'cs_6_0', binding, fileName: 'a.hlsl', stopAfter })
        const again = compile(ir ?? '', { target: 'cs_6_0', binding, fileName: 'a.ll', language: 'llvm' })
        t.is(again.text, '', source)
        t.deepEqual(again.container, direct.container, source)
        compared++
      }
    }
    t.true(compared >= 10, `${compared}`)
  })

test('0024 Resources inside user-defined structures: under LLVM the order of use changes nothing', t => {
  for (let seed = 1; seed <= 100; seed++) {
    const r = new Random(seed * 13)
    const unit = randomUnit(r, 6, 'p', false)
    const parameters = unit.parameters.filter(p => !/^(Parameter|Constant)B/.test(p.text))
    const uses = parameters.map(p => `(float4)(${p.use})`)
    const of = (list: readonly string[]) =>
      bound(
        `${unitText({ ...unit, parameters })}RWStructuredBuffer<float4> o; [numthreads(1,1,1)] void main() { ${list.map((u, i) => `o[${i}] = ${u};`).join(' ')} }`,
        'llvm',
      )
    const first = of(uses)
    const second = of([...uses].reverse())
    t.deepEqual(first.errors, [])
    t.deepEqual(second.table, first.table)
  }
})

test('0024 Resources declared directly at global scope: LLVM and DXC place random declarations alike', t => {
  let compared = 0
  for (let seed = 1; seed <= 150; seed++) {
    const r = new Random(seed * 17)
    const types = ['Texture2D<float4>', 'Buffer<float4>', 'RWBuffer<float4>', 'StructuredBuffer<float4>'] as const
    const names = Array.from({ length: 3 + r.below(8) }, (_, i) => `r${i}`)
    const uses: string[] = []
    const text = names.map(name => {
      const type = r.one(types)
      const size = r.below(12)
      const dims = size < 5 ? '' : size === 11 && r.below(3) === 0 ? '[]' : `[${1 + r.below(6)}]`
      if (r.below(4) > 0) uses.push(`${name}${dims === '' ? '' : '[0]'}${type.startsWith('T') ? '.Load(0)' : '[0]'}`)
      const letter = type.startsWith('RW') ? 'u' : 't'
      const where = r.below(5)
      const register = ['', '', '', ` : register(${letter}${r.below(12)})`, ` : register(space${r.below(2)})`][where]
      return `${type} ${name}${dims}${register};`
    })
    const source = `${text.join('\n')}\nRWStructuredBuffer<float4> o : register(u0, space9); [numthreads(1,1,1)] void main() { o[0] = ${uses.join(' + ') || 0}; }`
    const dxc = bound(source, 'dxc')
    const llvm = bound(source, 'llvm')
    t.is(llvm.ok, dxc.ok, `${source}\n${dxc.errors}\n${llvm.errors}`)
    if (!dxc.ok) continue
    t.deepEqual(llvm.table, dxc.table, source)
    compared++
  }
  t.true(compared > 50, `${compared}`)
})
