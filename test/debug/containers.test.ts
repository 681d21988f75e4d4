// Containers and debug files with debug information: their parts, what they say of the compilation, and what DXC's validator thinks.

import test from 'ava'
import { type CompileResult, compile } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import { debugSources } from '../../src/api/debug_sources.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { containerBytes, readPdbStream } from '../../src/api/pdb.ts'
import { md5 } from '../../src/base/digest.ts'
import { type Container, findPart, readContainer } from '../../src/container/container.ts'
import { Reader } from '../../src/container/io.ts'
import { newSourceInfo, sourceArguments, sourceFiles, sourceInfo } from '../../src/container/source_info.ts'
import { fullListing, shownModule } from '../../src/listing/listing.ts'
import { hasDebugInfo, stripDebugInfo } from '../../src/llvm/model/strip_debug.ts'
import { Op } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { Dxc } from '../oracle/dxc.ts'
import { llvmDis14 } from '../oracle/llvm.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCE = `#include "shade.hlsli"
RWStructuredBuffer<float4> o;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float4 color = SCALE;
  for (uint i = 0; i < id.y; i++)
    color += shade(float(i), id.x);
  o[id.x] = color;
}
`
const INCLUDED = `float4 shade(float depth, uint x) {
  float3 n = float3(depth, x, 1);
  return float4(normalize(n), depth);
}
`

function make(options: Partial<CompileOptions>): CompileResult & { ok: true } {
  const result = compile(SOURCE, {
    target: 'cs_6_0',
    fileName: 'main.hlsl',
    defines: ['SCALE=2'],
    include: () => INCLUDED,
    ...options,
  })
  if (!result.ok) throw new Error(result.text)
  return result
}

const names = (bytes: Uint8Array): string =>
  readContainer(bytes)
    .parts.map(p => p.name)
    .join(' ')
const part = (c: Container, name: string): Uint8Array => findPart(c, name)!.data
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bitcode = (program: Uint8Array): Uint8Array => program.subarray(24)

const PLAIN = 'SFI0 ISG1 OSG1 PSV0 STAT HASH DXIL'

test('which parts there are', async t => {
  t.is(names(make({}).container), PLAIN)
  const parts = async (options: Partial<CompileOptions>): Promise<(string | undefined)[]> => {
    const { container, pdb } = make(options)
    return [names(container), pdb && names(await containerBytes(pdb.bytes))]
  }
  const named = PLAIN.replace('HASH', 'ILDN HASH')
  const embedded = named.replace('STAT', 'ILDB STAT')
  t.deepEqual(await parts({ debug: 'full' }), [named, 'ILDN HASH SRCI VERS ILDB'])
  t.deepEqual(await parts({ debug: 'source' }), [named, 'ILDN HASH SRCI STAT VERS'])
  t.deepEqual(await parts({ debug: 'full', embedDebug: true }), [embedded, undefined])
  t.deepEqual(await parts({ debug: 'full', embedDebug: true, debugFile: 'x.pdb' }), [
    embedded,
    'ILDN HASH SRCI VERS ILDB',
  ])
  t.deepEqual(await parts({ debug: 'full', embedDebug: true, stripDebug: true, debugFile: 'x.pdb' }), [
    named,
    'ILDN HASH SRCI VERS ILDB',
  ])
  t.deepEqual(await parts({ debug: 'full', sourceInDebugModule: true }), [named, 'ILDN HASH VERS ILDB'])
  t.deepEqual(await parts({ debug: 'full', pdbInPrivate: true }), [`${named} PRIV`, 'ILDN HASH SRCI VERS ILDB'])
  t.deepEqual(await parts({ debug: 'source', stripReflection: true }), [
    named.replace(' STAT', ''),
    'ILDN HASH SRCI STAT VERS',
  ])
})

test('names and hashes', async t => {
  const plain = make({})
  const debug = make({ debug: 'full' })
  const c = readContainer(debug.container)
  const hash = part(c, 'HASH')
  t.is(hex(hash), hex(part(readContainer(plain.container), 'HASH')))
  t.is(debug.pdb!.name, `${hex(hash.subarray(4))}.pdb`)
  t.is(hex((await readPdbStream(debug.pdb!.bytes, 1)).subarray(12, 28)), hex(hash.subarray(4)))
  t.is(make({ debug: 'full', debugFile: 'out/x.pdb' }).pdb!.name, 'out/x.pdb')
  t.is(make({ debug: 'full', debugFile: 'out/' }).pdb!.name, debug.pdb!.name)
  const bySource = readContainer(make({ debug: 'full', embedDebug: true, hashSource: true }).container)
  t.is(part(bySource, 'HASH')[0], 1)
  t.is(hex(part(bySource, 'HASH').subarray(4)), hex(md5(bitcode(part(bySource, 'ILDB')))))
  const other = compile(`${SOURCE}// more`, {
    target: 'cs_6_0',
    defines: ['SCALE=2'],
    include: () => INCLUDED,
    debug: 'source',
    hashSource: true,
  })
  t.not(
    hex(part(readContainer(other.container!), 'HASH')),
    hex(part(readContainer(make({ debug: 'source', hashSource: true }).container), 'HASH')),
  )
})

