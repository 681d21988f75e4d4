// Libraries that say what no compiler says: changed as text, assembled, linked. Whatever comes of it, it is a message or a container.

import test from 'ava'
import { assembleText, checkPipeline, compile, link, listing } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { corpusLibraries, type LibraryCase } from './as_library.ts'

const NUMBERS = ['0', '1', '2', '3', '7', '-1', '100', '4294967295']
const WORDS: Readonly<Record<string, string>> = { undef: '0', true: 'false', false: 'true', float: 'i32', i32: 'float' }

function random(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One to three changes of lines: numbers, lost lines, other operands, other types. */
function damaged(text: string, pick: (below: number) => number): string {
  const lines = text.split('\n')
  for (let k = 0, n = 1 + pick(3); k < n; k++) {
    const i = pick(lines.length)
    const line = lines[i]!
    if (line.startsWith(';')) continue
    const numbers = [...line.matchAll(/i(?:8|32|64) (-?\d+)/g)]
    const names = [...line.matchAll(/%[\w.]+/g)]
    const kind = pick(4)
    if (kind === 0 && numbers.length > 0) {
      const m = numbers[pick(numbers.length)]!
      const at = m.index + m[0].length
      lines[i] = line.slice(0, at - m[1]!.length) + NUMBERS[pick(NUMBERS.length)]! + line.slice(at)
    } else if (kind === 1) lines.splice(i, 1)
    else if (kind === 2 && names.length > 1) {
      const [a, b] = [names[pick(names.length)]!, names[pick(names.length)]!]
      lines[i] = line.slice(0, a.index) + b[0] + line.slice(a.index + a[0].length)
    } else lines[i] = line.replace(/undef|true|false|float|i32/, word => WORDS[word]!)
  }
  return lines.join('\n')
}

function libraryText({ source, args }: LibraryCase): string | undefined {
  const result = compile(source, { ...dxcArgsToOptions(['-T', 'lib_6_x', ...args]), target: 'lib_6_x' })
  return result.ok ? listing(result.container) : undefined
}

test('damaged libraries give messages or containers', t => {
  const cases = corpusLibraries().filter((_, n) => n % 41 === 5)
  const outcomes = new Map<string, number>()
  const count = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
  for (const [n, c] of cases.entries()) {
    const text = libraryText(c)
    if (text === undefined) continue
    const pick = random(n + 1)
    for (let k = 0; k < 25; k++) {
      const made = assembleText(damaged(text, pick))
      if (!made.ok) continue
      const input = { name: 'library', container: made.container }
      for (const options of [{ target: c.profile, entry: c.entry }, { target: 'lib_6_6' }]) {
        const result = link([input], options)
        t.true(result.ok || result.diagnostics.length > 0, c.label)
        count(result.ok ? 'ok' : result.diagnostics[0]!.code)
        if (result.ok) t.notThrows(() => checkPipeline([{ name: 'shader', container: result.container }]), c.label)
      }
    }
  }
  t.true((outcomes.get('ok') ?? 0) > 50, JSON.stringify([...outcomes]))
  t.true(outcomes.size > 3, JSON.stringify([...outcomes]))
})
