// The same counts made from the text of a listing alone: no module, no table of operations, and liveness as sets that grow until nothing changes.

export interface ListingCounts {
  instructions: number
  /** By mnemonic, of DXIL operations by the name in the comment. */
  readonly operations: Map<string, number>
  branches: number
  loops: number
  registers: number
  groupSharedBytes: number
}

interface Line {
  readonly result: string
  readonly mnemonic: string
  readonly text: string
  readonly reads: readonly string[]
}

interface Block {
  readonly label: string
  readonly lines: Line[]
  targets: readonly string[]
}

/** @param text the module's text, of a program without debug information */
export function countListing(text: string): ListingCounts {
  const types = new Map([...text.matchAll(/^(%\S+|%"[^"]*") = type (.*)$/gm)].map(m => [m[1]!, m[2]!]))
  const counts: ListingCounts = {
    instructions: 0,
    operations: new Map(),
    branches: 0,
    loops: 0,
    registers: 0,
    groupSharedBytes: 0,
  }
  for (const [, type] of text.matchAll(
    /^@.* = .*addrspace\(3\) global (\[[^=]*?\]|i32|float|i64|double|half|i16)(?: |,)/gm,
  ))
    counts.groupSharedBytes += byteSize(type!)
  for (const [, header, body] of text.matchAll(/^define (.*?) \{\n([\s\S]*?)^\}/gm)) {
    const blocks = parseBlocks(body!)
    for (const { lines } of blocks)
      for (const line of lines) {
        counts.instructions++
        const name = nameOf(line)
        counts.operations.set(name, (counts.operations.get(name) ?? 0) + 1)
        if (/^(br i1|switch) /.test(line.text)) counts.branches++
      }
    counts.loops += loopHeads(blocks)
    counts.registers = Math.max(counts.registers, pressure(header!, blocks, types))
  }
  return counts
}

function nameOf({ mnemonic, text }: Line): string {
  const op = /@dx\.op\..*; (\w+)\(/.exec(text)
  return op ? op[1]! : mnemonic
}

function parseBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let inSwitch = ''
  for (const line of body.split('\n')) {
    const label = /^; <label>:(\d+)/.exec(line)?.[1] ?? /^("[^"]*"|[\w.$-]+):/.exec(line)?.[1]
    if (label !== undefined) blocks.push((open = { label: `%${label}`, lines: [], targets: [] }))
    else if (inSwitch !== '') {
      inSwitch += ` ${line.trim()}`
      if (!line.startsWith('  ]')) continue
      add(open!, inSwitch)
      inSwitch = ''
    } else if (/^ {2}switch /.test(line)) inSwitch = line.trim()
    else if (/^ {2}\S/.test(line) && !line.startsWith('  ;')) {
      if (!open) blocks.push((open = { label: '%entry', lines: [], targets: [] }))
      add(open, line.trim())
    }
  }
  return blocks
}

const NAME = /%(?:"[^"]*"|[\w.$-]+)/g

function add(block: Block, text: string): void {
  const [, result = '', code] = /^(?:(%(?:"[^"]*"|\S+)) = )?(.*)$/.exec(text)!
  const plain = code!.replace(/ {2}; .*$/, '').replace(/, !\w.*$/, '')
  const mnemonic = plain.replace(/^(tail|musttail|notail) /, '').split(' ')[0]!
  const labels = new Set([...plain.matchAll(/label (%(?:"[^"]*"|[\w.$-]+))/g)].map(m => m[1]!))
  const reads = [...plain.matchAll(NAME)].map(m => m[0]).filter(n => !labels.has(n))
  if (labels.size > 0) block.targets = [...labels]
  block.lines.push({ result, mnemonic, text: code!, reads })
}

/** Targets of edges that go back to a block which the search has not left yet. */
function loopHeads(blocks: readonly Block[]): number {
  const byLabel = new Map(blocks.map(b => [b.label, b]))
  const state = new Map<string, 'open' | 'left'>()
  const heads = new Set<string>()
  const visit = (block: Block): void => {
    state.set(block.label, 'open')
    for (const t of block.targets) {
      if (state.get(t) === 'open') heads.add(t)
      else if (!state.has(t)) visit(byLabel.get(t)!)
    }
    state.set(block.label, 'left')
  }
  for (const b of blocks) if (!state.has(b.label)) visit(b)
  return heads.size
}

function pressure(header: string, given: readonly Block[], types: ReadonlyMap<string, string>): number {
  const sizes = new Map<string, number>()
  for (const [, type, name] of header.matchAll(/([\w%.*"\][ ]+?) (%[\w.]+)(?=[,)])/g))
    sizes.set(name!, registers(type!.trim(), types))
  for (const { lines } of given)
    for (const l of lines) if (l.result !== '') sizes.set(l.result, registers(resultType(l, types), types))
  for (const { lines } of given)
    for (const l of lines)
      if (l.mnemonic === 'getelementptr') sizes.set(l.result, /, i32 %[^,]*$|, i32 %[^,]*,/.test(code(l)) ? 1 : 0)
  const { blocks, parts } = withParts(given)
  return most(blocks, name => sizes.get(name) ?? 0, parts)
}

const EXTRACT = /^extractvalue .* (%(?:"[^"]*"|[\w.$-]+)), (\d+)$/

/** A structure that is only taken apart is its parts: the first that takes a part stands for it, everywhere. */
function withParts(blocks: readonly Block[]): {
  blocks: readonly Block[]
  parts: ReadonlyMap<string, readonly string[]>
} {
  const lines = blocks.flatMap(b => b.lines)
  const from = (l: Line): string => EXTRACT.exec(code(l))?.[1] ?? ''
  const whole = new Set(lines.filter(l => l.mnemonic !== 'extractvalue').flatMap(l => l.reads))
  const results = new Set(lines.map(l => l.result))
  const first = new Map<string, string>()
  const names = new Map<string, string>()
  const parts = new Map<string, string[]>()
  for (const l of lines) {
    if (l.mnemonic !== 'extractvalue' || whole.has(from(l)) || !results.has(from(l))) continue
    const key = `${from(l)} ${EXTRACT.exec(code(l))![2]}`
    if (!first.has(key)) {
      first.set(key, l.result)
      parts.set(from(l), [...(parts.get(from(l)) ?? []), l.result])
    }
    names.set(l.result, first.get(key)!)
  }
  const renamed = (l: Line): Line =>
    names.has(l.result)
      ? { ...l, result: '', reads: [] }
      : { ...l, text: l.mnemonic === 'phi' ? renameAll(l.text) : l.text, reads: l.reads.map(r => names.get(r) ?? r) }
  const renameAll = (text: string): string => text.replace(NAME, n => names.get(n) ?? n)
  return { blocks: blocks.map(b => ({ ...b, lines: b.lines.map(renamed) })), parts }
}

const code = (l: Line): string => l.text.replace(/ {2}; .*$/, '').replace(/, !\w.*$/, '')

function most(
  blocks: readonly Block[],
  sizeOf: (name: string) => number,
  parts: ReadonlyMap<string, readonly string[]>,
): number {
  const made = (l: Line): readonly string[] => parts.get(l.result) ?? (l.result === '' ? [] : [l.result])
  const byLabel = new Map(blocks.map(b => [b.label, b]))
  const liveIn = new Map(blocks.map(b => [b.label, new Set<string>()]))
  let peak = 0
  const measure = (live: ReadonlySet<string>): void => {
    let n = 0
    for (const name of live) n += sizeOf(name)
    peak = Math.max(peak, n)
  }
  const walk = (b: Block, seen?: (live: ReadonlySet<string>) => void): Set<string> => {
    const live = new Set<string>()
    for (const t of b.targets) {
      for (const name of liveIn.get(t)!) live.add(name)
      for (const phi of byLabel.get(t)!.lines.filter(l => l.mnemonic === 'phi')) live.delete(phi.result)
    }
    for (const t of b.targets)
      for (const phi of byLabel.get(t)!.lines.filter(l => l.mnemonic === 'phi'))
        for (const [, value, from] of phi.text.matchAll(/\[ ([^,\]]+), (%(?:"[^"]*"|[\w.$-]+)) \]/g))
          if (from === b.label && value!.startsWith('%')) live.add(value!)
    for (const l of [...b.lines].reverse()) {
      seen?.(new Set([...live, ...made(l)]))
      if (l.mnemonic === 'phi') continue
      for (const name of made(l)) live.delete(name)
      for (const name of l.reads) live.add(name)
      seen?.(live)
    }
    // Phis are there together, at the start of the block, also those that nothing reads.
    const phis = b.lines.filter(l => l.mnemonic === 'phi').map(l => l.result)
    if (phis.length > 0) seen?.(new Set([...live, ...phis.slice(0, 1)]))
    return live
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const b of [...blocks].reverse()) {
      const live = walk(b)
      const known = liveIn.get(b.label)!
      if ([...live].every(name => known.has(name))) continue
      changed = true
      for (const name of live) known.add(name)
    }
  }
  for (const b of blocks) walk(b, measure)
  return peak
}

function resultType({ mnemonic, text }: Line, types: ReadonlyMap<string, string>): string {
  const plain = text.replace(/ {2}; .*$/, '')
  if (/^[if]cmp$/.test(mnemonic)) return 'i1'
  if (/ to [^ ]+( addrspace\(\d\))?\*?(, .*)?$/.test(plain) && !/^(call|select|phi)/.test(mnemonic))
    return / to (\S+?)(,|$)/.exec(plain)?.[1] ?? 'ptr'
  if (mnemonic === 'select') return /^select (?:fast )?i1 [^,]+, (\[[^\]]*\]|<[^>]*>|\S+) /.exec(plain)![1]!
  if (mnemonic === 'extractvalue') {
    const [, type, index] = /^extractvalue (%\S+|\{[^}]*\}) .*, (\d+)/.exec(plain)!
    const fields = types.get(type!) ?? type!
    return fields.replace(/^\{ | \}$/g, '').split(', ')[Number(index)]!
  }
  if (mnemonic === 'cmpxchg') return '{ i32, i1 }'
  if (mnemonic === 'atomicrmw') return /, (i\d+) /.exec(plain)![1]!
  if (mnemonic === 'alloca' || mnemonic === 'getelementptr') return 'ptr'
  if (mnemonic === 'extractelement') return /<\d+ x (\w+)>/.exec(plain)![1]!
  const words = plain
    .replace(/^(tail |musttail )?\w+ /, '')
    .replace(/^((nsw|nuw|exact|fast|nnan|ninf|nsz|arcp|volatile) )*/, '')
  return /^(<[^>]*>|\[[^\]]*\]|%"[^"]*"|[^\s,]+)/.exec(words)![1]!
}

function registers(type: string, types: ReadonlyMap<string, string>): number {
  if (type.endsWith('*') || type === 'ptr' || type === 'void') return 0
  const vector = /^[<[](\d+) x (.*)[>\]]$/.exec(type)
  if (vector) return Number(vector[1]) * registers(vector[2]!, types)
  const body = type.startsWith('{') ? type : types.get(type)
  if (body) {
    const list = body.replace(/^\{ | \}$/g, '')
    return list === 'opaque' ? 0 : list.split(', ').reduce((n, t) => n + registers(t, types), 0)
  }
  const bits = /^i(\d+)$/.exec(type)
  if (bits) return Math.max(1, Math.ceil(Number(bits[1]) / 32))
  return type === 'double' ? 2 : type === 'float' || type === 'half' ? 1 : 0
}

function byteSize(type: string): number {
  const array = /^\[(\d+) x (.*)\]$/.exec(type)
  if (array) return Number(array[1]) * byteSize(array[2]!)
  return { i64: 8, double: 8, half: 2, i16: 2 }[type] ?? 4
}
