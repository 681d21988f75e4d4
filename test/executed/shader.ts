// A container's programs, executed in a world: what each operation of DXIL does there.

import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { type Program, type ProgramEntry, readProgram } from '../../src/dxil/program.ts'
import type { ProgramResource } from '../../src/dxil/resources.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import type { Func, Instruction } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { DxilOp, dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { SHADER_STAGE } from '../../src/spec/psv_enums.ts'
import type { Model } from './convergence.ts'
import {
  type Datum,
  isHandle,
  isMany,
  isPointer,
  isToken,
  leavesOf,
  Memory,
  type Pointer,
  type Token,
  unsupported,
} from './data.ts'
import { Lane, Machine } from './machine.ts'
import { pureResult } from './pure.ts'
import { ResourceState } from './resources.ts'
import type { Event, Item, Trace } from './trace.ts'
import { LANES, meets, together } from './waves.ts'
import { hash, type World } from './world.ts'

export interface Loaded {
  readonly module: Module
  readonly program: Program
}

export function load(container: Uint8Array): Loaded {
  const { parts } = readContainer(container)
  const moduleOf = (name: 'DXIL' | 'STAT'): Module | undefined => {
    const part = parts.find(p => p.name === name)
    return part && readModule(decodePart(name, part.data, part.offset).bitcode)
  }
  const module = moduleOf('DXIL')!
  const program = readProgram(module)
  const reflected = moduleOf('STAT')
  if (!reflected) return { module, program }
  // Names are kept there alone.
  const named = readProgram(reflected).resources
  const nameOf = (r: ProgramResource): string => named.find(n => n.class === r.class && n.id === r.id)?.name ?? r.name
  return { module, program: { ...program, resources: program.resources.map(r => ({ ...r, name: nameOf(r) })) } }
}

/** What can be executed of a program: its entries, the patch constant function, exported functions. By name. */
export function runnable({ module, program }: Loaded): ReadonlyMap<string, Func> {
  const found = new Map<string, Func>()
  if (program.stage === SHADER_STAGE.Library) {
    for (const f of module.functions) if (!f.isDeclaration && f.linkage === 0) found.set(f.name, f)
    return found
  }
  const [entry] = program.entries
  if (entry?.function) found.set('entry', entry.function)
  const patch = entry?.properties.hull?.patchConstantFunction
  if (patch) found.set('patch constants', patch)
  return found
}

/** Runs one function of a program in lanes of one wave. */
export function execute(loaded: Loaded, name: string, func: Func, world: World, model: Model = 'order'): Trace {
  return new Shader(loaded, name, func, world, model).run()
}

interface Query extends Token {
  /** What it was allocated with. */
  readonly flags: string
  /** The ray that it was given last, by number; -1 for none. */
  ray: number
  proceeds: number
  commits: number
}

class Shader {
  readonly #world: World
  readonly #entry: ProgramEntry | undefined
  readonly #machine: Machine
  readonly #func: Func
  readonly #resources: ResourceState
  readonly #outputs = new Map<string, Datum>()
  readonly #events: Event[][]
  readonly #lanes: readonly Lane[]
  readonly #discarded = new Set<Lane>()
  readonly #counts = new Map<string, number>()
  /** Records, payloads: memory that the runtime hands out. */
  readonly #given = new Map<string, { readonly memory: Memory; readonly type: Type; readonly before: Datum }>()

