// Which function of a source is the entry point and of which stage, where nobody says: guessed from attributes, semantics and the name of
// the file, without checking anything.

import { Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { Sources } from '../diag/sources.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import type { Annotation, Declaration, FunctionDecl, RecordDecl, TypeNode } from '../hlsl/tree/ast.ts'
import { stageOfName } from '../spec/stages.ts'
import { unwrapped } from './callbacks.ts'
import type { CompileOptions } from './options.ts'
import { preprocessOptions } from './preprocess.ts'

export interface GuessedEntry {
  /** undefined: there is none that looks like one. */
  readonly entry: string | undefined
  /** As in profiles, 'ps'; undefined when nothing tells. */
  readonly stage: string | undefined
}

const NOTHING: GuessedEntry = { entry: undefined, stage: undefined }

/** What a source seems to be; nothing for sources that do not parse (compile() says why). `options.entry` is believed. */
export function guessEntry(source: string, options: CompileOptions): GuessedEntry {
  const diagnostics = new Diagnostics(new Sources(), 1)
  try {
    const parsing = preprocessOptions(source, options, diagnostics)
    if (!parsing) return NOTHING
    const { declarations } = parseSource(parsing, diagnostics)
    const functions = declarations.flatMap(d => (d.kind === 'function' && d.body ? [d] : []))
    const records = new Map(declarations.flatMap(d => (d.kind === 'record' ? [[d.name, d] as const] : [])))
    const fromName = stageOfFile(options.fileName ?? '')
    const found = chosen(functions, options.entry, f => ofAttributes(f) ?? ofSemantics(f, records))
    return {
      entry: found?.name,
      stage: (found && (ofAttributes(found) ?? fromName ?? ofSemantics(found, records))) ?? fromName,
    }
  } catch (error) {
    // Errors are compile()'s to report.
    if (error instanceof TooManyErrors) return NOTHING
    throw unwrapped(error)
  }
}

/** The function asked for, else `main`, else the first that says a stage. */
function chosen(
  functions: readonly FunctionDecl[],
  asked: string | undefined,
  stageOf: (f: FunctionDecl) => string | undefined,
): FunctionDecl | undefined {
  if (asked !== undefined) return functions.findLast(f => f.name === asked)
  const main = functions.findLast(f => f.name === 'main')
  return main ?? functions.find(f => stageOf(f) !== undefined)
}

/** Attributes that one stage alone has. */
const STAGE_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['numthreads', 'cs'],
  ['earlydepthstencil', 'ps'],
  ['maxvertexcount', 'gs'],
  ['patchconstantfunc', 'hs'],
  ['outputcontrolpoints', 'hs'],
  // Hull shaders have it, too.
  ['domain', 'ds'],
])

function ofAttributes({ attributes }: FunctionDecl): string | undefined {
  const named = (name: string) => attributes.findLast(a => a.name.toLowerCase() === name)
  const argument = named('shader')?.args[0]
  if (argument?.kind === 'string_literal') {
    const stage = stageOfName(argument.value.toLowerCase())?.prefix
    if (stage !== undefined) return stage
  }
  // Mesh shaders have [numthreads], too.
  if (named('outputtopology') && named('numthreads')) return 'ms'
  for (const [name, stage] of STAGE_ATTRIBUTES) if (named(name)) return stage
  return undefined
}

/** `blur.ps.hlsl`, `blur_ps.hlsl`, `blur-ps.fx`, `blurPS.hlsl`, `ps.hlsl`, `blur.pixel.hlsl`. */
function stageOfFile(name: string): string | undefined {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.(hlsl|fx|hlsli)$/i, '')
  const short = /(?:^|[._-])([pvcghd]s)$/i.exec(stem)?.[1] ?? /[a-z0-9]([PVCGHD]S)$/.exec(stem)?.[1]
  if (short !== undefined) return short.toLowerCase()
  const word = /(?:^|[._-])(pixel|frag(?:ment)?|vert(?:ex)?|comp(?:ute)?|geom(?:etry)?|hull|domain)$/i.exec(stem)?.[1]
  return word && WORDS.get(word.toLowerCase().slice(0, 4))
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['pixe', 'ps'],
  ['frag', 'ps'],
  ['vert', 'vs'],
  ['comp', 'cs'],
  ['geom', 'gs'],
  ['hull', 'hs'],
  ['doma', 'ds'],
])

const INPUTS: ReadonlyMap<string, string> = new Map([
  ['sv_dispatchthreadid', 'cs'],
  ['sv_groupid', 'cs'],
  ['sv_groupindex', 'cs'],
  ['sv_groupthreadid', 'cs'],
  ['sv_vertexid', 'vs'],
  ['sv_isfrontface', 'ps'],
  ['sv_sampleindex', 'ps'],
  ['sv_innercoverage', 'ps'],
  ['sv_barycentrics', 'ps'],
])

/** Pixel shaders write targets and depths, vertex shaders positions; an input position is a pixel's. */
function ofSemantics(f: FunctionDecl, records: ReadonlyMap<string, RecordDecl>): string | undefined {
  const isOut = (p: FunctionDecl['params'][number]): boolean =>
    p.modifiers.some(m => m.name === 'out' || m.name === 'inout')
  const of = (type: TypeNode, annotations: readonly Annotation[]) => semantics(type, annotations, records, 0)
  const outputs = [
    ...of(f.returnType, f.annotations),
    ...f.params.filter(isOut).flatMap(p => of(p.type, p.annotations)),
  ]
  const inputs = f.params.filter(p => !isOut(p)).flatMap(p => of(p.type, p.annotations))
  if (outputs.some(s => /^(sv_target|sv_depth|sv_coverage|sv_stencilref|color)$/.test(s))) return 'ps'
  for (const semantic of inputs) {
    const stage = INPUTS.get(semantic)
    if (stage !== undefined) return stage
  }
  if (outputs.includes('sv_position')) return 'vs'
  return inputs.includes('sv_position') ? 'ps' : undefined
}

const MAX_DEPTH = 16

/** In lower case: of a value itself, or of the fields of its struct. */
function semantics(
  type: TypeNode,
  annotations: readonly Annotation[],
  records: ReadonlyMap<string, RecordDecl>,
  depth: number,
): string[] {
  const own = annotations.flatMap(a => (a.kind === 'semantic' ? [a.name.toLowerCase().replace(/\d+$/, '')] : []))
  const record = type.kind === 'named_type' ? records.get(type.name.parts.at(-1)?.name ?? '') : undefined
  if (own.length > 0 || !record || depth > MAX_DEPTH) return own
  const bases = record.bases.flatMap(b => semantics(b.type, [], records, depth + 1))
  const fields = (record.members ?? []).flatMap((m: Declaration) =>
    m.kind === 'variable' ? semantics(m.type, m.annotations, records, depth + 1) : [],
  )
  return [...bases, ...fields]
}
