// Who takes which job of a build.

import test from 'ava'
import { JobQueue } from '../../src/cli/build_queue.ts'

const jobs = (text: string): { source: string; n: number }[] => [...text].map((source, n) => ({ source, n }))
const numbers = (list: readonly { n: number }[]): string => list.map(job => job.n).join(' ')

test('this thread goes from the front, others from the back, each job once', t => {
  const queue = new JobQueue(jobs('abcdefgh'))
  t.is(queue.here()!.n, 0)
  queue.took(5)
  t.is(numbers(queue.elsewhere(2)), '7')
  t.is(numbers(queue.elsewhere(2)), '6')
  t.is(queue.here()!.n, 1)
  const rest: number[] = []
  for (let chunk = queue.elsewhere(2); chunk.length > 0; chunk = queue.elsewhere(2)) rest.push(...chunk.map(j => j.n))
  t.deepEqual(rest, [5, 4, 3, 2])
  t.is(queue.here(), undefined)
})

test('others take several permutations of one source at once, never of two', t => {
  const queue = new JobQueue(jobs(`a${'b'.repeat(3)}${'c'.repeat(100)}`))
  queue.here()
  queue.took(5)
  t.is(queue.elsewhere(2).length, 7)
  let count = 7
  for (let chunk = queue.elsewhere(2); chunk[0]?.source === 'c'; chunk = queue.elsewhere(2)) {
    t.true(chunk.every(job => job.source === 'c'))
    count += chunk.length
  }
  t.is(count, 100)
  t.is(queue.elsewhere(2).length, 1)
})

test('the source that this thread is at is left to it, unless that takes ten seconds', t => {
  const quick = new JobQueue(jobs('a'.repeat(200)))
  quick.here()
  quick.took(20)
  t.false(quick.hasForOthers)
  t.deepEqual(quick.elsewhere(8), [])
  const slow = new JobQueue(jobs('a'.repeat(200)))
  slow.here()
  slow.took(80)
  t.true(slow.hasForOthers)
  t.is(slow.elsewhere(8).length, 4)
  // The next ones are quick: then it is this thread's work again.
  for (let i = 0; i < 40; i++) slow.took(1)
  t.false(slow.hasForOthers)
})
