// Programs whose results differed from DXC's, found by the kinds of choices, objects, matrices, bytes and textures.

import type { Source } from './sources.ts'

/** Before HLSL 2021 both operands of && and || run, but not in what clang's constants decide: selectors and conditions of choices. */
const DECIDED_SELECTORS = `RWStructuredBuffer<uint> o; StructuredBuffer<uint> b;
static uint s = 7;
bool bump(uint x) { s = s * 3 + x; return b[1] > 2; }
[numthreads(1, 1, 1)] void main() {
switch (0 && bump(1)) { case 0: o[1] = 5; }
switch (true ? (int)(0 && bump(2)) : 2) { case 0: o[2] = 5; }
switch (0 * (1 || bump(3))) { case 0: o[3] = 5; }
switch (~(int)!(1 || bump(4))) { case 0: o[4] = 5; break; case ~0: o[4] = 3; }
switch (b[0] * 0 || (0 && bump(5))) { case 0: o[5] = 5; }
o[6] = (uint)(0 && bump(6)) > 1 ? 5 : 6;
if ((uint)(0 && bump(7))) o[7] = 5;
o[0] = s; }`

export const FOUND_BY_KINDS: readonly Source[] = [
  { source: DECIDED_SELECTORS, args: ['-T', 'cs_6_0', '-HV', '2018'] },
  { source: DECIDED_SELECTORS, args: ['-T', 'cs_6_0', '-HV', '2018', '-Od'] },
  { source: DECIDED_SELECTORS, args: ['-T', 'cs_6_6'] },
]
