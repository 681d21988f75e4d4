// Locations and debug rows in the IR: they change no code, pass through the text form, and the verifier sees what is wrong with them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import { readContainer } from '../../src/container/container.ts'
import { elementPiece, interleavedPiece } from '../../src/ir/debug_rows.ts'
import { Func } from '../../src/ir/function.ts'
import { Module } from '../../src/ir/module.ts'
import { Op } from '../../src/ir/ops.ts'
import { F32, VOID } from '../../src/ir/types.ts'
import { verifyFunc } from '../../src/ir/verify.ts'

const SOURCE = `struct Ray { float3 origin; float3 way[2]; };
RWStructuredBuffer<float> o;
float3 at(Ray r, float t) {
  float3 p = r.origin + r.way[1] * t;
  if (t > 4) {
    float far = t * 2;
    p.x += far;
  }
  return p;
}
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Ray r;
  r.origin = 1;
  float table[4] = { 1, 2, 3, 4 };
  [unroll] for (int i = 0; i < 2; i++) r.way[i] = float3(id) + i;
  float sum = 0;
  for (uint k = 0; k < id.y; k++) sum += at(r, table[k & 3]).x;
  o[id.x] = sum;
}`

const partsOf = (container: Uint8Array): Map<string, Buffer> =>
  new Map(
    readContainer(container).parts.map(({ name, offset, size }) => [
      name,
      Buffer.from(container.subarray(offset, offset + size)),
    ]),
  )

const corpus = (name: string): string => readFileSync(join(process.cwd(), 'corpus', `${name}.hlsl`), 'utf8')

test('the program is the same with debug information and without', t => {
  const sources = [SOURCE, ...['nbody', 'dynamic_indexing', 'struct_copies', 'sha256', 'control_flow'].map(corpus)]
  for (const source of sources)
    for (const optimization of [0, 3] as const) {
      const plain = compile(source, { target: 'cs_6_0', optimization })
      const debug = compile(source, { target: 'cs_6_0', optimization, debug: 'full' })
      if (!plain.ok || !debug.ok) t.fail(plain.text + debug.text)
      else t.deepEqual(partsOf(debug.container).get('DXIL'), partsOf(plain.container).get('DXIL'))
    }
})

test('every state is printed and read back', t => {
  const direct = compile(SOURCE, { target: 'cs_6_0', debug: 'full', printAfter: ['all'] })
  t.true(direct.ok, direct.text)
  t.true(direct.dumps.length > 10)
  t.regex(direct.dumps[0]!.text, /@dxilkit\.dbg\.declare/)
  t.regex(direct.dumps.at(-1)!.text, /@dxilkit\.dbg\.value/)
  for (const { pass, text } of direct.dumps) {
    const again = compileModule(text, { printAfter: ['lower'], debug: 'full' })
    if (!again.ok) t.fail(`${pass}: ${again.text}`)
    else {
      t.is(again.dumps[0]!.text, text, pass)
      t.deepEqual(partsOf(again.container), partsOf(direct.container!), pass)
    }
  }
})

