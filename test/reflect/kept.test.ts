// -Qkeep_reflect_in_dxil: the DXIL part alone reflects as D3D12 and DXC have it.

import { compile, extractPart, reflect } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { d3dLines, ofStruct } from './d3d_lines.ts'
import { REFLECTED } from './shaders.ts'

const KEPT = ['-Qkeep_reflect_in_dxil', '-Qstrip_reflect']
/** The optimisers differ, so that the counts do; names, types and bindings do not. */
const isFact = (line: string): boolean => /^(buffer|binding|bind|function)\b.*(name|offset|type|size|class)=/.test(line)

oracleTest('dxc', 'with its names kept the DXIL part tells what STAT tells', async t => {
  const dxc = await Dxc.shared()
  let facts = 0
  for (const { name, source, args } of REFLECTED) {
    const options = { ...dxcArgsToOptions(args), keepReflectionInDxil: true }
    const [kept, whole] = [compile(source, { ...options, stripReflection: true }), compile(source, options)]
    if (!kept.ok || !whole.ok) {
      t.fail(name + kept.text)
      continue
    }
    t.deepEqual(extractPart(kept.container, 'DXIL'), extractPart(whole.container, 'DXIL'), name)
    t.deepEqual((await dxc.validate(kept.container)).ok, true, name)
    const [own, theirs] = [await dxc.reflect(kept.container), await dxc.compile(source, [...args, ...KEPT])]
    const lines = d3dLines(reflect(kept.container))
    t.deepEqual(lines, own.map(ofStruct), name)
    if (!theirs.container) {
      t.fail(name + theirs.errors)
      continue
    }
    const expected = (await dxc.reflect(theirs.container)).map(ofStruct).filter(isFact)
    t.deepEqual(lines.filter(isFact), expected, name)
    facts += expected.length
  }
  t.true(facts > 300, `${facts}`)
})

oracleTest('dxc', 'names of classes with matrices lose a letter of their prefix in D3D12', async t => {
  const source =
    'class cell { float x; }; class Node { cell a; float2x2 m; }; Node n; float4 main() : SV_Target { return n.a.x; }'
  const dxc = await Dxc.shared()
  const { container, errors } = await dxc.compile(source, ['-T', 'ps_6_0'])
  if (!container) return t.fail(errors)
  const theirs = await dxc.reflect(container)
  t.true(theirs.some(line => line.endsWith('.name=lass.Node')))
  t.deepEqual(d3dLines(reflect(container)), theirs.map(ofStruct))
})
