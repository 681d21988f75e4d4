// The shaders of the corpus that the tests read one by one. Those of corpus/engine are a benchmark with a run of its own (test/engine/run.ts).

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../oracle/available.ts'

/** Their paths inside `corpus`, in order. */
export function corpusFiles(): string[] {
  const files = readdirSync(join(ROOT, 'corpus'), { recursive: true, encoding: 'utf8' })
  return files.filter(f => f.endsWith('.hlsl') && !f.startsWith('engine')).sort()
}
