// Target triples of the DirectX target: dxil[v1.6]-pc-shadermodel6.6-compute.

import { OFFLINE_MINOR, stageOfName } from '../../spec/stages.ts'

/** The profile a triple stands for (cs_6_6), or what is wrong with it. */
export function profileOfTriple(triple: string): { readonly profile: string } | { readonly why: string } {
  const [architecture = '', , system = '', stage = ''] = triple.split('-')
  if (!/^dxil(v1\.\d+)?$/.test(architecture)) return { why: "the architecture is not 'dxil'" }
  const version = /^shadermodel(\d+)\.(\d+)$/.exec(system)
  if (!version) return { why: "expected 'shadermodel' and a version" }
  const prefix = stageOfName(stage)?.prefix
  if (!prefix) return { why: `unknown stage '${stage}'` }
  const isForLinking = prefix === 'lib' && Number(version[2]) === OFFLINE_MINOR
  return { profile: `${prefix}_${version[1]}_${isForLinking ? 'x' : version[2]}` }
}
