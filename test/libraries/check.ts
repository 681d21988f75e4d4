// One random library through both compilers: verdict, validity, the parts that describe it, and which operations its functions have.

import { disassemble } from '../../src/api/disassemble.ts'
import { decodePart } from '../../src/container/parts.ts'
import { integerOf, operandsOf, targetOf } from '../../src/dxil/metadata_values.ts'
import { dumpRdat } from '../../src/inspect/dump_rdat.ts'
import type { Metadata } from '../../src/llvm/model/metadata.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { countCode } from '../parity/count_code.ts'
import { generateExports } from './exports.ts'
import { generateLibrary, type LibraryProgram } from './generate.ts'
import { generateHitObjects } from './hit_objects.ts'
import { generateNodes } from './nodes.ts'

export interface LibraryResult extends LibraryProgram {
  readonly problems: readonly string[]
  /** Both refuse it. */
  readonly isRefused: boolean
  /** DXC fails at the program: a crash, an assertion, or an invalid container of its own. */
  readonly dxcFails: boolean
  /** One compiler simplifies some function more, which needs fewer resources or flags then, and nothing else differs. */
  readonly isLiveness: boolean
  /** Instructions, ours and DXC's; 0 where there is no code. */
  readonly instructions: readonly [ours: number, theirs: number]
}

/** What DXC says of its own code. */
const DXC_FAULTS = /llvm::cast<X>|Internal Compiler error|validation errors|is not allowed|assert/i

/** What we refuse that DXC's validator cannot read. */
const NO_HALVES = /: error: Dot2AddHalf works on native 16-bit numbers/

/** Operations that every compiler must keep. */
const KEPT =
  /^(traceRay|callShader|reportHit|ignoreHit|acceptHitAndEndSearch|rayQuery_(TraceRayInline|Proceed|Commit\w+)|atomicBinOp|allocateNodeOutputRecords|incrementOutputCount|outputComplete|finishedCrossGroupSharing|barrierBy\w+|hitObject_(TraceRay|Invoke|FromRayQuery\w*)|maybeReorderThread)$/

export const checkLibrary = (seed: number): Promise<LibraryResult> => checkProgram(generateLibrary(seed))
/** The same for a library of work graph nodes. */
export const checkNodes = (seed: number): Promise<LibraryResult> => checkProgram(generateNodes(seed))
/** The same for a library of exported functions. */
export const checkExports = (seed: number): Promise<LibraryResult> => checkProgram(generateExports(seed), true)

/** The same for a library of shader model 6.9 that reorders threads. */
export const checkHitObjects = (seed: number): Promise<LibraryResult> => checkProgram(generateHitObjects(seed))

