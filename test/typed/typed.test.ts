// Typed bindings: the TypeScript module passes the type checker, and what its views write a shader reads; the C++ header passes a compiler with its
// assertions; the C# file has the same offsets.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { transform } from 'esbuild'
import ts from 'typescript'
import { type BindingLanguage, typedBindings } from '../../src/api/index.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SHADER = `
enum Mode : uint { Off, On = 7 };
struct Base { float weight; };
struct Light : Base { float3 place; float2x3 basis; uint kind : 3; int level : 5; uint rest : 24; Mode mode; };
cbuffer Scene : register(b0)
{
    float4x4 view;
    row_major float3x4 world;
    float list[3];
    bool on;
    Light lights[2];
    int2 pair;
    float2 grid[2][3];
    uint constructor;
    float3 sun;
    uint64_t wide;
    double exact;
    row_major float2x2 small;
};
struct Item { float3 p; int n; float2x2 m; uint ids[3]; };
StructuredBuffer<Item> items : register(t0);
RWStructuredBuffer<float> o : register(u0);
[numthreads(1, 1, 1)]
void main()
{
    uint at = 0;
    for (uint r = 0; r < 4; r++) for (uint c = 0; c < 4; c++) o[at++] = view[r][c];
    for (uint r1 = 0; r1 < 3; r1++) for (uint c1 = 0; c1 < 4; c1++) o[at++] = world[r1][c1];
    for (uint i = 0; i < 3; i++) o[at++] = list[i];
    o[at++] = on ? 1 : 0;
    for (uint l = 0; l < 2; l++)
    {
        o[at++] = lights[l].weight;
        o[at++] = lights[l].place.x; o[at++] = lights[l].place.y; o[at++] = lights[l].place.z;
        for (uint r2 = 0; r2 < 2; r2++) for (uint c2 = 0; c2 < 3; c2++) o[at++] = lights[l].basis[r2][c2];
        o[at++] = lights[l].kind; o[at++] = lights[l].level; o[at++] = lights[l].rest; o[at++] = lights[l].mode;
    }
    o[at++] = pair.x; o[at++] = pair.y;
    for (uint g = 0; g < 2; g++) for (uint h = 0; h < 3; h++) { o[at++] = grid[g][h].x; o[at++] = grid[g][h].y; }
    o[at++] = constructor;
    o[at++] = sun.x; o[at++] = sun.y; o[at++] = sun.z;
    o[at++] = float(uint(wide >> 32)); o[at++] = float(uint(wide));
    o[at++] = float(exact);
    o[at++] = small._m00; o[at++] = small._m01; o[at++] = small._m10; o[at++] = small._m11;
    for (uint e = 0; e < 2; e++)
    {
        o[at++] = items[e].p.x; o[at++] = items[e].p.y; o[at++] = items[e].p.z; o[at++] = items[e].n;
        o[at++] = items[e].m._m00; o[at++] = items[e].m._m01; o[at++] = items[e].m._m10; o[at++] = items[e].m._m11;
        for (uint d = 0; d < 3; d++) o[at++] = items[e].ids[d];
    }
}
`
const NARROW = `
struct Pair { float16_t x; uint16_t y; int16_t4 z; };
cbuffer Scene : register(b0) { half a; float16_t3 b; int16_t list[2]; float16_t2x2 m; uint64_t u; Pair pair; };
StructuredBuffer<float16_t3> plain;
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main() { o[0] = a + b.x + list[1] + m._m01 + float(u) + pair.z.w + plain[0].x; }
`

const codeOf = (t: ExecutionContext, language: BindingLanguage, source = SHADER, more = {}): string => {
  const result = typedBindings(source, { target: 'cs_6_0', fileName: 'scene.hlsl', bindingLanguage: language, ...more })
  t.true(result.ok, result.text)
  return result.code ?? ''
}

function folder(t: ExecutionContext): string {
  const made = mkdtempSync(join(tmpdir(), 'dxilkit-typed-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** What the type checker says of a module and of one that uses it. */
function problems(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.directoryExists = () => true
  // Of the page's library this is enough, and read faster.
  const page =
    'declare function atob(text: string): string; declare class URL { constructor(a: string, b: string) } interface ImportMeta { url: string }'
  host.readFile = name => (name === '/p/page.d.ts' ? page : (files.get(name) ?? readFile(name)))
  host.fileExists = name => name === '/p/page.d.ts' || files.has(name) || fileExists(name)
  const program = ts.createProgram(['/p/page.d.ts', ...files.keys()], options, host)
  return ts.getPreEmitDiagnostics(program).map(d => ts.flattenDiagnosticMessageText(d.messageText, '\n'))
}

const USE = `import { bindings, Scene, items } from './scene.ts'
const scene = new Scene()
scene.view = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
scene.setList(1, 2.5)
scene.on = true
scene.lights(1).level = -3
scene.wide = 5n
scene.constructor_ = 3
const item = new items(new Uint8Array(items.size * 4), items.size)
const register: 0 = bindings[0].register
export const out = [scene.bytes, item.n, register]
`

test('the TypeScript module and its use pass the type checker; wrong use does not', t => {
  const scene = codeOf(t, 'ts')
  t.deepEqual(
    problems(
      new Map([
        ['/p/scene.ts', scene],
        ['/p/use.ts', USE],
      ])
        .set('/p/narrow.ts', codeOf(t, 'ts', NARROW, { target: 'cs_6_2', enable16BitTypes: true }))
        .set('/p/url.ts', codeOf(t, 'ts', SHADER, { url: './scene.dxil' })),
    ),
    [],
  )
  const wrong = new Map([
    ['/p/scene.ts', scene],
    ['/p/use.ts', USE.replace('scene.on = true', "scene.on = 'yes'").replace('5n', '5')],
  ])
  t.is(problems(wrong).filter(p => /not assignable/.test(p)).length, 2)
})

interface View {
  [name: string]: unknown
}
type Made = Record<
  string,
  new (
    data?: ArrayBufferLike | ArrayBufferView,
    offset?: number,
  ) => Record<string, never> & { bytes: Uint8Array }
>

async function load(t: ExecutionContext, code: string): Promise<Made> {
  const file = join(folder(t), 'scene.mjs')
  writeFileSync(file, (await transform(code, { loader: 'ts', format: 'esm' })).code)
  return (await import(pathToFileURL(file).href)) as Made
}

/** Counts up, so that every number in memory is another one. */
function counter(): (n: number) => number[] {
  let next = 1
  return n => Array.from({ length: n }, () => next++)
}

type Any = Record<string, (...words: unknown[]) => unknown> & Record<string, unknown>

/** Writes everything in the order in which the shader copies it out. */
function fill(made: Made): { readonly scene: Uint8Array; readonly elements: Uint8Array; readonly expected: number[] } {
  const take = counter()
  const expected: number[] = []
  const more = (n: number): number[] => {
    const values = take(n)
    expected.push(...values)
    return values
  }
  const view = new made['Scene']!()
  const scene = view as unknown as Any
  const set = (on: View, name: string, value: unknown): void => void (on[name] = value)
  set(scene, 'view', more(16))
  set(scene, 'world', more(12))
  for (let i = 0; i < 3; i++) scene['setList']!(i, more(1)[0])
  set(scene, 'on', true)
  expected.push(1)
  for (let l = 0; l < 2; l++) {
    const light = scene['lights']!(l) as View
    set(light, 'weight', more(1)[0])
    set(light, 'place', more(3))
    set(light, 'basis', more(6))
    set(light, 'kind', 5 - l)
    set(light, 'level', -3)
    set(light, 'rest', 0xabcdef)
    set(light, 'mode', 7)
    expected.push(5 - l, -3, 0xabcdef, 7)
  }
  set(scene, 'pair', more(2))
  for (let g = 0; g < 2; g++) for (let h = 0; h < 3; h++) scene['setGrid']!(g, h, more(2))
  set(scene, 'constructor_', more(1)[0])
  set(scene, 'sun', more(3))
  set(scene, 'wide', (7n << 32n) | 9n)
  expected.push(7, 9)
  set(scene, 'exact', more(1)[0])
  set(scene, 'small', more(4))
  const size = (made['items'] as unknown as { readonly size: number }).size
  const elements = new Uint8Array(2 * size)
  for (let e = 0; e < 2; e++) {
    const item = new made['items']!(elements, e * size) as unknown as Any
    set(item, 'p', more(3))
    set(item, 'n', more(1)[0])
    set(item, 'm', more(4))
    for (let d = 0; d < 3; d++) item['setIds']!(d, more(1)[0])
  }
  return { scene: view.bytes, elements, expected }
}

oracleTest('d3d12', 'what views write the shader reads', async t => {
  const code = codeOf(t, 'ts')
  const made = await load(t, code)
  const { scene, elements, expected } = fill(made)
  const d3d12 = await D3d12.shared()
  const { container } = typedBindings(SHADER, { target: 'cs_6_0', bindingLanguage: 'ts' })
  const stride = (made['items'] as unknown as { readonly size: number }).size
  const { uavs, error } = await d3d12.runCompute({
    container: container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'cbv', register: 0, data: scene },
      { kind: 'srv', type: 'structured', register: 0, stride, data: elements },
      { kind: 'uav', type: 'structured', register: 0, stride: 4, data: new Uint8Array(4 * expected.length) },
    ],
  })
  t.is(error, undefined)
  t.deepEqual([...new Float32Array(uavs[0]!.data.slice().buffer)], expected)
})

test('values come back as they were written; indexes and lengths are checked', async t => {
  const made = await load(t, codeOf(t, 'ts'))
  const scene = new made['Scene']!() as unknown as Any
  scene['setGrid']!(1, 2, [3, 4])
  t.deepEqual(scene['grid']!(1, 2), [3, 4])
  t.throws(() => scene['setGrid']!(1, 3, [3, 4]), { instanceOf: RangeError })
  t.throws(() => void ((scene as View)['sun'] = [1]), { instanceOf: RangeError })
  const narrow = await load(t, codeOf(t, 'ts', NARROW, { target: 'cs_6_2', enable16BitTypes: true }))
  const halves = new narrow['Scene']!() as unknown as Any
  for (const value of [0, 1, -2.5, 65504, 2 ** -24, 2 ** -14, 1 / 3, 1e9, -0.1]) {
    ;(halves as View)['a'] = value
    const back = halves['a'] as unknown as number
    t.true(value === 1e9 ? back === Infinity : Math.abs(back - value) <= Math.abs(value) / 2048, `${value} ${back}`)
  }
  ;(halves as View)['m'] = [1, 2, 3, 4]
  t.deepEqual([...(halves['m'] as unknown as number[])], [1, 2, 3, 4])
})

test('the C++ header passes a compiler with its assertions', t => {
  if (spawnSync('g++', ['--version']).status !== 0) return t.pass('there is no g++')
  const at = folder(t)
  writeFileSync(join(at, 'scene.h'), codeOf(t, 'cpp'))
  writeFileSync(
    join(at, 'narrow.h'),
    codeOf(t, 'cpp', NARROW, { target: 'cs_6_2', enable16BitTypes: true, namespace: 'narrow' }),
  )
  const main = `#include "scene.h"
