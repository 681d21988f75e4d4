// What the editor asks while somebody types, answered by the language service over the files of the page.

import { languageService } from '../../../src/api/language.ts'
import type { FileSettings } from '../../../src/language/targets.ts'
import { prepare } from './job_options.ts'
import type { Answer, Answers, Ask, Job, LanguageKind } from './protocol.ts'
import { includerOf } from './virtual_files.ts'

let current: Job | undefined

const service = languageService({
  settings: file => (current && file === current.main ? settingsOf(current) : undefined),
  include: (path, from, angled, outer) => {
    const found = includerOf(current?.files ?? [], [])(path, from, angled, outer)
    if (!found || typeof found === 'string' || found instanceof Uint8Array || !('text' in found)) return undefined
    return { name: found.name ?? path, text: String(found.text) }
  },
})

/** How the page compiles its main file. */
function settingsOf(job: Job): FileSettings | undefined {
  const prepared = prepare(job)
  if ('complaints' in prepared) return undefined
  const { target, entry, defines, hlslVersion, enable16BitTypes, packMatrix, binding } = prepared.options
  return {
    target,
    ...(entry === undefined ? {} : { entry }),
    defines: defines as readonly string[],
    ...(hlslVersion === undefined ? {} : { hlslVersion }),
    ...(enable16BitTypes ? { enable16BitTypes } : {}),
    ...(packMatrix === undefined ? {} : { packMatrix }),
    ...(binding === undefined ? {} : { binding }),
  }
}

/** Brings the service to the state of a job. */
function at(job: Job): typeof service {
  const names = new Set(job.files.map(file => file.name))
  const isOther = ['main', 'entry', 'target', 'flags'].some(key => current?.[key as 'main'] !== job[key as 'main'])
  current = job
  for (const file of service.files) if (!names.has(file)) service.close(file)
  for (const { name, text } of job.files) if (service.textOf(name) !== text) service.open(name, text)
  if (isOther) service.changed()
  return service
}

/** Lines behind which no hint is wanted. */
const MAX_LINES = 1_000_000

const ANSWERS: Pick<Answers, LanguageKind> = {
  hover: (job, { file, position }) => at(job).hover(file, position),
  completions: (job, { file, position }) => at(job).completions(file, position),
  signature: (job, { file, position }) => at(job).signatureHelp(file, position),
  definition: (job, { file, position }) => at(job).definition(file, position),
  references: (job, { file, position }) => at(job).references(file, position, { declaration: true }),
  rename: (job, { file, position, newName }) => {
    const found = at(job).rename(file, position, newName)
    return 'problem' in found ? { edits: [], problem: found.problem } : { edits: [...found.edits], problem: '' }
  },
  facts: (job, { file }) => {
    const whole = { start: { line: 0, character: 0 }, end: { line: MAX_LINES, character: 0 } }
    // Registers in hints are those of a whole compilation.
    at(job).diagnostics(file, { whole: true })
    return { hints: service.inlayHints(file, whole), tokens: service.semanticTokens(file) }
  },
}

export function answerLanguage<K extends LanguageKind>(kind: K, job: Job, ask: Ask<K>): Answer<K> {
  return (ANSWERS[kind] as (job: Job, ask: Ask<K>) => Answer<K>)(job, ask)
}
