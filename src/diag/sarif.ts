// Messages as a SARIF 2.1.0 log (OASIS standard): one run, one rule a message code, one result an error or warning, notes as related
// locations, fix-its as fixes. Lines and columns count from 1, columns are UTF-16 units, ends are exclusive.

import { BOOLEAN, checkArgument, checkOptions, type OptionTable, STRING } from '../base/arguments.ts'
import type { Severity } from './codes.ts'
import type { Message, MessageFixIt, MessageRange } from './message.ts'
import { MESSAGES } from './render_text.ts'

export interface SarifOptions {
  /** Of the tool. */
  readonly version: string
  /** Whether the compilation went well. */
  readonly ok: boolean
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

const OPTIONS: OptionTable<SarifOptions> = { version: STRING, ok: BOOLEAN }

/** A log as plain data; JSON.stringify prints it. */
export function toSarif(messages: readonly Message[], options: SarifOptions): object {
  checkArgument('toSarif', 'messages', messages, MESSAGES)
  checkOptions<SarifOptions>('toSarif', options, OPTIONS, ['version', 'ok'])
  const { version, ok } = options
  const rules = new Rules()
  const results = messages.map(message => resultOf(message, rules))
  const files = [...new Set(messages.flatMap(filesOf))]
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dxilkit', version, rules: rules.list } },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map(file => ({ location: { uri: uriOf(file) }, sourceLanguage: 'hlsl' })),
        invocations: [{ executionSuccessful: ok }],
        results,
      },
    ],
  }
}

/** The kinds of messages that occur, numbered in the order of their first one. */
class Rules {
  readonly list: object[] = []
  readonly #indexes = new Map<string, number>()

  indexOf({ code, severity, option }: Message): number {
    const known = this.#indexes.get(code)
    if (known !== undefined) return known
    const index = this.list.length
    this.#indexes.set(code, index)
    const level = code.startsWith('W') ? 'warning' : severity
    const name = option === '' ? {} : { name: option.replace(/^-W/, '') }
    this.list.push({
      id: code,
      ...name,
      defaultConfiguration: { level },
      ...(option === '' ? {} : { properties: { option } }),
    })
    return index
  }
}

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'note' }

function resultOf(message: Message, rules: Rules): object {
  const { code, severity, notes } = message
  // A fix-it of a note mends what the note is about.
  const fixes = [message, ...notes].filter(m => m.fixIts.length > 0).map(fixOf)
  const placed = notes.filter(isPlaced)
  const related = placed.map((note, id) => ({
    id,
    ...locationOf(note, note.lineText),
    message: { text: note.message },
  }))
  const unplaced = notes.filter(note => !isPlaced(note)).map(note => `\nnote: ${note.message}`)
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(message),
    level: LEVELS[severity],
    message: { text: message.message + unplaced.join('') },
    locations: isPlaced(message) ? [locationOf(message, message.lineText, message.ranges)] : [],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  }
}

const isPlaced = ({ file, line }: Message): boolean => file !== '' && line > 0

/** Lines of generated sources are left out. */
const MAX_SNIPPET = 1000

function locationOf(range: MessageRange, lineText: string, marked: readonly MessageRange[] = []): object {
  const snippet = lineText === '' || lineText.length > MAX_SNIPPET ? {} : { contextRegion: contextOf(range, lineText) }
  const annotations = marked.filter(mark => mark.file === range.file).map(regionOf)
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(range.file) }, region: regionOf(range), ...snippet },
    ...(annotations.length > 0 ? { annotations } : {}),
  }
}

const regionOf = ({ line, column, endLine, endColumn }: MessageRange): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

/** The whole line, so that what is shown is a superset of the region; regions of several lines go without. */
function contextOf({ line, endLine, endColumn }: MessageRange, lineText: string): object {
  if (endLine !== line) return { startLine: line, endLine, endColumn }
  return { startLine: line, startColumn: 1, endLine: line, endColumn: lineText.length + 1, snippet: { text: lineText } }
}

function fixOf({ message, fixIts }: Message): object {
  const files = [...new Set(fixIts.map(fix => fix.file))]
  const replacements = (file: string): object[] => fixIts.filter(fix => fix.file === file).map(replacementOf)
  return {
    description: { text: message },
    artifactChanges: files.map(file => ({ artifactLocation: { uri: uriOf(file) }, replacements: replacements(file) })),
  }
}

const replacementOf = (fix: MessageFixIt): object => ({
  deletedRegion: regionOf(fix),
  ...(fix.text === '' ? {} : { insertedContent: { text: fix.text } }),
})

const filesOf = (message: Message): string[] => [message, ...message.notes].flatMap(m => (isPlaced(m) ? [m.file] : []))

/** A path as a URI reference: `C:\a b\x.hlsl` is `file:///C:/a%20b/x.hlsl`, `src/x.hlsl` stays relative. */
export function uriOf(path: string): string {
  const slashed = path.replaceAll('\\', '/')
  const escaped = slashed
    .split('/')
    .map(part => encodeURIComponent(wellFormed(part)).replaceAll('%3A', ':'))
    .join('/')
  if (/^[A-Za-z]:\//.test(slashed)) return `file:///${escaped}`
  if (slashed.startsWith('//')) return `file:${escaped}`
  if (slashed.startsWith('/')) return `file://${escaped}`
  // A colon in the first part would make it a scheme.
  return /^[^/]*:/.test(escaped) ? `./${escaped}` : escaped
}

/** Halves of surrogate pairs have no UTF-8. */
const wellFormed = (text: string): string => [...text].map(c => (/^[\ud800-\udfff]$/.test(c) ? '\ufffd' : c)).join('')
