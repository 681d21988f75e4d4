// Labels anywhere in a switch: random bodies with labels in blocks and arms of `if`, of switches without braces too, compiled by both, validated and executed with equal results.

import { randomFrom } from '../ir/random_program.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkAgainstDxc } from './against_dxc.ts'

const PROGRAMS = 24
const SEED = 41_000

type Random = (below: number) => number

/** Statements of a switch; `labels` are those that are left. */
function body(random: Random, labels: number[], depth: number): string {
  const lines: string[] = []
  for (let i = 1 + random(4); i > 0; i--) {
    if (labels.length > 0 && random(2) === 0) {
      const label = labels.pop()!
      lines.push(label < 0 ? 'default:' : `case ${label}:`)
    }
    lines.push(statement(random, labels, depth))
  }
  return lines.join(' ')
}

/** A statement that is no block, behind its label if one is left. */
function single(random: Random, labels: number[]): string {
  const label = labels.pop()
  return `${label === undefined ? '' : label < 0 ? 'default: ' : `case ${label}: `}b = b * ${2 + random(90)} + n;`
}

function statement(random: Random, labels: number[], depth: number): string {
  const inner = (): string => body(random, labels, depth - 1)
  const k = 2 + random(90)
  switch (random(depth > 0 ? 12 : 4)) {
    case 0:
      return 'break;'
    case 1:
      return `b ^= n * ${k};`
    case 2:
    case 3:
      return `b = b * ${k} + m;`
    case 4:
      return `{ ${inner()} }`
    case 5:
      return `if (m > ${k % 4}) { ${inner()} }`
    case 6:
      return `if ((m & ${k % 4}) != 0) { ${inner()} } else { ${inner()} }`
    case 7:
      return `if (m < ${k % 4}) ${single(random, labels)}`
    case 8:
      return `if (m != ${k % 4}) ${single(random, labels)} else ${single(random, labels)}`
    case 9:
      return `if (m == ${k % 4}) ${random(2) === 0 ? 'continue' : 'return'};`
    case 10:
      return `switch (m) ${single(random, [k % 4])}`
    default:
      return `if (m == ${k % 4}) b += ${k}; else { ${inner()} }`
  }
}

const sourceOf = (seed: number): string => {
  const random = randomFrom(seed)
  const labels = [0, 1, 2, 3, -1, 4, 5].slice(0, 3 + random(5))
  const all = random(6) === 0 ? single(random, labels) : `{ ${body(random, labels, 3)} }`
  return [
    '// dxilkit-corpus',
    `// args: -T cs_6_0 -E main${random(3) === 0 ? ' -Od' : ''}`,
    '',
    'RWByteAddressBuffer o : register(u0);',
    'ByteAddressBuffer i : register(t0);',
    '[numthreads(64, 1, 1)] void main(uint lane : SV_GroupIndex) {',
    '  uint b = i.Load(lane % 4 * 4), n = lane % 8, m = lane / 8;',
    `  for (uint round = 0; round < 2; round++) { switch (n) ${all} n = (n + m) % 8; }`,
    '  o.Store(lane * 4, b);',
    '}',
  ].join('\n')
}

for (let seed = SEED; seed < SEED + PROGRAMS; seed++)
  oracleTest(['dxc', 'd3d12'], `labels of a switch: program ${seed}`, async t => {
    const { problems, pictures } = await checkAgainstDxc(sourceOf(seed), `switch_labels_${seed}`)
    t.deepEqual(problems, [], sourceOf(seed))
    t.true(pictures.length > 0)
  })