test('what the text says of places is checked', t => {
  const { dumps } = compile(SOURCE, { target: 'cs_6_0', debug: 'full', printAfter: ['lower'] })
  const { text } = dumps[0]!
  const broken = (from: RegExp, to: string): string => {
    t.regex(text, from)
    return compileModule(text.replace(from, to), { debug: 'full' }).text
  }
  t.regex(broken(/!"files"/, '!"filez"'), /a list is missing/)
  t.regex(broken(/dbg\.value\((\w+ [^,]+), i32 \d+/, 'dbg.value($1, i32 999'), /there is no variable 999/)
  t.regex(broken(/, !dxilkit\.loc !(\d+)/, ', !dxilkit.loc !{i32 1}'), /a location is a node of its own/)
  t.regex(broken(/= !\{i32 (\d+), i32 (\d+), i32 \d+\}/, '= !{i32 $1, i32 $2, i32 77}'), /this is no location/)
})

function smallFunction(): { m: Module; f: Func } {
  const m = new Module(
    { stage: 'cs', major: 6, minor: 0 },
    { native16Bit: false, ieeeStrict: false, allResourcesBound: false, optimization: 3 },
  )
  m.debug = {
    files: ['a.hlsl'],
    types: [],
    scopes: [
      { kind: 'function', name: 'f', file: 0, line: 1, scopeLine: 1, linkageName: '', params: [] },
      { kind: 'function', name: 'g', file: 0, line: 5, scopeLine: 5, linkageName: '', params: [] },
    ],
    variables: [{ name: 'x', scope: 0, file: 0, line: 1, type: 0, argument: 0 }],
    globals: [],
  }
  const f = new Func('main')
  m.functions.push(f)
  return { m, f }
}

const row = (
  scope: number,
  inlinedAt = 0,
): { pos: number; line: number; column: number; scope: number; inlinedAt: number } => ({
  pos: 1,
  line: 1,
  column: 1,
  scope,
  inlinedAt,
})

test('the verifier looks at scopes, calls and rows', t => {
  const complaintOf = (build: (m: Module, f: Func) => void): string => {
    const { m, f } = smallFunction()
    build(m, f)
    const b = f.blocks[0] ?? f.addBlock('entry')
    f.terminate(b, Op.Ret, VOID, [], [])
    return verifyFunc(m, f)
      .map(c => c.what)
      .join()
  }
  const add = (f: Func, loc: number): number => f.append(f.addBlock('entry'), Op.FAdd, F32, [], 0, 0, loc)
  t.regex(
    complaintOf((_, f) => add(f, f.locations.add(row(7)))),
    /scope 7, which there is not/,
  )
  t.regex(
    complaintOf((_, f) => add(f, f.locations.add(row(0, -5)))),
    /its call is not located before it/,
  )
  const piece = { offset: 0, bits: 32, dims: [] }
  const described = (scope: number, variable: number): string =>
    complaintOf((m, f) => {
      const b = f.addBlock('entry')
      const value = m.constants.float(F32, 1)
      f.keepDebugRows().addAtEnd(b, { variable, loc: f.locations.add(row(scope)), piece, isMemory: false, value })
    })
  t.is(described(0, 0), '')
  t.regex(described(1, 0), /it lies in another function/)
  t.regex(described(0, 3), /there is no such variable/)
})

test('rows follow the instructions they stand at and the values they name', t => {
  const { m, f } = smallFunction()
  const b = f.addBlock('entry')
  const rows = f.keepDebugRows()
  const one = m.constants.float(F32, 1)
  const a = f.append(b, Op.FAdd, F32, [one, one])
  const piece = { offset: 0, bits: 32, dims: [] }
  rows.addAtEnd(b, { variable: 0, loc: f.locations.add(row(0)), piece, isMemory: false, value: a })
  const c = f.append(b, Op.FMul, F32, [one, one])
  const end = f.terminate(b, Op.Ret, VOID, [], [])
  t.is(rows.before(c)[0]!.value, a)
  f.remove(c)
  t.is(rows.before(end)[0]!.value, a)
  f.replaceAllUses(a, one)
  t.is(rows.before(end)[0]!.value, one)
  f.clearTerminator(b)
  const next = f.addBlock('next')
  const again = f.terminate(b, Op.Br, VOID, [], [next])
  t.is(rows.before(again).length, 1)
  const d = f.append(next, Op.FMul, F32, [one, one])
  f.terminate(next, Op.Ret, VOID, [], [])
  f.mergeInto(b, next)
  t.is(rows.before(d).length, 1)
})

test('pieces of variables that were taken apart', t => {
  const piece = {
    offset: 32,
    bits: 32,
    dims: [
      [2, 96],
      [3, 32],
    ] as const,
  }
  t.deepEqual(elementPiece(piece, 4), { offset: 32 + 96 + 32, bits: 32, dims: [] })
  t.deepEqual(interleavedPiece(piece, 3, 1), { offset: 64, bits: 32, dims: [[2, 96]] })
  t.is(interleavedPiece(piece, 2, 0), undefined)
})
