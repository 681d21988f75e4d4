// A container dump as readable text. Sizes and offsets are hex; no colours here.

import { ARRAY, type Check, checkArgument, record } from '../base/arguments.ts'
import { printable } from '../base/shown_name.ts'
import type { ContainerDump, FieldDump, PartDump } from './dump.ts'
import type { PsvDump, PsvElementDump } from './dump_psv.ts'
import type { RdatRow, RdatValue } from './dump_rdat.ts'
import type { SignatureRowDump } from './dump_signature.ts'
import type { FieldTree } from './field_tree.ts'
import { resourceTableLines } from './resource_table.ts'

/** What a digest is, in words. */
export const DIGEST_TEXT: Readonly<Record<ContainerDump['digestState'], string>> = {
  retail: 'matches',
  debug: 'matches, debug flavour',
  unsigned: 'unsigned',
  bypass: 'bypass sentinel',
  preview: 'preview sentinel',
  wrong: 'DOES NOT MATCH',
}

/** Text of a dump, with a final newline. */
const DUMP: Check = record('what dumpContainer() returns', { parts: ARRAY, resources: ARRAY, problems: ARRAY })

export function formatDump(dump: ContainerDump): string {
  checkArgument('formatDump', 'dump', dump, DUMP)
  const lines = [
    `DXBC container ${dump.version}, ${size(dump.fileSize)} bytes, ${dump.parts.length} parts`,
    `digest ${dump.digest} (${DIGEST_TEXT[dump.digestState]})`,
    '',
    'part  offset    size      contents',
    ...dump.parts.map(p => `${p.name}  ${column(p.offset)}  ${column(p.size)}  ${p.contents || 'unknown'}`.trimEnd()),
  ]
  for (const part of dump.parts) {
    const body = partLines(part)
    if (body.length > 0) lines.push('', `${part.name} ${part.contents}`, ...body.map(line => `  ${line}`.trimEnd()))
  }
  if (dump.resourcesFrom !== '')
    lines.push(
      '',
      `resources (from ${dump.resourcesFrom})`,
      ...resourceTableLines(dump.resources).map(line => `  ${line}`),
    )
  if (dump.problems.length > 0) {
    lines.push('', 'problems')
    for (const p of dump.problems) lines.push(`  at ${size(p.offset)}${p.part && ` in ${p.part}`}: ${p.message}`)
  }
  return `${lines.map(printable).join('\n')}\n`
}

function partLines(part: PartDump): string[] {
  const lines: string[] = []
  if (part.problem) lines.push(`damaged at ${size(part.problem.offset)}: ${part.problem.message}`)
  if (part.program) {
    const p = part.program
    lines.push(`${p.stage.toLowerCase()} program, shader model ${p.shaderModel}, DXIL ${p.dxilVersion}`)
    lines.push(`bitcode at ${size(p.bitcodeOffset)}, ${size(p.bitcodeSize)} bytes`)
  }
  if (part.hash) lines.push(`${part.hash.digest}${part.hash.includesSource ? ' (includes source)' : ''}`)
  if (part.features) lines.push(`${part.features.flags} ${part.features.names.join(', ') || 'none'}`)
  if (part.signature) lines.push(...signatureLines(part.signature))
  if (part.psv) lines.push(...psvLines(part.psv))
  if (part.debugName !== undefined) lines.push(part.debugName)
  if (part.version) {
    const v = part.version
    lines.push(`${v.version}, flags ${v.flags}, ${v.commitCount} commits, commit '${v.commit}', '${v.custom}'`)
  }
  for (const { table: name, rows } of part.tables ?? []) {
    lines.push(`${name}: ${rows.length} rows`)
    for (const [i, row] of rows.entries()) lines.push(...valueLines(row, `${name}[${i}]`))
  }
  for (const { name, text } of part.sources ?? []) lines.push(`source ${name}: ${text.length} characters`)
  for (const { name, value } of part.arguments ?? []) lines.push(`argument ${name} ${value}`.trimEnd())
  if (part.values !== undefined) lines.push(...valueLines(part.values, ''))
  if (part.fields) lines.push(...part.fields.map(fieldLine))
  return lines
}