test('options that need others', t => {
  const codes = (options: Partial<CompileOptions>): string[] =>
    compile(SOURCE, { target: 'cs_6_0', ...options }).diagnostics.map(d => d.code)
  t.deepEqual(codes({ embedDebug: true }), ['E4050'])
  t.deepEqual(codes({ embedDebug: true, debug: 'source' }), ['E4050'])
  t.deepEqual(codes({ hashSource: true }), ['E4051'])
  t.deepEqual(codes({ debug: 'full', debugFile: 'é'.repeat(32768) }), ['E4052'])
})

test('LLVM text without debug information gives none, and that is said', t => {
  const plain = compile(SOURCE, {
    target: 'cs_6_0',
    defines: ['SCALE=2'],
    include: () => INCLUDED,
    printAfter: ['lower'],
  })
  const result = compileModule(plain.dumps[0]!.text, { debug: 'full', embedDebug: true })
  t.deepEqual(
    result.diagnostics.map(d => d.code),
    ['W4050'],
  )
  t.false(names(result.container!).includes('ILDB'))
})

test('sources, defines and arguments', async t => {
  const { pdb } = make({
    debug: 'full',
    arguments: [
      ['T', 'cs_6_0'],
      ['Zi', ''],
    ],
  })
  const c = readContainer(await containerBytes(pdb!.bytes))
  const info = newSourceInfo()
  sourceInfo(new Reader(part(c, 'SRCI'), 0, 'SRCI'), info)
  t.deepEqual(sourceFiles(info), [
    { name: 'main.hlsl', text: SOURCE },
    { name: 'shade.hlsli', text: INCLUDED },
  ])
  t.deepEqual(sourceArguments(info), [
    { name: 'T', value: 'cs_6_0' },
    { name: 'Zi', value: '' },
  ])
  const text = (m: ReturnType<typeof readModule>): string => printModule(m)
  const inFile = text(readModule(bitcode(part(c, 'ILDB'))))
  t.regex(inFile, /^!dx\.source\.contents = !\{!(\d+)\}[\s\S]*^!\1 = !\{!"", !""\}$/m)
  const embedded = text(shownModule(make({ debug: 'full', embedDebug: true }).container))
  t.regex(embedded, /!\{!"shade\.hlsli", !"float4 shade/)
  t.regex(embedded, /!\{!"SCALE=2"\}/)
  t.regex(embedded, /!\{!"-T", !"cs_6_0", !"-E", !"main", !"-Zi", !"-Qembed_debug", !"-D", !"SCALE=2"\}/)
})

/** Takes out loads of the word that stands for nothing; how many there were. */
function dropNothing(m: ReturnType<typeof readModule>): number {
  let count = 0
  for (const b of m.functions.flatMap(f => f.blocks))
    for (const i of [...b.instructions]) {
      const [pointer] = i.operands
      const base = pointer?.kind === 'expr' ? pointer.operands[0] : undefined
      if (i.op !== Op.Load || base?.kind !== 'global' || base.name !== 'dx.nothing.a') continue
      b.instructions.splice(b.instructions.indexOf(i), 1)
      count++
    }
  return count
}

test('debug information taken out leaves the program', t => {
  for (const optimization of [0, 1, 2, 3] as const) {
    const { container } = make({ debug: 'full', embedDebug: true, optimization })
    const c = readContainer(container)
    t.is(hex(part(c, 'DXIL')), hex(part(readContainer(make({ optimization }).container), 'DXIL')))
    const m = readModule(bitcode(part(c, 'ILDB')))
    t.true(hasDebugInfo(m))
    stripDebugInfo(m)
    // Places to stop at without optimisation, as DXC has them.
    if (optimization === 0) t.true(dropNothing(m) > 0)
    else t.is(dropNothing(m), 0)
    const code = (module: typeof m): string => /^define[\s\S]*?^\}/m.exec(printModule(module))![0]
    t.is(code(m), code(readModule(bitcode(part(c, 'DXIL')))))
  }
})

test('lines of calls in line, with the call around them', t => {
  const text = fullListing(make({ debug: 'full', embedDebug: true }).container).text
  t.regex(text, /var:"n" !DIExpression\(DW_OP_bit_piece, 32, 32\) func:"shade"/)
  const m = /!dbg !(\d+) ; line:3 col:\d+ {2}; Rsqrt/.exec(text)
  t.truthy(m, text)
  const location = new RegExp(
    `^!${m![1]} = !DILocation\\(line: 3, column: \\d+, scope: !\\d+, inlinedAt: !(\\d+)\\)$`,
    'm',
  ).exec(text)
  t.regex(text, new RegExp(`^!${location![1]} = distinct !DILocation\\(line: 7, column: \\d+, scope: !\\d+\\)$`, 'm'))
  t.regex(text, /!DIFile\(filename: "shade\.hlsli", directory: ""\)/)
})

oracleTest(['dxc'], 'the validator accepts them', async t => {
  const dxc = await Dxc.shared()
  for (const options of [
    { debug: 'full', embedDebug: true },
    { debug: 'full', embedDebug: true, optimization: 0 },
    { debug: 'full', embedDebug: true, hashSource: true },
    { debug: 'full', pdbInPrivate: true },
    { debug: 'source', debugFile: 'x.pdb' },
  ] as const) {
    const { ok, message, digest } = await dxc.validate(make(options).container)
    t.is(message, '')
    t.true(ok)
    t.is(digest, 'right')
  }
})

oracleTest(['dxc'], 'DXC lists the container and the debug file as we do', async t => {
  const dxc = await Dxc.shared()
  for (const optimization of [0, 3] as const) {
    const { container, pdb } = make({ debug: 'full', embedDebug: true, debugFile: 'x.pdb', optimization })
    t.is((await dxc.disassemble(container)).text, fullListing(container).text)
    t.is((await dxc.disassemble(pdb!.bytes)).text, fullListing(await containerBytes(pdb!.bytes)).text)
  }
})

oracleTest(['llvm'], 'LLVM reads the debug information: functions have their scopes', async t => {
  const c = readContainer(make({ debug: 'full', embedDebug: true }).container)
  const { ok, text } = await llvmDis14(bitcode(part(c, 'ILDB')))
  t.true(ok)
  t.regex(text, /define void @main\(\) !dbg !\d+/)
  t.regex(
    text,
    /llvm\.dbg\.value\(metadata float %\d+, metadata !\d+, metadata !DIExpression\(DW_OP_LLVM_fragment, 32, 32\)\)/,
  )
})

test('the main file comes first, the others by name, however they were included', async t => {
  const texts = new Map([
    ['zebra.hlsli', '#include "b/apple.hlsli"\n'],
    ['b/apple.hlsli', '#define APPLE 1\n'],
    ['b1.hlsli', '#define B1 2\n'],
  ])
  const source = `#include "zebra.hlsli"
#include "b1.hlsli"
RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { o[0] = APPLE + B1; }
`
  const options = { debug: 'source', fileName: 'main.hlsl', include: (name: string) => texts.get(name) } as const
  const result = compile(source, { target: 'cs_6_0', ...options })
  if (!result.ok) return t.fail(result.text)
  const { files } = debugSources(await containerBytes(result.pdb!.bytes))!
  t.deepEqual(
    files.map(f => f.name.replace(/^\.\//, '')),
    ['main.hlsl', 'b1.hlsli', 'b/apple.hlsli', 'zebra.hlsli'],
  )
})