#include "narrow.h"
int main() { shader::Scene s{}; s.view[1][2] = 3; s.lights[1].basis[2][1] = 4; s.grid[1][2][0] = 5; return s.list[2] > 0 ? 1 : narrow::Scene{}.pair.y; }
`
  writeFileSync(join(at, 'main.cpp'), main)
  const made = spawnSync('g++', ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', join(at, 'main.cpp')])
  t.is(made.stderr.toString(), '')
  const header = codeOf(t, 'cpp')
  t.regex(header, /static_assert\(offsetof\(Scene::Light, basis\) == 16/)
  writeFileSync(join(at, 'scene.h'), header.replace('offsetof(Scene, list) == 112', 'offsetof(Scene, list) == 116'))
  t.not(spawnSync('g++', ['-std=c++17', '-fsyntax-only', join(at, 'main.cpp')]).status, 0)
})

test('the C# file has the offsets of the header', t => {
  const sharp = codeOf(t, 'cs', SHADER, { namespace: 'My.Shaders' })
  t.regex(sharp, /namespace My\.Shaders\n/)
  t.regex(sharp, /\[StructLayout\(LayoutKind\.Explicit, Size = \d+\)\]\n {4}public struct Scene\n/)
  const offsets = [...codeOf(t, 'cpp').matchAll(/offsetof\(Scene, (\w+)\) == (\d+)/g)].map(
    m => [m[1]!, Number(m[2])] as const,
  )
  t.true(offsets.length > 8)
  for (const [name, offset] of offsets) {
    const one = new RegExp(`\\[FieldOffset\\(${offset}\\)\\] (?:public \\w+ @${name};|private byte _${name};)`)
    t.regex(sharp, one, name)
  }
  t.is(sharp.split('{').length, sharp.split('}').length)
})

test('errors of the shader are told, and no code is made', t => {
  const bad = typedBindings('float4 main() : SV_Target { return x; }', { target: 'ps_6_0', bindingLanguage: 'cpp' })
  t.false(bad.ok)
  t.is(bad.code, undefined)
  t.regex(bad.text, /undeclared identifier 'x'/)
  t.throws(() => typedBindings('', { target: 'ps_6_0', bindingLanguage: 'rust' as never }), { instanceOf: TypeError })
})
