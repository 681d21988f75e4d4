// Debug information while lowering: which scope code belongs to, where calls were lowered in line, and what the variables of the source become.
// Only made when it is asked for; nothing here changes code.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import { mangledVariable } from '../../hlsl/tree/mangle.ts'
import type { CBufferSymbol, FunctionSymbol, ParamSymbol, Stmt, VarSymbol } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import { type DebugInfo, functionOf, isVariableMemory, newDebugInfo } from '../../ir/debug_info.ts'
import type { Piece } from '../../ir/debug_rows.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import type { Builder, ScopeState } from './builder.ts'
import { DebugTypes } from './debug_types.ts'
import type { Layout } from './layout.ts'
import { isObject, type MemoryPlace, type Place } from './places.ts'

/** Memory cells that a variable's parts may be in; what is larger is no variable to look at. */
const MAX_PIECES = 4096

export class DebugLowering {
  readonly info: DebugInfo = newDebugInfo()
  readonly #types: DebugTypes
  /** Into the function that is being lowered. */
  #b!: Builder
  /** Scopes of functions, blocks and loops. */
  readonly #scopes = new Map<FunctionSymbol | Stmt, number>()
  readonly #variables = new Map<VarSymbol, number>()
  readonly #globals = new Set<VarSymbol>()
  /** `this` of methods, by their scopes. */
  readonly #selves = new Map<number, number>()
  /** Where the last static variable is declared that code of the function uses; 0 without any. */
  lastStatic = 0

  constructor(layout: Layout, diagnostics: Diagnostics) {
    this.#types = new DebugTypes(this.info, layout, diagnostics)
  }