/** @param byNewest asks the newest DXC, which takes casts of numbers to structs of enumerations */
export async function checkProgram(program: LibraryProgram, byNewest = false): Promise<LibraryResult> {
  const { source, args } = program
  const ours = oursAlone(source, args.join(' '))
  // Libraries for linkers alone have vectors as the newest shader model does; they are not validated, and say so by their validator version.
  const isOffline = args.includes('lib_6_x')
  const isNewest = args.includes('lib_6_9')
  const isLater = byNewest || isNewest || isOffline
  const dxc = await Dxc.shared(isLater ? 'dxc-new' : undefined)
  const version = isLater && !isOffline && !args.includes('-validator-version')
  const none = { ...program, isRefused: false, dxcFails: false, isLiveness: false, instructions: [0, 0] as const }
  let theirs: Awaited<ReturnType<Dxc['compile']>>
  try {
    const more = version ? ['-validator-version', isNewest ? '1.9' : '1.8'] : []
    theirs = await dxc.compile(source, [...args, ...more], { name: 'x.hlsl' })
  } catch (error) {
    if (error instanceof OracleError) return { ...none, problems: [], dxcFails: true }
    throw error
  }
  const verdict = ours.container && !isOffline ? await dxc.validate(ours.container) : { ok: true, message: '' }
  const invalid = verdict.ok ? [] : [`not valid: ${verdict.message}`]
  if (!theirs.container && ours.container && DXC_FAULTS.test(theirs.errors))
    return { ...none, problems: invalid, dxcFails: true }
  if (!theirs.container || !ours.container) {
    const isRefused = !theirs.container && !ours.container
    // Nobody validates a library for linkers alone; as one for drivers DXC's validator refuses what we refuse: halves of 32 bits in a sum of products.
    if (isOffline && theirs.container && NO_HALVES.test(ours.text) && ours.text.split(': error: ').length === 2) {
      const words = args.map(word => (word === 'lib_6_x' ? 'lib_6_8' : word))
      const again = await dxc.compile(source, [...words, '-validator-version', '1.8'], { name: 'x.hlsl' })
      if (/error: validation errors\s+Invalid record\s+Validation failed/.test(again.errors))
        return { ...none, problems: [], dxcFails: true }
    }
    const problem = `DXC ${theirs.ok ? 'accepts' : `refuses: ${firstError(theirs.errors)}`}; ours ${ours.ok ? 'accepts' : `refuses: ${ours.text}`}`
    return { ...none, isRefused, problems: isRefused ? [] : [problem] }
  }
  const problems = [...invalid]
  const warnings = difference(payloadWarnings(ours.text), payloadWarnings(theirs.errors))
  if (warnings !== '') problems.push(`warnings of payloads differ: ${warnings}`)
  const [mine, other] = [factsOf(ours.container), factsOf(theirs.container)]
  const rows = difference(mine.rest, other.rest)
  if (rows !== '') problems.push(`RDAT differs: ${rows}`)
  const fewer = lessLive(mine.live, other.live)
  if (fewer === 'other') {
    const [x, y] = [
      [...mine.live].filter(line => !other.live.has(line)),
      [...other.live].filter(line => !mine.live.has(line)),
    ]
    problems.push(`the functions need different resources: ${x.join(', ')} | DXC ${y.join(', ')}`)
  }
  const isLiveness = fewer === 'some'
  const [a, b] = [countCode(ours.container), countCode(theirs.container)]
  if (fewer === 'none') {
    if (!sameBytes(partOf(ours.container, 'SFI0'), partOf(theirs.container, 'SFI0'))) problems.push('SFI0 differs')
    if (!sameBytes(partOf(ours.container, 'RDAT'), partOf(theirs.container, 'RDAT')))
      problems.push('bytes of RDAT differ')
  }
  for (const kind of new Set([...Object.keys(a.kinds), ...Object.keys(b.kinds)]))
    if (KEPT.test(kind) && a.kinds[kind] !== b.kinds[kind])
      problems.push(`${kind}: ${a.kinds[kind] ?? 0}, DXC ${b.kinds[kind] ?? 0}`)
  const [types, wanted] = [functionTypes(ours.container), functionTypes(theirs.container)]
  const [missing, more] = [wanted.filter(t => !types.includes(t)), types.filter(t => !wanted.includes(t))]
  if (missing.length + more.length > 0) problems.push(`functions: ${more.join('; ')} | DXC ${missing.join('; ')}`)
  const said = difference(annotations(ours.container), annotations(theirs.container))
  if (missing.length + more.length === 0 && said !== '') problems.push(`annotations of functions: ${said}`)
  const [immediates, others] = [nodeImmediates(ours.container), nodeImmediates(theirs.container)]
  if (immediates !== others) problems.push(`operations of nodes differ: ${immediates} | DXC ${others}`)
  return { ...none, problems, isLiveness, instructions: [a.total, b.total] }
}

/** How the tables of two libraries differ: not, in what code is left, or in a way that nothing explains. */
export function compareTables(ours: Uint8Array, theirs: Uint8Array): 'same' | 'liveness' | 'other' {
  const [mine, other] = [factsOf(ours), factsOf(theirs)]
  if (difference(mine.rest, other.rest) !== '') return 'other'
  const fewer = lessLive(mine.live, other.live)
  return fewer === 'none' ? 'same' : fewer === 'some' ? 'liveness' : 'other'
}

/** What is said of payload access, each with its line and column, once. */
const payloadWarnings = (text: string): string[] =>
  [...new Set(text.match(/:\d+:\d+: warning: .*\[-Wpayload-access-\w+\]/g))].sort()

