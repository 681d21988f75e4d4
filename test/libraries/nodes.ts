// Random libraries of work graph nodes: every launch mode, kind of input, output and record, with attributes that fit; some with one mistake.
// Invariant: the same seed gives the same text.

import { chooseLaterUses, chooseUses } from '../stages/uses.ts'
import type { LibraryProgram } from './generate.ts'
import { type Cell, cellsOf, Dice, type Part, type Shape, Shapes, typeOf } from './shapes.ts'

const MISTAKES = [
  'no grid',
  'both grids',
  'grid too large',
  'group of a thread node',
  'no group',
  'input of another launch',
  'two inputs',
  'limit of an input',
  'array attribute',
  'limit shared with nobody',
  'system value of another launch',
  'read only record written',
  'records used after completion',
  'tracking of another input',
  'not tracked',
  'group barrier',
  'derivative',
  'record of a number',
] as const
type Mistake = (typeof MISTAKES)[number]

const LAUNCHES = ['broadcasting', 'coalescing', 'thread'] as const
type Launch = (typeof LAUNCHES)[number]

const part = (scalar: string, size = 1): Part => ({ path: '', scalar, size, columns: 0 })

interface Output {
  readonly name: string
  readonly record: Shape | undefined
  readonly isArray: boolean
}

const RESOURCES = [
  'RWStructuredBuffer<float4> Colours : register(u0);',
  'RWByteAddressBuffer Raw : register(u1);',
  'Texture2D<float4> Map : register(t0);',
  'cbuffer Constants : register(b0) { float4 Tint; uint Count; };',
  'groupshared uint Shared[64];',
]

class NodeGenerator {
  readonly #seed: number
  readonly #dice: Dice
  readonly #shapes: Shapes
  readonly #native: boolean
  readonly #mistake: string
  readonly #records: Shape[] = []
  /** Declared beside those of Shapes: records with a grid or an attribute. */
  readonly #declared: string[] = []
  readonly #names: string[] = []
  #broken = ''
  /** Of choices that came later: the others stay what they are for a seed. */
  readonly #more: Dice
  /** Functions of one number that use something. */
  #uses: readonly string[] = []

  constructor(seed: number) {
    this.#seed = seed
    this.#more = new Dice(seed + 991)
    const dice = new Dice(seed)
    this.#dice = dice
    this.#native = dice.chance(0.15)
    this.#mistake = dice.chance(0.15) ? dice.pick(MISTAKES) : ''
    // For bases of records DXC makes code that its own validator refuses.
    this.#shapes = new Shapes(dice, this.#native, 0.04)
  }

