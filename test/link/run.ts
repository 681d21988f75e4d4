// `npm run links`: every shader of the corpus as a library of DXC, of its later release and of dxilkit, linked by DXC's linker and by ours.
// --producer NAME takes one of them, a word only the shaders whose name holds it; --random FIRST COUNT makes random links instead (generate.ts).

import { corpusLibraries } from './as_library.ts'
import { compareLinks, libraryOf, type Producer } from './check.ts'
import { checkLink } from './random_check.ts'

const words = process.argv.slice(2)
const at = words.indexOf('--producer')
const producers: readonly Producer[] = at >= 0 ? [words[at + 1] as Producer] : ['dxc', 'dxc-new', 'dxilkit']
const random = words.indexOf('--random')
const [filter = ''] = words.filter((_, i) => at < 0 || (i !== at && i !== at + 1))

async function corpusLinks(producer: Producer, count: (what: string) => void): Promise<number> {
  let problems = 0
  for (const { label, source, profile, entry, args } of corpusLibraries()) {
    if (!label.includes(filter)) continue
    const library = await libraryOf(producer, { name: 'library', source, args })
    if (!library.container) {
      count('no library')
      continue
    }
    const { dxc, ours, invalid, differing, same } = await compareLinks(producer, [['library', library.container]], {
      target: profile,
      entry,
    })
    count(ours.ok ? (invalid === '' ? 'valid' : 'INVALID') : dxc.ok ? 'REFUSED' : 'refused by both')
    if (ours.ok && !dxc.ok) count('DXC fails')
    for (const name of same) count(`${name} same`)
    for (const name of differing) count(`${name} DIFFERS`)
    if (invalid === '' && differing.length === 0 && (ours.ok || !dxc.ok)) continue
    problems++
    console.log(`${producer}: ${label}: ${differing.join(' ')} ${invalid || ours.text}`.trimEnd())
  }
  return problems
}

async function randomLinks(producer: Producer, count: (what: string) => void): Promise<number> {
  let problems = 0
  const [first = 1, many = 300] = words.slice(random + 1, random + 3).map(Number)
  for (let seed = first; seed < first + many; seed++) {
    const { outcome, what, target, args, mistake } = await checkLink(seed, producer)
    count(outcome)
    if (outcome !== 'differs') continue
    problems++
    console.log(`${producer}: seed ${seed}: ${target} ${args.join(' ')} ${mistake}\n  ${what}`)
  }
  return problems
}

let problems = 0
for (const producer of producers) {
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  problems += await (random >= 0 ? randomLinks : corpusLinks)(producer, count)
  console.log(producer, Object.fromEntries(counts))
}
process.exit(problems > 0 ? 1 : 0)
