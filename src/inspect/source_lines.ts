// The lines of HLSL behind instructions: from the sources that a module with debug information carries, or the debug file it came in (SRCI).

import { utf8Text } from '../base/c_string.ts'
import { FormatError } from '../base/format_error.ts'
import { type Container, findPart } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { sourceFiles } from '../container/source_info.ts'
import { isDebugCall } from '../dxil/dx_call.ts'
import type { MDDebug, Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Instruction } from '../llvm/model/values.ts'
import { MetadataCode } from '../spec/llvm_codes.ts'

/** A place in a source; `text` is the line without blanks around it, '' when the source is not there. */
export interface SourceLine {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
}

/** Longer lines are cut. */
const MAX_TEXT = 160

export class SourceLines {
  readonly #texts = new Map<string, readonly string[]>()

  /** @param container where the module comes from, which may hold the sources */
  constructor(module: Module, container?: Container) {
    for (const node of module.findNamed('dx.source.contents')?.operands ?? []) {
      const [name, text] = node.kind === 'node' ? node.operands : []
      if (name && text && textOf(name) !== '') this.#add(textOf(name), textOf(text))
    }
    const part = container && findPart(container, 'SRCI')
    if (part) for (const { name, text } of filesOf(part.data, part.offset)) this.#add(name, text)
  }

  /** No source is there. */
  get isEmpty(): boolean {
    return this.#texts.size === 0
  }

  /** The lines of each source, by the name that instructions give. */
  get files(): ReadonlyMap<string, readonly string[]> {
    return this.#texts
  }

  #add(name: string, text: string): void {
    if (!this.#texts.has(name)) this.#texts.set(name, text.split(/\r\n|\n|\r/))
  }

  /** Where an instruction comes from; undefined when it does not say. */
  of(inst: Instruction): SourceLine | undefined {
    return inst.location ? this.at(inst.location) : undefined
  }

  /** What a DILocation says. */
  at(location: MDDebug): SourceLine | undefined {
    const [line, column, scope] = location.fields
    const file = fileOf(scope as Metadata | null | undefined)
    if (typeof line !== 'number' || line === 0) return undefined
    const text = (this.#texts.get(file)?.[line - 1] ?? '').trim()
    const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 3)}...` : text
    return { file, line, column: Number(column ?? 0), text: cut }
  }

  /** A comment line in front of each instruction that comes from another line than the one before; '' for others. */
  comments(): (inst: Instruction) => string {
    let last = ''
    return inst => {
      // Where a variable is declared is no line that runs.
      const at = isDebugCall(inst) ? undefined : this.of(inst)
      const key = at ? `${at.file}:${at.line}` : ''
      if (!at || key === last) return ''
      last = key
      return `  ; ${sourceText(at)}\n`
    }
  }
}

/** `main.hlsl:7: color += shade(i);` */
export const sourceText = ({ file, line, text }: SourceLine): string => {
  const place = `${file}:${line}`
  return shown(text === '' ? place : `${place}: ${text}`)
}

/** Comments end with their line, and terminals obey escape sequences. */
const shown = (text: string): string =>
  [...text].map(c => (c === '\t' ? ' ' : c < ' ' || (c >= '\x7f' && c <= '\x9f') ? '?' : c)).join('')

export const textOf = (md: Metadata): string =>
  md.kind === 'string' ? utf8Text(Uint8Array.from(md.text, c => c.charCodeAt(0))) : ''

/** Scopes name their file; those of DILexicalBlockFile and others alike have it second, functions fourth. */
function fileOf(scope: Metadata | null | undefined): string {
  if (scope?.kind !== 'debug') return ''
  const file = scope.fields[scope.code === MetadataCode.Subprogram ? 3 : 1]
  if (typeof file !== 'object' || file?.kind !== 'debug' || file.code !== MetadataCode.File) return ''
  const name = file.fields[0]
  return typeof name === 'object' && name !== null ? textOf(name) : ''
}

/** Damaged sources are none. */
function filesOf(data: Uint8Array, offset: number): readonly { readonly name: string; readonly text: string }[] {
  try {
    return sourceFiles(decodePart('SRCI', data, offset))
  } catch (error) {
    if (error instanceof FormatError) return []
    throw error
  }
}