  program(): LibraryProgram {
    const dice = this.#dice
    for (let i = 1 + dice.below(2); i > 0; i--) this.#records.push(this.#shapes.struct(1 + dice.below(4)))
    if (this.#more.chance(0.4)) {
      this.#declared.push('cbuffer More { float4 k[4]; uint count; };')
      this.#uses = chooseUses(this.#more, 'lib', 8, this.#native, 0, this.#declared)
      const later = new Dice(this.#seed + 1777)
      if (later.chance(0.6))
        this.#uses = [...this.#uses, ...chooseLaterUses(later, 'lib', 8, this.#native, this.#declared)]
    }
    const nodes = Array.from({ length: 1 + dice.below(4) }, () => this.#node())
    const args = ['-T', 'lib_6_8', dice.pick(['-O3', '-O3', '-O3', '-Od', '-O1'])]
    if (this.#native) args.push('-enable-16bit-types')
    if (dice.chance(0.1)) args.push('-Zpr')
    if (dice.chance(0.1)) {
      args.push('-exports', this.#names.map((name, i) => (i % 2 ? `X_${name}=${name}` : name)).join(';'))
      args.push('-export-shaders-only')
    }
    const source = [...RESOURCES, ...this.#shapes.declarations, ...this.#declared, ...nodes, ''].join('\n')
    return { source, args, mistake: this.#broken }
  }

  #has(mistake: Mistake, applies = true): boolean {
    if (!applies || this.#mistake !== mistake || this.#broken !== '') return false
    this.#broken = mistake
    return true
  }

  // ---- entries ---------------------------------------------------------------------------------------------------------------------

  #node(): string {
    const dice = this.#dice
    const launch = dice.pick(LAUNCHES)
    const name = dice.name('Node')
    this.#names.push(name)
    const params: string[] = []
    const cells: Cell[] = []
    const grid = launch === 'broadcasting' ? dice.pick(['fixed', 'largest']) : ''
    const input = this.#input(launch, grid === 'largest', params, cells)
    if (this.#has('two inputs')) params.push(`EmptyNodeInput more`)
    const outputs = Array.from({ length: dice.below(4) }, () => this.#output(params))
    this.#systemValues(launch, params, cells)
    const body = [
      this.#statements(cells, 2 + dice.below(3)),
      ...outputs.map(o => this.#useOutput(launch, o, cells)),
      input,
      this.#barrier(launch),
      this.#has('derivative', launch !== 'broadcasting') ? '  Raw.Store(0, asuint(ddx(Tint.x * Count)));\n' : '',
    ]
    const attributes = this.#attributes(launch, grid)
    return `${attributes.join('\n')}\nvoid ${name}(${params.join(', ')})\n{\n${body.join('')}}`
  }

  #attributes(launch: Launch, grid: string): string[] {
    const dice = this.#dice
    const list = ['[shader("node")]', `[NodeLaunch("${launch}")]`]
    const size = (): number => 1 + dice.below(64)
    const grids = `${this.#has('grid too large', grid !== '') ? 70000 : size()}, ${size()}, ${1 + dice.below(4)}`
    const isMissing = this.#has('no grid', launch === 'broadcasting')
    if (grid === 'largest' && !isMissing) list.push(`[NodeMaxDispatchGrid(${grids})]`)
    if ((grid === 'fixed' && !isMissing) || this.#has('both grids', grid === 'largest'))
      list.push(`[NodeDispatchGrid(${grids})]`)
    if (launch === 'thread') {
      if (this.#has('group of a thread node')) list.push('[numthreads(2, 1, 1)]')
      else if (dice.chance(0.3)) list.push('[numthreads(1, 1, 1)]')
    } else if (!this.#has('no group')) list.push(`[numthreads(${dice.pick(['8, 2, 1', '64, 1, 1', '4, 4, 4'])})]`)
    if (dice.chance(0.3)) list.push('[NodeIsProgramEntry]')
    if (dice.chance(0.3))
      list.push(`[NodeId("${dice.pick(['A', 'B'])}${dice.chance(0.5) ? `", ${dice.below(9)}` : '"'})]`)
    if (dice.chance(0.15)) list.push(`[NodeLocalRootArgumentsTableIndex(${dice.below(5)})]`)
    if (dice.chance(0.15)) list.push(`[NodeShareInputOf("Other", ${dice.below(3)})]`)
    if (dice.chance(0.15)) list.push(`[NodeMaxRecursionDepth(${dice.below(33)})]`)
    if (dice.chance(0.15)) list.push(dice.pick(['[WaveSize(32)]', '[WaveSize(16, 64)]', '[WaveSize(8, 128, 32)]']))
    return list
  }

  /** The input as a parameter and its parts as cells; gives what only this kind of input does. */
  #input(launch: Launch, needsGrid: boolean, params: string[], cells: Cell[]): string {
    const dice = this.#dice
    if (!needsGrid && dice.chance(0.15)) return ''
    const wanted = this.#has('input of another launch') ? dice.pick(LAUNCHES.filter(l => l !== launch)) : launch
    const limit = wanted === 'coalescing' && dice.chance(0.5) ? `[MaxRecords(${1 + dice.below(64)})] ` : ''
    if (wanted === 'coalescing' && !needsGrid && dice.chance(0.2)) {
      params.push(`${limit}EmptyNodeInput i`)
      return '  Raw.Store(4, i.Count());\n'
    }
    const isWritten = dice.chance(0.5)
    const wrongTracking = this.#has('tracking of another input', wanted !== 'broadcasting')
    const tracks = wrongTracking || (wanted === 'broadcasting' && isWritten && dice.chance(0.4))
    const record = this.#inputRecord(wanted === 'broadcasting' && (needsGrid || dice.chance(0.2)), tracks)
    const shape = {
      broadcasting: 'DispatchNodeInputRecord',
      coalescing: 'GroupNodeInputRecords',
      thread: 'ThreadNodeInputRecord',
    }
    const wrongLimit = this.#has('limit of an input', wanted !== 'coalescing') ? '[MaxRecords(3)] ' : limit
    const coherent = wanted === 'broadcasting' && isWritten && dice.chance(0.4) ? 'globallycoherent ' : ''
    const element = this.#has('record of a number') ? 'float4' : record.name
    params.push(`${wrongLimit}${coherent}${isWritten ? 'RW' : ''}${shape[wanted]}<${element}> i`)
    const at = wanted === 'coalescing' ? dice.pick(['i.Get()', 'i[0]', 'i.Get(Count)', 'i[Count & 3]']) : 'i.Get()'
    cells.push(...cellsOf(at, record, isWritten))
    if (this.#has('read only record written', !isWritten)) return `  ${at}.${record.parts[0]!.path} = 1;\n`
    if (wanted === 'coalescing') return '  Raw.Store(8, i.Count());\n'
    const finishes = (tracks && !wrongTracking) || this.#has('not tracked', wanted === 'broadcasting' && isWritten)
    return finishes ? '  if (i.FinishedCrossGroupSharing())\n    Raw.Store(12, 1);\n' : ''
  }

  #inputRecord(hasGrid: boolean, tracks: boolean): Shape {
    const dice = this.#dice
    const inner = dice.pick(this.#records)
    if (!hasGrid && !tracks) return inner
    const name = dice.name('G')
    const types = ['uint', 'uint2', 'uint3', 'uint[2]', ...(this.#native ? ['uint16_t3', 'uint16_t'] : [])]
    const [type = '', dim] = dice.pick(types).split('[')
    const grid = hasGrid ? `${type} grid${dim ? `[${dim}` : ''} : SV_DispatchGrid; ` : ''
    const fields = dice.chance(0.5) ? `${grid}${inner.name} r;` : `${inner.name} r; ${grid}`
    this.#declared.push(`struct ${tracks ? '[NodeTrackRWInputSharing] ' : ''}${name} { ${fields} };`)
    return { ...inner, name, parts: inner.parts.map(p => ({ ...p, path: `r.${p.path}` })) }
  }

  #output(params: string[]): Output {
    const dice = this.#dice
    const name = dice.name('out')
    const record = dice.chance(0.7) ? dice.pick(this.#records) : undefined
    const isArray = dice.chance(0.35)
    const attributes: string[] = []
    const earlier = params.map(p => /Output\S* (out\d+)$/.exec(p)?.[1]).filter(n => n !== undefined)
    if (this.#has('limit shared with nobody')) attributes.push('[MaxRecordsSharedWith(nobody)]')
    else if (earlier.length > 0 && dice.chance(0.2)) attributes.push(`[MaxRecordsSharedWith(${earlier[0]})]`)
    else if (dice.chance(0.7)) attributes.push(`[MaxRecords(${1 + dice.below(64)})]`)
    if (dice.chance(0.3)) attributes.push(`[NodeId("T", ${dice.below(4)})]`)
    if (isArray)
      attributes.push(
        dice.pick(['[NodeArraySize(8)]', '[NodeArraySize(200)]', '[UnboundedSparseNodes]', '[NodeArraySize(1)]']),
      )
    else if (this.#has('array attribute')) attributes.push('[NodeArraySize(4)]')
    if (dice.chance(0.2)) attributes.push('[AllowSparseNodes]')
    const type = `${record ? '' : 'Empty'}NodeOutput${isArray ? 'Array' : ''}${record ? `<${record.name}>` : ''}`
    params.push(`${attributes.join(' ')}${attributes.length > 0 ? ' ' : ''}${type} ${name}`)
    return { name, record, isArray }
  }

  #systemValues(launch: Launch, params: string[], cells: Cell[]): void {
    const dice = this.#dice
    const own: readonly [string, number][] =
      launch === 'broadcasting'
        ? [
            ['SV_DispatchThreadID', 3],
            ['SV_GroupID', 3],
            ['SV_GroupThreadID', 3],
            ['SV_GroupIndex', 1],
          ]
        : launch === 'coalescing'
          ? [
              ['SV_GroupThreadID', 3],
              ['SV_GroupIndex', 1],
            ]
          : []
    const wrong = this.#has('system value of another launch', launch !== 'broadcasting')
    const chosen = [...own.filter(() => dice.chance(0.5)), ...(wrong ? ([['SV_GroupID', 3]] as const) : [])]
    for (const [semantic, size] of chosen) {
      const id = dice.name('s')
      params.push(`${typeOf(part('uint', size))} ${id} : ${semantic}`)
      cells.push({ text: id, part: part('uint', size), isWritable: dice.chance(0.2) })
    }
  }

  // ---- statements ------------------------------------------------------------------------------------------------------------------

  #useOutput(launch: Launch, { name, record, isArray }: Output, cells: readonly Cell[]): string {
    const dice = this.#dice
    const at = isArray
      ? `${name}[${dice.pick(['0', '3', 'Count & 7', this.#expression(part('uint'), cells, 1)])}]`
      : name
    const scope = launch === 'thread' || dice.chance(0.6) ? 'Thread' : 'Group'
    if (!record) {
      const count = `  ${at}.${scope}IncrementOutputCount(${dice.pick(['1', '0', 'Count'])});\n`
      return dice.chance(0.3) ? `  if (${at}.IsValid())\n  ${count}` : count
    }
    const id = dice.name('r')
    const type = `${scope}NodeOutputRecords<${record.name}>`
    const filled = this.#statements(
      [...cells, ...cellsOf(dice.pick([`${id}.Get()`, `${id}[0]`, `${id}.Get(Count)`]), record, true)],
      3,
    )
    const late = this.#has('records used after completion')
    return `  ${type} ${id} = ${at}.Get${scope}NodeOutputRecords(${dice.pick(['1', '2', 'Count'])});\n${late ? '' : filled}  ${id}.OutputComplete();\n${late ? `  ${id}.Get().${record.parts[0]!.path} = 1;\n` : ''}`
  }

  #barrier(launch: Launch): string {
    if (this.#has('group barrier', launch === 'thread')) return '  Barrier(UAV_MEMORY, GROUP_SYNC);\n'
    if (this.#dice.chance(0.7)) return ''
    const memory = this.#dice.pick(['UAV_MEMORY', 'ALL_MEMORY', 'NODE_INPUT_MEMORY', 'NODE_OUTPUT_MEMORY'])
    const group = launch === 'thread' ? '' : ' | GROUP_SYNC'
    return `  Barrier(${memory}, DEVICE_SCOPE${group});\n`
  }

  #statements(cells: readonly Cell[], count: number, depth = 0): string {
    const dice = this.#dice
    const indent = '  '.repeat(depth + 1)
    const targets = cells.filter(c => c.isWritable)
    let text = ''
    for (let i = 0; i < count; i++) {
      const way = dice.below(8)
      if (way < 1 && depth < 2)
        text += `${indent}if (${this.#expression(part('bool'), cells, 2)})\n${indent}{\n${this.#statements(cells, 2, depth + 1)}${indent}}\n`
      else if (way < 2 && depth < 1) {
        const id = dice.name('n')
        const inner = [...cells, { text: id, part: part('uint'), isWritable: false }]
        text += `${indent}for (uint ${id} = 0; ${id} < ${dice.pick(['3', 'Count'])}; ${id}++)\n${indent}{\n${this.#statements(inner, 1, depth + 1)}${indent}}\n`
      } else if (way < 3) text += `${indent}${this.#store(cells)}\n`
      else if (targets.length > 0) {
        const target = dice.pick(targets)
        text += `${indent}${target.text} = ${this.#expression(target.part, cells, 2)};\n`
      }
    }
    return text
  }

  #store(cells: readonly Cell[]): string {
    const at = this.#expression(part('uint'), cells, 1)
    const words = cells.filter(
      c => c.isWritable && c.part.columns === 0 && c.part.size === 1 && c.part.scalar === 'uint',
    )
    if (this.#uses.length > 0 && this.#more.chance(0.5))
      return `Raw.Store(0, (uint)${this.#more.pick(this.#uses)}((float)${at}));`
    const atomics = words.filter(c => c.text.includes('.')).map(c => `InterlockedMax(${c.text}, ${at});`)
    return this.#dice.pick([
      `Colours[${at}] = ${this.#expression(part('float', 4), cells, 2)};`,
      `Raw.Store(4 * ${at}, ${this.#expression(part('uint'), cells, 2)});`,
      `Raw.Store(16, GetRemainingRecursionLevels());`,
      ...atomics,
    ])
  }

  // ---- expressions -----------------------------------------------------------------------------------------------------------------

  #expression(want: Part, cells: readonly Cell[], depth: number): string {
    const dice = this.#dice
    if (want.columns > 0) return `(${typeOf(want)})${this.#expression(part('float'), cells, Math.max(depth - 1, 0))}`
    if (want.scalar === 'bool') {
      if (depth === 0) return `(${typeOf(want)})${dice.below(2)}`
      const of = part(dice.pick(['float', 'int', 'uint']), want.size)
      return `(${this.#expression(of, cells, depth - 1)} ${dice.pick(['<', '>', '!='])} ${this.#expression(of, cells, depth - 1)})`
    }
    if (depth > 0 && dice.chance(0.5)) {
      const [a, b] = [this.#expression(want, cells, depth - 1), this.#expression(want, cells, depth - 1)]
      return dice.pick([`(${a} + ${b})`, `(${a} * ${b})`, `max(${a}, ${b})`])
    }
    const usable = cells.filter(c => c.part.columns === 0 && (c.part.size === 1 || c.part.size >= want.size))
    if (usable.length > 0 && dice.chance(0.7)) {
      const { text, part: given } = dice.pick(usable)
      return `(${typeOf(want)})${given.size === 1 || given.size === want.size ? text : `${text}.${'xyzw'.slice(0, want.size)}`}`
    }
    return `(${typeOf(want)})${dice.pick(['Tint.x', 'Count', `${dice.below(9)}`, 'Map.Load(int3(1, 2, 0)).y'])}`
  }
}

export const generateNodes = (seed: number): LibraryProgram => new NodeGenerator(seed).program()
