// Expressions made of literals, as data: what the generator makes, the printer prints and the evaluator computes.

/** Scalar types; `li` and `lf` are DXC's "literal int" and "literal float". */
export type Scalar =
  | 'li'
  | 'lf'
  | 'bool'
  | 'int'
  | 'uint'
  | 'float'
  | 'double'
  | 'int64_t'
  | 'uint64_t'
  | 'int16_t'
  | 'uint16_t'
  | 'float16_t'

export type Node =
  | { readonly k: 'int'; readonly value: bigint; readonly text: string }
  | { readonly k: 'float'; readonly value: number; readonly text: string }
  | { readonly k: 'var'; readonly name: string }
  | { readonly k: 'un'; readonly op: string; readonly a: Node }
  | { readonly k: 'bin'; readonly op: string; readonly a: Node; readonly b: Node }
  | { readonly k: 'cond'; readonly c: Node; readonly a: Node; readonly b: Node }
  | { readonly k: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly k: 'swizzle'; readonly a: Node; readonly at: readonly number[] }
  | { readonly k: 'cast'; readonly to: Scalar; readonly a: Node }

/** Language versions that differ in literals or conditionals. */
export type Version = '2018' | '2021' | '202x'

/** One expression in one place, and the words (of 32 bits) that it leaves in the output. */
export interface Site {
  /** Declarations before main. */
  readonly globals: string
  /** Statements in main; they end with the value in `n`, which `put` stores. */
  readonly body: string
  readonly words: readonly number[]
  /** More than exact operations are in it: the last bit of a double may differ between mathematical libraries. */
  readonly isRough: boolean
  /** The largest value that such an operation gave as a float. */
  readonly peak?: number
}

export interface LiteralProgram {
  readonly seed: number
  readonly version: Version
  readonly optimization: 0 | 3
  readonly sites: readonly Site[]
  readonly source: string
  /** Something in it is only known at run time. */
  readonly isDynamic: boolean
  /** It has 16-bit types, which the runtime does not have: its words are read from the containers. */
  readonly isNarrow: boolean
}

const XYZW = 'xyzw'

/** HLSL text; operands in parentheses, so that no precedence matters. */
export function print(node: Node): string {
  switch (node.k) {
    case 'int':
    case 'float':
      return node.text
    case 'var':
      return node.name
    case 'un':
      return `${node.op}${operand(node.a)}`
    case 'bin':
      return `${operand(node.a)} ${node.op} ${operand(node.b)}`
    case 'cond':
      return `${operand(node.c)} ? ${operand(node.a)} : ${operand(node.b)}`
    case 'call':
      return `${node.name}(${node.args.map(print).join(', ')})`
    case 'swizzle':
      return `(${print(node.a)}).${node.at.map(i => XYZW[i]).join('')}`
    case 'cast':
      return `(${node.to})${operand(node.a)}`
  }
}

const operand = (node: Node): string =>
  node.k === 'var' || node.k === 'call' || node.k === 'int' || node.k === 'float' ? print(node) : `(${print(node)})`
