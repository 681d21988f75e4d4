// `dxilkit reflect`: what a container binds, takes and gives, as text or JSON.

import type { CommandModule } from 'yargs'
import type {
  BindingReflection,
  BufferReflection,
  FunctionReflection,
  MemberReflection,
  ParameterReflection,
  Reflection,
  Requirements,
  ShaderReflection,
  TypeReflection,
} from '../api/index.ts'
import { reflect, suggestRootSignature } from '../api/index.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { type ContainerReport, reportContainers } from './container_report.ts'
import { EXIT, type ExitCode, type Host } from './host.ts'
import { forEachInput } from './inputs.ts'

const REPORT: ContainerReport<Reflection> = { make: reflect, lines: reflectionLines, exitCode: () => EXIT.ok }

function reflectionLines(r: Reflection): string[] {
  const head = r.kind === 'library' ? 'library' : `${r.stage.toLowerCase()} shader ${r.entry}`
  const lines = [`${head}, shader model ${r.shaderModel}, by ${r.creator || 'an unnamed compiler'}`]
  if (r.kind === 'shader') lines.push(...shaderLines(r))
  if (r.bindings.length > 0) lines.push('', 'bindings', ...r.bindings.map(bindingLine))
  for (const buffer of r.buffers) lines.push('', ...bufferLines(buffer))
  if (r.kind === 'library') for (const f of r.functions) lines.push('', ...functionLines(f, r.bindings))
  else
    for (const [title, list] of [
      ['inputs', r.inputs],
      ['outputs', r.outputs],
      ['patch constants or primitives', r.patchConstants],
    ] as const)
      if (list.length > 0) lines.push('', title, ...list.map(parameterLine))
  return lines
}

function shaderLines({ threadGroup, waveLanes, geometry, tessellation, mesh, counts, requires }: ShaderReflection) {
  const lines: string[] = []
  if (threadGroup) lines.push(`  thread group ${threadGroup.join(' x ')}`)
  if (waveLanes) lines.push(`  waves of ${[...new Set(waveLanes)].join(' to ')} lanes`)
  for (const facts of [geometry, tessellation, mesh]) if (facts) lines.push(`  ${pairs(Object.entries(facts))}`)
  lines.push(...requirementLines(requires))
  const counted = Object.entries(counts).filter(([, n]) => n > 0)
  if (counted.length > 0) lines.push(`  ${pairs(counted)}`)
  return lines
}

const pairs = (entries: readonly (readonly [string, unknown])[]): string =>
  entries.map(([name, value]) => `${name} ${value}`).join(', ')

function requirementLines({ features, earlyDepthStencil }: Requirements): string[] {
  const words = [...features, ...(earlyDepthStencil ? ['early depth and stencil test'] : [])]
  return words.length > 0 ? [`  needs ${words.join(', ')}`] : []
}

const REGISTER: Readonly<Partial<Record<BindingReflection['type'], string>>> = { cbuffer: 'b', sampler: 's' }

const NONE = 0xffffffff

function registers({ type, register, count, space }: BindingReflection): string {
  // In a library that nobody has linked.
  if (register === NONE && space === NONE) return 'unbound'
  const letter = REGISTER[type] ?? (type.startsWith('uav_') ? 'u' : 't')
  const last = count === null ? '...' : count > 1 ? `-${register + count - 1}` : ''
  return `${letter}${register}${last}${space ? `, space${space}` : ''}`
}

function bindingLine(b: BindingReflection): string {
  const texel = b.components > 0 ? ` of ${b.returnType}${b.components > 1 ? b.components : ''}` : ''
  const notes = [
    b.samples > 0 && `${b.samples} samples`,
    b.stride > 0 && `${b.stride} bytes an element`,
    b.comparisonSampler && 'comparison',
    b.globallyCoherent && 'globally coherent',
    b.rasterizerOrdered && 'rasterizer ordered',
  ].filter(Boolean)
  // A texture's dimension says more than that it is one.
  const kind = b.type === 'texture' ? b.dimension : b.type
  const shape = b.type === 'uav_rwtyped' ? ` ${b.dimension}` : ''
  return `  ${registers(b)}  ${b.name || '(no name)'}: ${kind}${shape}${texel}${notes.map(n => `, ${n}`).join('')}`
}