/** Names and types of the functions that are defined, and of those declared that are no operations; without attributes. */
export function functionTypes(container: Uint8Array): string[] {
  const lines = disassemble(container).match(/^(define|declare) .*$/gm) ?? []
  return lines
    .filter(line => !/@"?(dx\.op|llvm)\./.test(line) && !line.startsWith('define internal'))
    .map(line =>
      line
        .replace(
          / (noalias|nocapture|readonly|readnone|sret|zeroext|signext|fastcc|align \d+|dereferenceable\(\d+\))(?=[ ,)])/g,
          '',
        )
        .replace(/(?<!,) %[\w.]+(?=[,)])/g, '')
        .replace(/(?: #\d+)?(?: \{)?$/, ''),
    )
}

/** What the program says of the results and parameters of functions that others see, by name. */
export function annotations(container: Uint8Array): string[] {
  const { bitcode } = decodePart('DXIL', partOf(container, 'DXIL')!)
  const lists = readModule(bitcode, 0).findNamed('dx.typeAnnotations')?.operands ?? []
  return lists
    .flatMap(list => {
      const operands = operandsOf(list)
      return operands.flatMap((named, i) => {
        const func = targetOf(named)
        const isSeen = func?.kind === 'function' && func.linkage !== INTERNAL
        return isSeen ? [`${func.name} ${metadataText(operands[i + 1] ?? null)}`] : []
      })
    })
    .sort()
}
const INTERNAL = 3

function metadataText(md: Metadata | null): string {
  if (md?.kind === 'node') return `{${md.operands.map(metadataText).join(' ')}}`
  if (md?.kind === 'string') return md.text
  const value = targetOf(md)
  return value?.kind === 'aggregate'
    ? value.operands.map(o => ('value' in o ? o.value : o.kind)).join(':')
    : `${integerOf(md)}`
}

/** The constants that operations of nodes which all code keeps are called with, each once: whose records, their sizes, which barriers. */
function nodeImmediates(container: Uint8Array): string {
  const found = new Set<string>()
  const calls =
    /call .*@dx\.op\.(allocateNodeOutputRecords|incrementOutputCount|annotateNode(?:Record)?Handle|barrierBy\w+)\((.*?)\)(?: {2};|$)/gm
  for (const [, name = '', args = ''] of disassemble(container).matchAll(calls)) {
    const constants = args.match(/i1 \w+|\{.*\}|i32 \d+$/g)?.join(' ') ?? ''
    // An input that nobody reads may be gone; what was allocated is always completed.
    if (name !== 'annotateNodeRecordHandle' || /\{ i32 (38|70),/.test(constants)) found.add(`${name} ${constants}`)
  }
  return [...found].sort().join('; ')
}

interface Facts {
  /** What follows from which code is left: resources, and which function needs them. */
  readonly live: ReadonlySet<string>
  /** The other rows of RDAT. */
  readonly rest: readonly string[]
}

/** Places in tables, which move where another table is longer. */
const OFFSETS = { a: 0, b: 0, c: 0, d: 0 }

function factsOf(container: Uint8Array): Facts {
  const live = new Set<string>()
  const rest: string[] = []
  const internal = new Set(
    [...disassemble(container).matchAll(/^define internal .*?@"\\01(.*?)"/gm)].map(([, name]) => `\u0001${name}`),
  )
  const tables = dumpRdat(decodePart('RDAT', partOf(container, 'RDAT')!))
  const resources = tables.find(t => t.table === 'ResourceTable')?.rows ?? []
  for (const { table, rows } of tables)
    for (const row of rows) {
      if (table === 'ResourceTable') live.add(JSON.stringify({ ...row, id: 0 }))
      else if (table === 'FunctionTable') {
        // Features follow from the code, the target from them.
        const { resources: used, featuresLow, minTarget, ...kept } = row
        void minTarget
        for (let bit = 1; bit < 1 << 30; bit *= 2)
          if (Number(featuresLow) & bit) live.add(`${row['name']} feature ${bit}`)
        for (const i of Array.isArray(used) ? used : []) live.add(`${row['name']} ${resources[Number(i)]?.['name']}`)
        // A function that nobody outside calls is there while a call of it is.
        if (internal.has(String(row['name']))) live.add(JSON.stringify(kept))
        else rest.push(JSON.stringify(kept))
      } else if (/^NodeShader(FuncAttrib|Info)Table$/.test(table)) rest.push(nodeRow(table, row))
      else rest.push(JSON.stringify(table === 'SubobjectTable' ? { ...row, ...OFFSETS } : row))
    }
  return { live, rest }
}

/** Where the numbers of an attribute are moves, too. */
function nodeRow(table: string, row: Readonly<Record<string, unknown>>): string {
  const isPlace = table === 'NodeShaderFuncAttribTable' && /Grid|NumThreads/.test(String(row['kind']))
  return JSON.stringify(isPlace ? { kind: row['kind'] } : row)
}

/** Whether code is left in one of them: in each function it may be either compiler's, but never some of both. */
function lessLive(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): 'some' | 'none' | 'other' {
  const owner = (row: string): string => (row.startsWith('{') ? row : row.slice(0, row.indexOf(' ')))
  const [mine, other] = [[...ours].filter(x => !theirs.has(x)), [...theirs].filter(x => !ours.has(x))]
  if (mine.length + other.length === 0) return 'none'
  const owners = new Set(mine.map(owner))
  return other.some(x => owners.has(owner(x))) ? 'other' : 'some'
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean => hex(a) === hex(b)
const firstError = (text: string): string => /error: .*/.exec(text)?.[0] ?? text

function difference(a: readonly string[], b: readonly string[]): string {
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).find(i => a[i] !== b[i])
  return at === undefined ? '' : `${a[at]} | DXC ${b[at]}`
}
