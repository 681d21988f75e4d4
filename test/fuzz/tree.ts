// The tree of a generated program: plain data, so that the printer, the evaluator and the reducer can each walk it.

import type { Type, Value } from './types.ts'

/** How large (absolute) and how fine (bits behind the point) a float expression can be: keeps every operation exact. */
export interface Span {
  readonly b: number
  readonly f: number
}

interface Node {
  t: Type
  /** Floats only. */
  span?: Span
}

export type Expr = Node &
  (
    | { k: 'lit'; v: Value /** Printed without suffix or cast. */; bare?: boolean }
    | { k: 'ref'; name: string }
    | { k: 'field'; a: Expr; name: string }
    | { k: 'index'; a: Expr; i: Expr }
    | { k: 'texel'; name: string; width: number; x: Expr; y: Expr }
    | { k: 'swizzle'; a: Expr; at: number[]; text: string }
    | { k: 'un'; op: string; a: Expr }
    | { k: 'bin'; op: string; a: Expr; b: Expr; macro?: boolean }
    | { k: 'conv'; a: Expr; implicit: boolean }
    | { k: 'ctor'; args: Expr[] }
    | { k: 'tern'; c: Expr; a: Expr; b: Expr }
    | { k: 'call'; fn: string; args: Expr[] }
    | { k: 'intr'; name: string; args: Expr[] }
    | { k: 'load'; buffer: string; at: Expr; templated: boolean }
    | { k: 'list'; items: Expr[] }
  )

export type Stmt =
  | { k: 'decl'; name: string; t: Type; init: Expr; constant?: boolean }
  | { k: 'assign'; to: Expr; op: string; value: Expr }
  | { k: 'step'; to: Expr; op: '++' | '--'; prefix: boolean; into?: Expr }
  | { k: 'expr'; value: Expr }
  | { k: 'if'; c: Expr; yes: Stmt[]; no?: Stmt[] }
  | { k: 'for'; name: string; t: Type; from: number; count: Expr; step: number; attribute: string; body: Stmt[] }
  | { k: 'while'; name: string; count: Expr; c?: Expr; post: boolean; body: Stmt[] }
  | { k: 'switch'; on: Expr; cases: Case[] }
  | { k: 'jump'; how: 'break' | 'continue' }
  | { k: 'return'; value?: Expr }
  | { k: 'block'; body: Stmt[] }
  | { k: 'store'; buffer: string; at: Expr; value: Expr }
  | { k: 'atomic'; name: string; to: Expr; value: Expr }
  | { k: 'barrier' }

export interface Case {
  /** Undefined: default. */
  label?: number
  body: Stmt[]
  /** Ends with break; else it falls into the next. */
  ends: boolean
}

export interface Param {
  readonly name: string
  readonly t: Type
  readonly how: 'in' | 'out' | 'inout' | ''
  readonly initial?: Expr
}

export interface Func {
  /** Unique; printed as `name`. */
  readonly id: string
  readonly name: string
  readonly t?: Type
  readonly params: Param[]
  body: Stmt[]
  /** Writes static globals: called only where the order of evaluation is fixed. */
  readonly impure: boolean
}

export interface Global {
  readonly name: string
  readonly t: Type
  readonly how: 'static' | 'static const' | 'groupshared'
  readonly init?: Expr
}

export interface ResourceDecl {
  readonly kind: 'structured' | 'rwstructured' | 'raw' | 'rwraw' | 'typed' | 'rwtyped' | 'rwtexture'
  readonly name: string
  readonly register: string
  readonly t: Type
  readonly count: number
  readonly height?: number
}

export interface Program {
  readonly seed: number
  readonly profile: string
  readonly optimization: number
  readonly threads: readonly [number, number, number]
  readonly groups: number
  structs: Type[]
  constants: { name: string; t: Type; block: 'cbuffer' | 'object' }[]
  resources: ResourceDecl[]
  globals: Global[]
  functions: Func[]
  main: Stmt[]
}
