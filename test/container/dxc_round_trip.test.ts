// Containers DXC made: read and written they are the same bytes, no field is left unknown, the digest is DXC's, and what the
// builders make from a part's meaning is the part.

import type { ExecutionContext } from 'ava'
import { cString } from '../../src/base/c_string.ts'
import { buildPsv0, type PsvElementDescription } from '../../src/container/build_psv0.ts'
import { buildSignature } from '../../src/container/build_signature.ts'
import { type Container, digestState, findPart, readContainer, writeContainer } from '../../src/container/container.ts'
import { buildDxilProgram, programVersion } from '../../src/container/dxil_program.ts'
import { buildShaderHash } from '../../src/container/hash.ts'
import { decodePart, encodePart, isDecodable, listPart } from '../../src/container/parts.ts'
import { readStageInfo } from '../../src/container/psv_stage.ts'
import { type Psv0, type PsvElement, psvVersion, psvVersionFor } from '../../src/container/psv0.ts'
import { COMPONENT_TYPE, nameOf, SEMANTIC_KIND, SHADER_STAGE } from '../../src/spec/psv_enums.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { DXC_SHADERS, type DxcShader, validatorOf } from './dxc_shaders.ts'

async function compile(t: ExecutionContext, [name, profile, args, source]: DxcShader): Promise<Container> {
  const result = await (await Dxc.shared()).compile(source, ['-T', profile, '-E', 'main', ...args])
  if (!result.container) throw new Error(`${name}: ${result.errors}`)
  const container = readContainer(result.container)
  t.deepEqual(container.problems, [], name)
  return container
}

oracleTest('dxc', 'read and written, every DXC container is itself again', async t => {
  for (const shader of DXC_SHADERS) {
    const [name, , args] = shader
    const container = await compile(t, shader)
    const state = digestState(container)
    t.is(state, name === 'unsigned' ? 'unsigned' : 'retail', name)
    const parts = container.parts.map(({ name, data, offset }) => {
      if (!isDecodable(name)) return { name, data }
      return { name, data: encodePart(name, decodePart(name, data, offset) as never) }
    })
    const written = writeContainer(parts, validatorOf(args), state === 'unsigned' ? 'none' : 'retail')
    t.deepEqual(written, container.bytes, name)
  }
})

oracleTest('dxc', 'no byte of a DXC part is unknown', async t => {
  for (const shader of DXC_SHADERS)
    for (const part of (await compile(t, shader)).parts) {
      const unknown = listPart(part).fields.filter(f => /(^|\.)(unknown|trailing|gap)$/.test(f.path))
      t.deepEqual(unknown, [], `${shader[0]}: ${part.name}`)
    }
})

oracleTest('dxc', 'HASH and program header built from DXC’s bitcode are DXC’s', async t => {
  for (const shader of DXC_SHADERS) {
    const container = await compile(t, shader)
    const programs = container.parts.filter(p => p.name === 'DXIL' || p.name === 'ILDB' || p.name === 'STAT')
    for (const { name, data } of programs) {
      const program = decodePart('DXIL', data)
      t.deepEqual(buildDxilProgram(programVersion(program), program.bitcode), data, `${shader[0]}: ${name}`)
    }
    const hash = findPart(container, 'HASH')
    if (!hash) continue
    const includesSource = shader[0] === 'hash with source'
    const hashed = programs.find(p => p.name === (includesSource ? 'ILDB' : 'DXIL'))!
    t.deepEqual(buildShaderHash(decodePart('DXIL', hashed.data).bitcode, includesSource), hash.data, shader[0])
  }
})

oracleTest('dxc', 'PSV0 built from what a DXC part means is that part', async t => {
  let built = 0
  for (const shader of DXC_SHADERS) {
    const part = findPart(await compile(t, shader), 'PSV0')
    if (!part) continue
    const psv = decodePart('PSV0', part.data, part.offset)
    const validator = validatorOf(shader[2])
    t.is(psvVersion(psv), psvVersionFor(validator), shader[0])
    t.deepEqual(buildPsv0(describe(psv), validator), part.data, shader[0])
    built++
  }
  t.true(built > 15)
})

