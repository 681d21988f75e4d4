// Statistics of a container's program, and by lines where it or its debug file has debug information.

import { FormatError } from '../base/format_error.ts'
import type { Container } from '../container/container.ts'
import { findPart } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { type Program, readProgram } from '../dxil/program.ts'
import { allocSize, dataLayoutOf } from '../dxil/type_size.ts'
import { SourceLines } from '../inspect/source_lines.ts'
import type { Module } from '../llvm/model/module.ts'
import { type Func, Op } from '../llvm/model/values.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { nameOf, SHADER_STAGE } from '../spec/psv_enums.ts'
import { countFunction, countLines, Tally } from './count.ts'
import type { FunctionStatistics, Statistics } from './model.ts'

const PROGRAM_HEADER_BYTES = 8
const GROUP_SHARED = 3

/**
 * @param debug the container with debug information that belongs to it, if it has none itself
 * @throws FormatError when there is no program, or one that cannot be read
 */
export function containerStatistics(container: Container, debug?: Container): Statistics {
  const described = moduleOf(container, ['ILDB']) ?? (debug && moduleOf(debug, ['ILDB']))
  const module = moduleOf(container, ['DXIL']) ?? described
  if (!module) throw new FormatError('the container has neither a DXIL nor an ILDB part', 0)
  const program = readProgram(module)
  const functions = definitions(module).map(f => functionStatistics(f, module, program))
  const total = new Tally()
  for (const f of functions) total.addAll(f)
  const sources = described && new SourceLines(described, moduleOf(container, ['ILDB']) ? container : debug)
  const lines = described && sources ? countLines(definitions(described), sources) : []
  const any = (key: 'needsWaves' | 'needsQuads' | 'needsHelperLanes'): boolean => functions.some(f => f[key])
  const sum = (key: 'branches' | 'loops'): number => functions.reduce((n, f) => n + f[key], 0)
  return {
    stage: nameOf(SHADER_STAGE, program.stage),
    shaderModel: `${program.shaderModel.major}.${program.shaderModel.minor}`,
    creator: program.ident,
    ...total.result(),
    branches: sum('branches'),
    loops: sum('loops'),
    ...globalBytes(module),
    waveLanes: waveLanes(program),
    needsWaves: any('needsWaves'),
    needsQuads: any('needsQuads'),
    needsHelperLanes: any('needsHelperLanes'),
    functions,
    lines,
    withoutLine: Math.max(0, total.instructions - lines.reduce((n, line) => n + line.instructions, 0)),
  }
}

const definitions = (module: Module): Func[] => module.functions.filter(f => !f.isDeclaration)

function moduleOf(container: Container, names: readonly ('DXIL' | 'ILDB')[]): Module | undefined {
  for (const name of names) {
    const part = findPart(container, name)
    if (!part) continue
    const { bitcode, bitcodeOffset } = decodePart(name, part.data, part.offset)
    return readModule(bitcode, part.offset + bitcodeOffset + PROGRAM_HEADER_BYTES)
  }
  return undefined
}

function functionStatistics(f: Func, module: Module, program: Program): FunctionStatistics {
  const { tally, loops, operations, quads } = countFunction(f)
  const stage = stageOf(f, program)
  // A function of a library may be called from pixel shaders.
  const mayBePixel = stage === SHADER_STAGE.Pixel || (stage === null && program.stage === SHADER_STAGE.Library)
  const layout = dataLayoutOf(module.dataLayout)
  let localBytes = 0
  for (const b of f.blocks)
    for (const inst of b.instructions)
      if (inst.op === Op.Alloca && inst.elementType) localBytes += allocSize(inst.elementType, layout)
  return {
    name: f.name,
    stage: stage === null ? null : nameOf(SHADER_STAGE, stage),
    ...tally.result(),
    blocks: f.blocks.length,
    branches: tally.of('branch'),
    loops,
    localBytes,
    needsWaves: tally.of('wave') + tally.of('quad') > 0,
    needsQuads: quads > 0,
    needsHelperLanes: quads > 0 && mayBePixel,
    operations,
  }
}

/** SHADER_STAGE of an entry point or of a patch constant function; null for other functions. */
function stageOf(f: Func, program: Program): number | null {
  for (const { function: own, properties } of program.entries)
    if (own === f || properties.hull?.patchConstantFunction === f) return properties.shaderKind ?? program.stage
  return null
}

function globalBytes(module: Module): { readonly groupSharedBytes: number; readonly staticBytes: number } {
  const layout = dataLayoutOf(module.dataLayout)
  let groupSharedBytes = 0
  let staticBytes = 0
  for (const g of module.globals) {
    if (g.type.addressSpace === GROUP_SHARED) groupSharedBytes += allocSize(g.valueType, layout)
    else if (g.constant && g.initializer) staticBytes += allocSize(g.valueType, layout)
  }
  return { groupSharedBytes, staticBytes }
}

function waveLanes(program: Program): Statistics['waveLanes'] {
  const { waveSize } = program.entries[0]?.properties ?? {}
  return waveSize ? [waveSize.min, waveSize.max || waveSize.min] : null
}
