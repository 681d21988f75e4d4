// Programs about lanes, as trees: unsigned words, loops and branches of every kind, wave operations in them. print.ts makes HLSL of them.

export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  /** Word `index` of the thread's own input, and the thread's number. */
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'thread' }
  /** Groupshared word of thread `index`. */
  | { readonly kind: 'shared'; readonly index: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  /** Operands and result are conditions. */
  | { readonly kind: 'logical'; readonly op: '&&' | '||'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'choice'; readonly condition: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly kind: 'wave'; readonly name: WaveName; readonly args: readonly Expr[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }

export const BINARY = ['+', '-', '*', '&', '|', '^', '%', '<<', '>>', '==', '!=', '<', '>', '<=', '>='] as const
export type BinaryOp = (typeof BINARY)[number]
/** These give a condition. */
export const COMPARISONS: ReadonlySet<BinaryOp> = new Set(['==', '!=', '<', '>', '<=', '>='])

/** What a wave operation takes and gives: `b` a condition, `u` a word. */
export const WAVE_OPS = {
  WaveIsFirstLane: '->b',
  WaveActiveAnyTrue: 'b->b',
  WaveActiveAllTrue: 'b->b',
  WaveActiveAllEqual: 'u->b',
  WaveActiveBallot: 'b->u',
  WaveActiveCountBits: 'b->u',
  WavePrefixCountBits: 'b->u',
  WaveReadLaneFirst: 'u->u',
  WaveActiveSum: 'u->u',
  WaveActiveMin: 'u->u',
  WaveActiveMax: 'u->u',
  WaveActiveBitAnd: 'u->u',
  WaveActiveBitOr: 'u->u',
  WaveActiveBitXor: 'u->u',
  WavePrefixSum: 'u->u',
  WaveGetLaneIndex: '->u',
  WaveGetLaneCount: '->u',
  /** Of lane 3; where all lanes run, as quads. */
  WaveReadLaneAt: 'u->u',
  QuadReadAcrossX: 'u->u',
  QuadReadAcrossY: 'u->u',
  QuadReadAcrossDiagonal: 'u->u',
} as const
export type WaveName = keyof typeof WAVE_OPS

/** The operations whose result depends on which lanes run. */
export const ASKS_LANES: ReadonlySet<string> = new Set(
  Object.keys(WAVE_OPS).filter(n => !/Quad|LaneIndex|LaneCount|LaneAt/.test(n)),
)

export type Stmt =
  | { readonly kind: 'declare' | 'set'; readonly name: string; readonly value: Expr }
  | {
      readonly kind: 'if'
      readonly condition: Expr
      readonly yes: readonly Stmt[]
      readonly otherwise: readonly Stmt[]
    }
  | Loop
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'return'; readonly value?: Expr }
  | { readonly kind: 'switch'; readonly selector: Expr; readonly cases: readonly Case[] }
  /** To slot `slot` of the thread's own output. */
  | { readonly kind: 'store'; readonly slot: number; readonly value: Expr }
  | { readonly kind: 'share'; readonly value: Expr }
  | { readonly kind: 'barrier' }

export interface Loop {
  readonly kind: 'loop'
  readonly form: 'for' | 'while' | 'do'
  readonly attribute: '' | '[loop] ' | '[unroll] '
  /** `for`: counts this variable from 0. */
  readonly counter?: string
  /** Undefined: for ever. */
  readonly condition?: Expr
  readonly body: readonly Stmt[]
}

/** Undefined label: default. Bodies end in a jump, which is printed as `break` when there is none. */
export interface Case {
  readonly label: number | undefined
  readonly body: readonly Stmt[]
}

export interface Func {
  readonly name: string
  readonly params: readonly string[]
  readonly body: readonly Stmt[]
}

export interface Program {
  readonly seed: number
  readonly threads: number
  readonly functions: readonly Func[]
  readonly main: readonly Stmt[]
}

/** Words of output and of input a thread has. */
export const SLOTS = 8
export const INPUTS = 4
/** The lane that WaveReadLaneAt reads. */
export const READ_LANE = 3

/** True for an expression that is a condition. */
export function isCondition(e: Expr): boolean {
  if (e.kind === 'binary') return COMPARISONS.has(e.op)
  if (e.kind === 'wave') return WAVE_OPS[e.name].endsWith('b')
  return e.kind === 'logical'
}

export const number = (value: number): Expr => ({ kind: 'number', value })
export const variable = (name: string): Expr => ({ kind: 'variable', name })
export const binary = (left: Expr, op: BinaryOp, right: Expr): Expr => ({ kind: 'binary', op, left, right })
export const wave = (name: WaveName, ...args: readonly Expr[]): Expr => ({ kind: 'wave', name, args })
