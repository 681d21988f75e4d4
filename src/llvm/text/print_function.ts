// Text of one function: header, blocks, instructions, as LLVM 3.7 prints them.

import { LINKAGE_NAMES, ORDERING_NAMES, predicateName, RMW_NAMES, SyncScope } from '../../spec/llvm_codes.ts'
import { type AttributeList, FUNCTION_SLOT } from '../model/attributes.ts'
import {
  type Argument,
  type BasicBlock,
  type Func,
  InstFlag,
  type Instruction,
  Op,
  type Value,
} from '../model/values.ts'
import { attachmentsText, metadataText, type PrintContext } from './print_metadata.ts'
import {
  attributeText,
  binopFlags,
  binopName,
  castName,
  cmpName,
  constantText,
  escaped,
  fastFlags,
  inComdat,
  named,
  typedConstant,
  visibilityText,
} from './print_values.ts'

const COMMENT_COLUMN = 50

/** The function with a trailing newline. */
export function functionText(p: PrintContext, f: Func): string {
  const printer = new FunctionPrinter(p, f)
  const head = printer.header()
  if (f.isDeclaration) return `${head}\n`
  return `${head} {${f.blocks.map((b, i) => printer.block(b, i === 0)).join('')}}\n`
}

/** A function's text in pieces, for callers that show some of its lines. */
export interface FunctionPieces {
  readonly header: string
  /** The label of each block, in file order. */
  readonly labels: readonly string[]
  /** The text of one of the function's instructions, without indentation; a switch has several lines. */
  instruction(inst: Instruction): string
}

/** Texts are made when asked for; `p` is what printContext() of print.ts returns. */
export function functionPieces(p: PrintContext, f: Func): FunctionPieces {
  const printer = new FunctionPrinter(p, f)
  return {
    header: printer.header(),
    labels: f.blocks.map(b => printer.label(b)),
    instruction: inst => printer.line(inst).trim(),
  }
}

/** ' name'-prefixed attributes of one slot, or ''. */
function slotText(list: AttributeList | null, slot: number): string {
  const group = list?.groups.find(g => g.slot === slot)
  return group ? group.attributes.map(a => ` ${attributeText(a)}`).join('') : ''
}

/** Whether nothing but the function itself has attributes, as with nearly all calls. */
const isPlain = (list: AttributeList | null): boolean =>
  list === null || list.groups.length === 0 || list.groups[0]!.slot === FUNCTION_SLOT

/**
 * The predecessors of each block in the order of LLVM's use lists after reading: latest use first, unless the file says
 * otherwise (UseListOrder.order: where in the list each use goes).
 */
function predecessors(f: Func): Map<BasicBlock, BasicBlock[]> {
  const found = new Map<BasicBlock, BasicBlock[]>()
  for (const from of f.blocks)
    for (const inst of from.instructions)
      if (inst.op !== Op.Phi)
        for (const to of inst.blocks) {
          const list = found.get(to)
          if (list) list.push(from)
          else found.set(to, [from])
        }
  for (const list of found.values()) list.reverse()
  for (const { value, order } of f.useLists) {
    const list = value.kind === 'block' ? found.get(value) : undefined
    if (!list || list.length !== order.length) continue
    const at = list.map((_, i) => i).sort((x, y) => order[x]! - order[y]!)
    found.set(
      value as BasicBlock,
      at.map(i => list[i]!),
    )
  }
  return found
}

class FunctionPrinter {
  readonly p: PrintContext
  readonly #f: Func
  readonly #preds: ReadonlyMap<BasicBlock, readonly BasicBlock[]>

  constructor(p: PrintContext, f: Func) {
    this.p = p
    this.#f = f
    this.#nameLocals()
    this.#preds = predecessors(f)
  }

