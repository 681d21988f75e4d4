// What debug information of a module says, whoever wrote it: which lines have code, which variables are visible at them, and calls in line.

import { utf8Text } from '../../src/base/c_string.ts'
import type { MDDebug, Metadata } from '../../src/llvm/model/metadata.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import { type BasicBlock, type Instruction, Op, successors, type Value } from '../../src/llvm/model/values.ts'
import { MetadataCode } from '../../src/spec/llvm_codes.ts'

export interface DebugFacts {
  /** `file:line` of every instruction. */
  readonly lines: ReadonlySet<string>
  /** `file:line:column` of every instruction. */
  readonly places: ReadonlySet<string>
  /** `file:line name` of variables with a known value, where the line has code. */
  readonly visible: ReadonlySet<string>
  /** `function:line < function:line ...` from the inside out. */
  readonly chains: ReadonlySet<string>
  /** Names of functions. */
  readonly functions: ReadonlySet<string>
}

/** Of a string in metadata. */
export const text = (md: unknown): string => {
  const node = md as Metadata | null
  return node?.kind === 'string' ? utf8Text(Uint8Array.from(node.text, c => c.charCodeAt(0))) : ''
}

/** Fields of DILocation. */
export const place = (location: MDDebug): { line: number; scope: MDDebug; inlinedAt: MDDebug | null } => ({
  line: Number(location.fields[0]),
  scope: location.fields[2] as MDDebug,
  inlinedAt: location.fields[3] as MDDebug | null,
})

function subprogramOf(scope: MDDebug): MDDebug {
  let at = scope
  while (at.code !== MetadataCode.Subprogram) at = at.fields[0] as MDDebug
  return at
}

const fileOf = (scope: MDDebug): string => {
  const file = scope.fields[scope.code === MetadataCode.Subprogram ? 3 : 1] as MDDebug | null
  return file ? text(file.fields[0]) : ''
}

const nameOf = (scope: MDDebug): string => text(subprogramOf(scope).fields[1]).replace(/<.*/, '')

const chains = new WeakMap<MDDebug, string>()

/** `function:line < function:line ...` from the inside out. */
export function chain(location: MDDebug): string {
  const known = chains.get(location)
  if (known !== undefined) return known
  const { line, scope, inlinedAt } = place(location)
  const own = `${nameOf(scope)}:${line}`
  const made = inlinedAt ? `${own} < ${chain(inlinedAt)}` : own
  chains.set(location, made)
  return made
}

interface Row {
  readonly key: string
  readonly variable: MDDebug
  readonly inlinedAt: string
  readonly isKnown: boolean
  readonly isDeclare: boolean
}

function rowOf(i: Instruction): Row | undefined {
  if (i.op !== Op.Call) return undefined
  const callee = i.operands[i.operands.length - 1] as { name?: string }
  const name = callee.name ?? ''
  if (!/^llvm\.dbg\.(value|declare)$/.test(name)) return undefined
  const metadata = (n: number): Metadata => (i.operands[n] as unknown as { metadata: Metadata }).metadata
  const isDeclare = name.endsWith('declare')
  const variable = metadata(isDeclare ? 1 : 2) as MDDebug
  const expression = metadata(isDeclare ? 2 : 3) as MDDebug
  const described = metadata(0)
  const value = described.kind === 'value' ? (described.value as Value) : undefined
  const inlined = i.location ? place(i.location).inlinedAt : null
  const inlinedAt = inlined ? chain(inlined) : ''
  const key = `${variable.index} ${inlinedAt} ${expression.fields.join()}`
  return { key, variable, inlinedAt, isKnown: value !== undefined && value.kind !== 'undef', isDeclare }
}

/** Rows that reach the start of each block, over every path. */
function reaching(blocks: readonly BasicBlock[]): Map<BasicBlock, Map<string, Row>> {
  const at = new Map(blocks.map(b => [b, new Map<string, Row>()]))
  const work = [...blocks]
  for (let b = work.shift(); b; b = work.shift()) {
    const state = new Map(at.get(b))
    for (const i of b.instructions) {
      const row = rowOf(i)
      if (row) apply(state, row)
    }
    for (const s of successors(b)) {
      const into = at.get(s)!
      let changed = false
      for (const [key, row] of state)
        if (!into.has(key)) {
          into.set(key, row)
          changed = true
        }
      if (changed && !work.includes(s)) work.push(s)
    }
  }
  return at
}

function apply(state: Map<string, Row>, row: Row): void {
  if (row.isKnown) state.set(row.key, row)
  else state.delete(row.key)
}

export function isInside(scope: MDDebug, outer: MDDebug): boolean {
  for (let at = scope; ; at = at.fields[0] as MDDebug) {
    if (at === outer) return true
    if (at.code === MetadataCode.Subprogram) return false
  }
}

export function debugFacts(m: Module): DebugFacts {
  const lines = new Set<string>()
  const places = new Set<string>()
  const visible = new Set<string>()
  const calls = new Set<string>()
  for (const f of m.functions) {
    const memory: Row[] = []
    for (const b of f.blocks) for (const i of b.instructions) if (rowOf(i)?.isDeclare) memory.push(rowOf(i)!)
    const at = reaching(f.blocks)
    for (const b of f.blocks) {
      const state = at.get(b)!
      let last: MDDebug | null = null
      for (const i of b.instructions) {
        const row = rowOf(i)
        if (row) {
          if (!row.isDeclare) apply(state, row)
          last = null
          continue
        }
        if (!i.location || i.location === last) continue
        last = i.location
        const { line, scope, inlinedAt } = place(i.location)
        lines.add(`${fileOf(scope)}:${line}`)
        places.add(`${fileOf(scope)}:${line}:${i.location.fields[1]}`)
        if (inlinedAt) calls.add(chain(i.location))
        const around = inlinedAt ? chain(inlinedAt) : ''
        for (const { variable, inlinedAt: of } of [...state.values(), ...memory])
          if (of === around && isInside(scope, variable.fields[1] as MDDebug))
            visible.add(`${fileOf(scope)}:${line} ${text(variable.fields[2])}`)
      }
    }
  }
  const functions = new Set<string>()
  const unit = m.findNamed('llvm.dbg.cu')?.operands[0] as MDDebug | undefined
  const subprograms = unit?.fields[10] as { operands?: readonly Metadata[] } | null | undefined
  for (const s of subprograms?.operands ?? []) if (s.kind === 'debug') functions.add(nameOf(s))
  return { lines, places, visible, chains: calls, functions }
}
