// Every run description, in the order of the groups. corpus.test.ts checks that each corpus file has exactly one.

import type { CorpusCase } from '../corpus_case.ts'
import { HASHING } from './hashing.ts'
import { IMAGES } from './images.ts'
import { LANGUAGE } from './language.ts'
import { LAYOUTS } from './layouts.ts'
import { LINEAR } from './linear.ts'
import { NUMBERS } from './numbers.ts'
import { RENDERING } from './rendering.ts'
import { SCANS } from './scans.ts'
import { SIMULATION } from './simulation.ts'

export const CASES: readonly CorpusCase[] = [
  ...LINEAR,
  ...SCANS,
  ...IMAGES,
  ...RENDERING,
  ...SIMULATION,
  ...HASHING,
  ...NUMBERS,
  ...LANGUAGE,
  ...LAYOUTS,
]
