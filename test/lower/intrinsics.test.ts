// Every builtin function lowers to IR the verifier accepts, using the same DXIL operations as DXC, each as often.

import test from 'ava'
import type { Module } from '../../src/ir/module.ts'
import { Op } from '../../src/ir/ops.ts'
import { DxilOp, dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { INTRINSIC_CALLS, shaderFor } from './intrinsic_calls.ts'
import { lowered } from './lowered.ts'

/** Operations of the shader around the call. */
const SURROUNDINGS: ReadonlySet<string> = new Set(
  [
    DxilOp.ThreadId,
    DxilOp.CreateHandle,
    DxilOp.CreateHandleFromBinding,
    DxilOp.AnnotateHandle,
    DxilOp.BufferLoad,
    DxilOp.BufferStore,
    DxilOp.RawBufferLoad,
    DxilOp.RawBufferStore,
  ].map(code => dxilOpRow(code)![1]),
)

/** Operation names in alphabetical order, repeated as often as they occur. */
function operationsOf(module: Module): string[] {
  const names: string[] = []
  for (const f of module.functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Dx) names.push(dxilOpRow(f.aux(v))![1])
  return names.filter(n => !SURROUNDINGS.has(n)).sort()
}

function operationsInText(disassembly: string): string[] {
  const calls = disassembly.matchAll(/call [^@]*@dx\.op\.[\w.]+\(i32 (\d+)/g)
  return [...calls]
    .map(m => dxilOpRow(Number(m[1]))![1] as string)
    .filter(n => !SURROUNDINGS.has(n))
    .sort()
}

test('the calls are many and all different', t => {
  const texts = INTRINSIC_CALLS.map(shaderFor)
  t.true(texts.length > 120)
  t.is(new Set(texts).size, texts.length)
})

for (const call of INTRINSIC_CALLS)
  test(`${call.type}: ${call.expression}`, t => {
    const { module, messages, complaints } = lowered(shaderFor(call), { minor: call.minor })
    t.deepEqual(
      messages.filter(m => / E\d/.test(m)),
      [],
    )
    t.is(complaints, '')
    t.truthy(module)
  })

oracleTest('dxc', 'DXC uses the same operations', async t => {
  const dxc = await Dxc.shared()
  for (const call of INTRINSIC_CALLS) {
    const source = shaderFor(call)
    const label = `${call.type}: ${call.expression}`
    const { container, errors } = await dxc.compile(source, ['-T', `cs_6_${call.minor}`, '-E', 'main'])
    if (!container) {
      t.fail(`${label}: ${errors}`)
      continue
    }
    const { module } = lowered(source, { minor: call.minor })
    const theirs = operationsInText((await dxc.disassemble(container)).text)
    t.deepEqual(module ? operationsOf(module) : [], theirs, label)
  }
})
