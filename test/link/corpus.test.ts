// The corpus through libraries of our own: what comes out of the linker is what compiling gives, or hardly longer.

import test from 'ava'
import { compile, diffContainers, link } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { countCode } from '../parity/count_code.ts'
import { corpusLibraries } from './as_library.ts'

/** Every so many, starting with another one for each kind of library. */
const EVERY = 4
/** Of all cases 88 % are the same up to order. */
const LEAST_SAME = 0.85
/** Instructions over those of compiling; 1.0002 of all cases. */
const MOST = 1.005

test('shaders out of libraries are as short as compiled ones', t => {
  t.timeout(120_000)
  let [cases, same, linked, compiled] = [0, 0, 0, 0]
  for (const [turn, target] of ['lib_6_x', undefined].entries())
    for (const c of corpusLibraries().filter((_, i) => i % EVERY === turn)) {
      const minor = Number(/_6_(\d)/.exec(c.profile)![1])
      const own = target ?? `lib_6_${Math.max(3, minor)}`
      const direct = compile(c.source, { ...dxcArgsToOptions([...c.args, '-T', c.profile]), entry: c.entry })
      const library = compile(c.source, dxcArgsToOptions([...c.args, '-T', own]))
      if (!direct.container || !library.container) continue
      const made = link([{ name: 'library', container: library.container }], { target: c.profile, entry: c.entry })
      if (!made.container) {
        t.fail(`${c.label}: ${made.text}`)
        continue
      }
      cases++
      const code = diffContainers(direct.container, made.container).parts.find(part => part.name === 'DXIL')
      if (code?.status === 'equal' || code?.program?.sameUpToOrder) same++
      compiled += countCode(direct.container).total
      linked += countCode(made.container).total
    }
  t.true(cases > 200, `${cases} cases`)
  t.true(same / cases > LEAST_SAME, `${same} of ${cases} are the same`)
  t.true(linked / compiled < MOST, `${linked} instructions, compiled ${compiled}`)
})
