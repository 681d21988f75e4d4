// Random pixel and vertex shaders whose outputs depend on inputs in many ways: through branches, switches, loops, early returns, choices, local
// arrays, rows of matrices, output arrays, control that only decides between constants. Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'

export interface DependenceProgram {
  readonly source: string
  readonly args: readonly string[]
}

/** Functions that are given matrices of inputs. */
const ROWS = `float rowOf(float3x3 m, int i) { return m[i].y; }
float ofAll(float2x3 t[2], int i, int j) { return t[i][1][0] + t[1][j][2]; }
`
const MATRICES = [
  'rowOf(m, i)',
  'rowOf(m, 1)',
  'ofAll(mm, i, n.x)',
  'ofAll(mm, 1, c.z)',
  'mm[c.x][i].z',
  'mm[1][n.y][0]',
  'm[2][i]',
]

/** Statements of a body at most, and how deep they nest. */
const STATEMENTS = 4
const DEPTH = 3

class Generator {
  readonly #dice: Dice
  readonly #isPixel: boolean
  /** What is written is the function's value, not an `out` parameter. */
  readonly #isReturned: boolean
  /** Of choices that came later: the others stay what they are for a seed. */
  readonly #later: Dice
  #loops = 0
  #arrays = 0
  /** Local arrays and matrices in scope, each with the number of its elements. */
  #memory: { readonly text: (index: string) => string; readonly count: number }[] = []
  #isInLoop = false
  #isInSwitch = false

  constructor(seed: number) {
    this.#dice = new Dice(seed)
    this.#isPixel = this.#dice.chance(0.6)
    this.#isReturned = this.#dice.chance(0.7)
    this.#later = new Dice(seed + 1777)
  }

