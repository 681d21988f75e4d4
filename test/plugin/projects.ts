// A small project with a shader in it, for every bundler.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { compile } from '../../src/api/index.ts'

export const HEADER = 'float3 tint(float3 c) { return c * 2; }\n'
/** An error in the second line, at the tenth column. */
export const WRONG_HEADER = 'float3 tint(float3 c) {\n  return missing; }\n'
const SHADER = `#include "common.hlsli"
#ifndef SIZE
#define SIZE 4
#endif
RWStructuredBuffer<float3> o : register(u1);
[numthreads(SIZE, 2, 1)]
void blur(uint i : SV_GroupIndex) { o[i] = tint(o[i]); }
`
const MAIN = `import blur, { bindings, threadGroup } from './shaders/blur.hlsl?cs_6_0&entry=blur&define=SIZE=8'
export { blur, bindings, threadGroup }
`

export interface Project {
  readonly root: string
  readonly main: string
  readonly header: string
}

export function project(t: ExecutionContext): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-plugin-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'shaders'))
  const made = { root, main: join(root, 'main.js'), header: join(root, 'shaders', 'common.hlsli') }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(made.header, HEADER)
  writeFileSync(join(root, 'shaders', 'blur.hlsl'), SHADER)
  writeFileSync(made.main, MAIN)
  return made
}

/** What the module of the project's shader exports. */
export interface Built {
  readonly blur: Uint8Array
  readonly bindings: readonly { readonly name: string; readonly register: number }[]
  readonly threadGroup: readonly number[]
}

/** The container that the shader has when it is compiled alone. */
export const expected = (header = HEADER): Uint8Array => {
  const include = () => header
  const { container } = compile(SHADER, { target: 'cs_6_0', entry: 'blur', defines: ['SIZE=8'], include })
  return container!
}
