// What the parts say, as tables: bindings, buffer layouts, signatures, PSV0, the small parts, problems.

import type { BufferLayout } from '../inspect/buffer_layouts.ts'
import type { ContainerDump, PartDump } from '../inspect/dump.ts'
import type { PsvDump, PsvElementDump } from '../inspect/dump_psv.ts'
import type { RdatTableDump, RdatValue } from '../inspect/dump_rdat.ts'
import type { SignatureRowDump } from '../inspect/dump_signature.ts'
import type { FieldTree } from '../inspect/field_tree.ts'
import { valueLines } from '../inspect/format_dump.ts'
import { escapeHtml } from './escape.ts'
import { type Cell, htmlFacts, htmlNone, htmlSection, htmlTable } from './tables.ts'

/** All sections of the tab with tables. */
export function partSections(dump: ContainerDump, layouts: readonly BufferLayout[]): string {
  return [
    dump.problems.length > 0 ? htmlSection('Problems', problemTable(dump)) : '',
    htmlSection(bindingsTitle(dump), bindings(dump)),
    ...(layouts.length > 0 ? [htmlSection('Buffer layouts', layouts.map(layoutTable).join(''))] : []),
    ...dump.parts.map(partSection),
  ].join('')
}

function problemTable({ problems }: ContainerDump): string {
  const rows = problems.map(
    p =>
      `<tr><td><button type="button" class="at plain" data-offset="${Math.trunc(p.offset)}">0x${p.offset.toString(16)}</button></td>` +
      `<td>${escapeHtml(p.part)}</td><td>${escapeHtml(p.message)}</td></tr>`,
  )
  const head = '<tr><th scope="col">Offset</th><th scope="col">Part</th><th scope="col">Problem</th></tr>'
  return `<div class="scroll"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>\n`
}

function bindingsTitle({ resourcesFrom }: ContainerDump): string {
  return resourcesFrom === '' ? 'Resource bindings' : `Resource bindings (from ${resourcesFrom})`
}

function bindings({ resources }: ContainerDump): string {
  if (resources.length === 0) return htmlNone('No resources.')
  const rows = resources.map(r => [r.name, r.type, r.format, r.dim, r.id, r.bind, r.count])
  return htmlTable(['Name', 'Type', 'Format', 'Dim', 'ID', 'HLSL bind', 'Count'], rows)
}

const BUFFER_WORDS = { cbv: 'constant buffer', srv: 'read-only buffer', uav: 'writable buffer' } as const

function layoutTable(layout: BufferLayout): string {
  const isConstant = layout.class === 'cbv'
  const rows = layout.fields.map((f): Cell[] => [
    f.offset,
    `${'    '.repeat(f.depth)}${f.name}`,
    f.type,
    ...(isConstant ? [f.used ? 'yes' : ''] : []),
  ])
  const title = `${layout.name || '(no name)'}: ${BUFFER_WORDS[layout.class]}, ${layout.size} bytes`
  return htmlSection(title, htmlTable(['Offset', 'Name', 'Type', ...(isConstant ? ['Used'] : [])], rows), 3)
}

function partSection(part: PartDump): string {
  const body = partBody(part)
  return body === '' ? '' : htmlSection(part.contents === '' ? part.name : `${part.name}: ${part.contents}`, body)
}

function partBody(part: PartDump): string {
  const { program, features, hash, version } = part
  return [
    htmlFacts([
      ['Damage', part.problem && `at 0x${part.problem.offset.toString(16)}: ${part.problem.message}`],
      ['Program', program && `${program.stage}, shader model ${program.shaderModel}, DXIL ${program.dxilVersion}`],
      ['Bitcode', program && `${program.bitcodeSize} bytes at 0x${program.bitcodeOffset.toString(16)}`],
      ['Digest', hash?.digest],
      ['Digest covers', hash && (hash.includesSource ? 'source and program' : 'program')],
      ['Flags', features?.flags],
      ['Features', features && (features.names.join(', ') || 'none')],
      ['File name', part.debugName],
      ['Version', version && `${version.version}, ${version.commitCount} commits, flags ${version.flags}`],
      ['Commit', version?.commit],
      ['Made by', version?.custom],
    ]),
    part.signature ? signature(part.signature) : '',
    part.psv ? psv(part.psv) : '',
    ...(part.tables ?? []).map(rdatTable),
    ...(part.sources ?? []).map(({ name, text }) => source(name, text)),
    part.arguments
      ? htmlTable(
          ['Argument', 'Value'],
          part.arguments.map(a => [a.name, a.value]),
        )
      : '',
    part.values === undefined ? '' : values(part.values),
  ].join('')
}

