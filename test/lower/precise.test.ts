// Which operations are precise, against DXC: the number of fast and of other operations of each kind. Where other passes choose otherwise they
// would differ, too; these sources leave them no choice.

import { disassemble } from '../../src/api/reader.ts'
import { ours, theirs } from '../executed/sources.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const FRAME = (body: string, more = ''): string => `StructuredBuffer<float> b : register(t0);
RWStructuredBuffer<float> o : register(u0);
${more}
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  float s = b[t], u = b[t + 4];
  ${body}
}`

const SOURCES: Readonly<Record<string, string>> = {
  'what a variable holds later is not': FRAME(
    'float r = s * u; precise float q = r; r = r * 3 + s; r = r * u; o[t] = r; o[t + 1] = q;',
  ),
  'the test of a branch': FRAME(
    'precise float p; [branch] if (s * u + u > 3) { p = sin(s); o[9] = s * 5; } else p = u * u; o[t] = p * 7;',
  ),
  'the test of a branch around a constant': FRAME(
    'precise float p = 1; [branch] if (s * u + u > 3) { p = 2; o[9] = s * 5; } if (u * 3 > s) o[10] = s; o[t] = p;',
  ),
  'tests around tests': FRAME(
    'precise float p = 1; [branch] if (s * 3 > 4) { o[8] = u; [branch] if (u * 5 > 6) { o[9] = s; p = s * 7; } } o[t] = p;',
  ),
  'a loop and what leaves it': FRAME(
    'precise float p = s; [loop] for (int i = 0; i < 10; i++) { if (s * i > 17) { p = p * 2; break; } o[i + 20] = s * 3; } o[t] = p;',
  ),
  'an array': FRAME(
    'float a[4] = { s * 2, u * 3, s * 4, u * 5 }; precise float q = a[t & 3]; o[t] = q; o[t + 1] = a[1] * 9;',
  ),
  'an element of an array': FRAME(
    'float a[2] = { s * 3, u * 5 }; precise float q = a[1]; a[0] += s * 7; o[t] = q; o[t + 1] = a[0] + a[1];',
  ),
  'groupshared memory': FRAME('gs[t] = s * 11; precise float w = gs[t ^ 1]; o[t] = w;', 'groupshared float gs[8];'),
  'static variables': FRAME(
    'float y = f(s); precise float w = st; o[t] = w; o[t + 1] = y * 3;',
    'static float st; float f(float x) { st = x * 5; return x * 7; }',
  ),
  'a precise integer': FRAME('precise int k = (int)(s * 13); o[t] = k; o[t + 1] = u * 13;'),
  'parameters and results': FRAME(
    'float y; precise float z = f(s * 7, y); o[t] = z; o[t + 1] = y * u * s;',
    'float f(float x, out float y) { y = x * 3; return x * 2 + y; }',
  ),
  'a member, where the whole is initialised': FRAME(
    'S x = { s * 3, u * 5 }; S y[2] = { x, { s * 7, u * 9 } }; o[t] = x.p; o[t + 1] = x.q; o[t + 2] = y[1].p; o[t + 3] = y[1].q;',
    'struct S { precise float p; float q; };',
  ),
  'a choice': FRAME('precise float p = s * 3 > 4 ? s * 5 : u * 7; o[t] = p; o[t + 1] = s * 9;'),
}

/** How many operations of each kind and freedom. */
function counts(container: Uint8Array): Record<string, number> {
  const found: Record<string, number> = {}
  const note = (name: string): void => {
    found[name] = (found[name] ?? 0) + 1
  }
  for (const line of disassemble(container).split('\n')) {
    const plain = /= (fadd|fsub|fmul|fdiv|fcmp)( fast)?/.exec(line)
    if (plain) note(plain[0])
    const call = /@dx\.op\.\w+\.f32\(i32 (\d+).*!dx\.precise/.exec(line)
    if (call) note(`operation ${call[1]}`)
  }
  return found
}

for (const [name, source] of Object.entries(SOURCES))
  oracleTest(['dxc-new'], `precise as in DXC: ${name}`, async t => {
    for (const flags of [[], ['-Od']]) {
      const program = { source, args: ['-T', 'cs_6_6', '-E', 'main', ...flags] }
      const [a, b] = [ours(program), await theirs(program)]
      if (!a || !b) return t.fail(`not compiled ${flags.join()}`)
      t.deepEqual(counts(a), counts(b), flags.join())
    }
  })
