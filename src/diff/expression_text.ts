// A value as an expression that tells what it is about: resources, inputs and constants by name, calls by operation, a few levels deep.

import { FormatError } from '../base/format_error.ts'
import { dxOpcode } from '../dxil/dx_call.ts'
import { readProgram } from '../dxil/program.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import type { SignatureElement } from '../dxil/signature_elements.ts'
import type { Module } from '../llvm/model/module.ts'
import { type Instruction, isConstant, Op, type Value } from '../llvm/model/values.ts'
import { constantText } from '../llvm/text/print_values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import {
  CAST_NAMES,
  FastMath,
  FLOAT_BINOP_NAMES,
  INT_BINOP_NAMES,
  predicateName,
  WrapFlag,
} from '../spec/llvm_codes.ts'
import { opName, RESOURCE_CLASSES } from './canonical.ts'
import type { ModuleSide } from './module_side.ts'

/** Levels of operations in one expression; what is below is `...`. */
const LEVELS = 4
/** Longer constants are cut. */
const MAX_CONSTANT = 40
const COMPONENTS = 'xyzw'

interface Names {
  readonly resources: readonly ProgramResource[]
  readonly inputs: readonly SignatureElement[]
  readonly outputs: readonly SignatureElement[]
}

const KNOWN = new WeakMap<Module, Names>()

function namesOf(module: Module): Names {
  const known = KNOWN.get(module)
  if (known) return known
  const names = readNames(module)
  KNOWN.set(module, names)
  return names
}

function readNames(module: Module): Names {
  try {
    const { resources, entries } = readProgram(module)
    const signatures = entries[0]?.signatures
    return { resources, inputs: signatures?.input ?? [], outputs: signatures?.output ?? [] }
  } catch (error) {
    // LLVM code that is no DXIL has none.
    if (error instanceof FormatError) return { resources: [], inputs: [], outputs: [] }
    throw error
  }
}

/** E.g. `output SV_Target.x = fadd(input COLOR.x, Globals[2].y)`. */
export const expressionText = (side: ModuleSide, value: Value): string => new Writer(side).text(value, LEVELS)

class Writer {
  readonly #side: ModuleSide
  readonly #names: Names

  constructor(side: ModuleSide) {
    this.#side = side
    this.#names = namesOf(side.module)
  }

  text(value: Value, levels: number): string {
    if (value.kind === 'argument') return value.name === '' ? `argument ${value.position}` : value.name
    if (value.kind === 'metadata') return 'metadata'
    if (isConstant(value)) return shortened(constantText(this.#side.print.types, value))
    if (levels === 0) return '...'
    return this.#operation(value, levels - 1)
  }

  #operation(inst: Instruction, levels: number): string {
    const opcode = dxOpcode(inst)
    if (opcode !== -1) return this.#call(inst, opcode, levels)
    const list = (values: readonly Value[]): string => values.map(v => this.text(v, levels)).join(', ')
    switch (inst.op) {
      case Op.Binop:
        return `${binopName(inst)}(${list(inst.operands)})`
      case Op.Cast:
        return `${CAST_NAMES[inst.code]}(${list(inst.operands)})`
      case Op.Cmp:
        return `${predicateName(inst.code)}(${list(inst.operands)})`
      case Op.ExtractValue:
        return `${this.text(inst.operands[0]!, levels + 1)}.${COMPONENTS[inst.indices?.[0] ?? 0] ?? inst.indices?.[0]}`
      case Op.Call: {
        const callee = inst.operands.at(-1)!
        return `${callee.kind === 'function' ? callee.name : 'call'}(${list(inst.operands.slice(0, -1))})`
      }
      case Op.Br:
        return inst.operands.length === 0 ? 'go on' : `branch on ${list(inst.operands)}`
      default:
        return `${NAMES[inst.op] ?? 'value'}(${list(inst.operands)})`
    }
  }

  #call(inst: Instruction, opcode: number, levels: number): string {
    const args = inst.operands.slice(1, -1)
    switch (opcode) {
      case DxilOp.CreateHandle:
        return this.#resource(args)
      case DxilOp.AnnotateHandle:
        return this.text(args[0]!, levels)
      case DxilOp.LoadInput:
        return `input ${this.#element(this.#names.inputs, args)}`
      case DxilOp.StoreOutput:
        return `output ${this.#element(this.#names.outputs, args)} = ${this.text(args[3]!, levels)}`
      case DxilOp.CBufferLoadLegacy:
        return `${this.text(args[0]!, levels + 1)}[${this.text(args[1]!, levels)}]`
      default: {
        const name = opName(opcode)
        const shown = args.filter(v => v.kind !== 'undef').map(v => this.text(v, levels))
        return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}(${shown.join(', ')})`
      }
    }
  }

  #resource(args: readonly Value[]): string {
    const [resourceClass, id, index] = args
    if (resourceClass?.kind !== 'int' || id?.kind !== 'int') return 'resource'
    const of = RESOURCE_CLASSES[Number(resourceClass.value)]
    const found = this.#names.resources.find(r => r.class === of && r.id === Number(id.value))
    const name = found && (found.name === '' ? `${found.class} ${found.lower}` : found.name)
    if (!found || !name) return 'resource'
    const at = index?.kind === 'int' ? Number(index.value) - found.lower : undefined
    return found.count === 1 ? name : `${name}[${at ?? '...'}]`
  }

  #element(elements: readonly SignatureElement[], [id, row, column]: readonly Value[]): string {
    const found = id?.kind === 'int' ? elements.find(e => e.id === Number(id.value)) : undefined
    const letter = column?.kind === 'int' ? (COMPONENTS[Number(column.value)] ?? '?') : '?'
    if (!found) return `element.${letter}`
    const index = row?.kind === 'int' ? found.semanticIndexes[Number(row.value)] : undefined
    return `${found.name}${index === undefined || (index === 0 && found.rows === 1) ? '' : index}.${letter}`
  }
}

const shortened = (text: string): string => (text.length > MAX_CONSTANT ? `${text.slice(0, MAX_CONSTANT)}...` : text)

const NAMES: Readonly<Partial<Record<number, string>>> = {
  [Op.Gep]: 'address',
  [Op.InsertValue]: 'insertvalue',
  [Op.Select]: 'select',
  [Op.ExtractElement]: 'extractelement',
  [Op.InsertElement]: 'insertelement',
  [Op.ShuffleVector]: 'shufflevector',
  [Op.Ret]: 'return',
  [Op.Switch]: 'switch',
  [Op.Phi]: 'phi',
  [Op.Alloca]: 'variable',
  [Op.Load]: 'load',
  [Op.Store]: 'store',
  [Op.CmpXchg]: 'cmpxchg',
  [Op.AtomicRmw]: 'atomicrmw',
}

function binopName(inst: Instruction): string {
  const isFloat = inst.type.isFloatingPoint
  const name = (isFloat ? FLOAT_BINOP_NAMES[inst.code] : INT_BINOP_NAMES[inst.code]) ?? 'binop'
  if (isFloat) return inst.flags === FastMath.Fast ? name : `${name} precise`
  const words = [inst.flags & WrapFlag.NoUnsignedWrap ? 'nuw' : '', inst.flags & WrapFlag.NoSignedWrap ? 'nsw' : '']
  return [name, ...words.filter(w => w !== '')].join(' ')
}
