// What a deliberately bad input is, and how cases are written.

/** One bad input: what the command sees and what it must say. */
export interface BadCase {
  readonly title: string
  /** Words behind `dxilkit`, run in a folder of the case's own; default: compile in.hlsl for cs_6_0 into out.dxil. */
  readonly args?: readonly string[]
  /** Files made before, by name; a function for the big ones, so that they exist one at a time. */
  readonly files?: Readonly<Record<string, FileContents>>
  readonly stdin?: FileContents
  /** Exit code; 0 for inputs that are heavy and not bad. */
  readonly code: 0 | 1 | 2
  /** Must be somewhere on stderr. */
  readonly says: RegExp
  /** Line of in.hlsl that the first error must name; absent: no place is asked for. */
  readonly line?: number
  /** DXC takes it: the case is a limit of ours, or a difference that is written down. */
  readonly dxcTakes?: string
}

export type FileContents = string | Uint8Array | (() => string | Uint8Array)

export const COMPILE_ARGS: readonly string[] = ['compile', 'in.hlsl', '-T', 'cs_6_0', '-E', 'main', '-Fo', 'out.dxil']

/** Stands in a source before the place where the error must be reported; taken out before compiling. */
const MARK = '@@'

/** A bad source. `@@` marks the line of the first error; `args` are added to the usual ones. */
export function bad(title: string, source: string, says: RegExp, ...args: readonly string[]): BadCase {
  const at = source.indexOf(MARK)
  if (at < 0) throw new Error(`case '${title}' marks no place`)
  const line = source.slice(0, at).split('\n').length
  const base = { title, code: 1, says, line, files: { 'in.hlsl': source.replace(MARK, '') } } as const
  return args.length === 0 ? base : { ...base, args: [...COMPILE_ARGS, ...args] }
}

/** A bad statement inside an otherwise good compute shader with an `out0` buffer and a thread id `id`. */
export function badBody(title: string, statements: string, says: RegExp, ...args: readonly string[]): BadCase {
  return bad(title, shader(statements), says, ...args)
}

/** The good shader around some statements, declarations before it. */
export function shader(statements: string, declarations = ''): string {
  return [
    'RWStructuredBuffer<float> out0 : register(u0);',
    'cbuffer Params : register(b0) { float4 scale; int count; };',
    declarations,
    '[numthreads(8, 1, 1)]',
    'void main(uint3 id : SV_DispatchThreadID) {',
    statements,
    '  out0[id.x] = scale.x;',
    '}',
    '',
  ].join('\n')
}

/** The case for a DXC that accepts what we refuse, with the reason. */
export function dxcTakes(reason: string, c: BadCase): BadCase {
  return { ...c, dxcTakes: reason }
}
