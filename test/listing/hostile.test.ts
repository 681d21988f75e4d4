// Modules made to harm: types that hold themselves, counts without bytes, one long name shared by many.

import test from 'ava'
import { FormatError } from '../../src/base/format_error.ts'
import { newRdat, newRdatPart } from '../../src/container/rdat.ts'
import { newRdatRecord } from '../../src/container/rdat_records.ts'
import { readProgram } from '../../src/dxil/program.ts'
import { allocSize, dataLayoutOf } from '../../src/dxil/type_size.ts'
import { bufferDefinitionLines } from '../../src/listing/buffer_definitions.ts'
import { subobjectLines } from '../../src/listing/subobjects.ts'
import { viewIdStateLines } from '../../src/listing/view_id_state.ts'
import type { Metadata } from '../../src/llvm/model/metadata.ts'
import { Module } from '../../src/llvm/model/module.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import { RDAT_PART, SUBOBJECT_KIND } from '../../src/spec/rdat_enums.ts'

/** A module with one constant buffer of that type, annotated as a struct of two structs at offset 0. */
function withBuffer(type: (module: Module) => Type): Module {
  const module = new Module()
  const struct = type(module)
  const int = (value: number): Metadata => module.mdValue(module.constInt(module.types.i32, value))
  const undef = (t: Type): Metadata => module.mdValue(module.constUndef(t))
  const field = module.node([int(6), module.mdString('f'), int(3), int(0)])
  const buffer = [undef(module.types.pointer(struct)), module.mdString('B'), int(0), int(0), int(1), int(64), null]
  module.namedMetadata('dx.shaderModel').operands.push(module.node([module.mdString('cs'), int(6), int(0)]))
  const list = module.node([module.node([int(0), ...buffer])])
  module.namedMetadata('dx.resources').operands.push(module.node([null, null, list, null]))
  const structs = module.types.all.filter(t => t.kind === 'struct')
  const annotated = structs.flatMap(t => [undef(t), module.node([int(64), ...t.contained.map(() => field)])])
  module.namedMetadata('dx.typeAnnotations').operands.push(module.node([int(0), ...annotated]))
  return module
}

test('a struct that holds itself ends, with a reason', t => {
  const module = withBuffer(m => {
    const type = m.types.namedStruct('Endless')
    m.types.setBody(type, [type, type])
    return type
  })
  t.throws(() => bufferDefinitionLines(module, readProgram(module)), { instanceOf: FormatError, message: /too great/ })
})

test('structs that double at every level are measured once each', t => {
  const module = withBuffer(m => {
    let type = m.types.namedStruct('L0', [m.types.i32])
    for (let i = 1; i < 50; i++) type = m.types.namedStruct(`L${i}`, [type, type])
    return type
  })
  t.is(allocSize(module.types.findStruct('L49')!, dataLayoutOf('e-i16:32')), 4 * 2 ** 49)
  t.throws(() => bufferDefinitionLines(module, readProgram(module)), { instanceOf: FormatError })
})

test('a view-id state may promise more than it has', t => {
  const module = withBuffer(m => m.types.namedStruct('S', [m.types.i32]))
  const words = module.constData(module.types.array(3, module.types.i32), [0xffffffff, 0xffffffff, 1])
  module.namedMetadata('dx.viewIdState').operands.push(module.node([module.mdValue(words)]))
  const lines = viewIdStateLines(readProgram(module))
  t.true(lines.includes('; Number of inputs: 4294967295, outputs: 4294967295'))
  t.true(lines.length < 20)
})

test('subobjects that share one long list of exports are refused', t => {
  const rdat = newRdat()
  const strings = { ...newRdatPart(RDAT_PART.StringBuffer), bytes: new Uint8Array(1 << 16).fill(0x61) }
  const words = { ...newRdatPart(RDAT_PART.IndexArrays), words: new Uint32Array(4097) }
  words.words[0] = 4096
  const table = newRdatPart(RDAT_PART.SubobjectTable)
  for (let i = 0; i < 4096; i++)
    table.records.push({
      ...newRdatRecord(RDAT_PART.SubobjectTable),
      kind: SUBOBJECT_KIND.SubobjectToExportsAssociation,
      b: 0,
    } as unknown as (typeof table.records)[number])
  rdat.parts.push(strings, words, table)
  t.throws(() => subobjectLines(rdat), { instanceOf: FormatError, message: /too many names/ })
})
