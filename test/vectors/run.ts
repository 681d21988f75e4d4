// Command: random programs of vectors, at -Od and -O3. npx tsx test/vectors/run.ts [--wide] [--seed N] [--count M] [--print]
// --wide: programs of many types and lengths, with how long our code is compared with DXC's at -O3.

import { check, checkWide, type Kind, type Outcome } from './check.ts'
import { generate } from './generate.ts'
import { generateWide } from './generate_wide.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number): number =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : otherwise

async function judge(seed: number, optimization: 0 | 3): Promise<Outcome> {
  if (args.includes('--wide')) {
    const { source, isPlain } = generateWide(seed)
    return await checkWide(source, isPlain, optimization)
  }
  const { source, lanes } = generate(seed)
  return await check(source, lanes, optimization)
}

const first = option('seed', 1)
const counts: Partial<Record<Kind, number>> = {}
const ratios: [ratio: number, text: string][] = []
for (let seed = first; seed < first + option('count', 100); seed++) {
  if (args.includes('--print')) process.stdout.write((args.includes('--wide') ? generateWide : generate)(seed).source)
  for (const optimization of [0, 3] as const) {
    const { kind, detail, lengths } = await judge(seed, optimization).catch(e => {
      throw new Error(`seed ${seed} -O${optimization}: ${String(e)}`)
    })
    counts[kind] = (counts[kind] ?? 0) + 1
    if (lengths && optimization === 3) ratios.push([lengths[0] / lengths[1], `${lengths.join('/')} seed ${seed}`])
    if (kind !== 'same' && kind !== 'both-refuse')
      process.stdout.write(`seed ${seed} -O${optimization}: ${kind}: ${detail.slice(0, 400)}\n`)
  }
}
if (ratios.length > 0) {
  const mean = Math.exp(ratios.reduce((sum, [ratio]) => sum + Math.log(ratio), 0) / ratios.length)
  const worst = ratios.sort(([a], [b]) => b - a).slice(0, 10)
  process.stdout.write(`instructions over DXC's: geometric mean ${mean.toFixed(4)} of ${ratios.length}, longest:\n`)
  for (const [ratio, text] of worst) process.stdout.write(`  ${ratio.toFixed(2)}  ${text}\n`)
}
process.stdout.write(`${JSON.stringify(counts)}\n`)
process.exit(0)
