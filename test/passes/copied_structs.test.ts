// A struct with an array that is passed by value to the calls of an unrolled loop is read where it came from, however many copies of the loop's body there are.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/index.ts'

/** Each round begins with a copy of the struct in a block of its own. */
const program = (rounds: number): string => `struct D { uint3 size; int4 scroll[4]; };
cbuffer C { D data; uint k; };
RWTexture2D<float4> t;
uint at(D d, uint i, uint3 c) { return ((c + (uint3)d.scroll[i].xyz) % d.size).x; }
void look(inout uint3 best, uint3 p, int x) {
  float4 d = t[uint2(at(data, k, p + x), k)];
  if (d.w != 0) { best = p; return; }
  if (d.x < 0.5) best = (uint3)d.xyz;
}
[numthreads(32, 1, 1)]
void main(uint3 p : SV_DispatchThreadID) {
  uint3 best = 1000;
  [unroll] for (int x = 0; x < ${rounds}; x++) look(best, p, x);
  t[p.xy] = float4(best, 0);
}`

test('copies of a struct in 3, 17 and 40 rounds need no memory', t => {
  for (const rounds of [3, 17, 40])
    t.false(/alloca/.test(disassemble(compile(program(rounds), { target: 'cs_6_6' }).container!)), `${rounds} rounds`)
})
