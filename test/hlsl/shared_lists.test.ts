// Nothing that one compilation says of a function stays for the next one.

import test from 'ava'
import { compile } from '../../src/api/index.ts'

test('attributes of a definition are not those of functions without any, now and later', t => {
  const plain = 'float f(float x) { return x * 2; } export float g(float x) { return f(x); }'
  const before = compile(plain, { target: 'lib_6_3' })
  const declared = compile(
    `float h(float x); [noinline] float h(float x) { return x; } ${plain} export float i(float x) { return h(x); }`,
    { target: 'lib_6_3' },
  )
  t.true(before.ok && declared.ok)
  t.deepEqual(compile(plain, { target: 'lib_6_3' }).container, before.container)
  const threads = compile('[numthreads(4, 1, 1)] void main(); [numthreads(4, 1, 1)] void main() {}', {
    target: 'cs_6_0',
  })
  t.is(threads.text, '')
  t.false(compile('void main() {}', { target: 'cs_6_0' }).ok)
})
