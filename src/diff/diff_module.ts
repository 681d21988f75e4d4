// Two modules compared by content: head, named types, globals, functions, named metadata. Invariant: nothing that is only a
// number in either file (values, metadata, attribute groups, type ids, order of functions) makes a difference.

import type { Module } from '../llvm/model/module.ts'
import type { Func, Instruction } from '../llvm/model/values.ts'
import { globalText } from '../llvm/text/print.ts'
import { structTypes } from '../llvm/text/print_slots.ts'
import { LINKAGE_NAMES } from '../spec/llvm_codes.ts'
import { type Change, recordChanges } from './change.ts'
import { diffBodies, type FunctionDiff } from './diff_function.ts'
import { diffTrees, type SeenPairs } from './diff_metadata.ts'
import { Interner } from './interner.ts'
import { functionAttributes, ModuleSide } from './module_side.ts'

export interface ModuleDiff {
  /** Nothing differs but numbering and debug information. */
  readonly sameCode: boolean
  /** The functions do the same, maybe in another order; declarations and metadata do not count. */
  readonly sameUpToOrder: boolean
  /** Triple, data layout, named types, globals, declarations and headers of functions. */
  readonly declarations: readonly Change[]
  /** Bodies that differ; a function that only one side has is in `declarations`. */
  readonly functions: readonly FunctionDiff[]
  readonly metadata: readonly Change[]
  /** Debug information: trees under !llvm.dbg and dx.source, and how many instructions changed their position. */
  readonly debug: readonly Change[]
}

export interface ModuleDiffOptions {
  /** Rows around a change; default 3. */
  readonly context?: number
  /** Comment behind an instruction of a module. */
  readonly annotate?: (module: Module) => (inst: Instruction) => string
  /** Where an instruction of a module comes from, '' when it does not say. */
  readonly lineOf?: (module: Module) => (inst: Instruction) => string
}

const CONTEXT = 3
const DEBUG_NAMES = /^(llvm\.dbg\.|dx\.source|llvm\.ident$)/

export function diffModules(x: Module, y: Module, options: ModuleDiffOptions = {}): ModuleDiff {
  const interner = new Interner()
  const annotate = options.annotate ?? (() => () => '')
  const lineOf = options.lineOf ?? (() => () => '')
  const a = new ModuleSide(x, interner, annotate(x), lineOf(x))
  const b = new ModuleSide(y, interner, annotate(y), lineOf(y))
  const bodies = pairFunctions(x, y)
    .filter(([fa, fb]) => !fa.isDeclaration && !fb.isDeclaration)
    .map(([fa, fb]) => diffBodies(a, b, fa, fb, options.context ?? CONTEXT))
  const functions = bodies.filter(f => f.removed + f.added > 0 || f.renamedTo !== undefined)
  const declarations = [
    ...recordChanges(headRecord(x), headRecord(y)),
    ...recordChanges(typeRecord(a), typeRecord(b)),
    ...recordChanges(globalRecord(a), globalRecord(b)),
    ...functionChanges(a, b),
  ]
  const { metadata, debug } = metadataChanges(a, b)
  const moved = bodies.reduce((n, f) => n + f.debugChanges, 0)
  if (moved > 0) debug.push({ path: 'instructions with another source position', b: moved })
  const sameCode = functions.length + declarations.length + metadata.length === 0
  const sameUpToOrder = functions.every(f => f.semantic.same) && !declarations.some(isDefinition)
  return { sameCode, sameUpToOrder, declarations, functions, metadata, debug }
}

/** A function with a body that one side alone has, or whose type differs. */
const isDefinition = ({ path, a, b }: Change): boolean =>
  / type$/.test(path) || [a, b].some(text => typeof text === 'string' && text.startsWith('define '))

const headRecord = (m: Module): Record<string, string> => ({
  triple: m.triple,
  datalayout: m.dataLayout,
  ...(m.asm === '' ? {} : { asm: m.asm }),
})

