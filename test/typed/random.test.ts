// Random buffers: what the views of the TypeScript module write is what the shader reads, and what a C++ program writes through the header is the same memory.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { transform } from 'esbuild'
import { typedBindings } from '../../src/api/index.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { type RandomBuffers, randomBuffers, type View } from './random_buffers.ts'

const SEEDS = Array.from({ length: Number(process.env['SEEDS'] ?? 12) }, (_, i) => Number(process.env['SEED'] ?? 0) + i)

const made = (program: RandomBuffers, language: 'ts' | 'cpp', namespace?: string) => {
  const result = typedBindings(program.source, {
    target: 'cs_6_2',
    enable16BitTypes: program.native16Bit,
    fileName: 'x.hlsl',
    bindingLanguage: language,
    ...(namespace === undefined ? {} : { namespace }),
  })
  if (!result.ok) throw new Error(`${result.text}\n${program.source}`)
  return result
}

function folder(t: ExecutionContext): string {
  const path = mkdtempSync(join(tmpdir(), 'dxilkit-typed-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

type Buffer = (new (
  data?: Uint8Array,
  offset?: number,
) => View & { readonly bytes: Uint8Array }) & {
  readonly size: number
}

/** What the views write: the constant buffer, and two elements. */
async function written(
  program: RandomBuffers,
  file: string,
): Promise<{ scene: Uint8Array; items: Uint8Array; stride: number }> {
  writeFileSync(file, (await transform(made(program, 'ts').code!, { loader: 'ts', format: 'esm' })).code)
  const { C, items } = (await import(pathToFileURL(file).href)) as { C: Buffer; items: Buffer }
  const scene = new C()
  const elements = new Uint8Array(2 * items.size)
  program.fill(
    scene,
    [0, 1].map(e => new items(elements, e * items.size)),
  )
  return { scene: scene.bytes, items: elements, stride: items.size }
}

oracleTest('d3d12', 'random buffers: what views write the shader reads', async t => {
  const at = folder(t)
  const d3d12 = await D3d12.shared()
  for (const seed of SEEDS) {
    const program = randomBuffers(seed)
    // The runtime has no native 16-bit types; their memory is compared with that of C++ alone.
    if (program.native16Bit) continue
    const { scene, items, stride } = await written(program, join(at, `${seed}.mjs`))
    const { uavs, error } = await d3d12.runCompute({
      container: made(program, 'ts').container!,
      dispatch: [1, 1, 1],
      resources: [
        { kind: 'cbv', register: 0, data: scene },
        { kind: 'srv', type: 'structured', register: 0, stride, data: items },
        { kind: 'uav', type: 'structured', register: 0, stride: 4, data: new Uint8Array(4 * program.expected.length) },
      ],
    })
    t.is(error, undefined)
    const read = [...new Float32Array(uavs[0]!.data.slice().buffer)]
    t.deepEqual(read, [...program.expected], `seed ${seed}\n${program.source}`)
  }
})

test('random buffers: C++ writes the same memory', async t => {
  if (spawnSync('g++', ['--version']).status !== 0) return t.pass('there is no g++')
  const at = folder(t)
  const lines: string[] = []
  const main: string[] = []
  const expected: string[] = []
  for (const seed of SEEDS) {
    const program = randomBuffers(seed)
    const space = `s${seed}`
    writeFileSync(join(at, `${space}.h`), made(program, 'cpp', space).code!)
    lines.push(`#include "${space}.h"`)
    main.push(`{ ${space}::C c; ${space}::items e[2]; std::memset(&c, 0, sizeof c); std::memset(e, 0, sizeof e);
${program.cpp.join('\n')}
dump(&c, sizeof c); dump(e, sizeof e); }`)
    const { scene, items } = await written(program, join(at, `${seed}.mjs`))
    expected.push(...[scene, items].map(bytes => Buffer.from(bytes).toString('hex')))
  }
  writeFileSync(
    join(at, 'main.cpp'),
    `${lines.join('\n')}
#include <cstdio>
#include <cstring>
static void dump(const void* data, std::size_t size) {
  for (std::size_t i = 0; i < size; i++) std::printf("%02x", static_cast<const unsigned char*>(data)[i]);
  std::printf("\\n");
}
int main() {
${main.join('\n')}
}
`,
  )
  const built = spawnSync('g++', ['-std=c++17', '-fno-strict-aliasing', '-o', join(at, 'main'), join(at, 'main.cpp')])
  t.is(built.stderr.toString(), '')
  const got = spawnSync(join(at, 'main'), { encoding: 'utf8' }).stdout.trimEnd().split('\n')
  t.deepEqual(got, expected)
})
