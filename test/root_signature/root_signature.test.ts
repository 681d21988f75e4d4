// Root signatures: text to bytes as DXC's, verdicts as DXC's, and how they fit a shader.

import test from 'ava'
import { type CompileOptions, compile, readContainer } from '../../src/api/index.ts'
import { parseRootSignature, RootSignatureError } from '../../src/root_signature/parse.ts'
import { serializeRootSignature } from '../../src/root_signature/serialize.ts'
import { verifyRootSignature, verifyShader } from '../../src/root_signature/verify.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { BAD, GOOD } from './signatures.ts'

const complaintsAbout = (text: string): readonly string[] => {
  try {
    return verifyRootSignature(parseRootSignature(text, { version: '1.1' }))
  } catch (error) {
    if (!(error instanceof RootSignatureError)) throw error
    return [error.message]
  }
}
const shader = (signature: string): string => `
cbuffer C : register(b0) { float4 factor; }
Texture2D<float4> image : register(t0);
RWStructuredBuffer<float4> result : register(u0);
[RootSignature("${signature}")]
[numthreads(1, 1, 1)] void main() { result[0] = factor * image[uint2(1, 2)]; }`
const compiled = (signature: string, options: Partial<CompileOptions> = {}) =>
  compile(shader(signature), { target: 'cs_6_0', ...options })
const part = (container: Uint8Array, name: string): Uint8Array | undefined => {
  const found = readContainer(container).parts.find(p => p.name === name)
  return found && container.subarray(found.offset, found.offset + found.size)
}
const FITS = 'CBV(b0), DescriptorTable(SRV(t0)), UAV(u0)'

test('good texts parse, bad ones get a complaint', t => {
  for (const text of GOOD) t.deepEqual(complaintsAbout(text), [], text)
  for (const text of BAD) t.true(complaintsAbout(text).length > 0, text)
})

oracleTest('dxc', 'the RTS0 part is DXC’s byte for byte, in both versions', async t => {
  const dxc = await Dxc.shared()
  for (const version of ['1.0', '1.1'] as const)
    for (const text of GOOD) {
      if (version === '1.0' && /flags/.test(text)) continue
      const theirs = await dxc.compile(`#define RS "${text}"\n`, [
        '-T',
        `rootsig_${version.replace('.', '_')}`,
        '-E',
        'RS',
      ])
      if (!theirs.ok || !theirs.container) {
        t.fail(`${text}: ${theirs.errors}`)
        continue
      }
      t.deepEqual(
        serializeRootSignature(parseRootSignature(text, { version }), version),
        part(theirs.container, 'RTS0'),
        text,
      )
    }
})

oracleTest('dxc', 'what we reject DXC rejects', async t => {
  const dxc = await Dxc.shared()
  for (const text of BAD)
    t.false((await dxc.compile(`#define RS "${text}"\n`, ['-T', 'rootsig_1_1', '-E', 'RS'])).ok, text)
})

oracleTest('dxc', 'a shader carries its root signature and the validator accepts both', async t => {
  const { container, ...result } = compiled(FITS)
  if (!container) return t.fail(result.text)
  t.deepEqual(
    readContainer(container).parts.map(p => p.name),
    ['SFI0', 'ISG1', 'OSG1', 'PSV0', 'RTS0', 'STAT', 'HASH', 'DXIL'],
  )
  const dxc = await Dxc.shared()
  t.like(await dxc.validate(container), { ok: true, digest: 'right' })
  const theirs = await dxc.compile(shader(FITS), ['-T', 'cs_6_0', '-E', 'main'])
  t.deepEqual(part(container, 'RTS0'), part(theirs.container!, 'RTS0'))
})

oracleTest(
  'dxc',
  'llvm-cases 9 root signature coverage: what is bound and not provided is an error, as DXC says',
  async t => {
    const dxc = await Dxc.shared()
    const cases: readonly (readonly [signature: string, message: RegExp])[] = [
      [
        'DescriptorTable(SRV(t0)), UAV(u0)',
        /CBV descriptor range \(.*\) is not fully bound in root signature\. It is resource C \(b\[0;0\], space 0\)/,
      ],
      [
        'CBV(b0), DescriptorTable(SRV(t0, space=1)), UAV(u0)',
        /SRV descriptor range \(RegisterSpace=0, NumDescriptors=1, BaseShaderRegister=0\) is not fully bound.* resource image \(t\[0;0\], space 0\)/,
      ],
      ['CBV(b0), SRV(t0), UAV(u0)', /resource image .* is a texture or typed buffer, which a root descriptor/],
      [
        'CBV(b0, visibility=SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t0)), UAV(u0)',
        /is not fully bound in root signature\. It is resource C /,
      ],
    ]
    for (const [signature, message] of cases) {
      t.regex(compiled(signature).text, message)
      t.false((await dxc.compile(shader(signature), ['-T', 'cs_6_0', '-E', 'main'])).ok, signature)
    }
    t.true(compiled(`${FITS}, SRV(t9), RootFlags(DENY_PIXEL_SHADER_ROOT_ACCESS)`).ok, 'more than needed')
  },
)

