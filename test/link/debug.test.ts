// Debug information through the linker: what libraries have, the result has, with calls brought in line between libraries; the program is what it is
// without.

import test from 'ava'
import { type LinkInput, type LinkOptions, link, readContainer } from '../../src/api/index.ts'
import { decodePart } from '../../src/container/parts.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { libraryOf, type Producer } from './check.ts'
import { generateLink } from './generate.ts'

const MAIN = `struct Item { float3 place; uint count; };
float weigh(Item item, inout float2 v, float a[3]);
RWBuffer<float> result; StructuredBuffer<Item> items;
[shader("compute")] [numthreads(8, 1, 1)]
void main(uint at : SV_GroupIndex) {
  Item own = items[at];
  float2 v = { at, 2 };
  float list[3] = { 1, at, 3 };
  float w = weigh(own, v, list);
  float2x2 m = { v.x, v.y, w, 4 };
  result[at] = m[at & 1].y + m._m00;
}`
const PART = `struct Item { float3 place; uint count; };
static float kept = 2;
float weigh(Item item, inout float2 v, float a[3]) {
  float sum = 0;
  for (uint i = 0; i < item.count; i++) {
    float part = item.place.y * i + a[i % 3];
    sum += part;
    v.x += sum;
  }
  kept += sum;
  return sum + kept;
}`
const DEBUG = ['-Zi', '-Qembed_debug']

async function librariesOf(
  producer: Producer,
  sources: readonly string[],
  args: readonly string[],
): Promise<LinkInput[]> {
  const made: LinkInput[] = []
  for (const [n, source] of sources.entries()) {
    const { container, text } = await libraryOf(producer, { name: '', source, args })
    if (!container) throw new Error(text)
    made.push({ name: `l${n}`, container })
  }
  return made
}

const partNames = (container: Uint8Array): string[] => readContainer(container).parts.map(p => p.name)
const program = (container: Uint8Array): Uint8Array => readContainer(container).parts.find(p => p.name === 'DXIL')!.data

/** What DXC's listing shows of the program with debug information: lines with their functions, and variables with theirs. */
async function shown(container: Uint8Array): Promise<{ lines: Set<string>; variables: Set<string> }> {
  const part = readContainer(container).parts.find(p => p.name === 'ILDB')!
  const { bitcode } = decodePart('ILDB', part.data, part.offset)
  const { ok, text, errors } = await (await Dxc.shared('dxc-new')).disassemble(bitcode)
  if (!ok) throw new Error(errors)
  return {
    lines: new Set([...text.matchAll(/; line:(\d+) col:\d+/g)].map(([, line]) => line!)),
    variables: new Set([...text.matchAll(/; var:"([^"]*)" .*func:"([^"]*)"/g)].map(([, v, f]) => `${v} of ${f}`)),
  }
}

for (const producer of ['dxc', 'dxc-new', 'dxilkit'] as const)
  oracleTest(
    ['dxc', 'dxc-new'],
    `libraries of ${producer} with debug information: parts, lines and variables`,
    async t => {
      const inputs = await librariesOf(producer, [MAIN, PART], DEBUG)
      const plain = await librariesOf(producer, [MAIN, PART], [])
      const which = await Dxc.shared(producer === 'dxc' ? 'dxc' : 'dxc-new')
      for (const target of ['cs_6_0', 'cs_6_6', 'lib_6_3']) {
        const { container, text } = link(inputs, { target })
        t.is(text, '')
        t.deepEqual(program(container!), program(link(inputs, { target, stripDebug: true }).container!))
        // Compilers keep less of a program without debug information; ours does not.
        if (producer === 'dxilkit') t.deepEqual(program(container!), program(link(plain, { target }).container!))
        const args = producer === 'dxc' ? [] : ['-validator-version', '1.8']
        const both = inputs.map(i => [i.name, i.container] as const)
        const theirs = await which.link(both, target.startsWith('lib') ? '' : 'main', target, args)
        t.deepEqual(partNames(container!), partNames(theirs.container!), target)
        t.false(partNames(link(plain, { target }).container!).includes('ILDB'))
        const [mine, other] = [await shown(container!), await shown(theirs.container!)]
        t.deepEqual(
          [...mine.lines].filter(line => !other.lines.has(line)),
          [],
          target,
        )
        // The static variable's first value, the memory of arguments and that of an array known at once are no code here.
        const lost = [...other.lines].filter(line => !mine.lines.has(line) && !['2', '9', '10'].includes(line))
        t.deepEqual(lost, [], target)
        // The matrix becomes a table of constants.
        const hidden = [...other.variables].filter(v => !mine.variables.has(v) && !/^(m of main|global\.kept)/.test(v))
        t.deepEqual(hidden, [], target)
        t.true(mine.variables.size >= 8)
      }
      const { container } = link(inputs, { target: 'cs_6_0' })
      const read = await which.debugInfo(container!)
      t.true(read.length > 5)
      t.false(
        read.some(line => /0x8[0-9a-f]{7}/.test(line)),
        read.join('\n'),
      )
    },
  )

oracleTest(
  ['dxc', 'dxc-new'],
  'random links with debug information: valid, the program is that without, no line that DXC has not',
  async t => {
    let [known, wanted, compared] = [0, 0, 0]
    const dxc = await Dxc.shared('dxc-new')
    for (let seed = 1; seed < 26; seed++) {
      const { libraries, target, entry, args, mistake } = generateLink(seed)
      if (mistake !== '' || args.length > 0) continue
      const inputs: LinkInput[] = []
      for (const [n, library] of libraries.entries()) {
        const { container } = await libraryOf(
          'dxilkit',
          { name: '', source: library.source, args: [...(library.args ?? []), ...DEBUG] },
          library.target,
        )
        if (container) inputs.push({ name: `l${n}`, container })
      }
      if (inputs.length < libraries.length) continue
      const options: LinkOptions = { target, ...(entry === undefined ? {} : { entry }) }
      const { container } = link(inputs, options)
      if (!container) continue
      t.deepEqual(
        program(container),
        program(link(inputs, { ...options, stripDebug: true }).container!),
        `seed ${seed}`,
      )
      const both = inputs.map(i => [i.name, i.container] as const)
      const theirs = await dxc.link(both, entry ?? '', target, ['-validator-version', '1.8'])
      if (!theirs.container) continue
      const [mine, other] = [await shown(container), await shown(theirs.container)]
      t.deepEqual(
        [...mine.lines].filter(line => !other.lines.has(line)),
        [],
        `seed ${seed}`,
      )
      known += [...other.lines].filter(line => mine.lines.has(line)).length
      wanted += other.lines.size
      compared++
    }
    t.true(compared >= 8 && known > wanted * 0.9, `${known} of ${wanted} lines in ${compared} links`)
  },
)

test('a damaged description is left out, the program stays', async t => {
  const [input] = await librariesOf('dxilkit', [PART], DEBUG)
  const part = readContainer(input!.container).parts.find(p => p.name === 'ILDB')!
  const outcomes = new Set<boolean>()
  for (let at = 40; at < part.size; at += 97) {
    const container = new Uint8Array(input!.container)
    container[part.offset + at]! ^= 0x55
    outcomes.add(link([{ name: 'd', container }], { target: 'lib_6_3' }).ok)
  }
  t.true(outcomes.size > 0)
})
