// Random sets of resource declarations and a compute shader that uses some of them, as a tree that can be reduced and printed.
// Invariant: the same seed and settings give the same program.

export interface Register {
  /** Undefined: a space alone. */
  readonly letter: string | undefined
  readonly number: number
  readonly space: number | undefined
}

/** A resource variable or field; `kind` is the spelling of its type. */
export interface Variable {
  readonly what: 'variable'
  readonly name: string
  readonly kind: string
  /** Array sizes, outermost first; -1 unbounded. */
  readonly dims: readonly number[]
  readonly registers: readonly Register[]
}

/** An instance of a struct type, global or field. */
export interface Instance {
  readonly what: 'instance'
  readonly name: string
  readonly type: string
  readonly dims: readonly number[]
  readonly registers: readonly Register[]
}

export interface Block {
  readonly what: 'block'
  readonly keyword: 'cbuffer' | 'tbuffer'
  readonly name: string
  readonly members: readonly (Variable | Instance)[]
  readonly registers: readonly Register[]
}

export interface StructType {
  readonly what: 'struct'
  readonly name: string
  readonly base: string | undefined
  readonly fields: readonly (Variable | Instance)[]
}

export type Declaration = Variable | Instance | Block | StructType

/** A statement of a function body. */
export type Statement =
  | { readonly what: 'use'; readonly text: string; readonly roots: readonly string[] }
  | { readonly what: 'call'; readonly callee: string }
  | { readonly what: 'if' | 'loop' | 'never'; readonly condition: string; readonly body: readonly Statement[] }

export interface Func {
  readonly name: string
  readonly body: readonly Statement[]
}

export interface Program {
  readonly declarations: readonly Declaration[]
  /** Helpers first, each calls earlier ones only; main is the last. */
  readonly functions: readonly Func[]
  readonly profile: string
  readonly autoSpace: number | undefined
}

const registerText = (r: Register): string => {
  const space = r.space === undefined ? '' : `space${r.space}`
  if (r.letter === undefined) return ` : register(${space})`
  return ` : register(${r.letter}${r.number}${space && `, ${space}`})`
}

const dimsText = (dims: readonly number[]): string => dims.map(n => (n < 0 ? '[]' : `[${n}]`)).join('')

function variableText(v: Variable | Instance): string {
  const type = v.what === 'variable' ? v.kind : v.type
  return `${type} ${v.name}${dimsText(v.dims)}${v.registers.map(registerText).join('')};`
}

function declarationText(d: Declaration): string {
  if (d.what === 'struct')
    return `struct ${d.name}${d.base ? ` : ${d.base}` : ''} { ${d.fields.map(variableText).join(' ')} };`
  if (d.what === 'block')
    return `${d.keyword} ${d.name}${d.registers.map(registerText).join('')} { ${d.members.map(variableText).join(' ')} }`
  return variableText(d)
}

function statementText(s: Statement, indent: string): string {
  switch (s.what) {
    case 'use':
      return `${indent}${s.text}\n`
    case 'call':
      return `${indent}acc += ${s.callee}(i, acc);\n`
    default: {
      const head =
        s.what === 'loop'
          ? `[loop] for (uint k${indent.length} = 0; k${indent.length} < i; k${indent.length}++)`
          : `if (${s.condition})`
      return `${indent}${head} {\n${s.body.map(t => statementText(t, `${indent}  `)).join('')}${indent}}\n`
    }
  }
}

/** The element type of structured buffers and constant buffer views. */
const ELEMENTS = 'struct El { float4 a; float b; };\nRWBuffer<float> Out : register(u0, space77);\n'

/** HLSL of the program. @param threads of a group; their indices differ where resources are indexed by them */
export function print(p: Program, threads = 8): string {
  let text = ELEMENTS + p.declarations.map(d => `${declarationText(d)}\n`).join('')
  for (const f of p.functions) {
    const isMain = f.name === 'main'
    const head = isMain
      ? `[numthreads(${threads}, 1, 1)]\nvoid main(uint i : SV_GroupIndex)`
      : `float ${f.name}(uint i, float acc)`
    const tail = isMain ? '  Out[i] = acc;\n' : '  return acc;\n'
    text += `${head} {\n${isMain ? '  float acc = 0;\n' : ''}${f.body.map(s => statementText(s, '  ')).join('')}${tail}}\n`
  }
  return text
}

export function argumentsOf(p: Program): string[] {
  return [
    '-T',
    p.profile,
    '-E',
    'main',
    ...(p.autoSpace === undefined ? [] : ['-auto-binding-space', String(p.autoSpace)]),
  ]
}
