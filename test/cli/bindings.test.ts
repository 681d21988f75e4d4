// `dxilkit bindings`: text, JSON, pages, comparison; exit codes; what it does with bad words and bad input.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const SHADER = `RWBuffer<float> A : register(u2);
RWBuffer<float> B[4];
#ifdef MORE
RWBuffer<float> C[2];
#endif
RWBuffer<float> dead;
[numthreads(1,1,1)]
void CSMain() {
  A[0] = B[1][0];
#ifdef MORE
  A[1] = C[1][0];
#endif
}
`
const CLASH = `RWBuffer<float> A[4] : register(u1);
RWBuffer<float> B : register(u4);
[numthreads(1,1,1)] void main() { A[0][0] = B[0]; }
`

test('bindings: table, picture, reasons; compile flags count, an entry point is found', async t => {
  const f = folder({ 's.hlsl': SHADER })
  const { code, stdout, stderr } = await run([
    'bindings',
    f.at('s.hlsl'),
    '-D',
    'MORE',
    '-T',
    'cs_6_0',
    '-Fo',
    'nothing',
  ])
  t.is(stderr, '')
  t.is(code, 0)
  t.regex(stdout, /s\.hlsl: CSMain, cs_6_0, bound as DXC does\n/)
  t.regex(stdout, /\nB +RWBuffer<float>\[4\] +UAV +u3-u6 +0 +4 +implicit, 1st of 2 +yes +2:17\n/)
  t.true(stdout.includes('│ C[2] │ A     │ B[4] │ free →'))
  t.regex(stdout, /u0-u1 \(2\) too small; u3-u6 are/)
  t.regex(stdout, /dead +Dropped/)
  t.false(existsSync('nothing'))
  f.remove()
})

test('bindings: standard input, an output file, other rules', async t => {
  const f = folder()
  const out = f.at('out.txt')
  const { code, stdout } = await run(['bindings', '-', '--binding=slang', '-o', out], { stdin: SHADER })
  t.is(code, 0)
  t.is(stdout, '')
  t.regex(
    readFileSync(out, 'utf8'),
    /^<stdin>: CSMain, cs_6_9, bound as Slang does\n[\s\S]*dead .*implicit, 2nd of 2 +no/,
  )
  f.remove()
})

test('bindings --json: the documented structure', async t => {
  const { stdout } = await run(['bindings', '-', '--json'], { stdin: SHADER })
  const json = JSON.parse(stdout)
  t.deepEqual(Object.keys(json), ['file', 'entry', 'target', 'policy', 'resources', 'spaces', 'problems'])
  t.deepEqual(Object.keys(json.resources[0]), [
    'name',
    'type',
    'class',
    'letter',
    'declared',
    'root',
    'parameter',
    'count',
    'written',
    'used',
    'how',
    'binding',
    'turn',
    'turns',
    'need',
    'search',
    'reason',
  ])
  t.deepEqual(json.resources[1].declared, { file: '<stdin>', line: 2, column: 17 })
  t.deepEqual(json.spaces[0].lanes[0].at(-1), { lower: 7, upper: null, resource: null })
})

test('bindings: binding errors are printed as compile does, and explained; exit code 1', async t => {
  const f = folder({ 'c.hlsl': CLASH })
  const { code, stdout, stderr } = await run(['bindings', f.at('c.hlsl')])
  t.is(code, 1)
  t.regex(stderr, /c\.hlsl:2:17: error: resource B at register 4 overlaps with resource A at register 1/)
  t.regex(stdout, /overlapping these:/)
  t.regex(stdout, /Overlap: 'B' at u4 and 'A' at u1-u4 share u4 in space 0\./)
  f.remove()
})

test('bindings: errors before binding leave no table', async t => {
  const bad = await run(['bindings', '-'], { stdin: 'nonsense here;' })
  t.is(bad.code, 1)
  t.is(bad.stdout, '')
  t.regex(bad.stderr, /<stdin>:1:\d+: error:/)
  const none = await run(['bindings', '-'], { stdin: 'RWBuffer<float> a;' })
  t.is(none.stdout, '')
  t.not(none.code, 0)
  t.is((await run(['bindings', '-', '-T', 'xs_9_9'], { stdin: SHADER })).code, 2)
  const deep = await run(['bindings', '-'], { stdin: `void main() { int a = ${'('.repeat(100_000)}1; }` })
  t.is(deep.code, 1)
})

test('bindings --compare: 0 the same, 1 different, 2 trouble, as diff', async t => {
  const same = 'RWBuffer<float> a, b[2]; [numthreads(1,1,1)] void main() { a[0] = b[1][0]; }'
  const agree = await run(['bindings', '-', '--compare'], { stdin: same })
  t.is(agree.code, 0)
  t.regex(agree.stdout, /the three policies agree/)
  const differ = await run(['bindings', '-', '--compare'], { stdin: SHADER })
  t.is(differ.code, 1)
  t.regex(differ.stdout, /dead +RWBuffer<float> +dropped +dropped +u0 +≠/)
  t.regex(differ.stdout, /dead +Slang +dead parameter kept/)
  t.is((await run(['bindings', '-', '--compare'], { stdin: 'nonsense' })).code, 2)
  const json = JSON.parse((await run(['bindings', '-', '--compare', '--json'], { stdin: SHADER })).stdout)
  t.deepEqual(Object.keys(json), ['file', 'entry', 'target', 'same', 'rows', 'errors', 'explanations'])
  t.is(json.explanations.slang.policy, 'slang')
})

test('bindings of a container: table and picture, damage makes the exit code 1', async t => {
  const { container } = compile(SHADER, { target: 'cs_6_0', entry: 'CSMain' })
  const f = folder({ 's.dxil': container!, 'cut.dxil': container!.slice(0, 300) })
  const whole = await run(['bindings', f.at('s.dxil')])
  t.is(whole.code, 0)
  t.regex(whole.stdout, /as the container says/)
  t.true(whole.stdout.includes('│ A │ B[4] │') || whole.stdout.includes('│ B[4] │'))
  t.false(whole.stdout.includes('Why'))
  const page = await run(['bindings', f.at('s.dxil'), '--html', '-'])
  t.regex(page.stdout, /^<!doctype html>/)
  t.is((await run(['bindings', f.at('cut.dxil')])).code, 1)
  t.is((await run(['bindings', f.at('s.dxil'), '--compare'])).code, 2)
  f.remove()
})

test('bindings of several translation units and a module: one program, with reflection', async t => {
  const f = folder({
    'a.hlsl': 'struct Pair { Texture2D a; Texture2D b; }; Pair gPairs[8]; RWBuffer<float> out_ : register(u3);',
    'b.hlsl': 'RWBuffer<float> out_; Texture2D own; float scale;',
    'c.hlsl': 'Buffer<float> out_;',
    'm.hlsl': 'SamplerState s; Texture2D own[];',
  })
  const files = [f.at('a.hlsl'), f.at('b.hlsl')]
  const text = await run(['bindings', ...files, '--module', f.at('m.hlsl')])
  t.is(text.stderr, '')
  t.is(text.code, 0)
  t.regex(text.stdout, /own +Texture2D<float4> +SRV +t16 +0 +1 +implicit, 3rd of 3 +\S*b\.hlsl:1:33/)
  t.regex(
    text.stdout,
    /gPairs +Pair\[8\] +\S+a\.hlsl +t0-t15, stride 1\n {4}a +Texture2D<float4> +t0 \(\+0\)\n {4}b .*t8 \(\+8\)/,
  )
  t.regex(text.stdout, /own +Texture2D<float4>\[\] +\S+m\.hlsl +t0→, space 1/)
  const json = JSON.parse((await run(['bindings', ...files, '--json'])).stdout)
  t.deepEqual(
    json.parameters.map((p: { name: string }) => p.name),
    ['gPairs', 'out_', 'own', 'scale'],
  )
  const clash = await run(['bindings', ...files, f.at('c.hlsl')])
  t.is(clash.code, 1)
  t.regex(clash.stderr, /c\.hlsl:1:15: error: /)
  t.is((await run(['bindings', ...files, '--binding=dxc'])).code, 2)
  t.is((await run(['bindings', ...files, '--compare'])).code, 2)
  t.is((await run(['bindings', '-', '-'])).code, 2)
  f.remove()
})

test('bindings: wrong words are exit code 2 with one line each', async t => {
  const cases: [string[], RegExp][] = [
    [[], /a file name is missing/],
    [['nowhere.hlsl'], /cannot read 'nowhere\.hlsl'/],
    [['-', '--bogus'], /unknown argument '--bogus'/],
    [['-', '--html'], /'--html' needs a value/],
    [['-', '--json', '--html', 'x'], /exclude each other/],
    [['-', '--json=3'], /takes no value/],
    [['-', '--color=purple'], /always, never or auto/],
    [['-', '--binding=gcc'], /dxc, llvm, slang are known/],
    [['-', '-P'], /belong to compile/],
    [['-', '-T', 'lib_6_3'], /a library gets its registers when it is linked/],
    [['-', '-o', '/nowhere/at/all'], /cannot write/],
  ]
  for (const [words, message] of cases) {
    const { code, stderr, stdout } = await run(['bindings', ...words], { stdin: SHADER })
    t.is(code, 2, words.join(' '))
    t.regex(stderr, message)
    if (words.includes('--json')) t.is(JSON.parse(stdout).ok, false)
    else t.is(stdout, '')
  }
})

test('bindings of LLVM text', async t => {
  const type = 'target("dx.TypedBuffer", float, 1, 0, 0)'
  const text = `target triple = "dxil-pc-shadermodel6.3-compute"
