// Without optimisation, resources in a local array stay if one of them is used and the index is no constant expression, as in DXC.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { tableOf } from './check.ts'

const HEAD = `Texture2D t0; Texture2D t1; Texture2D t2;
static uint first = 1;
struct Set { Texture2D a[2]; Texture2D b; };
uint same(uint i) { return i; }
uint above(uint i) { if (i > 2) return 1; return 0; }
uint chosen(uint i) { switch (i) { case 0: return 1; case 1: return 0; } return 0; }
Texture2D pick(uint i) { Texture2D l[2] = { t0, t1 }; return l[i]; }
float4 zeroth(Texture2D a[2], int3 o) { return a[0].Load(o); }
float4 load(Texture2D a[2], uint i, int3 o) { return a[i].Load(o); }
`

const BODIES = [
  ...['same(1)', 'above(5)', 'chosen(0)', '2 - 1', 'uint(sin(0.0f))', 'first'].map(
    i => `Texture2D l[2] = { t0, t1 }; return l[${i}].Load(o);`,
  ),
  'Texture2D l[3] = { t0, t1, t2 }; uint i = 1; return l[i].Load(o);',
  'Texture2D l[3] = { t0, t1, t2 }; const uint i = 1; return l[i].Load(o);',
  'Texture2D l[2] = { t0, t1 }; uint i = 0; if (i < 1) i = 1; return l[i].Load(o);',
  'Texture2D l[2] = { t0, t1 }; return l[1].Load(o) + l[same(1)].Load(o);',
  'Texture2D l[2] = { t0, t1 }; Texture2D q[2] = l; uint i = 1; return q[i].Load(o);',
  'Texture2D l[2] = { t0, t1 }; uint i = 1; float4 x = l[i].Load(o); return t2.Load(o);',
  'Texture2D l[2] = { t0, t1 }; float4 r = 0; [unroll] for (uint i = 0; i < 1; i++) r += l[i].Load(o); return r;',
  'Texture2D l[2] = { t0, t1 }; float4 r = 0; [unroll] for (uint i = 0; i < 1; i++) { uint j = 1; r += l[j].Load(o); } return r;',
  'Texture2D l[2] = { t0, t1 }; return zeroth(l, o);',
  'Texture2D l[2] = { t0, t1 }; return load(l, 1, o);',
  'Set l; l.a[0] = t0; l.a[1] = t1; l.b = t2; uint i = 1; return l.a[i].Load(o);',
  'return pick(1).Load(o);',
]

oracleTest('dxc', 'resources of one local array are kept together', async t => {
  const dxc = await Dxc.shared()
  for (const body of BODIES)
    for (const args of [['-Od'], []]) {
      const source = `${HEAD}float4 main(int3 o : O) : SV_Target { ${body} }`
      const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main', ...args])
      const { container } = compile(source, {
        target: 'ps_6_0',
        entry: 'main',
        ...(args.length > 0 ? { optimization: 0 } : {}),
      })
      t.deepEqual(tableOf(container!), tableOf(theirs.container!), `${args.join(' ')} ${body}`)
    }
})
