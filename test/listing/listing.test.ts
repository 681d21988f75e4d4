// The whole listing against DXC's own disassembly of the same bytes: every stage, every section, line for line. Then what DXC
// refuses and we show as far as it goes: damaged parts.

import test, { type ExecutionContext } from 'ava'
import { compile, disassemble, FormatError, listing, listingOf, readContainer } from '../../src/api/index.ts'
import { findPart } from '../../src/container/container.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { LISTING_CASES } from './shaders.ts'

const SHADER = `
struct Item { float4 a; uint b; };
cbuffer Frame : register(b0) { float scale; float4x4 view; }
RWStructuredBuffer<Item> Items : register(u0);
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Items[i].a = mul(view, Items[i].a) * scale; }`

const unix = (text: string): string => text.replaceAll('\r\n', '\n')

function ours(t: ExecutionContext): Uint8Array {
  const { container } = compile(SHADER, { target: 'cs_6_0', entry: 'main' })
  t.truthy(container)
  return container!.slice()
}

for (const { title, source, args } of LISTING_CASES)
  oracleTest('dxc', `listing: ${title}`, async t => {
    const dxc = await Dxc.shared()
    const made = await dxc.compile(source, args)
    t.truthy(made.container, made.errors)
    const theirs = await dxc.disassemble(made.container!)
    t.true(theirs.ok, theirs.errors)
    t.is(listing(made.container!), unix(theirs.text))
  })

oracleTest('dxc', 'a program without its container, and bitcode without its program header', async t => {
  const dxc = await Dxc.shared()
  const program = findPart(readContainer(ours(t)), 'DXIL')!.data
  for (const bytes of [program.slice(), program.slice(24)]) {
    const theirs = await dxc.disassemble(bytes)
    t.true(theirs.ok, theirs.errors)
    t.is(listing(bytes), unix(theirs.text))
    t.true(disassemble(bytes).startsWith('target datalayout'))
  }
})

/** Our container with the bytes of one part changed. */
function damaged(t: ExecutionContext, name: string, change: (part: DataView) => void): Uint8Array {
  const bytes = ours(t)
  const part = findPart(readContainer(bytes), name)!
  change(new DataView(bytes.buffer, bytes.byteOffset + part.offset, part.data.length))
  return bytes
}

test('a damaged part leaves a comment and hides nothing else', t => {
  const whole = listing(ours(t)).split('\n')
  for (const [name, change] of [
    ['PSV0', view => view.setUint32(0, 0xffffffff, true)],
    ['ISG1', view => view.setUint32(0, 0x00ffffff, true)],
    ['STAT', view => view.setUint32(8, 0, true)],
  ] satisfies [string, (view: DataView) => void][]) {
    const bytes = damaged(t, name, change)
    const { text, problems } = listingOf(bytes)
    t.deepEqual(
      problems.map(p => p.part),
      [name],
    )
    const comment = `; damaged: part ${name}, offset ${problems[0]!.offset}: ${problems[0]!.message}`
    const lines = text.split('\n')
    t.true(lines.includes(comment), text.slice(0, 400))
    const missing = whole.filter(line => !lines.includes(line)).filter(line => !line.startsWith(';'))
    t.deepEqual(missing, [], 'the program is there')
    t.true(lines.includes('; Resource Bindings:'))
    t.throws(() => listing(bytes), { instanceOf: FormatError })
  }
})

test('a program that cannot be read still has its signatures and hash shown', t => {
  const bytes = damaged(t, 'DXIL', view => view.setUint32(24, 0, true))
  const { text, problems } = listingOf(bytes)
  t.is(problems.length, 1)
  t.regex(text, /^; shader hash: [0-9a-f]{32}$/m)
  t.regex(text, /^; NumThreads=\(8,1,1\)$/m)
  t.notRegex(text, /target datalayout/)
})

test('what is no container at all is refused', t => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(40), new TextEncoder().encode('target datalayout = "e"\n')])
    t.throws(() => listingOf(bytes), { instanceOf: FormatError })
})
