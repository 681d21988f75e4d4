// The comment header of DXC's -dumpbin and the module's text behind it, from a container, from a program without one, or from
// bare bitcode. A damaged part leaves a comment line in its place and hides no other.

import { hex } from '../base/bytes.ts'
import { FormatError } from '../base/format_error.ts'
import { shownName } from '../base/shown_name.ts'
import { type Container, findPart, type Part, readContainer } from '../container/container.ts'
import { debugNameText } from '../container/debug_name.ts'
import { type DxilProgram, programVersion } from '../container/dxil_program.ts'
import { HASH_INCLUDES_SOURCE } from '../container/hash.ts'
import { type DecodablePart, decodePart, type PartValues } from '../container/parts.ts'
import { NO_STAGE } from '../container/psv0.ts'
import { type Program, readProgram } from '../dxil/program.ts'
import { explainCall } from '../inspect/explain_call.ts'
import { resourceRow, resourceTableLines } from '../inspect/resource_table.ts'
import { SourceLines } from '../inspect/source_lines.ts'
import type { Module } from '../llvm/model/module.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { printModule } from '../llvm/text/print.ts'
import { fourCC } from '../spec/part_names.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { bufferDefinitionLines } from './buffer_definitions.ts'
import { COMMENT } from './columns.ts'
import { elementTable } from './element_table.ts'
import { featureLines } from './features.ts'
import { runtimeInfoLines } from './runtime_info.ts'
import { signatureTable } from './signature_table.ts'
import { subobjectLines } from './subobjects.ts'
import { viewIdStateLines } from './view_id_state.ts'

export interface Listing {
  readonly text: string
  /** Everything that could not be shown; each is also a comment line of the text. */
  readonly problems: readonly FormatError[]
}

/** Bytes from a program part's start to where its bitcode offset counts from. */
const INNER_HEADER = 8
/** Many entries of a damaged file may share one long name. */
const MAX_HEADER = 1 << 27
const BITCODE_MAGIC = 0xdec04342
const DXIL_MAGIC = fourCC('DXIL')

/** The program a module is read from, and where its bitcode lies in the file. */
interface Source {
  readonly part: DxilProgram
  readonly at: number
}

/**
 * The text DXC's disassembler prints for these bytes.
 * @param bytes a container, a program part's payload, or LLVM bitcode
 * @throws FormatError when they are none of these
 */
export function fullListing(bytes: Uint8Array, options: SourceOptions = {}): Listing {
  return new Printer(options).print(bytes)
}

/** Where lines of HLSL come from. */
export interface SourceOptions {
  /** Shows the lines of HLSL that instructions come from. */
  readonly source?: boolean
  /** The container of the debug file that belongs to a container without a program that has debug information. */
  readonly debugContainer?: Uint8Array | undefined
}

/** The program with debug information, and its sources: of the container, or of its debug file; undefined when neither has any. */
export function sourceProgram(
  bytes: Uint8Array,
  debugContainer?: Uint8Array,
): { readonly module: Module; readonly sources: SourceLines } | undefined {
  for (const holder of [bytes, debugContainer]) {
    if (!holder || !isContainer(holder)) continue
    const container = readContainer(holder)
    const part = findPart(container, 'ILDB')
    if (!part) continue
    const module = sourceModule(programSource(part))
    return { module, sources: new SourceLines(module, container) }
  }
  return undefined
}

/**
 * The module the disassembly shows: that with debug information if there is one.
 * @throws FormatError when the bytes hold no program, or its bitcode is damaged
 */
export function shownModule(bytes: Uint8Array): Module {
  if (!isContainer(bytes)) return bareModule(bytes)
  const container = readContainer(bytes)
  const part = findPart(container, 'ILDB') ?? findPart(container, 'DXIL')
  if (part) return sourceModule(programSource(part))
  const [damage] = container.problems
  if (damage) throw damage
  throw new FormatError('the container has no DXIL part', 28)
}

/** A module's text with the comments DXC puts behind instructions. @param sources lines of HLSL in front of instructions */
export function moduleText(module: Module, sources?: Pick<SourceLines, 'comments'>): string {
  return printModule(module, { annotate: explainCall, ...(sources ? { before: sources.comments() } : {}) })
}

const word = (bytes: Uint8Array, at: number): number =>
  bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true)

/** Whatever is neither bitcode nor a program is taken for a container, whose reader says best what is wrong. */
const isContainer = (bytes: Uint8Array): boolean => word(bytes, 0) !== BITCODE_MAGIC && word(bytes, 8) !== DXIL_MAGIC

function bareModule(bytes: Uint8Array): Module {
  if (word(bytes, 0) === BITCODE_MAGIC) return readModule(bytes, 0)
  const part = decodePart('DXIL', bytes)
  return sourceModule({ part, at: part.bitcodeOffset + INNER_HEADER })
}

function programSource(part: Part): Source {
  const program = decodePart(part.name as 'DXIL', part.data, part.offset)
  return { part: program, at: part.offset + program.bitcodeOffset + INNER_HEADER }
}

const sourceModule = ({ part, at }: Source): Module => readModule(part.bitcode, at)

class Printer {
  readonly #lines: string[] = []
  readonly #problems: FormatError[] = []
  readonly #options: SourceOptions

