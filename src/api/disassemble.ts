// The text of a container: what DXC's -dumpbin prints before the module as comments, then the module as LLVM text.
// Invariant: everything comes from the container's bytes; a damaged one is a FormatError with its offset.

import { FormatError } from '../base/format_error.ts'
import { findPart, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { dumpContainer } from '../inspect/dump.ts'
import { explainCall } from '../inspect/explain_call.ts'
import { resourceTableLines } from '../inspect/resource_table.ts'
import { printModule } from '../llvm/print.ts'
import { readModule } from '../llvm/read_module.ts'

/** The part with the program, the one with debug information first, as DXC prefers it. */
const PROGRAMS = ['ILDB', 'DXIL'] as const

/**
 * The program of a container as LLVM text.
 * @throws FormatError when this is no container, it holds no DXIL, or the bitcode is damaged
 */
export function disassemble(bytes: Uint8Array): string {
  const container = readContainer(bytes)
  for (const name of PROGRAMS) {
    const part = findPart(container, name)
    if (!part) continue
    const program = decodePart(name, part.data, part.offset)
    const module = readModule(program.bitcode, part.offset + program.bitcodeOffset + 8)
    return printModule(module, { annotate: explainCall })
  }
  const [damage] = container.problems
  if (damage) throw damage
  throw new FormatError('the container has no DXIL part', 28)
}

/**
 * Hash, thread group, resource bindings as comments, then the program.
 * @throws FormatError as disassemble() does
 */
export function listing(bytes: Uint8Array): string {
  const program = disassemble(bytes)
  const dump = dumpContainer(bytes)
  const lines: string[] = []
  for (const part of dump.parts) {
    if (part.hash)
      lines.push(`shader hash: ${part.hash.digest}${part.hash.includesSource ? ' (includes source)' : ''}`, '')
    if (part.psv?.numThreads) lines.push(`NumThreads=(${part.psv.numThreads.join(',')})`, '')
    if (part.features && part.features.names.length > 0)
      lines.push('Note: shader requires additional functionality:', ...part.features.names.map(n => `      ${n}`), '')
  }
  if (dump.resources.length > 0) lines.push('Resource Bindings:', '', ...resourceTableLines(dump.resources), '')
  return lines.map(line => `; ${line}`.trimEnd() + '\n').join('') + program
}
