// Type checks projects that use the package, with several TypeScripts in this process: library files are parsed once for each.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import type TypeScript from 'typescript'
import { packagePath } from './tarball.ts'

export interface Project {
  readonly name: string
  readonly files: readonly string[]
  /** As in a tsconfig.json. */
  readonly options: Readonly<Record<string, unknown>>
}

const require = createRequire(import.meta.url)

/** Checks projects of one folder with one TypeScript, emits them there, and returns the complaints, each with the project's name. */
export function typeCheck(typescript: string, folder: string, projects: readonly Project[]): string[] {
  const ts = require(packagePath(typescript)) as typeof TypeScript
  const parsed = new Map<string, TypeScript.SourceFile | undefined>()
  return projects.flatMap(({ name, files, options }) => {
    const config = ts.convertCompilerOptionsFromJson(options, folder)
    const host = ts.createCompilerHost(config.options)
    const plain = host.getSourceFile.bind(host)
    host.getSourceFile = (file, target, ...rest) => {
      // Whether a file is an ES module hangs on the project; TypeScript's own files are none.
      if (!file.includes(`/${typescript}/lib/`)) return plain(file, target, ...rest)
      if (!parsed.has(file)) parsed.set(file, plain(file, target, ...rest))
      return parsed.get(file)
    }
    const program = ts.createProgram(
      files.map(f => join(folder, f)),
      config.options,
      host,
    )
    const found = [...config.errors, ...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
    return found.map(d => {
      const text = ts.flattenDiagnosticMessageText(d.messageText, '\n')
      const line = d.file ? ts.getLineAndCharacterOfPosition(d.file, d.start ?? 0).line + 1 : 0
      return `${typescript}, ${name}: ${d.file?.fileName ?? ''}:${line}: TS${d.code}: ${text}`
    })
  })
}
