// The table of stages against the other tables that name stages.

import test from 'ava'
import { DXIL_OPS } from '../../src/spec/dxil_ops.ts'
import { SHADER_STAGE } from '../../src/spec/psv_enums.ts'
import { PACKING_KIND, SIGNATURE_OF } from '../../src/spec/semantics.ts'
import { STAGES, stageOfName, stageOfPrefix } from '../../src/spec/stages.ts'

test('every stage of PSV0 has one row', t => {
  const numbers = STAGES.map(s => s.number)
  t.deepEqual(
    numbers.sort((a, b) => a - b),
    Object.values(SHADER_STAGE).sort((a, b) => a - b),
  )
})

test('names and prefixes lead to their rows, other words to none', t => {
  for (const stage of STAGES) {
    t.is(stageOfName(stage.name), stage)
    if (stage.prefix) t.is(stageOfPrefix(stage.prefix), stage)
  }
  for (const word of ['', 'xs', 'constructor', '__proto__', 'toString'])
    t.deepEqual([stageOfName(word), stageOfPrefix(word)], [undefined, undefined])
})

test('the rows of DXIL operations name no other stages', t => {
  const named = new Set(DXIL_OPS.flatMap(row => row[7].split(' ')))
  t.true(named.size > 5)
  for (const name of named) t.true(name === 'all' || stageOfName(name) !== undefined, name)
})

test('signature points of a stage that are in a signature are packed', t => {
  // SV_PrimitiveID of a geometry shader is listed and takes no register.
  for (const { name, points } of STAGES)
    for (const point of points ?? [])
      if (point && point !== 'GSIn' && SIGNATURE_OF[point]) t.not(PACKING_KIND[point], 'None', `${name} ${point}`)
})
