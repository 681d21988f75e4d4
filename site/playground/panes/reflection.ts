// What D3D12's reflection tells of the container, as tables, and a root signature to begin with.

import type {
  BindingReflection,
  BufferReflection,
  LibraryReflection,
  ParameterReflection,
  Reflection,
  ShaderReflection,
  TypeReflection,
} from '../../../src/api/index.ts'
import { type Cell, download, h, note, section, table } from '../ui/dom.ts'
import type { Pane, PaneHost } from './pane.ts'

const LETTERS: readonly (readonly [kind: RegExp, letter: string])[] = [
  [/^cbuffer/, 'b'],
  [/^sampler/, 's'],
  [/^uav_/, 'u'],
]

const letterOf = (type: string): string => LETTERS.find(([kind]) => kind.test(type))?.[1] ?? 't'

function registersOf({ type, register, count }: BindingReflection): string {
  const letter = letterOf(type)
  if (count === null) return `${letter}${register}..`
  return count === 1 ? `${letter}${register}` : `${letter}${register}-${letter}${register + count - 1}`
}

const bindingRows = (bindings: readonly BindingReflection[]): Cell[][] =>
  bindings.map(b => [
    b.name === '' ? '(no name)' : b.name,
    b.type.toLowerCase().replaceAll('_', ' '),
    registersOf(b),
    b.space,
    b.count ?? 'unbounded',
    [b.dimension, b.returnType]
      .filter(word => word && !/^(unknown|none)$/i.test(word))
      .join(' ')
      .toLowerCase(),
    b.stride === 0 ? '' : b.stride,
  ])

const typeText = ({ name, elements }: TypeReflection): string => (elements > 0 ? `${name}[${elements}]` : name)

function memberRows(type: TypeReflection | null, base: number, depth: number): Cell[][] {
  return (type?.members ?? []).flatMap(({ name, type: inner }) => [
    [`${'\u2003'.repeat(depth)}${name === '' ? '(bits)' : name}`, typeText(inner), base + inner.offset, '', ''],
    ...memberRows(inner, base + inner.offset, depth + 1),
  ])
}

function bufferTable({ name, variables }: BufferReflection): HTMLElement {
  const rows: Cell[][] = variables.flatMap(v => [
    [v.name, v.type ? typeText(v.type) : '', v.offset, v.size, v.used ? 'yes' : 'no'],
    ...memberRows(v.type, v.offset, 1),
  ])
  return table(['Variable', 'Type', '#Offset', '#Size', 'Used'], rows, `Variables of ${name}`)
}

const mask = (bits: number): string => [...'xyzw'].map((c, i) => ((bits >> i) & 1 ? c : '_')).join('')

function signature(title: string, rows: readonly ParameterReflection[]): HTMLElement | false {
  if (rows.length === 0) return false
  const cells = rows.map(p => [
    p.semantic,
    p.index,
    p.register ?? '',
    mask(p.mask),
    mask(p.usedMask),
    p.component.toLowerCase().replaceAll('_', ' '),
  ])
  return section(title, table(['Semantic', '#Index', '#Register', 'Mask', 'Used', 'Component'], cells, title))
}

const fact = (term: string, value: string | number | null | undefined): Cell[] | undefined =>
  value === null || value === undefined || value === '' ? undefined : [term, value]

function factTable(rows: readonly (Cell[] | undefined)[]): HTMLElement {
  return table(
    ['Fact', 'Value'],
    rows.filter(row => row !== undefined),
    'Facts',
  )
}

function shaderParts(r: ShaderReflection): (HTMLElement | false)[] {
  const { geometry, tessellation, mesh, requires, counts } = r
  const counted = Object.entries(counts).filter(([, value]) => value > 0)
  return [
    signature('Inputs', r.inputs),
    signature('Outputs', r.outputs),
    signature('Patch constants and primitive outputs', r.patchConstants),
    section(
      'Facts',
      factTable([
        fact('stage', r.stage),
        fact('entry', r.entry),
        fact('shader model', r.shaderModel),
        fact('thread group', r.threadGroup?.join(' x ')),
        fact('wave lanes', r.waveLanes?.join(' to ')),
        fact('features', requires.features.join(', ')),
        requires.earlyDepthStencil ? ['early depth and stencil', 'yes'] : undefined,
        geometry ? ['vertices written at most', geometry.maxVertices] : undefined,
        tessellation ? ['control points in', tessellation.inputControlPoints] : undefined,
        mesh ? ['vertices and primitives at most', `${mesh.maxVertices} and ${mesh.maxPrimitives}`] : undefined,
        mesh && mesh.payloadBytes > 0 ? ['bytes of payload', mesh.payloadBytes] : undefined,
      ]),
    ),
    counted.length > 0 &&
      section(
        'Instruction counts',
        table(
          ['Count of', '#Instructions'],
          counted.map(([name, value]) => [name, value]),
          'Counts',
        ),
      ),
  ]
}

function libraryParts(r: LibraryReflection): (HTMLElement | false)[] {
  const rows = r.functions.map(f => [
    f.name,
    f.stage,
    f.minimumShaderModel,
    f.bindings.map(i => r.bindings[i]?.name ?? '').join(', '),
    f.payloadBytes,
    f.attributeBytes,
  ])
  return [
    section(
      'Functions',
      table(['Name', 'Stage', 'Least model', 'Bindings', '#Payload', '#Attributes'], rows, 'Functions'),
    ),
  ]
}

function contents(r: Reflection, rootSignature: string): (HTMLElement | false)[] {
  return [
    section(
      'Bindings',
      r.bindings.length === 0
        ? note('No resources.')
        : table(
            ['Name', 'Type', 'Registers', '#Space', '#Count', 'Dimension', '#Stride'],
            bindingRows(r.bindings),
            'Bindings',
          ),
    ),
    ...r.buffers.map(b => section(`${b.name}: ${b.size} bytes`, bufferTable(b))),
    ...(r.kind === 'shader' ? shaderParts(r) : libraryParts(r)),
    rootSignature !== '' &&
      section(
        'A root signature to begin with',
        h('pre', { class: 'sample', tabindex: 0, role: 'region', 'aria-label': 'Root signature' }, rootSignature),
      ),
  ]
}

export const reflectionPane = (host: PaneHost): Pane => {
  const element = h('div', { class: 'page' })
  return {
    element,
    async update() {
      const { reflection, rootSignature } = await host.ask('reflection', {})
      const save = h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onclick: () => download('reflection.json', `${JSON.stringify(reflection, null, 2)}\n`),
        },
        'Save as JSON',
      )
      element.replaceChildren(save, ...contents(reflection, rootSignature).filter(part => part !== false))
    },
  }
}
