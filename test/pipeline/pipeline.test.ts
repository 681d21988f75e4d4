// The pipeline check: pipelines made right and wrong get the verdict that D3D12's rules give them, in the debug layer's words.

import { rmSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { checkPipeline, compile, containerBytes, type PipelineInput, readContainer } from '../../src/api/index.ts'
import { folder, run } from '../cli/run_cli.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { allCases, pairCases } from './cases.ts'
import { checkCase, containersOf } from './check.ts'

test('pipelines, right and wrong', async t => {
  const cases = allCases(6)
  t.true(cases.length >= 200, `${cases.length} cases`)
  t.true(cases.filter(c => c.expected.length === 0).length >= 60)
  for (const { name, rule } of cases) t.regex(rule ?? '', /^\[[ABDFHMRW]\] /, name)
  for (const c of cases) {
    const { codes, result } = await checkCase(c)
    t.deepEqual(codes, [...c.expected].sort(), `${c.name}\n${result.text}`)
    t.is(result.ok, c.expected.length === 0, c.name)
  }
})

oracleTest('dxc', 'the same for what DXC compiles, a sample', async t => {
  for (const [n, c] of allCases(1).entries()) {
    if (n % 4 !== 0) continue
    const { codes, result } = await checkCase(c, true)
    t.deepEqual(codes, [...c.expected].sort(), `${c.name}\n${result.text}`)
  }
})

test('the same seed gives the same pairs', t => {
  t.deepEqual(pairCases(3), pairCases(3))
  t.not(
    pairCases(2)
      .map(c => c.shaders[0]![1])
      .join(),
    pairCases(4)
      .slice(26)
      .map(c => c.shaders[0]![1])
      .join(),
  )
})

const made = (name: string, profile: string, source: string): PipelineInput => {
  const { container, text } = compile(source, { target: profile, entry: 'main' })
  if (!container) throw new Error(text)
  return { name, container }
}
const VS = made('a.vs', 'vs_6_0', 'float4 main(uint i : SV_VertexID) : SV_Position { return i; }')
const PS = made(
  'a.ps',
  'ps_6_0',
  'float4 main(float4 p : SV_Position, float2 uv : TEXCOORD1) : SV_Target { return uv.xyxy; }',
)
const CS = made('a.cs', 'cs_6_0', '[numthreads(1, 1, 1)] void main() {}')
const LIB = made('a.lib', 'lib_6_3', 'export float f() { return 1; }')
const signed = (signature: string): PipelineInput =>
  made(signature, 'vs_6_0', `[RootSignature("${signature}")] float4 main() : SV_Position { return 0; }`)

test('words', t => {
  const text = (...inputs: readonly PipelineInput[]): string => checkPipeline(inputs).text.trimEnd()
  t.is(
    text(VS, PS),
    'error: Vertex Shader - Pixel Shader linkage error: Signatures between stages are incompatible. The input stage requires Semantic/Index (TEXCOORD,1) as input, but it is not provided by the output stage. [ STATE_CREATION ERROR #666: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND]',
  )
  t.is(
    text(PS).split('\n').at(-1),
    'error: Vertex Shader is not set: a graphics pipeline needs one, or a Mesh Shader. [ STATE_CREATION ERROR #657: CREATEGRAPHICSPIPELINESTATE_VERTEX_SHADER_NOT_SET]',
  )
  t.is(text(VS, VS), 'error: Vertex Shader is set twice: a.vs and a.vs.')
  t.is(text(VS, CS), 'error: A Compute Shader is a pipeline of its own: no other shader can be set.')
  t.is(text(VS, LIB), 'error: Libraries and other shaders cannot be in one pipeline.')
  t.is(text(), 'error: there is nothing to check')
  t.regex(text({ name: 'bad', container: new Uint8Array(50) }), /^error: 'bad' cannot be checked: /)
})

test('root signatures: carried by shaders, as a part, wrong in themselves', t => {
  const [one, other] = [signed('CBV(b0)'), signed('CBV(b1)')]
  const pixel = made('ps', 'ps_6_0', '[RootSignature("CBV(b1)")] float4 main() : SV_Target { return 0; }')
  t.regex(checkPipeline([one, pixel]).text, /The shaders CBV\(b0\) and ps have different Root Signatures/)
  t.is(checkPipeline([other, pixel]).text, '')
  const bound = made('ps', 'ps_6_0', 'cbuffer c { float4 v; }; float4 main() : SV_Target { return v; }')
  t.is(checkPipeline([one, bound]).text, '')
  t.regex(
    checkPipeline([other, bound]).text,
    /^error: Pixel Shader: Root Signature does not match: Shader CBV descriptor range \(RegisterSpace=0, NumDescriptors=1, BaseShaderRegister=0\) is not fully bound in root signature\. It is resource c \(b\[0;0\], space 0\)/,
  )
  const part = readContainer(one.container).parts.find(p => p.name === 'RTS0')!.data
  t.is(checkPipeline([VS, bound], { rootSignature: part }).text, '')
  t.is(checkPipeline([VS, bound], { rootSignature: one.container }).text, '')
  t.regex(
    checkPipeline([VS], { rootSignature: VS.container }).text,
    /'the root signature' cannot be checked: it has no root signature/,
  )
  t.regex(checkPipeline([VS], { rootSignature: 'CBV(x0)' }).text, /^error: /)
  // Two parameters for one register, which no serializer writes.
  const two = new Uint8Array(
    readContainer(signed('CBV(b0), CBV(b1)').container).parts.find(p => p.name === 'RTS0')!.data,
  )
  const words = new Uint32Array(two.slice().buffer)
  words[words.lastIndexOf(1, words.length - 1)] = 0
  const wrong = checkPipeline([VS], { rootSignature: new Uint8Array(words.buffer) })
  t.regex(wrong.text, /^error: Root Signature: /)
})

test('damaged containers give messages', async t => {
  const outcomes = new Set<string>()
  let state = 7
  const pick = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (const [n, c] of allCases(1).entries()) {
    if (n % 5 !== 0) continue
    const inputs = await containersOf(c, false)
    for (let k = 0; k < 12; k++) {
      const damaged = inputs.map(({ name, container }) => {
        const bytes = new Uint8Array(container)
        const parts = readContainer(bytes).parts.filter(p => p.size > 0 && p.name !== 'DXIL' && p.name !== 'STAT')
        const part = parts[pick(parts.length)]!
        bytes[part.offset + pick(part.size)] = pick(256)
        return { name, container: bytes }
      })
      const result = checkPipeline(damaged, c.options ?? {})
      outcomes.add(result.diagnostics[0]?.code ?? 'ok')
    }
  }
  t.true(outcomes.has('ok') && outcomes.has('E4175') && outcomes.size > 8, [...outcomes].join())
})

test('the command line: verdict as exit code, JSON, files of root signatures', async t => {
  const f = folder()
  const files = { 'a.vs.dxil': VS, 'a.ps.dxil': PS }
  for (const [name, { container }] of Object.entries(files)) writeFileSync(f.at(name), container)
  const good = await run(['pipeline', f.at('a.vs.dxil')])
  t.deepEqual([good.code, good.stdout, good.stderr], [0, '', ''])
  const bad = await run(['pipeline', f.at('a.vs.dxil'), f.at('a.ps.dxil')])
  t.is(bad.code, 1)
  t.regex(bad.stderr, /^error: Vertex Shader - Pixel Shader linkage error/)
  const json = await run(['pipeline', f.at('a.vs.dxil'), f.at('a.ps.dxil'), '--json', '--topology', 'point'])
  t.is(json.code, 1)
  t.is((JSON.parse(json.stdout) as { diagnostics: { code: string }[] }).diagnostics[0]!.code, 'E4141')
  writeFileSync(f.at('root.hlsl'), 'RootFlags(0)')
  t.is((await run(['pipeline', f.at('a.vs.dxil'), '--root-signature', f.at('root.hlsl')])).code, 0)
  writeFileSync(f.at('root.bin'), signed('CBV(b0)').container)
  t.is((await run(['pipeline', f.at('a.vs.dxil'), '--root-signature', f.at('root.bin')])).code, 0)
  t.is((await run(['pipeline', f.at('none.dxil')])).code, 2)
  t.is((await run(['pipeline', f.at('a.vs.dxil'), '--topology', 'circle'])).code, 2)
  rmSync(f.path, { recursive: true })
})

test('a debug file has no signatures, and says so', async t => {
  const source = 'float4 main(float4 p : POSITION) : SV_Position { return p; }'
  for (const debug of ['full', 'source'] as const) {
    const result = compile(source, { target: 'vs_6_0', debug, debugFile: 'x.pdb' })
    if (!result.ok || !result.pdb) throw new Error(result.text)
    const { ok, text } = checkPipeline([{ name: 'x.pdb', container: await containerBytes(result.pdb.bytes) }])
    t.false(ok)
    t.is(
      text,
      "error: 'x.pdb' cannot be checked: it is a debug file, which has no signatures: the shader itself is needed (at byte 28)\n",
    )
  }
})