define void @main() #0 {
  %a = call ${type} @llvm.dx.resource.handlefromimplicitbinding(i32 0, i32 0, i32 4, i32 0, ptr null)
  %b = call ${type} @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, ptr null)
  %p = call ptr @llvm.dx.resource.getpointer(${type} %a, i32 0)
  store float 1.0, ptr %p
  %q = call ptr @llvm.dx.resource.getpointer(${type} %b, i32 0)
  store float 1.0, ptr %q
  ret void
}
attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
`
  const f = folder({ 'x.ll': text })
  const { code, stdout } = await run(['bindings', f.at('x.ll')])
  t.is(code, 0)
  t.regex(stdout, /bound as LLVM does/)
  t.regex(stdout, /u3-u6 +\(no name\) +No register given[\s\S]*u0-u1 \(2\) too small/)
  t.regex(stdout, /u2 +\(no name\) +register\(u2\): u2 is reserved/)
  t.is((await run(['layout', f.at('x.ll')])).code, 2)
  f.remove()
})

test('bindings: help, the list of commands, completion, colours', async t => {
  t.regex((await run(['bindings', '--help'])).stdout, /^usage: dxilkit bindings FILE/)
  t.regex((await run(['--help'])).stdout, /bindings <file>[\s\S]*layout <file>/)
  t.regex((await run(['bindngs', 'x'])).stderr, /did you mean 'bindings'/)
  const painted = await run(['bindings', '-', '--color'], { stdin: SHADER })
  t.true(painted.stdout.includes('\x1b[32m'))
  const plain = await run(['bindings', '-', '--color=never'], { stdin: SHADER, terminal: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for
  t.is(painted.stdout.replace(/\x1b\[\d+m/g, ''), plain.stdout)
})

test('bindings: names with control characters reach no terminal', async t => {
  const source = '#line 1 "a\x1b[31mb.hlsl"\nRWBuffer<float> a; [numthreads(1,1,1)] void main() { a[0] = 1; }'
  const { stdout } = await run(['bindings', '-'], { stdin: source })
  t.false(stdout.includes('\x1b'))
})

const RAYS = `RaytracingAccelerationStructure scene; RWTexture2D<float4> image : register(u3);
struct [raypayload] P { float4 c : read(caller) : write(caller); };
[shader("raygeneration")] void gen() { RayDesc r = (RayDesc)0; P p; p.c = 1; TraceRay(scene, 0, 1, 0, 1, 0, r, p); image[uint2(0, 0)] = p.c; }
`

test('bindings and reflect: what a library leaves to the linker is unbound', async t => {
  const { container } = compile(RAYS, { target: 'lib_6_7' })
  const f = folder({ 'rt.dxil': container! })
  const { code, stdout } = await run(['bindings', f.at('rt.dxil')])
  t.is(code, 0)
  t.regex(stdout, /scene .*unbound +- /)
  t.regex(stdout, /image .*u3 +0 /)
  t.notRegex(stdout, /4294967295/)
  const { stdout: reflected } = await run(['reflect', f.at('rt.dxil')])
  t.regex(reflected, / {2}unbound {2}scene/)
  t.notRegex(reflected, /4294967295/)
  const source = await run(['bindings', '-'], { stdin: RAYS })
  t.is(source.code, 2)
  t.regex(source.stderr, /a library gets its registers when it is linked/)
  f.remove()
})

test('bindings: a debug file has its program in another part', async t => {
  const { pdb } = compile(SHADER, { target: 'cs_6_0', entry: 'CSMain', debug: 'full' }) as {
    pdb: { bytes: Uint8Array }
  }
  const f = folder({ 'a.pdb': pdb.bytes })
  const { code, stdout } = await run(['bindings', f.at('a.pdb')])
  t.is(code, 0)
  t.regex(stdout, /\nA .*u2 /)
  f.remove()
})

test('a damaged debug file is a bad file', async t => {
  const pdb = new Uint8Array(4096)
  pdb.set(Buffer.from('Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0', 'latin1'))
  const f = folder({ 'a.pdb': pdb })
  const { code, stderr } = await run(['bindings', f.at('a.pdb')])
  f.remove()
  t.is(code, 1)
  t.regex(stderr, /a\.pdb: error: .* \(at byte \d+/)
})
