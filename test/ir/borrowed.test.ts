// Memory that goes from one to the next begins with zeros, whatever was written there.

import test from 'ava'
import { borrowBytes, borrowInts, giveBack } from '../../src/ir/borrowed.ts'
import { Func } from '../../src/ir/function.ts'
import { Op } from '../../src/ir/ops.ts'
import { I32, VOID } from '../../src/ir/types.ts'

test('borrowed rows are as long as asked for, zero, and nobody else has them', t => {
  for (const count of [1, 100, 20_000, 1000]) {
    const rows = borrowInts(count)
    const others = borrowInts(count)
    t.is(rows.length, count)
    t.true(rows.every(n => n === 0) && others.every(n => n === 0))
    rows.fill(7)
    t.true(others.every(n => n === 0))
    giveBack(rows)
    giveBack(others)
    const bytes = borrowBytes(count)
    t.true(bytes.every(n => n === 0))
    bytes.fill(9)
    giveBack(bytes)
  }
})

test('a function that gets the columns of one that was released knows nothing of it', t => {
  const made = (count: number): Func => {
    const f = new Func('f')
    const b = f.addBlock()
    for (let i = 0; i < count; i++) f.append(b, Op.Dx, I32, [], i)
    f.terminate(b, Op.Ret, VOID, [], [])
    return f
  }
  const first = made(300)
  const second = made(3)
  first.release()
  second.release()
  second.release()
  t.true(second.isDeclaration)
  const [a, b] = [new Func('a'), new Func('b')]
  a.append(a.addBlock(), Op.Dx, I32, [])
  const block = b.addBlock()
  const v = b.append(block, Op.Dx, I32, [])
  t.deepEqual([b.valueLimit, b.next(v), b.prev(v), b.isUsed(v), b.operandCount(v)], [2, 0, 0, false, 0] as never)
  a.append(a.entry, Op.Add, I32, [a.first(a.entry), a.first(a.entry)])
  t.false(b.isUsed(v))
})
