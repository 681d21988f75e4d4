// A container as a JSON-able object: header, digest, every part decoded, resource table. A damaged part is shown with its
// error and hides no other. format_dump.ts makes it readable text.

import { BOOLEAN, checkBytes, checkOptions, type OptionTable, STRING } from '../base/arguments.ts'
import { hex } from '../base/bytes.ts'
import { FormatError } from '../base/format_error.ts'
import { type Container, type DigestState, digestState, type Part, readContainer } from '../container/container.ts'
import { debugNameText } from '../container/debug_name.ts'
import { programVersion } from '../container/dxil_program.ts'
import { HASH_INCLUDES_SOURCE } from '../container/hash.ts'
import type { FieldValue } from '../container/io.ts'
import { decodePart, isDecodable, listPart, type PartValues } from '../container/parts.ts'
import { pdbInfoRdat } from '../container/pdb_info.ts'
import { type SourceFile, sourceArguments, sourceFiles } from '../container/source_info.ts'
import { compilerVersionStrings } from '../container/version.ts'
import { moduleResources } from '../dxil/resources.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { featureNames } from '../spec/feature_flags.ts'
import { partContents } from '../spec/part_names.ts'
import { nameOf, SHADER_STAGE } from '../spec/psv_enums.ts'
import { dumpPsv, type PsvDump } from './dump_psv.ts'
import { dumpRdat, type RdatTableDump } from './dump_rdat.ts'
import { dumpSignature, type SignatureRowDump } from './dump_signature.ts'
import { type FieldTree, fieldTree } from './field_tree.ts'
import { psvResources, type ResourceRecord } from './resource_records.ts'
import { type ResourceRow, resourceRow } from './resource_table.ts'

export interface DumpOptions {
  /** Only this part, e.g. 'PSV0'; header and digest are always there. */
  readonly part?: string
  /** Also list every field with offset and bytes. */
  readonly fields?: boolean
}

export interface Problem {
  readonly message: string
  /** Byte offset in the file. */
  readonly offset: number
  readonly part: string
}

export interface ProgramDump {
  readonly stage: string
  /** e.g. '6.0' */
  readonly shaderModel: string
  readonly dxilVersion: string
  readonly bitcodeOffset: number
  readonly bitcodeSize: number
}

export interface FieldDump {
  readonly path: string
  readonly offset: number
  readonly size: number
  /** Number, or hex text for bytes and 64-bit values. */
  readonly value: number | string
  readonly name?: string
}

export interface PartDump {
  readonly name: string
  readonly contents: string
  /** Offset of the payload in the file, bytes. */
  readonly offset: number
  readonly size: number
  readonly problem?: Problem
  readonly program?: ProgramDump
  readonly hash?: { readonly digest: string; readonly includesSource: boolean }
  readonly features?: { readonly flags: string; readonly names: readonly string[] }
  readonly signature?: readonly SignatureRowDump[]
  readonly psv?: PsvDump
  readonly debugName?: string
  readonly version?: {
    readonly version: string
    readonly flags: number
    readonly commitCount: number
    readonly commit: string
    readonly custom: string
  }
  /** RDAT and PDBI */
  readonly tables?: readonly RdatTableDump[]
  /** SRCI */
  readonly sources?: readonly SourceFile[]
  readonly arguments?: readonly { readonly name: string; readonly value: string }[]
  /** Parts that are shown field by field: root signatures, private data, parts of older containers. */
  readonly values?: FieldTree
  readonly fields?: readonly FieldDump[]
}

export interface ContainerDump {
  readonly fileSize: number
  readonly version: string
  readonly digest: string
  readonly digestState: DigestState
  readonly parts: readonly PartDump[]
  readonly resources: readonly ResourceRow[]
  /** Where the resource table comes from: part names, '' when there is none. */
  readonly resourcesFrom: string
  /** Everything wrong with the file: header, part table, parts, bitcode. */
  readonly problems: readonly Problem[]
}

/**
 * Dumps a container.
 * @throws FormatError when there is no container header or its part table does not fit; lesser damage is in the result
 */
const DUMP_OPTIONS: OptionTable<DumpOptions> = { part: STRING, fields: BOOLEAN }

export function dumpContainer(bytes: Uint8Array, options: DumpOptions = {}): ContainerDump {
  checkBytes('dumpContainer', bytes)
  checkOptions('dumpContainer', options, DUMP_OPTIONS)
  const container = readContainer(bytes)
  const problems: Problem[] = container.problems.map(problem)
  const shown = container.parts.filter(part => options.part === undefined || part.name === options.part)
  const parts = shown.map(part => dumpPart(container, part, options))
  for (const part of parts) if (part.problem) problems.push(part.problem)
  const resources = resourceTable(container, problems)
  return {
    fileSize: bytes.length,
    version: `${container.major}.${container.minor}`,
    digest: hex(container.digest),
    digestState: digestState(container),
    parts,
    resources: resources.records.map(resourceRow),
    resourcesFrom: resources.from,
    problems,
  }
}