function describe(p: Psv0) {
  const { info } = p
  return {
    ...info,
    stageInfo: info.stage === 0xff ? {} : readStageInfo(info.stage, info.stageInfo),
    entryName: psvVersion(p) >= 3 ? cString(p.strings, info.entryName)! : '',
    usesViewId: info.usesViewId !== 0,
    resources: p.resources,
    inputs: p.inputs.map(e => describeElement(p, e)),
    outputs: p.outputs.map(e => describeElement(p, e)),
    patchOrPrims: p.patchOrPrims.map(e => describeElement(p, e)),
    viewIdOutputs: p.viewIdOutputs,
    viewIdPatchOrPrims: p.viewIdPatchOrPrims,
    inputToOutput: p.inputToOutput,
    inputToPatch: p.inputToPatch,
    patchToOutput: p.patchToOutput,
  }
}

function describeElement(p: Psv0, e: PsvElement): PsvElementDescription {
  const allocated = (e.colsAndStart & 0x40) !== 0
  return {
    name: cString(p.strings, e.name)!,
    semanticIndexes: Array.from(p.indexes.subarray(e.indexes, e.indexes + e.rows)),
    rows: e.rows,
    cols: e.colsAndStart & 0xf,
    startRow: allocated ? e.startRow : -1,
    startCol: (e.colsAndStart >> 4) & 3,
    kind: e.kind,
    componentType: e.componentType,
    interpolation: e.interpolation,
    dynamicMask: e.dynMaskAndStream & 0xf,
    stream: e.dynMaskAndStream >> 4,
  }
}

/** Signature component -> DXIL component; bool is lost on the way, but both store the same number. */
const COMPONENTS: readonly number[] = ['Invalid', 'U32', 'I32', 'F32', 'U16', 'I16', 'F16', 'U64', 'I64', 'F64'].map(
  name => COMPONENT_TYPE[name as keyof typeof COMPONENT_TYPE],
)
oracleTest('dxc', 'signature parts built from PSV0 elements are DXC’s', async t => {
  let built = 0
  for (const shader of DXC_SHADERS) {
    const container = await compile(t, shader)
    const part = findPart(container, 'PSV0')
    if (!part) continue
    const psv = decodePart('PSV0', part.data, part.offset)
    if (psvVersion(psv) === 0) continue
    for (const [name, elements] of [
      ['ISG1', psv.inputs],
      ['OSG1', psv.outputs],
      ['PSG1', psv.patchOrPrims],
    ] as const) {
      const found = findPart(container, name)
      if (!found) continue
      const how = options(shader, psv, name)
      const described = signatureElements(psv, elements, found.data, how.isInput)
      t.deepEqual(buildSignature(described, how), found.data, `${shader[0]}: ${name}`)
      built++
    }
  }
  t.true(built > 30)
})

function options(shader: DxcShader, psv: Psv0, name: string) {
  const { stage, stageInfo } = psv.info
  const domain = readStageInfo(stage, stageInfo)['domain']
  return {
    validator: validatorOf(shader[2]),
    isInput: name === 'ISG1' || (name === 'PSG1' && stage === SHADER_STAGE.Domain),
    minPrecision: !shader[2].includes('-enable-16bit-types'),
    ...(domain === undefined ? {} : { domain }),
  }
}

/**
 * Usage, and which elements are in the signature at all, is not in PSV0: both come from the rows. The rest (order, names,
 * registers, masks, system values, component types) comes from the elements.
 */
function signatureElements(psv: Psv0, elements: readonly PsvElement[], payload: Uint8Array, isInput: boolean) {
  const { rows } = decodePart('ISG1', payload)
  return elements.map(e => {
    const d = describeElement(psv, e)
    const name = e.kind === SEMANTIC_KIND.Arbitrary ? d.name : `SV_${nameOf(SEMANTIC_KIND, e.kind)}`
    const row = rows.find(r => cString(payload, r.name) === name && r.semanticIndex === d.semanticIndexes[0])
    const used = row === undefined ? 0 : isInput ? row.usage : ~row.usage & 0xf
    return {
      ...d,
      name,
      componentType: COMPONENTS[d.componentType]!,
      usageMask: used >> (d.startRow < 0 ? 0 : d.startCol),
      inSignature: row !== undefined,
    }
  })
}
