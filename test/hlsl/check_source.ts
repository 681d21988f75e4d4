// What the tests of semantic analysis share: a snippet to a checked program and its messages; how snippets in golden files are written.

import { Diagnostics, TooManyErrors } from '../../src/diag/diagnostics.ts'
import { Sources } from '../../src/diag/sources.ts'
import { warningLevels } from '../../src/diag/warning_options.ts'
import { checkLibraryUnit, checkProgram } from '../../src/hlsl/check/program.ts'
import { parseSource } from '../../src/hlsl/parse/translation_unit.ts'
import type { PreprocessOptions } from '../../src/hlsl/preprocess/preprocessor.ts'
import type { Program } from '../../src/hlsl/tree/typed.ts'

export interface Checked {
  /** Of a library the first shader or exported function. */
  readonly program: Program | undefined
  /** 'line:column: severity: text', notes indented after their diagnostic. */
  readonly messages: readonly string[]
  readonly diagnostics: Diagnostics
}

/**
 * A snippet of a golden file as a whole source: what follows '>> ' is the body of a compute entry with `uint3 id`, what precedes it stands
 * at global scope; without '>>' the snippet is the whole source. A first line `// args:` replaces the default arguments.
 */
export function sourceOf(snippet: string): string {
  const at = snippet.search(/^>>/m)
  if (at < 0) return snippet
  const body = snippet.slice(at).replace(/^>> ?/gm, '')
  return `${snippet.slice(0, at)}[numthreads(1,1,1)] void main(uint3 id:SV_DispatchThreadID){\n${body}\n}\n`
}

export function argsOf(snippet: string): string[] {
  const match = /^\/\/ args: (.*)$/m.exec(snippet)
  return match ? match[1]!.trim().split(/\s+/) : ['-T', 'cs_6_6', '-E', 'main']
}

const flagValue = (args: readonly string[], flag: string): string | undefined =>
  args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined

/** Checks a source under DXC arguments (-T, -E, -HV, -D, -W, -Zpr, -enable-16bit-types are known). */
export function check(source: string, args: readonly string[] = argsOf(source)): Checked {
  const [stage = 'cs', major = '6', minor = '0'] = (flagValue(args, '-T') ?? 'cs_6_6').split('_')
  const shaderModel = { major: Number(major), minor: Number(minor) }
  const version = flagValue(args, '-HV') ?? '2021'
  const hlslVersion = version === '202x' ? 2029 : Number(version)
  const native16Bit = args.includes('-enable-16bit-types')
  const options = warningLevels(args.filter(a => a.startsWith('-W')).map(a => a.slice('-W'.length)))
  const diagnostics = new Diagnostics(new Sources(), 20, { options })
  let program: Program | undefined
  try {
    const unit = parseSource(
      {
        source,
        name: 'main.hlsl',
        defines: args.flatMap((arg, i) => (arg === '-D' ? [args[i + 1]!] : [])),
        include: undefined,
        target: { stage: stage as PreprocessOptions['target']['stage'], ...shaderModel },
        hlslVersion,
        enable16BitTypes: native16Bit,
      },
      diagnostics,
    )
    const packMatrix = args.includes('-Zpr') ? ('row_major' as const) : ('column_major' as const)
    const entry = flagValue(args, '-E') ?? 'main'
    const checkOptions = { entry, stage, shaderModel, hlslVersion, native16Bit, packMatrix }
    program =
      stage === 'lib'
        ? checkLibraryUnit(unit, checkOptions, diagnostics)?.programs[0]
        : checkProgram(unit, checkOptions, diagnostics)
  } catch (e) {
    if (!(e instanceof TooManyErrors)) throw e
  }
  return { program, messages: messagesOf(diagnostics), diagnostics }
}

function messagesOf(diagnostics: Diagnostics): string[] {
  const line = (d: {
    readonly span: { readonly pos: number }
    readonly severity: string
    readonly message: string
  }): string => {
    const at = diagnostics.sources.locate(d.span.pos)
    return `${at ? `${at.line}:${at.column}: ` : ''}${d.severity}: ${d.message}`
  }
  return diagnostics.list.flatMap(d => [line(d), ...d.notes.map(n => `  ${line(n)}`)])
}