function dumpPart(container: Container, part: Part, options: DumpOptions): PartDump {
  const head = { name: part.name, contents: partContents(part.name), offset: part.offset, size: part.size }
  const fields = options.fields ? { fields: fieldDumps(part) } : {}
  if (!isDecodable(part.name)) return { ...head, ...fields }
  try {
    return { ...head, ...decoded(container, part), ...fields }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { ...head, problem: problem(error), ...fields }
  }
}

type Decoded = Omit<PartDump, 'name' | 'contents' | 'offset' | 'size' | 'fields'>

/** How each decodable part is shown. */
const SHOW: { readonly [N in keyof PartValues]: (value: PartValues[N], part: Part, container: Container) => Decoded } =
  {
    SFI0: p => ({ features: { flags: `0x${p.flags.toString(16)}`, names: featureNames(p.flags) } }),
    ISG1: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    OSG1: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    PSG1: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    ISGN: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    OSGN: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    OSG5: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    PCSG: (p, part) => ({ signature: dumpSignature(p, part.data) }),
    PSV0: (p, _part, container) => ({ psv: dumpPsv(p, programStage(container)) }),
    RDAT: p => ({ tables: dumpRdat(p) }),
    RTS0: valuesDump,
    SRCI: p => ({ sources: sourceFiles(p), arguments: sourceArguments(p) }),
    PDBI: p => ({ tables: dumpRdat(pdbInfoRdat(p)) }),
    PRIV: valuesDump,
    RDEF: valuesDump,
    SHDR: valuesDump,
    SHEX: valuesDump,
    VERS: p => ({
      version: {
        version: `${p.major}.${p.minor}`,
        flags: p.flags,
        commitCount: p.commitCount,
        ...compilerVersionStrings(p),
      },
    }),
    ILDB: programDump,
    STAT: programDump,
    DXIL: programDump,
    ILDN: p => ({ debugName: debugNameText(p) }),
    HASH: p => ({ hash: { digest: hex(p.digest), includesSource: (p.flags & HASH_INCLUDES_SOURCE) !== 0 } }),
  }

function decoded(container: Container, part: Part): Decoded {
  const name = part.name as keyof PartValues
  const show = SHOW[name] as (value: unknown, part: Part, container: Container) => Decoded
  return show(decodePart(name, part.data, part.offset), part, container)
}

/** A part without a shape of its own: its fields, nested. */
function valuesDump(_p: unknown, part: Part): Decoded {
  return { values: fieldTree(listPart(part).fields, f => f.name ?? fieldValue(f.value)) }
}

function programDump(p: PartValues['DXIL'], part: Part): Decoded {
  const v = programVersion(p)
  return {
    program: {
      stage: nameOf(SHADER_STAGE, v.stage),
      shaderModel: `${v.major}.${v.minor === 15 ? 'x' : v.minor}`,
      dxilVersion: `${v.dxilMajor}.${v.dxilMinor}`,
      bitcodeOffset: part.offset + p.bitcodeOffset + 8,
      bitcodeSize: p.bitcodeSize,
    },
  }
}

/** Stage of the program, for a PSV0 of version 0, which does not store it; undefined when no program is readable. */
function programStage(container: Container): number | undefined {
  for (const part of container.parts) {
    const program = tryProgram(part)
    if (program) return programVersion(program).stage
  }
  return undefined
}

function tryProgram(part: Part): PartValues['DXIL'] | undefined {
  if (part.name !== 'DXIL' && part.name !== 'STAT' && part.name !== 'ILDB') return undefined
  try {
    return decodePart(part.name, part.data, part.offset)
  } catch (error) {
    if (error instanceof FormatError) return undefined // shown at the part itself
    throw error
  }
}

interface Resources {
  readonly records: readonly ResourceRecord[]
  readonly from: string
}

/** The program's own list is the better one: STAT keeps names, DXIL has formats, a debug file has ILDB alone, PSV0 has bindings only. */
function resourceTable(container: Container, problems: Problem[]): Resources {
  for (const name of ['STAT', 'DXIL', 'ILDB']) {
    const part = container.parts.find(p => p.name === name)
    const program = part && tryProgram(part)
    if (!part || !program) continue
    const at = part.offset + program.bitcodeOffset + 8
    try {
      return { records: moduleResources(readModule(program.bitcode, at)), from: name }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      problems.push({ message: `bitcode: ${error.message}`, offset: error.offset, part: name })
    }
  }
  const psv = container.parts.find(p => p.name === 'PSV0')
  if (!psv) return { records: [], from: '' }
  try {
    return { records: psvResources(decodePart('PSV0', psv.data, psv.offset)), from: 'PSV0' }
  } catch (error) {
    if (error instanceof FormatError) return { records: [], from: '' } // shown at the part itself
    throw error
  }
}

function fieldDumps(part: Part): FieldDump[] {
  return listPart(part).fields.map(f => ({ ...f, value: fieldValue(f.value) }))
}

function fieldValue(value: FieldValue): number | string {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return `0x${value.toString(16)}`
  if (value instanceof Uint8Array) return hex(value)
  return Array.from(value, word => `0x${word.toString(16)}`).join(' ')
}

function problem(error: FormatError): Problem {
  return { message: error.message, offset: error.offset, part: error.part }
}
