// Where the code of each kind of expression and statement stands: line and column of every instruction that both compilers have, as DXC has it.

import { compile } from '../../src/api/compile.ts'
import { shownModule } from '../../src/listing/listing.ts'
import type { MDDebug } from '../../src/llvm/model/metadata.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import { Op } from '../../src/llvm/model/values.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const DECLARED = `RWByteAddressBuffer o; RWStructuredBuffer<float4> v;
cbuffer C { float a, b, c, d; int i, j, k; uint u, w; float4 p, q; float4x4 m; float arr[4]; bool t; };
#define ADD(x, y) ((x) + (y))
#define ID(x) x
struct T { float2 x; float y[2]; }; struct S { float f; T t; float g(float x) { return x * f; } void set(float y) { f
   = y; } };
float twice(float x, float y = 4) { return x
   * 2 + y; }
void change(float x, out float y, inout float z) { y = x + 1; z = z * y; }
[numthreads(1, 1, 1)] void main() {
`

/** Statements, each a program. Those without a name of DXC's own differ in no instruction. */
const BODIES: readonly string[] = [
  'o.Store(0,\n   asuint(a +\n   b *\n     c));',
  'float x = a\n  + b\n  - c;\no.Store(0, asuint(x));',
  'float x = a;\nx +=\n  b;\nx\n *= c;\no.Store(0, asuint(x));',
  'float4 x = p\n  * q;\nv[0] = x;\nv[1]\n  = p + q;\nv[i + 1].x = a;\nv[i].yz += p.xy;',
  'int x = i, y = j;\no.Store(x\n ++, k);\no.Store(4, --\n y * x);',
  'o.Store(0, ~i);\no.Store(4,\n -i);\no.Store(12, asuint(-(a\n + b)));',
  'o.Store(0, (int)a);\no.Store(4, int(a\n + b));\no.Store(8, asuint((float)i));\nint n = (a\n * b);\no.Store(12, n);',
  'float4 x = float4(a, i, b\n + c, d);\nv[0] = x;',
  'o.Store(0, asuint((sin(a)) * max(b,\n c + d)));\no.Store(4, asuint(dot(p\n, q + q)));',
  'float4 x = p;\nx.yx = q.zw * x.xy;\nx.z = (a - b);\nv[0] = x;',
  'v[0] = -p / +q;\nv[2] = (q)\n / (p\n * q);',
  'S s;\ns.set(a\n + b);\nv[0] = s.g(b) +\n  s\n   .g(a);',
  'S s = (S)0;\ns.t.x.y = a\n * b;\nv[0] = s.t.x.y / c;',
  'float z = 1 +\n twice(a, b)\n * twice(\n  c * d);\nv[0] = z;',
  'float y, z = b;\nchange(a * b, y, z);\nv[0] = y + z;',
  'int x = i;\nx = (j, x\n + k);\nx++, x ^= 2;\no.Store(0, x);',
  'float z = ADD(a, b);\nv[1] = ADD(z,\n  ADD(p, q));\nv[2] = p * ID(\n  q * a\n  + b);\nID(\n float e = p.z;\n v[4] =\n  e * q.y;\n)',
  'int x = k;\nif (a\n > b) {\n  x\n   += j;\n  o.Store(0, x);\n} else\n  o.Store(4, x * j);\nif (a > c) o.Store(8, 1);',
  'for (int n = 0; n\n < i; n\n ++) {\n  o.Store(n\n  * 2, 1);\n  if (n == j) break;\n  o.Store(n ^ 1, 1);\n}',
  'int n = 0;\ndo {\n  o.Store(n, 1);\n  n\n  += 2;\n} while (n\n < i);',
  'switch (i\n + j) {\n  case 0: o.Store(0, 1);\n  case 1: o.Store(4, 1); break;\n  case 2: { o.Store(8, 1); break; }\n  default: o.Store(12, 1);\n}',
  'uint z;\no.InterlockedAdd(0,\n u + w, z);\no.Store(4, z\n ^ 1);',
]

/** What stands nowhere in the source, what only one makes twice, and what steps are made of. */
const isPlaced = (op: string): boolean => /^(FAdd|Binop|Cmp|Cast|Select|Switch|Call)/.test(op)

const NAMES = new Map<number, string>(Object.entries(Op).map(([name, n]) => [n, name]))

/** `operation at line:column < line:column of the call`, of instructions with a place. */
function placesOf(m: Module): string[] {
  const found: string[] = []
  for (const f of m.functions)
    for (const block of f.blocks)
      for (const i of block.instructions) {
        const name = NAMES.get(i.op) ?? ''
        const callee = i.op === Op.Call ? ((i.operands[i.operands.length - 1] as { name?: string }).name ?? '') : ''
        if (!isPlaced(name) || /^llvm\.dbg|Handle|cbufferLoad/.test(callee)) continue
        let at: MDDebug | null = i.location ?? null
        if (!at) continue
        const rows: string[] = []
        for (; at; at = at.fields[3] as MDDebug | null) rows.push(`${at.fields[0]}:${at.fields[1]}`)
        found.push(`${name} ${callee} at ${rows.join(' < ')}`)
      }
  return found
}

const differs = (from: readonly string[], what: readonly string[]): string[] => {
  const left = [...what]
  return from.filter(x => {
    const at = left.indexOf(x)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

for (const level of [0, 3] as const)
  oracleTest(['dxc-new'], `the places of expressions and statements at -O${level}`, async t => {
    const dxc = await Dxc.shared('dxc-new')
    const found: string[] = []
    for (const body of BODIES) {
      const source = `${DECLARED}${body}\n}`
      const options = {
        target: 'cs_6_6',
        debug: 'full',
        embedDebug: true,
        optimization: level,
        fileName: 'a.hlsl',
      } as const
      const own = compile(source, options)
      const words = ['-T', 'cs_6_6', '-E', 'main', '-Zi', '-Qembed_debug', level === 0 ? '-Od' : '-O3']
      const other = await dxc.compile(source, words, { name: 'a.hlsl' })
      if (!own.ok || !other.container) {
        t.fail(`${body}: ${own.text} ${other.errors}`)
        continue
      }
      // DXC repeats tests at the ends of loops, and what it finds to be the same only later.
      const [ours, theirs] = [placesOf(shownModule(own.container)), placesOf(shownModule(other.container))]
      const missing = differs(theirs, ours).filter(x => !/^(Cmp|Cast) /.test(x))
      const more = differs(ours, theirs)
      if (missing.length + more.length > 0)
        found.push(`${body}\nonly DXC: ${missing.join(', ')}\nonly ours: ${more.join(', ')}`)
    }
    t.deepEqual(found, [])
  })
