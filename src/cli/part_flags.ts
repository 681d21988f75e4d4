// -dumpbin with flags about parts of the container: private data and root signatures, put in, taken out or checked, as dxc does.

import {
  checkShaderRootSignature,
  EditError,
  editContainer,
  extractPart,
  formatMessages,
  listParts,
  type PartEdit,
  rootSignatureContainer,
} from '../api/index.ts'
import { onContainer } from './container_input.ts'
import { inputName, readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, wantsColor } from './host.ts'
import type { CompileJob } from './options.ts'
import { Outputs } from './outputs.ts'

/** @throws UsageError for files that cannot be read, BadFile for damaged ones */
export function editParts(host: Host, { input, outputs: paths, parts }: CompileJob): ExitCode {
  const bytes = readInput(host, input)
  const outputs = new Outputs(host)
  const partOf = (name: string): Uint8Array => onContainer(input, () => extractPart(bytes, name))
  const given = parts.setRootSignature ?? parts.verifyRootSignature
  const signature = given === undefined ? undefined : signatureIn(given, readInput(host, given))
  if (signature && !fits(host, input, bytes, signature)) return EXIT.problems
  if (parts.verifyRootSignature !== undefined) host.stdout.write('root signature verification succeeded.\n')
  if (parts.getPrivate !== undefined) outputs.add(parts.getPrivate, partOf('PRIV'))
  if (parts.extractRootSignature) outputs.add(paths.container!, rootSignatureContainer(partOf('RTS0'), false))
  else {
    const there = new Set(onContainer(input, () => listParts(bytes)).map(p => p.name))
    const edits: PartEdit[] = parts.strip.filter(part => there.has(part)).map(part => ({ edit: 'remove', part }))
    const put = (part: string, data: Uint8Array): void => {
      edits.push({ edit: there.has(part) ? 'replace' : 'add', part, data })
    }
    if (parts.setRootSignature !== undefined) put('RTS0', signature!)
    if (parts.setPrivate !== undefined) put('PRIV', readInput(host, parts.setPrivate))
    if (paths.container !== undefined)
      outputs.addEdited(
        paths.container,
        edits.length === 0 ? bytes : onContainer(input, () => editContainer(bytes, edits)),
        input,
      )
  }
  outputs.commit()
  return EXIT.ok
}

/** The RTS0 part of a container. */
const signatureIn = (file: string, bytes: Uint8Array): Uint8Array =>
  onContainer(file, () => {
    if (listParts(bytes).some(p => p.name === 'RTS0')) return extractPart(bytes, 'RTS0')
    throw new EditError('it has no root signature')
  })

function fits(host: Host, input: string, container: Uint8Array, signature: Uint8Array): boolean {
  const name = inputName(input)
  const { ok, diagnostics } = checkShaderRootSignature({ name, container }, signature)
  if (!ok) host.stderr.write(formatMessages(diagnostics, { color: wantsColor(host, host.stderr) }))
  return ok
}
