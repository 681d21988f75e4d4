// Random compute shaders whose functions give up: `bool f(uint a, out S s)` fills a result step by step, returns false on the way, and its caller
// looks at the result only after true, in a loop or in its condition. What the others leave is undefined, in each iteration of the loops around it
// again; no program reads it.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** A number in a struct: where it lies, behind the struct's name. */
type Leaf = string

interface Shape {
  readonly name: string
  readonly leaves: readonly Leaf[]
  /** Types of the variables that callers pass for it: others than its own are converted there and back. */
  readonly heldAs: readonly string[]
}

/** The whole of a number. */
const NUMBER: Shape = { name: 'uint', leaves: [''], heldAs: ['uint', 'int', 'int64_t', 'uint64_t'] }

interface Attempt {
  readonly name: string
  readonly shape: Shape
  readonly isMethod: boolean
}

/** Most iterations of a loop in `main`: the interpreter counts steps. */
const MOST_TURNS = 5

class Generator {
  readonly #dice: Dice
  readonly #head: string[] = []
  readonly #shapes: Shape[] = []
  readonly #attempts: Attempt[] = []
  readonly #args: readonly string[]

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 5, 6, 6, 6, 8, 9])
    const flags = dice.pick([
      [],
      [],
      [],
      ['-Od'],
      ['-enable-lifetime-markers'],
      ['-disable-lifetime-markers'],
      ['-Zi', '-Qembed_debug'],
    ])
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...flags]
  }

  program(): Source {
    const dice = this.#dice
    const shapes = 1 + dice.below(2)
    for (let i = 0; i < shapes; i++) this.#shape(i)
    const attempts = 1 + dice.below(3)
    for (let i = 0; i < attempts; i++) this.#attempt(i)
    const body = [dice.chance(0.75) ? this.#loop(0) : this.#drain(0), ...(dice.chance(0.4) ? [this.#loop(1)] : [])]
    if (dice.chance(0.3)) body.push(this.#drain(2))
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
cbuffer C : register(b0) { uint n; uint k; };
uint at(uint i) { return b[i & 31]; }
${this.#head.join('\n')}
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint r = t;
${body.join('\n')}
  o[t] = r;
}
`
    return { source, args: this.#args }
  }

  #shape(i: number): void {
    const dice = this.#dice
    const members: string[] = []
    const leaves: Leaf[] = []
    const count = 1 + dice.below(4)
    for (let m = 0; m < count; m++) {
      const name = `m${m}`
      const n = 2 + dice.below(3)
      switch (dice.below(3)) {
        case 0:
          members.push(`uint ${name};`)
          leaves.push(`.${name}`)
          break
        case 1:
          members.push(`uint${n} ${name};`)
          leaves.push(...[...'xyzw'].slice(0, n).map(c => `.${name}.${c}`))
          break
        default:
          members.push(`uint ${name}[${n}];`)
          leaves.push(...Array.from({ length: n }, (_, e) => `.${name}[${e}]`))
      }
    }
    const name = `S${i}`
    const shape = { name, leaves, heldAs: [name] }
    this.#shapes.push(shape)
    this.#head.push(`struct ${shape.name} { ${members.join(' ')} bool again(uint a); };`)
  }

  /** A number made of what is in scope. */
  #number(names: readonly string[], depth = 2): string {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.3)) return dice.chance(0.6) ? dice.pick(names) : `${dice.below(9)}`
    const [x, y] = [this.#number(names, depth - 1), this.#number(names, depth - 1)]
    return dice.chance(0.25) ? `at(${x} + ${y})` : `(${x} ${dice.pick(['+', '-', '*', '^', '&', '|'])} ${y})`
  }

  #test(names: readonly string[]): string {
    const dice = this.#dice
    const number = this.#number(names)
    return dice.chance(0.5)
      ? `(${number} & ${1 + dice.below(3)}) == 0`
      : `${number} % ${3 + dice.below(4)} > ${dice.below(3)}`
  }

  /** Statements that fill every number of `target`, and give up in between. */
  #steps({ leaves }: Shape, target: string, names: readonly string[], indent: string): string[] {
    const dice = this.#dice
    const out: string[] = []
    const giveUp = (space: string): string => `${space}if (${this.#test(names)}) return false;`
    for (const leaf of leaves) {
      if (dice.chance(0.35)) out.push(giveUp(indent))
      const set = (): string => `${target}${leaf} = ${this.#number(names)};`
      const shape = dice.below(5)
      if (shape === 0)
        out.push(
          `${indent}if (${this.#test(names)}) ${set()}`,
          `${indent}else ${dice.chance(0.3) ? 'return false;' : set()}`,
        )
      else if (shape === 1) {
        const hint = dice.pick(['', '[loop] ', '[unroll] '])
        const j = dice.name('j')
        out.push(`${indent}${hint}for (uint ${j} = 0; ${j} < ${1 + dice.below(3)}; ${j}++) {`)
        out.push(`${indent}  ${set()}`)
        if (dice.chance(0.5)) out.push(giveUp(`${indent}  `))
        out.push(`${indent}}`)
      } else out.push(`${indent}${set()}`)
    }
    return out
  }

  #attempt(i: number): void {
    const dice = this.#dice
    const shape = dice.chance(0.25) ? NUMBER : dice.pick(this.#shapes)
    const isMethod = shape !== NUMBER && dice.chance(0.3) && !this.#attempts.some(a => a.isMethod && a.shape === shape)
    const name = isMethod ? 'again' : `f${i}`
    const lines: string[] = []
    const names = ['a', 'k']
    const inner = this.#attempts.filter(a => !a.isMethod)
    if (inner.length > 0 && dice.chance(0.5)) {
      const other = dice.pick(inner)
      lines.push(
        `  ${dice.pick(other.shape.heldAs)} u;`,
        `  if (!${other.name}(a + ${dice.below(5)}, u)) return false;`,
      )
      names.push(`u${dice.pick(other.shape.leaves)}`)
    }
    lines.push(...this.#steps(shape, isMethod ? 'this' : 's', names, '  '), '  return true;')
    const head = isMethod
      ? `bool ${shape.name}::again(uint a)`
      : `bool ${name}(uint a, ${dice.pick(['out', 'out', 'inout'])} ${shape.name} s)`
    this.#head.push(`${head} {\n${lines.join('\n')}\n}`)
    this.#attempts.push({ name, shape, isMethod })
  }

  /** A sum over some of the numbers. */
  #use({ leaves }: Shape, name: string): string {
    const dice = this.#dice
    const chosen = leaves.filter(() => dice.chance(0.6))
    const all = chosen.length > 0 ? chosen : [leaves[0]!]
    return all.map((leaf, i) => `${name}${leaf} * ${i * 2 + 1}`).join(' + ')
  }

  #loop(number: number): string {
    const dice = this.#dice
    const i = `i${number}`
    const bound = dice.chance(0.6) ? `n % ${MOST_TURNS}` : `${1 + dice.below(MOST_TURNS)}`
    const hint = dice.pick(['', '', '[loop] ', ...(bound.startsWith('n') ? [] : ['[unroll] '])])
    const lines = [`  ${hint}for (uint ${i} = 0; ${i} < ${bound}; ${i}++) {`]
    const attempts = 1 + dice.below(2)
    for (let a = 0; a < attempts; a++) lines.push(...this.#turn(i, a))
    if (dice.chance(0.4)) lines.push(...this.#flagged(i))
    return [...lines, '  }'].join('\n')
  }

  /** A call that gives its result to the variable `s`, and the declaration of that. */
  #call(s: string, names: readonly string[]): { declaration: string; call: string; shape: Shape } {
    const dice = this.#dice
    const { name, shape, isMethod } = dice.pick(this.#attempts)
    const argument = this.#number(names)
    const call = isMethod ? `${s}.${name}(${argument})` : `${name}(${argument}, ${s})`
    return { declaration: `${dice.pick(shape.heldAs)} ${s};`, call, shape }
  }

  /** A loop that goes on as long as its condition, or its step, gets something. */
  #drain(number: number): string {
    const dice = this.#dice
    const [s, i, go] = [`d${number}`, `i${number}`, `go${number}`]
    const { declaration, call, shape } = this.#call(s, [i, 't', 'k'])
    const use = `r += ${this.#use(shape, s)};`
    const skip = dice.chance(0.4) ? `if (${this.#test([i, 'r'])}) ${dice.pick(['continue', 'break'])}; ` : ''
    const head = `  ${declaration} uint ${i} = 0;`
    const body = `${skip}r = r * 3 + ${i};`
    switch (dice.below(4)) {
      case 0:
        return `${head}\n  while (${i} < ${MOST_TURNS} && ${call}) { ${i}++; ${use} ${body} }`
      case 1:
        return `${head}\n  while (${call}) { ${use} if (++${i} >= ${MOST_TURNS}) break; ${body} }`
      case 2:
        return `${head} bool ${go};\n  do { ${i}++; ${go} = ${i} < ${MOST_TURNS}; ${body} } while (${go} && ${call});`
      default:
        return `${head} bool ${go} = true;\n  for (; ${go} && ${i} < ${MOST_TURNS}; ${go} = ${call}) { ${i}++; ${body} }`
    }
  }

  /** One attempt and what becomes of it. */
  #turn(i: string, number: number): string[] {
    const dice = this.#dice
    const s = `s${number}`
    const { declaration, call, shape } = this.#call(s, [i, 't', 'k', 'r'])
    const use = `r += ${this.#use(shape, s)};`
    const declare = `    ${declaration}`
    switch (dice.below(4)) {
      case 0:
        return [
          declare,
          `    if (!${call}) ${dice.pick(['continue;', 'break;', '{ r ^= 5; continue; }', '{ o[t] = r; return; }'])}`,
          `    ${use}`,
        ]
      case 1:
        return [declare, `    if (${call}) ${use}`, ...(dice.chance(0.5) ? [`    else r = r * 3 + ${i};`] : [])]
      case 2:
        return [
          declare,
          `    bool ok${number} = ${call};`,
          `    if (${this.#test([i, 'r'])}) r += at(r);`,
          `    if (ok${number}) ${use}`,
        ]
      default:
        return [
          declare,
          `    bool ok${number} = false;`,
          `    if (${this.#test([i, 'k'])}) ok${number} = ${call};`,
          `    if (ok${number}${dice.chance(0.3) ? ` && ${this.#test([i, 'r'])}` : ''}) ${use}`,
        ]
    }
  }

  /** A variable that is set on some ways only, with a flag beside it. */
  #flagged(i: string): string[] {
    const set = `{ z = ${this.#number([i, 'r', 'k'])}; has = true; }`
    return [
      '    uint z; bool has = false;',
      `    if (${this.#test([i, 't'])}) ${set}`,
      ...(this.#dice.chance(0.5) ? [`    if (${this.#test([i, 'r'])}) ${set}`] : []),
      '    if (has) r = r * 7 + z;',
    ]
  }
}

export const generateAttempts = (seed: number): Source => new Generator(seed).program()