  program(): DependenceProgram {
    const dice = this.#dice
    const where = this.#isPixel ? ['SV_Target0', 'SV_Target1'] : ['SV_Position', 'RESULT']
    const args = [
      '-T',
      `${this.#isPixel ? 'ps' : 'vs'}_6_1`,
      '-E',
      'main',
      ...dice.pick([[], [], [], [], ['-Od'], ['-O1'], ['-Zpr']]),
    ]
    const flat = this.#isPixel ? 'nointerpolation ' : ''
    const hasRows = this.#later.chance(0.5)
    const rows = hasRows ? `, ${flat}float2x3 mm[2] : MM` : ''
    const parameters = `float4 a : A, float4 b[3] : B, ${flat}int4 c : C, ${flat}float3x3 m : M${rows}, uint view : SV_ViewID`
    const source = `cbuffer Constants : register(b0) { float4 k[4]; int4 n; };
${hasRows ? ROWS : ''}struct Out { float4 x : ${where[0]}; float4 y : ${where[1]};${this.#isPixel ? '' : ' float4 z[3] : ROWS;'} };
${this.#isReturned ? `Out main(${parameters}) {\n  Out o` : `void main(${parameters}, out Out o) {\n  o`} = (Out)0;
  float4 r = ${dice.pick(['0', '1', 'k[0]', 'a'])};
  float s = ${dice.pick(['0', 'a.x', 'k[1].x'])};
  int i = ${dice.pick(['0', 'c.x', 'n.x'])};
${this.#block(1)}
${hasRows ? `  s += ${this.#later.pick(MATRICES)};\n` : ''}  o.x = r;
  o.y = float4(s, i, ${this.#number()}, ${dice.pick(['0', '1', 's'])});
${this.#isPixel ? '' : `  o.z[${dice.pick(['1', 'n.x', 'i'])}] = ${this.#number()};\n${hasRows ? this.#outputs() : ''}`}${this.#isReturned ? '  return o;\n' : ''}}
`
    return { source, args }
  }

  /** Rows and components of outputs, chosen at run time. */
  #outputs(): string {
    const dice = this.#later
    const at = (): string => dice.pick(['i', 'n.x', 'c.y', '1'])
    const parts = [() => `o.z[${at()}][${at()}]`, () => `o.z[${at()}]`, () => `o.z[${at()}].y`, () => `o.y[${at()}]`]
    const count = 1 + dice.below(2)
    return Array.from({ length: count }, () => `  ${dice.pick(parts)()} = ${dice.pick(['1', 's', 'a.x'])};\n`).join('')
  }

  #block(depth: number): string {
    const kept = this.#memory.length
    const lines = Array.from({ length: 1 + this.#dice.below(STATEMENTS) }, () => this.#statement(depth))
    this.#memory.length = kept
    return lines.map(line => `${'  '.repeat(depth)}${line}`).join('\n')
  }

  #inner(depth: number): string {
    return `{\n${this.#block(depth + 1)}\n${'  '.repeat(depth)}}`
  }

  #statement(depth: number): string {
    const dice = this.#dice
    const kind = dice.below(depth >= DEPTH ? 8 : 15)
    if (kind <= 2) return `r.${dice.pick(['x', 'y', 'z', 'w'])} ${dice.pick(['=', '+=', '*='])} ${this.#number()};`
    if (kind === 3) return `s ${dice.pick(['=', '+='])} ${this.#number()};`
    if (kind === 4) return `i ${dice.pick(['=', '+='])} ${this.#integer()};`
    if (kind === 5) return this.#declared()
    if (kind === 6) return this.#memory.length > 0 ? `${this.#element()} = ${this.#number()};` : this.#declared()
    if (kind === 7) return this.#leave()
    if (kind <= 11)
      return `${dice.pick(['', '', '[branch] ', '[flatten] '])}if (${this.#condition()}) ${this.#inner(depth)}${dice.chance(0.4) ? ` else ${this.#inner(depth)}` : ''}`
    if (kind === 12) return this.#switch(depth)
    return this.#loop(depth)
  }

  #leave(): string {
    const dice = this.#dice
    const leave = this.#isReturned ? 'return o;' : 'return;'
    const jumps = [this.#isPixel ? 'discard;' : leave, leave, `{ o.x = r; ${leave} }`, `{ o.y = s; ${leave} }`]
    if (this.#isInLoop) jumps.push('break;', 'break;')
    if (this.#isInLoop && !this.#isInSwitch) jumps.push('continue;')
    return `if (${this.#condition()}) ${dice.pick(jumps)}`
  }

  #switch(depth: number): string {
    const dice = this.#dice
    const outer = this.#isInSwitch
    this.#isInSwitch = true
    const cases: string[] = []
    const count = 1 + dice.below(3)
    for (let j = 0; j < count; j++) {
      const labels = dice.chance(0.3) ? `case ${j}: case ${j + 5}:` : `case ${j}:`
      cases.push(`${labels} ${dice.chance(0.2) ? '' : this.#inner(depth)} break;`)
    }
    if (dice.chance(0.5)) cases.push(`default: ${this.#inner(depth)} break;`)
    this.#isInSwitch = outer
    return `${dice.pick(['', '[branch] '])}switch (${this.#integer()}) { ${cases.join(' ')} }`
  }

  #loop(depth: number): string {
    const dice = this.#dice
    const outer = this.#isInLoop
    const switched = this.#isInSwitch
    this.#isInLoop = true
    this.#isInSwitch = false
    const counter = `j${this.#loops++}`
    const limit = dice.pick(['n.x', 'c.y', 'c.z', '3', 'i'])
    const later = this.#later
    const [from, step] = later.pick([
      ['0', '++'],
      ['0', '++'],
      ['0', ' += 2'],
      ['1', ' += 4'],
      ['c.x * 4', ' += 8'],
    ])
    // Steps of two and more say which of these components it is.
    const chosen = later.chance(0.3)
      ? `r[${counter} & ${later.pick(['1', '3'])}] += ${later.pick(['a.y', 's', '1'])}; `
      : ''
    const head = `for (int ${counter} = ${from}; ${counter} < ${limit}; ${counter}${step})`
    const text = `${dice.pick(['', '[loop] '])}${head} { ${chosen}${this.#inner(depth)} }`
    this.#isInLoop = outer
    this.#isInSwitch = switched
    return text
  }

  #declared(): string {
    const dice = this.#dice
    const name = `t${this.#arrays++}`
    if (dice.chance(0.5)) {
      const count = 2 + dice.below(3)
      const values = Array.from({ length: count }, () => dice.pick([this.#number(), '0', '1']))
      this.#memory.push({ text: index => `${name}[${index}]`, count })
      return `float ${name}[${count}] = { ${values.join(', ')} };`
    }
    const part = dice.pick(['x', 'y'])
    this.#memory.push({ text: index => `${name}[${index}].${part}`, count: 3 })
    return dice.chance(0.5) ? `float3x3 ${name} = m;` : `float2 ${name}[3] = { b[0].xy, a.xy, ${this.#number()}.xx };`
  }

  #element(): string {
    const dice = this.#dice
    const { text, count } = dice.pick(this.#memory)
    return text(dice.pick([`${dice.below(count)}`, 'i', 'n.y', 'c.w']))
  }

  #number(): string {
    const dice = this.#dice
    const kind = dice.below(12)
    if (kind <= 1) return `${dice.below(4)}`
    if (kind <= 3) return `a.${dice.pick(['x', 'y', 'z', 'w'])}`
    if (kind === 4) return `b[${dice.pick(['0', '1', '2', 'n.z', 'i'])}].${dice.pick(['x', 'z'])}`
    if (kind === 5) return `m[${dice.pick(['0', '1', '2', 'n.w', 'i'])}][${dice.pick(['0', '1', '2'])}]`
    if (kind === 6) return dice.pick(['r.x', 'r.y', 's', '(float)i', '(float)view', 'k[2].y'])
    if (kind === 7 && this.#memory.length > 0) return this.#element()
    if (kind === 8) return `(${this.#condition()} ? ${dice.pick(['1', 's', 'a.x'])} : ${dice.pick(['0', '2', 'r.z'])})`
    if (kind === 9) return `(${dice.pick(['s', 'r.w', 'a.z'])} * ${dice.pick(['k[3].x', 'a.w', '2'])})`
    return dice.pick(['0', '1', 's', 'r.x', '7'])
  }

  #integer(): string {
    return this.#dice.pick(['c.x', 'c.y', 'n.x', 'n.w', 'i', '0', '1', 'i + 1', '(int)a.x', '(int)b[n.x].y'])
  }

  #condition(): string {
    const dice = this.#dice
    const one = (): string =>
      dice.pick([
        'c.x',
        'c.y > 1',
        'c.z == 3',
        'n.x',
        'n.y < 2',
        'a.x > 0',
        'a.y < s',
        's > 1',
        'i == 2',
        'i',
        'b[0].x',
        'r.x != 0',
        'view == 1',
      ])
    return dice.chance(0.2) ? `${one()} ${dice.pick(['&&', '||'])} ${one()}` : one()
  }
}

export const generateDependence = (seed: number): DependenceProgram => new Generator(seed).program()