  constructor({ module, program }: Loaded, name: string, func: Func, world: World, model: Model) {
    this.#world = world
    this.#resources = new ResourceState(world, program, lane => this.#discarded.has(lane))
    this.#func = func
    this.#entry =
      program.entries.find(e => e.function === func) ?? (name === 'patch constants' ? program.entries[0] : undefined)
    this.#machine = new Machine(
      module,
      {
        meets,
        perform: (lane, inst, opcode, args) => this.#perform(lane, inst, opcode, args),
        together,
        external: (lane, callee, args) => this.#external(lane, callee, args),
      },
      program.resources,
      model,
    )
    const [x, y, z] = this.#threads()
    const count = name === 'patch constants' ? 1 : this.#isGrouped() ? Math.min(LANES, x * y * z) : LANES
    this.#lanes = Array.from({ length: count }, (_, i) => new Lane(i))
    this.#events = this.#lanes.map(() => [])
  }

  #isGrouped(): boolean {
    return this.#entry?.properties.numThreads !== undefined
  }

  #threads(): readonly [number, number, number] {
    return this.#entry?.properties.numThreads ?? [1, 1, 1]
  }

  run(): Trace {
    const given = new Map<Lane, readonly Datum[]>()
    this.#machine.run(this.#func, this.#lanes, lane => {
      const args = this.#func.args.map((arg, i) => this.#argument(arg.type, lane, i))
      given.set(lane, args)
      return args
    })
    for (const lane of this.#lanes) {
      const { result } = this.#func.functionType
      if (result.kind !== 'void') this.#snapshot(result, lane.result, `result of lane ${lane.index}`)
      given.get(lane)?.forEach((arg, i) => {
        const type = this.#func.args[i]!.type
        if (isPointer(arg) && !arg.resource)
          this.#snapshot(type.element, this.#machine.read(arg, type.element), `argument ${i} of lane ${lane.index}`)
      })
    }
    // What was not written is not seen: the other may not even have asked for it.
    for (const [key, { memory, type, before }] of this.#given) {
      const old = leavesIn(type, before)
      leavesIn(type, this.#machine.read({ kind: 'pointer', memory, at: 0 }, type)).forEach((v, i) => {
        if (v !== old[i]) this.#outputs.set(`${key} [${i}]`, v)
      })
    }
    return {
      memory: this.#resources.memory,
      outputs: this.#outputs,
      events: this.#events,
      before: key => this.#resources.before(key),
    }
  }

  #snapshot(type: Type, value: Datum, key: string): void {
    leavesIn(type, value).forEach((v, i) => void this.#outputs.set(`${key} [${i}]`, v))
  }

  #argument(type: Type, lane: Lane, position: number): Datum {
    const name = `argument ${position}`
    if (type.kind !== 'pointer') {
      if (
        type.kind === 'struct' &&
        /^(class|struct)\.|^dx\.types/.test(type.name) &&
        leavesOf(type).some(t => t.kind === 'pointer' || t.opaque)
      )
        return { kind: 'handle', key: name, shape: 0, stride: 0 }
      return this.#world.value(type, 'argument', position, lane.index)
    }
    const memory = new Memory(this.#machine.sizeOf(type.element))
    const pointer: Pointer = { kind: 'pointer', memory, at: 0 }
    this.#fill(pointer, type.element, 'argument', position, lane.index)
    return pointer
  }

  /** Fills memory leaf by leaf. */
  #fill(pointer: Pointer, type: Type, ...key: readonly (number | string)[]): void {
    this.#machine.write(pointer, type, this.#world.value(type, ...key))
  }

  #count(what: string): number {
    const n = this.#counts.get(what) ?? 0
    this.#counts.set(what, n + 1)
    return n
  }

  #event(lane: Lane, name: string, args: readonly (Datum | string)[]): void {
    if (!this.#discarded.has(lane)) this.#events[lane.index]!.push([name, ...args.flatMap(itemsOf)])
  }

  #output(lane: Lane, key: string, value: Datum): void {
    if (!this.#discarded.has(lane)) this.#outputs.set(key, value)
  }

  /** Called functions of other libraries: asked for, with an answer that depends on the place in the order alone. */
  #external(lane: Lane, callee: Func, args: readonly Datum[]): Datum {
    const n = this.#count(`external ${lane.index}`)
    const params = callee.functionType.contained.slice(1)
    this.#event(
      lane,
      `call ${callee.name}`,
      args.flatMap((a, i) => this.#seen(params[i]!, a)),
    )
    const { result } = callee.functionType
    return result.kind === 'void' ? undefined : this.#world.value(result, 'external', callee.name, n)
  }

  #seen(type: Type, arg: Datum): readonly Datum[] {
    if (!isPointer(arg) || arg.resource) return [arg]
    return leavesIn(type.element, this.#machine.read(arg, type.element))
  }

  #perform(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const read = this.#resources.perform(lane, inst, opcode, args)
    if (read !== null) return read
    for (const part of [this.#stage, this.#rays, this.#nodes]) {
      const made = part.call(this, lane, inst, opcode, args)
      if (made !== null) return made
    }
    const made = pureResult(opcode, inst, args)
    return made === null ? this.#other(lane, inst, opcode, args) : made
  }

  #stage(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum | null {
    const [x, y] = this.#threads()
    switch (opcode) {
      case DxilOp.ThreadId:
        return this.#group(Number(args[0])) * this.#threads()[Number(args[0])]! + this.#local(lane, Number(args[0]))
      case DxilOp.GroupId:
        return this.#group(Number(args[0]))
      case DxilOp.ThreadIdInGroup:
        return this.#local(lane, Number(args[0]))
      case DxilOp.FlattenedThreadIdInGroup:
        return this.#local(lane, 0) + x * (this.#local(lane, 1) + y * this.#local(lane, 2))
      case DxilOp.IsHelperLane:
        return Number(this.#discarded.has(lane))
      case DxilOp.OutputControlPointID:
        return lane.index
      case DxilOp.Discard:
        if (args[0] === 1) this.#discarded.add(lane)
        return undefined
      case DxilOp.StoreOutput:
        this.#output(lane, `output ${args.slice(0, 3).join(' ')} of lane ${lane.index}`, args[3])
        return undefined
      case DxilOp.StorePatchConstant:
        this.#output(lane, `patch constant ${args.slice(0, 3).join(' ')}`, args[3])
        return undefined
      case DxilOp.StoreVertexOutput:
      case DxilOp.StorePrimitiveOutput: {
        const kind = opcode === DxilOp.StoreVertexOutput ? 'vertex' : 'primitive'
        this.#output(lane, `output ${args.slice(0, 3).join(' ')} of ${kind} ${args[4]}`, args[3])
        return undefined
      }
      case DxilOp.EmitIndices:
        args.slice(1).forEach((v, i) => {
          this.#output(lane, `index ${i} of primitive ${args[0]}`, v)
        })
        return undefined
      case DxilOp.EmitStream:
      case DxilOp.EmitThenCutStream:
        this.#emit(lane, Number(args[0]))
        if (opcode === DxilOp.EmitThenCutStream) this.#event(lane, 'CutStream', args)
        return undefined
      case DxilOp.CutStream:
        this.#event(lane, 'CutStream', args)
        return undefined
      case DxilOp.LoadInput:
        if (args[1] === undefined) return undefined
        return this.#world.scalar(inst.type, 'input', ...args.map(a => Number(a ?? 0)), lane.index)
      case DxilOp.LoadOutputControlPoint:
      case DxilOp.LoadPatchConstant:
        return this.#world.scalar(inst.type, 'patch', opcode, ...args.map(a => Number(a ?? 0)))
    }
    return null
  }

  #group(component: number): number {
    return hash(this.#world.seed, 'group', component) % 3
  }

  #local(lane: Lane, component: number): number {
    const [x, y] = this.#threads()
    const n = lane.index
    return component === 0 ? n % x : component === 1 ? Math.floor(n / x) % y : Math.floor(n / (x * y))
  }

  /** A vertex with all outputs of its stream: an event. What was not written since the last one is undefined. */
  #emit(lane: Lane, stream: number): void {
    const own = ` of lane ${lane.index}`
    const vertex = [...this.#outputs].filter(([key]) => key.startsWith('output ') && key.endsWith(own))
    const number = this.#count(`emit ${lane.index}`)
    this.#event(lane, `EmitStream ${stream}`, [])
    const elements = new Set(this.#entry?.signatures.output.filter(e => e.stream === stream).map(e => String(e.id)))
    for (const [key, value] of vertex) {
      if (!elements.has(key.split(' ')[1]!)) continue
      this.#outputs.set(`vertex ${number}: ${key}`, value)
      this.#outputs.delete(key)
    }
  }

  #rays(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum | null {
    const last = args.at(-1)
    const lastType = inst.operands.at(-2)?.type
    const answer = (name: string): number => {
      const n = this.#count(`ray ${lane.index}`)
      const seen = isPointer(last) ? [...args.slice(0, -1), ...this.#seen(lastType!, last)] : args
      this.#event(lane, name, seen)
      return n
    }
    switch (opcode) {
      case DxilOp.TraceRay:
      case DxilOp.CallShader:
      case DxilOp.HitObject_TraceRay:
      case DxilOp.HitObject_Invoke: {
        const n = answer(dxilOpRow(opcode)![1])
        if (isPointer(last)) this.#fill(last, lastType!.element, 'answer', n, lane.index)
        return opcode === DxilOp.HitObject_TraceRay ? token(`hit ${n}`) : undefined
      }
      case DxilOp.HitObject_Attributes:
        if (isPointer(last)) this.#fill(last, lastType!.element, 'attributes', idOf(args[0]))
        return undefined
      case DxilOp.ReportHit:
        return hash(this.#world.seed, 'reported', answer('ReportHit'), lane.index) & 1
      case DxilOp.HitObject_MakeNop:
        return token('nop')
      case DxilOp.HitObject_MakeMiss:
        return token(`miss ${args.map(itemText).join(' ')}`)
      case DxilOp.HitObject_FromRayQuery:
        return token(`query ${queryId(args[0])}`)
      case DxilOp.HitObject_FromRayQueryWithAttrs:
        // The attributes, which may be undefined, are left out.
        return token(`query ${queryId(args[0])} ${args[1]}`)
      case DxilOp.HitObject_SetShaderTableIndex:
        return token(`${idOf(args[0])} index ${args[1]}`)
      case DxilOp.AllocateRayQuery:
      case DxilOp.AllocateRayQuery2: {
        const query: Query = { kind: 'token', id: 'ray query', flags: args.join(), ray: -1, proceeds: 0, commits: 0 }
        return query
      }
      case DxilOp.RayQuery_TraceRayInline: {
        const query = args[0] as Query
        this.#event(lane, 'RayQuery', [query.flags])
        query.ray = answer('TraceRayInline')
        query.proceeds = query.commits = 0
        return undefined
      }
      case DxilOp.RayQuery_Proceed: {
        const query = args[0] as Query
        query.proceeds++
        this.#event(lane, 'Proceed', [query.ray])
        return Number(query.proceeds <= hash(this.#world.seed, 'proceed', query.ray) % 4)
      }
      case DxilOp.RayQuery_Abort:
      case DxilOp.RayQuery_CommitNonOpaqueTriangleHit:
      case DxilOp.RayQuery_CommitProceduralPrimitiveHit: {
        const query = args[0] as Query
        query.commits++
        this.#event(lane, dxilOpRow(opcode)![1], [query.ray, ...args.slice(1)])
        return undefined
      }
    }
    return null
  }

  #nodes(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum | null {
    switch (opcode) {
      case DxilOp.GetMeshPayload:
        return this.#handed('payload', inst.type.element)
      case DxilOp.DispatchMesh:
        this.#event(lane, 'DispatchMesh', [...args.slice(0, 3), ...this.#seen(inst.operands.at(-2)!.type, args[3])])
        return undefined
      case DxilOp.CreateNodeOutputHandle:
        return token(`node ${args[0]}`)
      case DxilOp.IndexNodeHandle:
        return token(`${idOf(args[0])}[${args[1]}]`)
      case DxilOp.AnnotateNodeHandle:
      case DxilOp.AnnotateNodeRecordHandle:
        return args[0]
      case DxilOp.CreateNodeInputRecordHandle:
        return token(`input records ${args[0]}`)
      case DxilOp.AllocateNodeOutputRecords: {
        const own = args[2] === 1 ? `lane ${lane.index}` : 'group'
        const n = this.#count(`records ${lane.index}`)
        this.#event(lane, 'AllocateNodeOutputRecords', args)
        return token(`records ${n} of ${own} in ${idOf(args[0])}`)
      }
      case DxilOp.GetNodeRecordPtr: {
        const id = idOf(args[0])
        return this.#handed(`${id}[${args[1]}]`, inst.type.element, id.startsWith('input'))
      }
    }
    return null
  }

  /** Memory of the runtime, the same for all lanes. */
  #handed(key: string, type: Type, isFilled = true): Pointer {
    let given = this.#given.get(key)
    if (!given) {
      const memory = new Memory(this.#machine.sizeOf(type))
      const before = isFilled ? this.#world.value(type, key) : undefined
      this.#machine.write({ kind: 'pointer', memory, at: 0 }, type, before)
      given = { memory, type, before }
      this.#given.set(key, given)
    }
    return { kind: 'pointer', memory: given.memory, at: 0 }
  }

  /** Every other operation: one that changes something is an event, and results follow from the operands. */
  #other(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const row = dxilOpRow(opcode) ?? unsupported(`operation ${opcode}`)
    const [, name, , , , memory] = row
    const isEvent = memory === 'writes'
    if (isEvent)
      this.#event(
        lane,
        name,
        args.map(a => (isToken(a) && 'ray' in a ? queryId(a) : a)),
      )
    if (inst.type.kind === 'void') return undefined
    if (args.length > 0 && args.every(a => a === undefined)) return undefined
    const place = isEvent ? this.#count(`${name} ${lane.index}`) : 0
    const isFloat = inst.operands.slice(1, -1).map(o => o.type.isFloatingPoint)
    const floats = args.filter((_, i) => isFloat[i])
    const rest = args.filter((_, i) => !isFloat[i]).map(itemText)
    const own = lane.index
    if (inst.type.kind !== 'struct') return this.#world.smooth(inst.type, floats, name, place, ...rest, own)
    return inst.type.contained.map((t, i) => this.#world.smooth(t, floats, name, place, ...rest, own, i))
  }
}

const token = (id: string): Token => ({ kind: 'token', id })
const queryId = (d: Datum): string => {
  const { ray, proceeds, commits } = d as Query
  return `${ray} ${proceeds} ${commits}`
}
const idOf = (d: Datum): string => (isToken(d) ? ('ray' in d ? queryId(d) : d.id) : String(d))
const itemText = (d: Datum): string => (isHandle(d) ? d.key : isToken(d) ? idOf(d) : String(d))

function itemsOf(d: Datum | string): readonly Item[] {
  if (typeof d === 'string') return [d]
  if (isMany(d)) return d.flatMap(itemsOf)
  if (isHandle(d)) return [d.key]
  if (isToken(d)) return [idOf(d)]
  return isPointer(d) ? ['memory'] : [d as Item]
}

function leavesIn(type: Type, value: Datum): readonly Datum[] {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, (_, i) =>
      leavesIn(type.element, isMany(value) ? value[i] : undefined),
    ).flat()
  if (type.kind === 'struct') return type.contained.flatMap((t, i) => leavesIn(t, isMany(value) ? value[i] : undefined))
  return [value]
}
