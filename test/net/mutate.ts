// Changes to a job that keep it likely to compile: edge values for numbers, other types, semantics, modifiers, thread groups, stages, shader models
// and flags; now and then tokens moved about, or the end cut off.

import { Seeded } from '../corpus/seeded.ts'
import { mutate as mutateTokens } from '../tokens/mutate.ts'
import { print, scan } from '../tokens/scan.ts'
import type { Job } from './programs.ts'

const NUMBERS = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '-1',
  '31',
  '32',
  '64',
  '0.0',
  '-0.0',
  '0.5',
  '1e30',
  '(1.0 / 0.0)',
  '0x7fffffff',
  '0x80000000',
  '0xffffffff',
  '1u',
  '0u',
  '2.0f',
  '65535',
]
const SCALARS = [
  'float',
  'int',
  'uint',
  'bool',
  'half',
  'double',
  'min16float',
  'min16int',
  'min16uint',
  'int64_t',
  'uint64_t',
  'min10float',
  'min12int',
  'int16_t',
  'uint16_t',
  'float16_t',
]
const SEMANTICS = [
  'SV_Position',
  'SV_Target',
  'SV_Target1',
  'SV_Depth',
  'SV_DepthGreaterEqual',
  'SV_DepthLessEqual',
  'SV_Coverage',
  'SV_InnerCoverage',
  'SV_IsFrontFace',
  'SV_SampleIndex',
  'SV_PrimitiveID',
  'SV_VertexID',
  'SV_InstanceID',
  'SV_ClipDistance',
  'SV_CullDistance',
  'SV_RenderTargetArrayIndex',
  'SV_ViewportArrayIndex',
  'SV_StencilRef',
  'SV_Barycentrics',
  'SV_ViewID',
  'SV_ShadingRate',
  'TEXCOORD0',
  'TEXCOORD1',
  'COLOR',
  'A',
  'SV_DispatchThreadID',
  'SV_GroupIndex',
  'SV_GroupThreadID',
  'SV_GroupID',
  'SV_StartVertexLocation',
]
const INTERPOLATIONS = [
  'nointerpolation ',
  'linear ',
  'centroid ',
  'noperspective ',
  'sample ',
  'noperspective centroid ',
  'linear sample ',
  'precise ',
  '',
]
const GROUPS = [
  '1, 1, 1',
  '4, 1, 1',
  '2, 2, 1',
  '3, 1, 1',
  '8, 8, 1',
  '1, 1, 64',
  '1024, 1, 1',
  '5, 3, 2',
  '32, 1, 1',
  '2, 3, 1',
]
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '+': ['-', '*', '/', '%'],
  '-': ['+', '*', '/'],
  '*': ['/', '%', '+'],
  '/': ['%', '*'],
  '<': ['>', '<=', '==', '!='],
  '&&': ['||'],
  '==': ['!=', '<'],
  '&': ['|', '^'],
}

type Change = (text: string, r: Seeded) => string

const pick = <T>(list: readonly T[], r: Seeded): T => list[r.int(0, list.length - 1)]!

/** Replaces one of the matches. */
function replaceOne(text: string, pattern: RegExp, r: Seeded, by: (match: string) => string): string {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return text
  const { index, 0: match } = pick(found, r)
  return text.slice(0, index) + by(match) + text.slice(index! + match.length)
}

const VALUE_CHANGES: readonly Change[] = [
  (text, r) => replaceOne(text, /(?<![\w.])\d+(\.\d*)?(e[+-]?\d+)?[fuUhLl]*\b/g, r, () => pick(NUMBERS, r)),
  (text, r) => replaceOne(text, /(?<![\w.])\d+(\.\d*)?(e[+-]?\d+)?[fuUhLl]*\b/g, r, () => pick(NUMBERS, r)),
  (text, r) => replaceOne(text, /\b(float|int|uint|bool|half|double)(?=[1-4]?(x[1-4])?\b)/g, r, () => pick(SCALARS, r)),
  (text, r) =>
    replaceOne(text, /\b(float|int|uint)[2-4]?\b/g, r, m => m.replace(/[2-4]?$/, pick(['', '2', '3', '4'], r))),
  (text, r) => replaceOne(text, /(?<=:\s*)(SV_\w+|[A-Z]+\d*)\b(?=\s*[;,){])/g, r, () => pick(SEMANTICS, r)),
  (text, r) =>
    replaceOne(
      text,
      /(nointerpolation |linear |centroid |noperspective |sample )+|(?<=[(,;{]\s*)(?=(float|int|uint)[1-4]? \w+ : )/g,
      r,
      () => pick(INTERPOLATIONS, r),
    ),
  (text, r) => replaceOne(text, /(?<=numthreads\()[^)]*/g, r, () => pick(GROUPS, r)),
  (text, r) => replaceOne(text, / (\+|-|\*|\/|<|&&|==|&) /g, r, m => ` ${pick(OPERATORS[m.trim()]!, r)} `),
]

const TOKEN_CHANGES: readonly Change[] = [
  (text, r) => mutateTokens(scan(text), r.u32()).text,
  (text, r) => print(scan(text).slice(0, r.int(1, Math.max(1, scan(text).length)))),
]

/** Other targets and flags. */
function changeWords(words: readonly string[], r: Seeded): string[] {
  const out = [...words]
  const at = out.indexOf('-T')
  const profile = at < 0 ? undefined : /^(\w+?)_6_(\d)$/.exec(out[at + 1]!)
  switch (r.int(0, 5)) {
    case 0:
    case 1:
      if (profile) out[at + 1] = `${profile[1]}_6_${r.int(0, 8)}`
      return out
    case 2:
      if (profile) out[at + 1] = `${pick(['cs', 'vs', 'ps'], r)}_6_${profile[2]}`
      return out
    case 3: {
      const kept = out.filter(w => !/^-O/.test(w))
      return [...kept, pick(['-Od', '-O0', '-O1', '-O2'], r)]
    }
    case 4:
      if (profile && Number(profile[2]) < 2) out[at + 1] = `${profile[1]}_6_2`
      return out.includes('-enable-16bit-types') ? out : [...out, '-enable-16bit-types']
    default: {
      const version = out.indexOf('-HV')
      if (version >= 0) out.splice(version, 2)
      return [...out, '-HV', pick(['2016', '2017', '2018', '2021'], r)]
    }
  }
}

/** The job with a few changes; none for some seeds. */
export function mutateJob(job: Job, seed: number): Job {
  const r = new Seeded(seed ^ 0x6d75)
  let { source, words } = job
  for (let n = r.int(0, 4); n > 0; n--) {
    const kind = r.int(0, 15)
    if (kind < 3) words = changeWords(words, r)
    else source = pick(kind === 3 ? TOKEN_CHANGES : VALUE_CHANGES, r)(source, r)
  }
  return { ...job, source, words }
}