  constructor(options: SourceOptions) {
    this.#options = options
  }

  print(bytes: Uint8Array): Listing {
    if (!isContainer(bytes)) {
      const module = bareModule(bytes)
      this.#program(module, module)
      return this.#finish(moduleText(module))
    }
    const container = readContainer(bytes)
    for (const problem of container.problems) this.#report(problem)
    this.#parts(container)
    const module = this.#module(container)
    if (!module) return this.#finish('')
    const stat = findPart(container, 'STAT')
    const reflection = stat && this.#guard(() => sourceModule(programSource(stat)))
    this.#program(module, reflection ?? module)
    this.#section(container, 'RDAT', subobjectLines)
    const { source, debugContainer } = this.#options
    const linked = source ? this.#guard(() => sourceProgram(bytes, debugContainer)) : undefined
    return this.#finish(linked ? moduleText(linked.module, linked.sources) : moduleText(module))
  }

  #parts(container: Container): void {
    this.#section(container, 'SFI0', p => featureLines(p.flags))
    this.#section(container, 'ISG1', (p, data) => signatureTable('Input', p, data))
    this.#section(container, 'OSG1', (p, data) => signatureTable('Output', p, data))
    this.#section(container, 'PSG1', (p, data) => signatureTable('Patch Constant', p, data))
    this.#section(container, 'ILDN', p => {
      const name = debugNameText(p)
      return name === '' ? [] : [`${COMMENT} shader debug name: ${name}`]
    })
    this.#section(container, 'HASH', p => {
      const source = (p.flags & HASH_INCLUDES_SOURCE) !== 0 ? ' (includes source)' : ''
      return [`${COMMENT} shader hash: ${hex(p.digest)}${source}`]
    })
    this.#section(container, 'PSV0', p => runtimeInfoLines(p, programStage(container)))
  }

  /** The first program that can be read, the one with debug information before the other. */
  #module(container: Container): Module | undefined {
    for (const name of ['ILDB', 'DXIL']) {
      const part = findPart(container, name)
      const module = part && this.#guard(() => sourceModule(programSource(part)))
      if (module) return module
    }
    if (this.#problems.length === 0) this.#report(new FormatError('the container has no DXIL part', 28))
    return undefined
  }

  /** What the header says about the program. LLVM modules that are no DXIL have none of it. */
  #program(module: Module, reflection: Module): void {
    if (!module.findNamed('dx.version')) return
    const shown = this.#guard(() => readProgram(module))
    const reflected = reflection === module ? shown : this.#guard(() => readProgram(reflection))
    if (shown && shown.stage !== SHADER_STAGE.Library) this.#elements(shown)
    if (!reflected) return
    this.#add(this.#guard(() => bufferDefinitionLines(reflection, reflected)))
    const rows = reflected.resources.map(resourceRow)
    const table = resourceTableLines(rows).map(line => `${COMMENT} ${line}`)
    this.#lines.push(COMMENT, `${COMMENT} Resource Bindings:`, COMMENT, ...table, COMMENT)
    this.#add(viewIdStateLines(reflected))
  }

  #elements(program: Program): void {
    const { input, output, patchOrPrim } = program.entries[0]?.signatures ?? { input: [], output: [], patchOrPrim: [] }
    const isMesh = program.stage === SHADER_STAGE.Mesh
    this.#lines.push(
      ...elementTable('Input', input),
      ...elementTable(isMesh ? 'Vertex Output' : 'Output', output),
      ...elementTable(isMesh ? 'Primitive Output' : 'Patch Constant', patchOrPrim),
    )
  }

  #section<N extends DecodablePart>(
    container: Container,
    name: N,
    lines: (value: PartValues[N], data: Uint8Array) => string[],
  ): void {
    const part = findPart(container, name)
    if (!part) return
    const shown = this.#guard(() => lines(decodePart(name, part.data, part.offset), part.data))
    this.#add(shown)
  }

  #add(lines: readonly string[] = []): void {
    for (const line of lines) this.#lines.push(line)
  }

  #guard<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      this.#report(error)
      return undefined
    }
  }

  #report(error: FormatError): void {
    this.#problems.push(error)
    const part = error.part === '' ? '' : `part ${error.part}, `
    this.#lines.push(`${COMMENT} damaged: ${part}offset ${error.offset}: ${error.message}`)
  }

  #finish(module: string): Listing {
    let length = 0
    for (const line of this.#lines) length += line.length
    if (length > MAX_HEADER) throw new FormatError(`a comment header of ${length} characters`, 0)
    // Names may hold line ends and escape sequences: each line stays one and does nothing to a terminal.
    return { text: this.#lines.map(line => `${shownName(line)}\n`).join('') + module, problems: this.#problems }
  }
}

/** Stage of the program header, which a PSV0 of version 0 leaves to it. */
function programStage(container: Container): number {
  const part = findPart(container, 'ILDB') ?? findPart(container, 'DXIL')
  if (!part) return NO_STAGE
  try {
    return programVersion(decodePart(part.name as 'DXIL', part.data, part.offset)).stage
  } catch (error) {
    if (error instanceof FormatError) return NO_STAGE // reported at the part itself
    throw error
  }
}
