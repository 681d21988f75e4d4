// Shaders to begin with. The first is in the page; the others are loaded when they are chosen.

import waves from './samples/wave_sum.hlsl?raw'
import type { PageState } from './state.ts'

interface Sample {
  readonly id: string
  readonly label: string
  readonly main: string
  readonly files: () => Promise<readonly (readonly [name: string, text: string])[]>
  readonly entry?: string
  readonly target: string
  readonly flags?: string
  readonly axes?: string
}

const text = async (from: Promise<{ default: string }>): Promise<string> => (await from).default

export const SAMPLES: readonly Sample[] = [
  {
    id: 'sum',
    label: 'Compute: sum with wave operations',
    main: 'wave_sum.hlsl',
    files: async () => [['wave_sum.hlsl', waves]],
    target: 'cs_6_0',
    axes: 'GROUP = 32 64 128\nKEEP_COUNT = - 1',
  },
  {
    id: 'lighting',
    label: 'Pixel: lighting with an include and permutations',
    main: 'lighting.hlsl',
    files: async () => [
      ['lighting.hlsl', await text(import('./samples/lighting.hlsl?raw'))],
      ['brdf.hlsli', await text(import('./samples/brdf.hlsli?raw'))],
    ],
    target: 'ps_6_0',
    flags: '-D SHADOWS=1',
    axes: 'LIGHTS = 1 4 8\nSHADOWS = 0 1\nFOG = 0 1\nDEBUG_NAMES = 0 1',
  },
  {
    id: 'vertex',
    label: 'Vertex: skinning',
    main: 'skinning.hlsl',
    files: async () => [['skinning.hlsl', await text(import('./samples/skinning.hlsl?raw'))]],
    target: 'vs_6_0',
    axes: 'BONES = 1 2 4',
  },
  {
    id: 'bindings',
    label: 'Bindings: where the three policies differ',
    main: 'bindings.hlsl',
    files: async () => [['bindings.hlsl', await text(import('./samples/bindings.hlsl?raw'))]],
    target: 'cs_6_0',
  },
  {
    id: 'layout',
    label: 'Layout: constant buffers with gaps',
    main: 'layout.hlsl',
    files: async () => [['layout.hlsl', await text(import('./samples/layout.hlsl?raw'))]],
    target: 'ps_6_2',
    flags: '-enable-16bit-types',
  },
  {
    id: 'mesh',
    label: 'Mesh: a grid of quads',
    main: 'grid_mesh.hlsl',
    files: async () => [['grid_mesh.hlsl', await text(import('./samples/grid_mesh.hlsl?raw'))]],
    target: 'ms_6_5',
  },
  {
    id: 'rays',
    label: 'Library: ray tracing',
    main: 'rays.hlsl',
    files: async () => [['rays.hlsl', await text(import('./samples/rays.hlsl?raw'))]],
    entry: '',
    target: 'lib_6_3',
  },
  {
    id: 'error',
    label: 'Errors: messages with fixes',
    main: 'errors.hlsl',
    files: async () => [['errors.hlsl', await text(import('./samples/errors.hlsl?raw'))]],
    target: 'ps_6_0',
  },
]

export async function sampleState(id: string, pane: string): Promise<PageState> {
  const sample = SAMPLES.find(s => s.id === id) ?? SAMPLES[0]!
  const files = (await sample.files()).map(([name, content]) => ({ name, text: content }))
  const { main, target, entry = 'main', flags = '', axes = '' } = sample
  return { files, main, open: main, entry, target, flags, pane, axes }
}
