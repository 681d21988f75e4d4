// The listing of a container with the line of HLSL that each of its lines comes from.

import { BYTES, checkArgument, checkBytes } from '../base/arguments.ts'
import { isDebugCall } from '../dxil/dx_call.ts'
import { SourceLines } from '../inspect/source_lines.ts'
import { fullListing, moduleText, shownModule, sourceProgram } from '../listing/listing.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Instruction } from '../llvm/model/values.ts'

/** A place in a source; line and column count from 1. */
export interface ListingPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface LinkedListing {
  /** As listing() gives it. */
  readonly text: string
  /** For each line of the text where its instruction comes from; null for lines that come from nowhere. */
  readonly places: readonly (ListingPlace | null)[]
}

/** What stands before an instruction while the text is made: no text of a module has this character. */
const MARK = '\u0001'

/**
 * listing(), and for each of its lines the place in the source. The program with debug information may be the container's own or that of `debugContainer`:
 * the container in its debug file (see containerBytes()), or the same source compiled with embedDebug. Without any, all places are null.
 * @throws FormatError when the bytes are no container, program or bitcode
 */
export function linkedListing(bytes: Uint8Array, debugContainer?: Uint8Array): LinkedListing {
  checkBytes('linkedListing', bytes)
  if (debugContainer !== undefined) checkArgument('linkedListing', 'debugContainer', debugContainer, BYTES)
  const { text } = fullListing(bytes)
  const linked = sourceProgram(bytes, debugContainer)
  if (!linked) return { text, places: text.split('\n').map(() => null) }
  const shown = shownModule(bytes)
  const placeOf = placesOf(shown, linked.module)
  const places: (ListingPlace | null)[] = []
  let pending: ListingPlace | null = null
  let length = 0
  const before = (inst: Instruction): string => `${MARK}${placeOf(inst)}\n`
  for (const line of moduleText(shown, { comments: () => before }).split('\n')) {
    if (line.startsWith(MARK)) {
      const [row, column, ...file] = line.slice(1).split(':')
      pending = row === '' ? null : { file: file.join(':'), line: Number(row), column: Number(column) }
      continue
    }
    places.push(pending)
    pending = null
    length += line.length + 1
  }
  const head = text.slice(0, text.length - (length - 1)).split('\n').length - 1
  return { text, places: [...new Array<null>(head).fill(null), ...places] }
}

const codeOf = (module: Module): Instruction[] =>
  module.functions.flatMap(f => f.blocks.flatMap(b => b.instructions)).filter(inst => !isDebugCall(inst))

/** `line:column:file` of an instruction, '' for none. Both programs have the same instructions in the same order, or nothing is linked. */
function placesOf(shown: Module, debug: Module): (inst: Instruction) => string {
  const lines = new SourceLines(debug)
  const code = codeOf(debug)
  const own = shown === debug ? code : codeOf(shown)
  const isSame = own.length === code.length && own.every((inst, i) => inst.op === code[i]!.op)
  const texts = new Map<Instruction, string>()
  if (isSame)
    own.forEach((inst, i) => {
      const at = lines.of(code[i]!)
      if (at) texts.set(inst, `${at.line}:${at.column}:${at.file}`)
    })
  return inst => texts.get(inst) ?? ''
}
