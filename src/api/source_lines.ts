// Lines of HLSL for what others say about a program: the validator names instructions by their text.

import { BYTES, checkArgument, checkBytes, STRING } from '../base/arguments.ts'
import { FormatError } from '../base/format_error.ts'
import { findPart, readContainer } from '../container/container.ts'
import { debugNameText } from '../container/debug_name.ts'
import { decodePart } from '../container/parts.ts'
import { sourceText } from '../inspect/source_lines.ts'
import { sourceProgram } from '../listing/listing.ts'
import type { Instruction } from '../llvm/model/values.ts'
import { printContext } from '../llvm/text/print.ts'
import { functionPieces } from '../llvm/text/print_function.ts'

/** How DXC's validator says where: note: at '%3 = fadd ...' in block '#0' of function 'main'. */
const PLACE = /at '(.*)' in block '[^']*' of function '([^']*)'/

/**
 * The validator's message with a line behind each that names an instruction: `main.hlsl:7: color += shade(i);`. The same text where neither the
 * container nor its debug file (see containerBytes()) has debug information.
 */
export function messageWithSources(message: string, bytes: Uint8Array, debugContainer?: Uint8Array): string {
  checkArgument('messageWithSources', 'message', message, STRING)
  checkBytes('messageWithSources', bytes)
  if (debugContainer !== undefined) checkArgument('messageWithSources', 'debugContainer', debugContainer, BYTES)
  if (!PLACE.test(message)) return message
  const program = attempt(() => sourceProgram(bytes, debugContainer))
  if (!program) return message
  const { module, sources } = program
  const context = printContext(module)
  const byFunction = new Map<string, ReadonlyMap<string, Instruction>>()
  const instructionsOf = (name: string): ReadonlyMap<string, Instruction> => {
    let found = byFunction.get(name)
    if (found) return found
    const f = module.functions.find(g => g.name === name)
    const { instruction } = f ? functionPieces(context, f) : { instruction: () => '' }
    const all = f?.blocks.flatMap(b => b.instructions) ?? []
    found = new Map(all.map(inst => [withoutMetadata(instruction(inst)), inst]))
    byFunction.set(name, found)
    return found
  }
  return message
    .split('\n')
    .flatMap(line => {
      const [, text = '', name = ''] = PLACE.exec(line) ?? []
      const inst = text === '' ? undefined : instructionsOf(name).get(withoutMetadata(text))
      const at = inst && sources.of(inst)
      return at ? [line, `  ${sourceText(at)}`] : [line]
    })
    .join('\n')
}

/** The program with debug information has other attachments. */
const withoutMetadata = (text: string): string => text.trim().replace(/(, ![\w.]+ !\d+)+$/, '')

/** The name of the file with the debug information of a container; undefined when it names none. */
export function debugNameOf(bytes: Uint8Array): string | undefined {
  checkBytes('debugNameOf', bytes)
  return attempt(() => {
    const part = findPart(readContainer(bytes), 'ILDN')
    return part && debugNameText(decodePart('ILDN', part.data, part.offset))
  })
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