test('llvm-cases 9 root signature ranges: the message names both ranges, space and visibility', t => {
  t.regex(
    complaintsAbout('CBV(b42), CBV(b42)')[0]!,
    /^resource ranges b\[42;42\] and b\[42;42\] overlap within space = 0 and visibility = All /,
  )
  const unbounded =
    'DescriptorTable(UAV(u0, numDescriptors=unbounded, space=2), visibility=SHADER_VISIBILITY_PIXEL), UAV(u9, space=2)'
  t.regex(
    complaintsAbout(unbounded)[0]!,
    /^resource ranges u\[0;unbounded\) and u\[9;9\] overlap within space = 2 and visibility = Pixel /,
  )
  t.deepEqual(
    complaintsAbout('CBV(b0, visibility=SHADER_VISIBILITY_PIXEL), CBV(b0, visibility=SHADER_VISIBILITY_MESH)'),
    [],
  )
})

test('a stage that is denied root access may not bind anything', t => {
  const signature = parseRootSignature('RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS), CBV(b0)', { version: '1.1' })
  const constants = {
    name: 'C',
    class: 'cbv',
    isTyped: false,
    hasCounter: false,
    space: 0,
    lower: 0,
    upper: 0,
  } as const
  t.deepEqual(verifyShader(signature, 'Pixel', [constants]), [])
  t.is(verifyShader(signature, 'Vertex', [constants]).length, 1)
  t.deepEqual(verifyShader(signature, 'Vertex', []), [])
})

test('from a macro, stripped, in version 1.0, and wrong', t => {
  const source = shader(FITS).replace(
    /\[RootSignature.*\n/,
    `#define RS "CBV(b0), " "DescriptorTable(SRV(t0)), UAV(u0)"\n#define NO 3\n`,
  )
  const own = compile(source, { target: 'cs_6_0', rootSignatureDefine: 'RS' })
  t.deepEqual(part(own.container!, 'RTS0'), part(compiled(FITS).container!, 'RTS0'))
  t.regex(compile(source, { target: 'cs_6_0', rootSignatureDefine: 'NOTHING' }).text, /no macro 'NOTHING'/)
  t.regex(compile(source, { target: 'cs_6_0', rootSignatureDefine: 'NO' }).text, /root signature error/)
  const bare = `#define BARE ${FITS}\n${source}`
  t.deepEqual(
    part(compile(bare, { target: 'cs_6_0', rootSignatureDefine: 'BARE' }).container!, 'RTS0'),
    part(own.container!, 'RTS0'),
  )
  t.is(part(compiled(FITS, { stripRootSignature: true }).container!, 'RTS0'), undefined)
  t.true(compiled('UAV(u0)', { stripRootSignature: true }).ok)
  t.is(part(compiled(FITS, { rootSignatureVersion: '1.0' }).container!, 'RTS0')![0], 1)
  const wrong = compiled('CBV(b0), foo(3)')
  t.false(wrong.ok)
  t.regex(wrong.text, /:5:2: error: root signature error - Unexpected token 'foo' when parsing root signature/)
})

oracleTest('dxc', 'a profile of its own makes a container of the signature alone, as DXC does', async t => {
  const dxc = await Dxc.shared()
  const source = '#define RS "CBV(b0), " \\\n  "UAV(u0)"\n'
  for (const target of ['rootsig_1_0', 'rootsig_1_1']) {
    const ours = compile(source, { target, entry: 'RS' })
    t.deepEqual(ours.container, (await dxc.compile(source, ['-T', target, '-E', 'RS'])).container, target)
  }
  t.regex(compile(source, { target: 'rootsig_1_1' }).text, /no macro 'main' with the text of a root signature/)
})