function typeRecord(side: ModuleSide): Record<string, string> {
  const named = structTypes(side.module).filter(t => t.name !== '')
  return Object.fromEntries(named.map(t => [`type ${side.typeText(t)}`, side.print.types.body(t)]))
}

/** Unnamed globals by position among themselves. */
function globalRecord(side: ModuleSide): Record<string, string> {
  const text = globalText
  let unnamed = 0
  return Object.fromEntries(
    side.module.globals.map(g => {
      const line = text(side.print, g)
      return [`@${g.name || `(unnamed ${unnamed++})`}`, line.slice(line.indexOf(' = ') + 3).trimEnd()]
    }),
  )
}

/** Functions of one name; and if one definition is left over on both sides and they look alike, those two. */
function pairFunctions(x: Module, y: Module): [Func, Func][] {
  const pairs: [Func, Func][] = []
  for (const f of x.functions) {
    const other = y.findFunction(f.name)
    if (other) pairs.push([f, other])
  }
  const leftA = x.functions.filter(f => !f.isDeclaration && !y.findFunction(f.name))
  const leftB = y.functions.filter(f => !f.isDeclaration && !x.findFunction(f.name))
  if (leftA.length === 1 && leftB.length === 1 && leftA[0]!.args.length === leftB[0]!.args.length)
    pairs.push([leftA[0]!, leftB[0]!])
  return pairs
}

function functionChanges(a: ModuleSide, b: ModuleSide): Change[] {
  const changes: Change[] = []
  const left = new Set(b.module.functions)
  for (const [fa, fb] of pairFunctions(a.module, b.module)) {
    left.delete(fb)
    changes.push(...recordChanges(functionRecord(a, fa), functionRecord(b, fb), `@${fa.name} `))
  }
  const paired = new Set(pairFunctions(a.module, b.module).map(([fa]) => fa))
  for (const f of a.module.functions) if (!paired.has(f)) changes.push({ path: `@${f.name}`, a: summary(a, f) })
  for (const f of left) changes.push({ path: `@${f.name}`, b: summary(b, f) })
  return changes
}

const functionRecord = (side: ModuleSide, f: Func): Record<string, string> => ({
  kind: f.isDeclaration ? 'declare' : 'define',
  type: side.typeText(f.functionType),
  attributes: functionAttributes(f.attributes),
  'parameter attributes': JSON.stringify(
    (f.attributes?.groups ?? []).filter(g => g.slot !== 0xffffffff).map(g => [g.slot, ...g.attributes]),
  ),
  linkage: LINKAGE_NAMES[f.linkage] ?? `${f.linkage}`,
  'calling convention': `${f.callingConvention}`,
  visibility: `${f.visibility}`,
  unnamed_addr: `${f.unnamedAddr}`,
  section: f.section,
  align: `${f.align}`,
  attachments: side.attachmentsKey(f.attachments) === '' ? '' : `#${side.attachmentsKey(f.attachments)}`,
})

function summary(side: ModuleSide, f: Func): string {
  const rows = f.blocks.reduce((n, block) => n + block.instructions.length, 0)
  const attributes = functionAttributes(f.attributes)
  const text = `${f.isDeclaration ? 'declare' : 'define'} ${side.typeText(f.functionType)} ${attributes}`.trimEnd()
  return f.isDeclaration ? text : `${text}, ${rows} instructions`
}

function metadataChanges(a: ModuleSide, b: ModuleSide): { metadata: Change[]; debug: Change[] } {
  const metadata: Change[] = []
  const debug: Change[] = []
  const seen: SeenPairs = new Map()
  const names = new Set([...a.module.named, ...b.module.named].map(n => n.name))
  for (const name of names) {
    const x = a.module.findNamed(name)?.operands
    const y = b.module.findNamed(name)?.operands
    const into = DEBUG_NAMES.test(name) ? debug : metadata
    if (!x) into.push({ path: `!${name}`, b: `${y!.length} nodes` })
    else if (!y) into.push({ path: `!${name}`, a: `${x.length} nodes` })
    else into.push(...diffTrees([a, b], x, y, `!${name}`, seen))
  }
  return { metadata, debug }
}
