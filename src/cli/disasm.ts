// `dxilkit disasm`: the program of a container as LLVM text.

import { disassemble, FormatError, listing } from '../api/index.ts'
import { inputName, readInput } from './files.ts'
import { BadFile, type Host } from './host.ts'

/** @param withComments also hash, thread group and bindings. @throws BadFile with the offset of the damage */
export function disasmText(host: Host, path: string, withComments: boolean): string {
  const bytes = readInput(host, path)
  try {
    return withComments ? listing(bytes) : disassemble(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(inputName(path), error)
    throw error
  }
}
