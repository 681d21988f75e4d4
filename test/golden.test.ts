import test from 'ava'
import { parseCases } from './golden.ts'

test('a golden file without cases, without an arrow or with a repeated title is refused', t => {
  t.throws(() => parseCases('nothing here\n', 'f'), { message: /no case/ })
  t.throws(() => parseCases('=== a\n\nx\n', 'f'), { message: /0 ==> lines/ })
  t.throws(() => parseCases('=== a\nx\n==>\ny\n=== a\nx\n==>\ny\n', 'f'), { message: /repeats a title/ })
})

test('title, input and expectation are told apart', t => {
  t.deepEqual(parseCases('=== one\n\nin\n\n==>\n\nout\n\n=== two\na\n==>\n', 'f'), [
    { title: 'one', input: 'in', expected: 'out' },
    { title: 'two', input: 'a', expected: '' },
  ])
})
