// Without optimisation: what only work without effect looks at is used by neither compiler, and counts in no table.

import { bindingRows, partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** Bodies of a pixel shader that gives back a float. */
const BODIES: readonly string[] = [
  // Decided by one operand, or by two that are the same.
  'float z = 0; return t.Load(1).x * z;',
  'float z = 0; return z * t.Load(1).x;',
  'int z = 0; return b[1] * z;',
  'int z = 0; return b[1] & z;',
  'int z = -1; return b[1] | z;',
  'int z = b[1]; return z - z;',
  'int z = b[1]; return z ^ z;',
  'float z = t.Load(1).x; return z - z;',
  'float z = 0; return z / t.Load(1).x;',
  'int z = 0; return z / b[1];',
  'uint z = 0; return z % uint(b[1]);',
  'int z = 0; return z << b[1];',
  'int z = 4; return b[1] ? z : z;',
  'float z = 0; precise float r = t.Load(1).x * z; return r;',
  'float z = 0; return mad(t.Load(1).x, z, a.x);',
  'float3 z = 0; return dot(t.Load(1).xyz, z);',
  'float z = 0; return lerp(a.x, t.Load(1).x, z);',
  'bool z = false; if (b[1] > 2 && z) return t.Load(1).x; return a.y;',
  'bool z = true; if (b[1] > 2 || z) return a.x; return t.Load(1).y;',
  'float s = 0; for (int i = 0; i < a.x; i++) { s += i; if ((b[1] > 2 && a.y > 3) || true) break; } return s;',
  'float s = 0; for (int i = 0; i < a.x; i++) { s += i; if (b[1] > 2 && false) break; } return s;',
  // Choices and loops around nothing, in each other, too.
  'float z = 2; if (k[0].x > 2) z = a.x; return a.y;',
  'float z = 2; [branch] if (k[0].x > 2) z = a.x; return a.y;',
  'float z = 2; [branch] if (k[0].x > 2) { for (uint i = 0; i < 3; i++) z += a.x; } return a.y;',
  'float z = 2; if (k[0].x > 2) { if (a.x > 1) z = a.x; } else [branch] if (b[0] > 1) { [branch] if (k[2].y > 1) z = 4; } return a.y;',
  'float z = 2, r = a.y; if (k[0].x > 2) { if (b[1] > 1) z = a.x; r = a.z; } return r;',
  'float z = 2; switch (b[0]) { case 0: z = 3; break; case 1: z = 4; } return a.y;',
  'float z = 2; for (uint i = 0; i < (uint(b[1]) & 3); i++) z += a.x; return a.y;',
  'float z = 2; for (uint i = 0; i < (asuint(k[1].y) & 3); i++) { if (k[0].x > 2) break; z += a.x; } return a.y;',
  'float z = 2; for (uint i = 0; i < (uint(b[1]) & 3); i++) { if (k[0].x > 2) continue; z += a.x; } return a.y;',
  'float z = 2; [branch] if (k[0].x > 2) { for (uint i = 0; i < (uint(b[1]) & 3); i++) { if (a.z > 2) break; z += 1; } } return a.y;',
]

oracleTest('dxc', 'without optimisation dead work uses what it uses in DXC', async t => {
  const dxc = await Dxc.shared()
  let used = 0
  for (const body of BODIES) {
    const source = `Texture2D t; Buffer<int> b; cbuffer C { float4 k[4]; };\nfloat main(float4 a : A) : SV_Target { ${body} }\n`
    const ours = oursAlone(source, '-T ps_6_0 -E main -Od')
    const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main', '-Od'])
    if (!ours.container || !theirs.container) {
      t.fail(`${body}\n${ours.text}${theirs.errors}`)
      continue
    }
    const rows = await Promise.all(
      [ours.container, theirs.container].map(async c => bindingRows((await dxc.disassemble(c)).text)),
    )
    t.deepEqual(rows[0], rows[1], body)
    t.deepEqual(partOf(ours.container, 'PSV0'), partOf(theirs.container, 'PSV0'), body)
    if (rows[1]!.length > 0) used++
  }
  t.true(used > 3 && used < BODIES.length / 2, `${used}`)
})
