// A library as the linker reads it: the module of its DXIL part, and what the STAT part says of types. Containers of DXC and our own are alike.

import { FormatError, placedDamage } from '../base/format_error.ts'
import { type Container, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import type { Rdat } from '../container/rdat.ts'
import { type Program, type ProgramEntry, readProgram } from '../dxil/program.ts'
import { type StructAnnotation, structAnnotations } from '../dxil/type_annotations.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Func } from '../llvm/model/values.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { LinkProblem } from './problem.ts'

/** A file to link: its name in messages, and its bytes. */
export interface LinkInput {
  readonly name: string
  readonly container: Uint8Array
}

export interface Library {
  /** In messages. */
  readonly name: string
  readonly container: Container
  readonly module: Module
  readonly program: Program
  /** By the name of the struct type. */
  readonly annotations: ReadonlyMap<string, StructAnnotation>
  readonly entries: ReadonlyMap<Func, ProgramEntry>
  /** What the library says of its subobjects, among others. */
  readonly rdat: Rdat | undefined
}

/**
 * @param wantsDebug the program with debug information, where there is one
 * @throws LinkProblem when the file is no container or holds no library
 */
export function readLibrary({ name, container: bytes }: LinkInput, wantsDebug: boolean): Library {
  try {
    const container = readContainer(bytes)
    // The program with debug information is the same program.
    const module = (wantsDebug && moduleOf(container, 'ILDB')) || moduleOf(container, 'DXIL')
    if (!module) throw new LinkProblem('E4101', { name, why: 'it has no DXIL part' })
    const program = readProgram(module)
    if (program.stage !== SHADER_STAGE.Library)
      throw new LinkProblem('E4101', { name, why: 'it is a shader, no library' })
    const annotations = new Map<string, StructAnnotation>()
    for (const m of [module, moduleOf(container, 'STAT')])
      if (m) for (const [type, annotation] of structAnnotations(m)) annotations.set(type.name, annotation)
    const entries = new Map(program.entries.flatMap(e => (e.function ? [[e.function, e] as const] : [])))
    const part = container.parts.find(p => p.name === 'RDAT')
    const rdat = part && decodePart('RDAT', part.data, part.offset)
    return { name, container, module, program, annotations, entries, rdat }
  } catch (error) {
    if (error instanceof FormatError) throw new LinkProblem('E4101', { name, why: placedDamage(error) })
    throw error
  }
}

function moduleOf(container: Container, name: 'DXIL' | 'ILDB' | 'STAT'): Module | undefined {
  const part = container.parts.find(p => p.name === name)
  if (!part) return undefined
  const { bitcode, bitcodeOffset } = decodePart(name, part.data, part.offset)
  return readModule(bitcode, part.offset + bitcodeOffset + 8)
}
