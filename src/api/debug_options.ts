// What was asked of debug information, checked, with what it says of the compilation.

import type { Argument } from '../container/build_source_info.ts'
import type { Sources } from '../diag/sources.ts'
import type { DebugSources } from '../emit/debug_metadata.ts'
import { plainDefines } from './callbacks.ts'
import type { CompileOptions } from './options.ts'

/** Debug information that a compilation makes. */
export interface DebugRequest {
  /** With a program that has it, or sources and arguments only. */
  readonly kind: 'full' | 'source'
  /** The program goes into the container. */
  readonly isEmbedded: boolean
  /** A debug file is made. */
  readonly hasFile: boolean
  /** The debug file goes into the container. */
  readonly isPrivate: boolean
  /** Name of the debug file; '' for the hash's. */
  readonly fileName: string
  /** The hash is that of the program with sources. */
  readonly hashesSource: boolean
  /** The debug file's program holds the sources. */
  readonly sourceInModule: boolean
  readonly sources: DebugSources
  readonly arguments: readonly Argument[]
}

/** Flags whose values stand right behind them. */
const JOINED: ReadonlySet<string> = new Set(['W'])

/** undefined when no debug information was asked for. */
export function debugRequest(options: CompileOptions, sources: Sources): DebugRequest | undefined {
  const { debug, embedDebug = false, stripDebug = false, pdbInPrivate = false, debugFile } = options
  if (debug === undefined) return undefined
  const contents = sourceTexts(sources)
  const args = options.arguments ?? impliedArguments(options)
  return {
    kind: debug,
    isEmbedded: embedDebug && !stripDebug,
    hasFile: debug === 'source' || !embedDebug || pdbInPrivate || debugFile !== undefined,
    isPrivate: pdbInPrivate,
    // A folder: the file in it is called after the hash.
    fileName: debugFile === undefined || /[/\\]$/.test(debugFile) ? '' : debugFile,
    hashesSource: options.hashSource ?? false,
    sourceInModule: options.sourceInDebugModule ?? false,
    sources: {
      contents,
      defines: plainDefines(options.defines).map(d => (d.includes('=') ? d : `${d}=1`)),
      mainFile: contents[0]?.name ?? '',
      arguments: args.flatMap(([name, value]) =>
        value === '' || JOINED.has(name) ? [`-${name}${value}`] : [`-${name}`, value],
      ),
    },
    arguments: args,
  }
}

/** Every file once, the main file first and the others by name, as DXC on Windows orders them; what the command line defines is no file. */
function sourceTexts({ files }: Sources): DebugSources['contents'] {
  const texts = new Map<string, string>()
  for (const { name, text } of files) if (name !== '<command line>') texts.set(name, texts.get(name) ?? text)
  const [main, ...included] = [...texts].map(([name, text]) => ({ name, text }))
  const key = (name: string): string => name.replaceAll('/', '\\')
  included.sort((a, b) => (key(a.name) < key(b.name) ? -1 : 1))
  return main ? [main, ...included] : []
}

/** The command line that asks for the same. */
function impliedArguments(options: CompileOptions): Argument[] {
  const { target, entry = 'main', optimization = 3, hlslVersion, packMatrix } = options
  const args: Argument[] = [
    ['T', target],
    ['E', entry],
  ]
  const flag = (name: string, isGiven: boolean | undefined): void => {
    if (isGiven) args.push([name, ''])
  }
  if (optimization !== 3) args.push([optimization === 0 ? 'Od' : `O${optimization}`, ''])
  if (hlslVersion !== undefined) args.push(['HV', hlslVersion])
  flag('Zpr', packMatrix === 'row_major')
  flag('Zpc', packMatrix === 'column_major')
  flag('enable-16bit-types', options.enable16BitTypes)
  flag('Gis', options.ieeeStrict)
  flag('ignore-line-directives', options.ignoreLineDirectives)
  flag('flegacy-macro-expansion', options.legacyMacroExpansion)
  flag('flegacy-resource-reservation', options.legacyResourceReservation)
  flag('Gec', options.legacySemantics)
  flag('Gfa', options.avoidFlowControl)
  flag('res-may-alias', options.resMayAlias)
  flag('all-resources-bound', options.allResourcesBound)
  flag(options.debug === 'full' ? 'Zi' : 'Zs', options.debug !== undefined)
  flag('Qembed_debug', options.embedDebug)
  flag('Zss', options.hashSource)
  for (const d of plainDefines(options.defines)) args.push(['D', d])
  return args
}