  header(): string {
    const f = this.#f
    const { types } = this.p
    const plain = f.attributes?.groups.find(g => g.slot === FUNCTION_SLOT)?.attributes.filter(a => !isString(a)) ?? []
    const comment = plain.length > 0 ? `; Function Attrs: ${plain.map(a => attributeText(a)).join(' ')}\n` : ''
    const linkage = LINKAGE_NAMES[f.linkage] ?? ''
    const params = f.args.map(a => {
      const name = f.isDeclaration || a.name === '' ? '' : ` ${named('%', a.name)}`
      return types.text(a.type) + slotText(f.attributes, a.position + 1) + name
    })
    if (f.functionType.vararg) params.push('...')
    const result = `${slotText(f.attributes, 0).slice(1)} ${types.text(f.functionType.result)}`.trim()
    const words = [
      f.isDeclaration ? 'declare' : 'define',
      linkage,
      visibilityText(f),
      ccText(f.callingConvention),
      result,
    ]
    return `${comment}${words.filter(w => w !== '').join(' ')} ${types.global(f)}(${params.join(', ')})${this.#tail()}`
  }

  #tail(): string {
    const f = this.#f
    return [
      f.unnamedAddr ? ' unnamed_addr' : '',
      this.#groupRef(f.attributes),
      f.section === '' ? '' : ` section "${escaped(f.section)}"`,
      inComdat(f),
      f.align === 0 ? '' : ` align ${f.align}`,
      f.gc === '' ? '' : ` gc "${f.gc}"`,
      f.prefix ? ` prefix ${typedConstant(this.p.types, f.prefix)}` : '',
      f.prologue ? ` prologue ${typedConstant(this.p.types, f.prologue)}` : '',
      f.personality ? ` personality ${typedConstant(this.p.types, f.personality)}` : '',
      attachmentsText(this.p, f.attachments, ''),
    ].join('')
  }

  #groupRef(list: AttributeList | null): string {
    if (list === null) return ''
    return (this.p.groupRefs[list.index] ??= this.#makeGroupRef(list))
  }

  #makeGroupRef(list: AttributeList): string {
    const group = list.groups.find(g => g.slot === FUNCTION_SLOT)
    return group ? ` #${this.p.attributes.get(group.key)?.id ?? '<badref>'}` : ''
  }

  /** From the newline that ends the line before it. */
  block(b: BasicBlock, isEntry: boolean): string {
    const preds = this.#preds.get(b) ?? []
    const label = this.#label(b, preds.length > 0)
    // A label starts a line of its own: behind `{`, or after an empty line.
    let text = label === null ? '' : `\n${label}`
    if (!isEntry) {
      const names = preds.map(p => this.#ref(p))
      const comment = names.length > 0 ? `; preds = ${names.join(', ')}` : '; No predecessors!'
      text += ' '.repeat(Math.max(COMMENT_COLUMN - (label ?? '').length, 1)) + comment
    }
    text += '\n'
    const { before } = this.p
    for (const inst of b.instructions) text += (before?.(inst) ?? '') + this.line(inst)
    return text
  }

  #label(b: BasicBlock, isUsed: boolean): string | null {
    if (b.name !== '') return `${named('', b.name)}:`
    return isUsed ? `; <label>:${this.#ref(b).slice(1)}` : null
  }

  /** Every local's `%name`: looked up far more often than made. */
  #nameLocals(): void {
    const { refs } = this.p
    let next = 0
    const add = (v: Argument | BasicBlock | Instruction): void => {
      refs[v.index] = v.name === '' ? `%${next++}` : named('%', v.name)
    }
    for (const a of this.#f.args) add(a)
    for (const b of this.#f.blocks) {
      add(b)
      for (const inst of b.instructions) if (inst.type.kind !== 'void') add(inst)
    }
  }

  #ref(v: Value | BasicBlock): string {
    return (this.p.refs[v.index] ??= this.#makeRef(v))
  }

  #makeRef(v: Value | BasicBlock): string {
    switch (v.kind) {
      case 'instruction':
      case 'argument':
      case 'block':
        return '%<badref>'
      case 'metadata':
        return metadataText(this.p, v.metadata, m => this.#typed(m))
      default:
        return constantText(this.p.types, v)
    }
  }

  #typed(v: Value | BasicBlock): string {
    return (this.p.typed[v.index] ??= `${this.p.types.text(v.type)} ${this.#ref(v)}`)
  }

  /** How branches name the block, e.g. `%12`. */
  label(b: BasicBlock): string {
    return this.#ref(b)
  }

  line(inst: Instruction): string {
    const { p } = this
    let text = inst.type.kind === 'void' ? '  ' : `  ${this.#ref(inst)} = `
    text += this.#text(inst)
    if (inst.location || inst.attachments) text += attachmentsText(p, inst.attachments, ',', inst.location)
    if (p.annotate) text += p.annotate(inst)
    return `${text}\n`
  }

  #text(i: Instruction): string {
    const { types } = this.p
    const [a] = i.operands
    switch (i.op) {
      case Op.Binop:
        return `${binopName(i.code, i.type)}${binopFlags(i.code, i.type, i.flags)} ${this.#operands(i)}`
      case Op.Cast:
        return `${castName(i.code)} ${this.#typed(a!)} to ${types.text(i.type)}`
      case Op.Cmp:
        return `${cmpName(i.code)}${fastFlags(i.flags)} ${predicateName(i.code) ?? i.code} ${this.#operands(i)}`
      case Op.Gep: {
        const inbounds = i.flags & InstFlag.Inbounds ? 'inbounds ' : ''
        return `getelementptr ${inbounds}${types.text(i.elementType!)}, ${this.#all(i)}`
      }
      case Op.ExtractValue:
        return `extractvalue ${this.#all(i)}, ${i.indices!.join(', ')}`
      case Op.InsertValue:
        return `insertvalue ${this.#all(i)}, ${i.indices!.join(', ')}`
      case Op.Select:
        return `select ${this.#all(i)}`
      case Op.ExtractElement:
        return `extractelement ${this.#operands(i)}`
      case Op.InsertElement:
        return `insertelement ${this.#operands(i)}`
      case Op.ShuffleVector:
        return `shufflevector ${this.#all(i)}`
      case Op.Call:
        return this.#call(i)
      default:
        return isControl(i) ? this.#control(i) : this.#memory(i)
    }
  }

  #control(i: Instruction): string {
    const [a] = i.operands
    const targets = i.op === Op.Phi ? [] : i.blocks.map(b => this.#typed(b))
    switch (i.op) {
      case Op.Ret:
        return a ? `ret ${this.#typed(a)}` : 'ret void'
      case Op.Br:
        return `br ${[...(a ? [this.#typed(a)] : []), ...targets].join(', ')}`
      case Op.Switch: {
        const cases = i.operands.slice(1).map((v, n) => `\n    ${this.#typed(v)}, ${targets[n + 1]}`)
        return `switch ${this.#typed(a!)}, ${targets[0]} [${cases.join('')}\n  ]`
      }
      case Op.Phi: {
        const edges = i.operands.map((v, n) => `[ ${this.#ref(v)}, ${this.#ref(i.blocks[n]!)} ]`)
        return `phi ${this.p.types.text(i.type)} ${edges.join(', ')}`
      }
      default:
        return 'unreachable'
    }
  }

  #memory(i: Instruction): string {
    const { types } = this.p
    const [a, b] = i.operands
    const align = i.align === 0 ? '' : `, align ${i.align}`
    const isVolatile = i.flags & InstFlag.Volatile ? 'volatile ' : ''
    const atomic = i.ordering === 0 ? '' : 'atomic '
    switch (i.op) {
      case Op.Alloca: {
        const isOne = a?.kind === 'int' && a.type.width === 32 && a.value === 1
        const inAlloca = i.flags & InstFlag.InAlloca ? 'inalloca ' : ''
        return `alloca ${inAlloca}${types.text(i.elementType!)}${isOne ? '' : `, ${this.#typed(a!)}`}${align}`
      }
      case Op.Load:
        return `load ${atomic}${isVolatile}${types.text(i.type)}, ${this.#typed(a!)}${orderText(i)}${align}`
      case Op.Store:
        return `store ${atomic}${isVolatile}${this.#typed(a!)}, ${this.#typed(b!)}${orderText(i)}${align}`
      case Op.CmpXchg: {
        const weak = i.flags & InstFlag.Weak ? 'weak ' : ''
        return `cmpxchg ${weak}${isVolatile}${this.#all(i)}${orderText(i)} ${ORDERING_NAMES[i.failureOrdering]}`
      }
      case Op.AtomicRmw:
        return `atomicrmw ${isVolatile}${RMW_NAMES[i.code] ?? i.code} ${this.#all(i)}${orderText(i)}`
      default:
        return `fence${orderText(i)}`
    }
  }

  #call(i: Instruction): string {
    const { operands, attributes, elementType } = i
    const type = elementType!
    const plain = isPlain(attributes)
    let text = i.flags & InstFlag.MustTail ? 'musttail call ' : i.flags & InstFlag.Tail ? 'tail call ' : 'call '
    if (i.callingConvention !== 0) text += `${ccText(i.callingConvention)} `
    const onResult = plain ? '' : slotText(attributes, 0)
    if (onResult !== '') text += `${onResult.slice(1)} `
    const last = operands.length - 1
    text += `${this.p.types.text(type.vararg ? type : type.result)} ${this.#ref(operands[last]!)}(`
    for (let n = 0; n < last; n++) {
      if (n > 0) text += ', '
      text += plain ? this.#typed(operands[n]!) : this.#argument(operands[n]!, slotText(attributes, n + 1))
    }
    return `${text})${this.#groupRef(attributes)}`
  }

  #argument(v: Value, attributes: string): string {
    return `${this.p.types.text(v.type)}${attributes} ${this.#ref(v)}`
  }

  /** Operands, the type written once if all have the same. */
  #operands(i: Instruction): string {
    const { operands } = i
    const { type } = operands[0]!
    for (const o of operands) if (o.type !== type) return this.#all(i)
    let text = this.#typed(operands[0]!)
    for (let n = 1; n < operands.length; n++) text += `, ${this.#ref(operands[n]!)}`
    return text
  }

  #all(i: Instruction): string {
    const { operands } = i
    let text = ''
    for (let n = 0; n < operands.length; n++)
      text += n === 0 ? this.#typed(operands[n]!) : `, ${this.#typed(operands[n]!)}`
    return text
  }
}