function rdatTable({ table, rows }: RdatTableDump): string {
  const head = Object.keys(Object.assign({}, ...rows))
  const cell = (value: RdatValue | undefined): Cell =>
    typeof value === 'number' ? value : typeof value === 'object' ? (value?.join(', ') ?? 'none') : (value ?? '')
  const body = rows.map((row, i) => [i, ...head.map(name => cell(row[name]))])
  return htmlSection(table, rows.length === 0 ? htmlNone('No rows.') : htmlTable(['#', ...head], body), 3)
}

function source(name: string, text: string): string {
  return `<details><summary>${escapeHtml(name)}</summary><pre>${escapeHtml(text)}</pre></details>\n`
}

const MOST_VALUES = 2000

function values(tree: FieldTree): string {
  const lines = valueLines(tree, '')
  const rows = lines.slice(0, MOST_VALUES).map(line => {
    const colon = line.indexOf(': ')
    return [line.slice(0, colon), line.slice(colon + 2)]
  })
  const more = lines.length > MOST_VALUES ? htmlNone(`${lines.length - MOST_VALUES} more, see Bytes.`) : ''
  return htmlTable(['Field', 'Value'], rows) + more
}

function signature(rows: readonly SignatureRowDump[]): string {
  if (rows.length === 0) return htmlNone('No parameters.')
  return htmlTable(
    ['Name', 'Index', 'Mask', 'Register', 'System value', 'Format', 'Usage', 'Stream'],
    rows.map(r => [
      r.name,
      r.index,
      r.mask,
      r.register ?? 'N/A',
      r.systemValue,
      r.minPrecision === 'Default' ? r.componentType : `${r.componentType} min ${r.minPrecision}`,
      `0x${r.usage.toString(16)}`,
      r.stream,
    ]),
  )
}

function psv(p: PsvDump): string {
  const parts = [
    htmlFacts([
      ['Version', p.version],
      ['Stage', p.stage],
      ...Object.entries(p.stageInfo),
      ['Entry', p.entryName],
      ['Threads', p.numThreads?.join(' × ')],
      ['Group-shared bytes', p.groupSharedBytes],
      ['Wave lanes', `${p.minWaveLanes} to ${p.maxWaveLanes === 0xffffffff ? 'any' : p.maxWaveLanes}`],
      ['Uses ViewID', p.usesViewId === undefined ? undefined : p.usesViewId ? 'yes' : 'no'],
      ['Max vertex count', p.maxVertexCount],
      ['Mesh topology', p.meshTopology],
      ['Input vectors', p.inputVectors],
      ['Output vectors', p.outputVectors?.join(' ')],
      ['Patch or primitive vectors', p.patchOrPrimVectors],
      ...Object.entries(p.tables).map(([name, words]) => [name, words.join(' ')] as const),
      ['Unknown bytes at the end', p.trailingBytes || undefined],
    ]),
    elements('Inputs', p.inputs),
    elements('Outputs', p.outputs),
    elements('Patch constants or primitives', p.patchOrPrims),
  ]
  if (p.resources.length > 0) parts.push(htmlSection('Bindings', psvBindings(p), 3))
  return parts.join('')
}

function psvBindings({ resources }: PsvDump): string {
  return htmlTable(
    ['Type', 'Kind', 'Space', 'Lower', 'Upper', 'Flags'],
    resources.map(r => [
      r.type,
      r.kind ?? '',
      r.space,
      r.lower,
      r.upper ?? 'unbounded',
      r.flags === undefined ? '' : `0x${r.flags.toString(16)}`,
    ]),
  )
}

function elements(title: string, list: readonly PsvElementDump[]): string {
  if (list.length === 0) return ''
  const rows = list.map((e): Cell[] => [
    e.name,
    e.indexes.join(','),
    `${e.rows}×${e.cols}`,
    e.register === null ? 'N/A' : `${e.register}.${'xyzw'[e.startCol] ?? '?'}`,
    e.kind,
    e.componentType,
    e.interpolation,
    e.dynamicMask,
    e.stream,
  ])
  const head = ['Name', 'Indexes', 'Size', 'Register', 'Kind', 'Type', 'Interpolation', 'Dynamic', 'Stream']
  return htmlSection(title, htmlTable(head, rows), 3)
}
