// Variables that a threaded jump decides: debug information tells their values behind the branch that is gone.

import test from 'ava'
import { compile, disassemble } from '../../src/api/index.ts'

const SOURCE = `RWBuffer<uint> o; Buffer<uint> b;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  uint r = 0;
  bool found = false;
  if (b[i] > 3) { r = b[i + 1]; if (r > 9) { r = b[r] * 3; found = true; } }
  if (found) o[0] = r * 7; else o[1] = i;
}`

test('a variable is known on both sides of a branch that every way decides', t => {
  const result = compile(SOURCE, { target: 'cs_6_0', debug: 'full', embedDebug: true })
  if (!result.ok) return t.fail(result.text)
  const lines = disassemble(result.container).split('\n')
  /** What `found` holds at the store to o[n], by the last row in front of it in its block. */
  const held = (n: number): string | undefined => {
    const at = lines.findIndex(line => line.includes(`i32 69, `) && line.includes(`, i32 ${n}, i32 undef`))
    const begin = lines.findLastIndex(
      (line, i) => i < at && (line.startsWith('; <label>') || line.startsWith('define')),
    )
    const rows = lines.slice(begin, at).filter(line => /llvm\.dbg\.value.*var:"found"/.test(line))
    return /metadata (i1 \S+?),/.exec(rows.at(-1) ?? '')?.[1]
  }
  t.is(held(0), 'i1 true')
  t.is(held(1), 'i1 false')
})
