// Where the outputs of a compilation go: an output flag that names a folder means a file in it, called like the input.

import { basename, join } from 'node:path'
import { inputName, isFolder } from './files.ts'
import { UsageError } from './host.ts'
import type { CompileJob, OutputPaths } from './options.ts'

/** By what an output holds: the flag that asks for it and the extension of its file. */
const KINDS: Readonly<Record<keyof OutputPaths, readonly [flag: string, extension: string]>> = {
  container: ['-Fo', 'dxil'],
  listing: ['-Fc', 'll'],
  header: ['-Fh', 'h'],
  diagnostics: ['-Fe', 'txt'],
  reflection: ['-Fre', 'refl'],
  hash: ['-Fsh', 'hash'],
  rootSignature: ['-Frs', 'rts0'],
}

export const flagOf = (kind: keyof OutputPaths): string => KINDS[kind][0]

/**
 * The job with files for its outputs. A name with a slash at its end is a folder, which is made if need be.
 * @throws UsageError when several inputs would go to one file
 */
export function placed(job: CompileJob, isOneOfMany: boolean): CompileJob {
  const folders: string[] = []
  const stem = basename(inputName(job.input)).replace(/\.[^.]*$/, '')
  const file = (path: string, flag: string, extension: string): string => {
    const isNamedFolder = /[/\\]$/.test(path)
    if (isNamedFolder && !isFolder(path)) folders.push(path)
    // A single input and a folder without the slash are a mistake more often than a wish.
    if (isNamedFolder || (isOneOfMany && isFolder(path))) return join(path, `${stem}.${extension}`)
    // Text of several inputs may follow one another on the console.
    if (isOneOfMany && !(path === '-' && extension === 'll'))
      throw new UsageError(`several inputs need a folder to write to: ${flag} ${path === '-' ? 'DIR' : path}/`)
    return path
  }
  const outputs: { -readonly [K in keyof OutputPaths]: OutputPaths[K] } = {}
  for (const kind of Object.keys(KINDS) as (keyof OutputPaths)[]) {
    const path = job.outputs[kind]
    if (path !== undefined) outputs[kind] = file(path, ...KINDS[kind])
  }
  const { preprocessedPath, dependencyPath, debugPath } = job
  if (debugPath !== undefined) {
    const isNamedFolder = /[/\\]$/.test(debugPath)
    if (isNamedFolder && !isFolder(debugPath)) folders.push(debugPath)
    if (isOneOfMany && !isNamedFolder)
      throw new UsageError(`several inputs need a folder to write to: -Fd ${debugPath}/`)
  }
  const isOfInput = dependencyPath !== undefined && job.isDependencyOfInput
  return {
    ...job,
    outputs,
    preprocessedPath:
      preprocessedPath === undefined || preprocessedPath === '-'
        ? preprocessedPath
        : file(preprocessedPath, '-Fi', 'i'),
    dependencyPath: dependencyPath === undefined || isOfInput ? dependencyPath : file(dependencyPath, '-MF', 'd'),
    isOneOfMany,
    folders,
  }
}