function bufferLines({ name, type, size, variables }: BufferReflection): string[] {
  return [
    `${type} ${name || '(no name)'}, ${size} bytes`,
    ...variables.flatMap(v => [
      `  ${offsetText(v.offset)} ${v.type ? declared(v.name, v.type) : v.name}, ${v.size} bytes${v.used ? '' : ', not used'}`,
      ...(v.type ? memberLines(v.type.members, 4) : []),
    ]),
  ]
}

const offsetText = (offset: number): string => String(offset).padStart(5)

function memberLines(members: readonly MemberReflection[], indent: number): string[] {
  return members.flatMap(({ name, type }) => [
    `${' '.repeat(indent)}${offsetText(type.offset)} ${declared(name, type)}`,
    ...memberLines(type.members, indent + 2),
  ])
}

function declared(name: string, type: TypeReflection): string {
  // D3D12's word for a single uint.
  const word = type.name === 'dword' ? 'uint' : type.name || type.type
  if (type.class === 'bit_field') return `${word} ${name} : ${type.columns}`
  const order = type.class === 'matrix_rows' ? 'row_major ' : type.class === 'matrix_columns' ? 'column_major ' : ''
  return `${order}${word} ${name}${type.elements > 0 ? `[${type.elements}]` : ''}`.trimEnd()
}

const COMPONENT_NAMES = 'xyzw'
const maskText = (mask: number): string => [...COMPONENT_NAMES].map((c, i) => ((mask >>> i) & 1 ? c : ' ')).join('')

function parameterLine(p: ParameterReflection): string {
  const place = p.register === null ? 'none' : String(p.register)
  return `  ${(p.semantic + p.index).padEnd(24)} register ${place.padEnd(4)} ${maskText(p.mask)}  used ${maskText(p.usedMask)}  ${p.component}`
}

function functionLines(f: FunctionReflection, bindings: readonly BindingReflection[]): string[] {
  const lines = [`function ${f.name}, ${f.stage.toLowerCase()}, from shader model ${f.minimumShaderModel} on`]
  lines.push(...requirementLines(f.requires))
  if (f.payloadBytes > 0) lines.push(`  payload of ${f.payloadBytes} bytes, attributes of ${f.attributeBytes}`)
  if (f.bindings.length > 0) lines.push(`  binds ${f.bindings.map(i => bindings[i]?.name ?? i).join(', ')}`)
  if (f.dependencies.length > 0) lines.push(`  calls ${f.dependencies.join(', ')}`)
  return lines
}

/** The shaders of all files together. @throws UsageError, BadFile */
async function printRootSignature(host: Host, files: readonly string[], form: RootSignatureForm): Promise<ExitCode> {
  const containers: Uint8Array[] = []
  const code = await forEachInput(host, files, async (file, host) => {
    const bytes = await readContainerInput(host, file)
    onContainer(file, () => reflect(bytes))
    containers.push(bytes)
    return EXIT.ok
  })
  if (code !== EXIT.ok) return code
  const suggested = suggestRootSignature(containers)
  host.stdout.write(
    form === 'cpp' ? suggested.cpp : `${form === 'hlsl' ? suggested.hlsl : JSON.stringify(suggested)}\n`,
  )
  return code
}

const FORMS = ['hlsl', 'cpp', 'json'] as const
type RootSignatureForm = (typeof FORMS)[number]

/** The command line of it. @param unmask gives a word its '-' back */
export const reflectCommand = (
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, { files: string[]; json: boolean; 'root-signature': RootSignatureForm | undefined }> => ({
  command: 'reflect <files..>',
  describe: 'bindings, buffers, signatures, counts and needs of containers, as D3D12 reflects them',
  builder: y =>
    y
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'containers, folders, patterns',
      })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .option('root-signature', {
        choices: FORMS,
        requiresArg: true,
        describe: 'a root signature for all of them together',
      }),
  handler: ({ files, json, 'root-signature': form }) =>
    choose(() => {
      const all = files.map(unmask)
      return form ? printRootSignature(host, all, form) : reportContainers(host, { files: all, json }, REPORT)
    }),
})