function signatureLines(rows: readonly SignatureRowDump[]): string[] {
  if (rows.length === 0) return ['no parameters']
  return table(
    ['Name', 'Index', 'Mask', 'Register', 'SysValue', 'Format', 'Usage', 'Stream'],
    rows.map(r => [
      r.name,
      String(r.index),
      r.mask,
      r.register === null ? 'N/A' : String(r.register),
      r.systemValue,
      r.minPrecision === 'Default' ? r.componentType : `${r.componentType} min ${r.minPrecision}`,
      size(r.usage),
      String(r.stream),
    ]),
  )
}

function psvLines(p: PsvDump): string[] {
  const facts: [string, string | number | undefined][] = [
    ['version', p.version],
    ['stage', p.stage],
    ...Object.entries(p.stageInfo),
    ['entry', p.entryName],
    ['threads', p.numThreads?.join(' x ')],
    ['group-shared bytes', p.groupSharedBytes],
    ['wave lanes', `${p.minWaveLanes} to ${p.maxWaveLanes === 0xffffffff ? 'any' : p.maxWaveLanes}`],
    ['uses ViewID', p.usesViewId === undefined ? undefined : String(p.usesViewId)],
    ['max vertex count', p.maxVertexCount],
    ['mesh topology', p.meshTopology],
    ['input vectors', p.inputVectors],
    ['output vectors', p.outputVectors?.join(' ')],
    ['patch or prim vectors', p.patchOrPrimVectors],
    ['unknown bytes at the end', p.trailingBytes || undefined],
  ]
  const lines = facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  lines.push(...elementLines('inputs', p.inputs), ...elementLines('outputs', p.outputs))
  lines.push(...elementLines('patch constants or primitives', p.patchOrPrims))
  if (p.resources.length > 0) {
    const rows = p.resources.map(r => [
      r.type,
      r.kind ?? '',
      String(r.space),
      String(r.lower),
      r.upper === null ? 'unbounded' : String(r.upper),
      r.flags === undefined ? '' : size(r.flags),
    ])
    lines.push('bindings', ...table(['Type', 'Kind', 'Space', 'Lower', 'Upper', 'Flags'], rows))
  }
  for (const [name, words] of Object.entries(p.tables)) lines.push(`${name}: ${words.join(' ')}`)
  return lines
}

function elementLines(title: string, elements: readonly PsvElementDump[]): string[] {
  if (elements.length === 0) return []
  const rows = elements.map(e => [
    e.name,
    e.indexes.join(','),
    `${e.rows}x${e.cols}`,
    e.register === null ? 'N/A' : `${e.register}.${'xyzw'[e.startCol]}`,
    e.kind,
    e.componentType,
    e.interpolation,
    e.dynamicMask,
    String(e.stream),
  ])
  const head = ['Name', 'Indexes', 'Size', 'Register', 'Kind', 'Type', 'Interpolation', 'Dynamic', 'Stream']
  return [title, ...table(head, rows)]
}

function fieldLine(f: FieldDump): string {
  const value =
    typeof f.value === 'number' ? `${f.value}${f.name === undefined ? '' : ` ${f.name}`}` : shortened(f.value)
  return `${f.offset.toString(16).padStart(6, '0')}  ${f.size.toString(16).padStart(5)}  ${f.path} = ${value}`
}

/** A nested value as one text a leaf: 'parameter[0].type: CBV'. */
export function valueLines(value: FieldTree | RdatValue | RdatRow, path: string): string[] {
  if (value === null || typeof value !== 'object') return [`${path}: ${shortened(String(value ?? 'none'))}`]
  if (Array.isArray(value) && value.every(item => typeof item !== 'object'))
    return [`${path}: ${shortened(value.join(', '))}`]
  return Object.entries(value).flatMap(([name, inner]) =>
    valueLines(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
  )
}

const LONGEST = 96
/** Long byte fields (bitcode) would drown the rest; their start is enough to recognise them. */
function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

/** Left-aligned columns two spaces apart. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((h, c) => rows.reduce((width, row) => Math.max(width, row[c]!.length), h.length))
  return [head, ...rows].map(row =>
    row
      .map((cell, c) => cell.padEnd(widths[c]!))
      .join('  ')
      .trimEnd(),
  )
}

const size = (n: number): string => `0x${n.toString(16)}`
const column = (n: number): string => size(n).padEnd(8)