const isString = (a: unknown): boolean => typeof a === 'object' && a !== null && 'key' in a

const isControl = (i: Instruction): boolean =>
  i.op === Op.Ret || i.op === Op.Br || i.op === Op.Switch || i.op === Op.Phi || i.op === Op.Unreachable

const orderText = (i: Instruction): string =>
  i.ordering === 0 ? '' : `${i.scope === SyncScope.SingleThread ? ' singlethread' : ''} ${ORDERING_NAMES[i.ordering]}`

const CONVENTIONS: Readonly<Record<number, string>> = {
  0: '',
  8: 'fastcc',
  9: 'coldcc',
  10: 'ghccc',
  12: 'webkit_jscc',
  13: 'anyregcc',
  14: 'preserve_mostcc',
  15: 'preserve_allcc',
  64: 'x86_stdcallcc',
  65: 'x86_fastcallcc',
  66: 'arm_apcscc',
  67: 'arm_aapcscc',
  68: 'arm_aapcs_vfpcc',
  69: 'msp430_intrcc',
  70: 'x86_thiscallcc',
  71: 'ptx_kernel',
  72: 'ptx_device',
  75: 'spir_func',
  76: 'spir_kernel',
  77: 'intel_ocl_bicc',
  78: 'x86_64_sysvcc',
  79: 'x86_64_win64cc',
  80: 'x86_vectorcallcc',
}
const ccText = (cc: number): string => CONVENTIONS[cc] ?? `cc${cc}`
