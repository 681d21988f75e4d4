// Hooks of a witness's module loader: 'ava' is one_process.ts, and one compiled file is read from elsewhere when it has a fault.

import { readFileSync } from 'node:fs'
import type { LoadHook, ResolveHook } from 'node:module'
import { pathToFileURL } from 'node:url'

const COLLECTOR = new URL('./one_process.js', import.meta.url).href
const { MUTANT_OF, MUTANT_CODE } = process.env
const changed = MUTANT_OF && pathToFileURL(MUTANT_OF).href

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === 'ava' ? { url: COLLECTOR, shortCircuit: true } : next(specifier, context)

export const load: LoadHook = (url, context, next) =>
  url === changed
    ? { format: 'module', source: readFileSync(MUTANT_CODE!, 'utf8'), shortCircuit: true }
    : next(url, context)
