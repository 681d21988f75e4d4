// The reducer: what is left has the property, and little else.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { propertyOf } from './properties.ts'
import { shrink } from './shrink.ts'

const SOURCE = `
struct Light { float3 color; float range; };
StructuredBuffer<Light> lights; Texture2D<float4> image : register(t3); SamplerState s;
float3 shade(float3 n, int count) {
  float3 sum = 0;
  for (int i = 0; i < count; i++) { sum += lights[i].color * saturate(dot(n, normalize(lights[i].color))); }
  return sum;
}
float unused(float x) { if (x > 1) { return flaot4(x).x; } return x * 2; }
float4 main(float3 n : NORMAL, float2 uv : UV) : SV_Target {
  float4 base = image.Sample(s, uv) * float4(shade(n, 4), 1);
  [branch] if (base.a < 0.5) discard;
  return base;
}`
const LIMITS = { tries: 3000, seconds: 60 }

test('a message stays, and what it needs', async t => {
  const words = ['-T', 'ps_6_0']
  const holds = propertyOf({ says: "'flaot4'" }, words)
  const small = await shrink(SOURCE, holds, LIMITS)
  t.true(await holds(small))
  t.true(small.length < 60, small)
  t.regex(small, /flaot4/)
})

test('a predicate of text alone sees every bracket and list emptied', async t => {
  const small = await shrink('int f(int a, int b) { return g(a, h(b), 3); } int k;', text => text.includes('h'), LIMITS)
  t.is(small.trim(), 'h')
})

test('a command decides by its exit code', async t => {
  const holds = propertyOf({ command: 'grep -q normalize {}' }, ['-T', 'ps_6_0'])
  t.true(await holds(SOURCE))
  t.false(await holds('float4 main() : SV_Target { return 1; }'))
  t.throws(() => propertyOf({}, []), { message: 'nothing is wanted' })
})

oracleTest('dxc', 'properties that need DXC hold and fail as they should', async t => {
  const words = ['-T', 'ps_6_0']
  const good = 'float4 main(float4 a : A) : SV_Target { return a * 2; }'
  t.false(await propertyOf({ invalid: true }, words)(good))
  t.false(await propertyOf({ differs: ['ISG1'] }, words)(good))
  t.true(await propertyOf({ longer: 1 }, words)(good))
  t.false(await propertyOf({ longer: 1.5 }, words)(good))
  t.false(await propertyOf({ alone: 'ours' }, words)(good))
  t.false(await propertyOf({ crashes: true }, words)(good))
})