  /** A function begins. */
  begin(b: Builder): void {
    this.#b = b
    this.lastStatic = 0
    b.startDebug(pos => this.#types.place(pos))
  }

  // ---- scopes --------------------------------------------------------------------------------------------------------------------

  /** Code of a function that is one in the module begins; entry points have no linkage name. */
  enterFunction(symbol: FunctionSymbol, linkageName: (symbol: FunctionSymbol) => string = () => ''): void {
    const scope = this.#functionScope(symbol, linkageName)
    this.#b.f.scope = scope
    this.#b.scope = { scope, inlinedAt: 0 }
  }

  /** Code of a function that is called from where the builder stands begins; give the result to leave(). */
  enterCall(symbol: FunctionSymbol, linkageName: (symbol: FunctionSymbol) => string): ScopeState {
    const before = this.#b.scope
    const inlinedAt = this.#b.newLocation()
    this.#b.scope = { scope: this.#functionScope(symbol, linkageName), inlinedAt }
    return before
  }

  /** The body of a block or loop begins. */
  enterBlock(s: Stmt): ScopeState {
    const before = this.#b.scope
    let scope = this.#scopes.get(s)
    if (scope === undefined) {
      scope = this.info.scopes.push({ kind: 'block', parent: before.scope, ...this.#types.place(s.pos) }) - 1
      this.#scopes.set(s, scope)
    }
    this.#b.scope = { ...before, scope }
    return before
  }

  /** Number of the parameter that a variable is, from 1; 0 for others, and for parameters of functions that are called. */
  argumentOf(variable: number): number {
    const row = this.info.variables[variable]
    return row && row.scope === this.#b.f.scope ? row.argument : 0
  }

  /** Whether a function has variables besides its parameters. */
  hasLocals(scope: number): boolean {
    const { info } = this
    return info.variables.some(
      v => v.argument === 0 && !v.name.startsWith('global.') && functionOf(info, v.scope) === scope,
    )
  }

  leave(before: ScopeState): void {
    this.#b.scope = before
  }

  #functionScope(symbol: FunctionSymbol, linkageName: (symbol: FunctionSymbol) => string): number {
    const known = this.#scopes.get(symbol)
    if (known !== undefined) return known
    const { file, line } = this.#types.place(symbol.pos)
    const { returnType, params, body } = symbol
    const scope = this.info.scopes.push({
      kind: 'function',
      name: this.#types.instanceName(symbol),
      file,
      line,
      scopeLine: body ? this.#types.place(body.pos).line : line,
      // A method is a member of its class; as a function of its own it is none.
      linkageName: symbol.self ? linkageName(symbol).replace('@@YA', '@@QAA') : linkageName(symbol),
      ...(returnType.kind === 'void' ? {} : { result: this.#types.type(returnType) }),
      params: params.map(p => this.#paramType(p)),
      ...(symbol.self ? { self: this.#types.type(symbol.self) } : {}),
      ...(symbol.templateArgs ? { arguments: symbol.templateArgs.map(a => this.#types.argument(a)) } : {}),
    })
    this.#scopes.set(symbol, scope - 1)
    return scope - 1
  }

  #paramType(param: ParamSymbol): number {
    if (param.mode !== 'in') return this.#types.reference(param.type)
    return param.isConst ? this.#types.constant(param.type) : this.#types.type(param.type)
  }

  // ---- variables -----------------------------------------------------------------------------------------------------------------

  /** A local variable or parameter lives in a place from here on. */
  declare(symbol: VarSymbol, place: Place, argument = 0): void {
    if (!isVisible(symbol.type)) return
    this.#rows(this.#variable(symbol, argument), symbol.pos, symbol.type, place)
  }

  /** The object whose method is being called, which is its first parameter. */
  declareThis(type: Type, place: Place): void {
    const { scope } = this.#b.scope
    const row = this.info.scopes[scope]
    if (!isVisible(type) || row?.kind !== 'function') return
    let variable = this.#selves.get(scope)
    if (variable === undefined) {
      const { file } = row
      variable =
        this.info.variables.push({ name: 'this', scope, file, line: 0, type: this.#types.type(type), argument: 1 }) - 1
      this.#selves.set(scope, variable)
    }
    this.#rows(variable, this.#b.pos, type, place)
  }

  /** A static variable outside of functions is shown inside them. */
  declareStatic(symbol: VarSymbol, place: Place): void {
    if (!isVisible(symbol.type)) return
    this.lastStatic = symbol.pos
    const row = this.#row(symbol, `global.${symbol.name}`, 0)
    this.#rows(this.info.variables.push(row) - 1, symbol.pos, symbol.type, place)
    this.#global(symbol, true)
  }

  /** A constant whose value stands wherever it is used. */
  constantGlobal(symbol: VarSymbol): void {
    if (isVisible(symbol.type)) this.#global(symbol, true)
  }

  /** What the source declares outside of functions, but for static variables, which only those show that use them. */
  globals(declared: readonly (VarSymbol | CBufferSymbol)[]): void {
    for (const g of declared)
      if (g.kind === 'cbuffer') for (const { symbol } of g.members) this.#global(symbol, false)
      else if (g.storage === 'resource' || g.storage === 'groupshared') this.#global(g, false)
  }

  #global(symbol: VarSymbol, isLocal: boolean): void {
    if (this.#globals.has(symbol)) return
    this.#globals.add(symbol)
    const { file, line } = this.#types.place(symbol.pos)
    const type = symbol.isConst || symbol.storage === 'cbuffer' ? this.#types.constant(symbol.type) : undefined
    this.info.globals.push({
      name: symbol.name,
      linkageName: isLocal ? '' : mangledVariable(globalName(symbol), symbol.type, type !== undefined),
      file,
      line,
      type: type ?? this.#types.type(symbol.type),
      isLocal,
    })
  }

  #variable(symbol: VarSymbol, argument: number): number {
    const known = this.#variables.get(symbol)
    if (known !== undefined) return known
    const n = this.info.variables.push(this.#row(symbol, symbol.name, argument)) - 1
    this.#variables.set(symbol, n)
    return n
  }

  #row(symbol: VarSymbol, name: string, argument: number): DebugInfo['variables'][number] {
    const { file, line } = this.#types.place(symbol.pos)
    const type = symbol.isConst ? this.#types.constant(symbol.type) : this.#types.type(symbol.type)
    return { name, scope: this.#b.scope.scope, file, line, type, argument }
  }

  #rows(variable: number, pos: number, type: Type, place: Place): void {
    const loc = this.#b.locationOf(pos)
    if (place.kind === 'values') this.#values(variable, loc, this.#types.leaves(type), place.values)
    if (place.kind === 'aggregate' && place.path.length === 0) this.#whole(variable, loc, type, place.pointer)
    if (place.kind === 'memory' && place.indices.length === 0) this.#memory(variable, loc, type, place)
  }

  /** One struct or array in memory that is passed by its address. */
  #whole(variable: number, loc: number, type: Type, pointer: Value): void {
    const b = this.#b
    const bits = this.#types.bits(type)
    // Of a struct without fields there is nothing to show.
    if (bits === 0 || !isVariableMemory(b.f, pointer)) return
    const row = { variable, loc, piece: { offset: 0, bits, dims: [] }, isMemory: true, value: pointer }
    // Parameters come behind what makes memory.
    if (b.f.op(pointer) === Op.Alloca) b.describeMemory(row)
    else b.describe(row)
  }

  #values(variable: number, loc: number, pieces: readonly Piece[], values: readonly Value[]): void {
    if (!this.#b.reachable || pieces.length !== values.length) return
    for (const [i, piece] of pieces.entries()) {
      const value = values[i]!
      if (!isObject(value)) this.#b.describe({ variable, loc, piece, isMemory: false, value })
    }
  }

  /** The memory may be there already: that of an argument, under another name. */
  #memory(variable: number, loc: number, type: Type, { cells, first, packed }: MemoryPlace): void {
    const pieces = this.#types.cells(type, packed)
    const root = cells[0]?.aggregate?.root
    if (root) {
      // A part of it is no memory of its own.
      if (first !== 0 || pieces.length !== cells.length) return
      if (root.pointer > 0) this.#whole(variable, loc, type, root.pointer)
      else (root.shown ??= []).push(pointer => this.#whole(variable, loc, type, pointer))
      return
    }
    if (pieces.length > MAX_PIECES) return
    for (const [i, piece] of pieces.entries()) {
      const cell = cells[first + i]
      if (!cell || cell.object || cell.values || cell.space !== 0 || cell.input) continue
      if (cell.pointer > 0) this.#b.describeMemory({ variable, loc, piece, isMemory: true, value: cell.pointer })
      else (cell.shown ??= []).push({ variable, loc, piece })
    }
  }
}

/** What a cbuffer declares is in a scope of its own. */
function globalName({ name, qualifiedName, block }: VarSymbol): string {
  return block && block.name !== '$Globals' ? `${block.name}::${name}` : qualifiedName
}

/** Objects are no values that a debugger could show. */
const isVisible = (type: Type): boolean =>
  type.kind === 'array' ? isVisible(type.element) && type.size > 0 : type.kind !== 'object' && type.kind !== 'error'
