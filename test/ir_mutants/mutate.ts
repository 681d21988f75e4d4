// Printed IR with one to three small edits: numbers, names, types, words, lines, branches, the order of blocks. A seed fixes them.

import { randomFrom } from '../ir/random_program.ts'

const NUMBERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '4',
  '7',
  '8',
  '16',
  '31',
  '32',
  '33',
  '64',
  '255',
  '256',
  '1000',
  '65536',
  '2147483647',
  '-2147483648',
  '4294967295',
  'undef',
  'true',
  'false',
]
const TYPES = [
  'i1',
  'i8',
  'i16',
  'i32',
  'i64',
  'half',
  'float',
  'double',
  'ptr',
  '<2 x float>',
  '<4 x i32>',
  '%dx.types.Handle',
]
/** Words that stand for each other. */
const WORDS: readonly (readonly string[])[] = [
  ['add', 'sub', 'mul', 'udiv', 'sdiv', 'urem', 'srem', 'shl', 'lshr', 'ashr', 'and', 'or', 'xor'],
  ['fadd', 'fsub', 'fmul', 'fdiv', 'frem'],
  ['eq', 'ne', 'ugt', 'uge', 'ult', 'ule', 'sgt', 'sge', 'slt', 'sle'],
  ['oeq', 'ogt', 'oge', 'olt', 'ole', 'one', 'ord', 'uno', 'ueq', 'une'],
  ['trunc', 'zext', 'sext', 'bitcast', 'fptrunc', 'fpext', 'fptoui', 'fptosi', 'uitofp', 'sitofp'],
  [
    'load.typedbuffer',
    'load.rawbuffer',
    'load.level',
    'store.typedbuffer',
    'store.rawbuffer',
    'store.texture',
    'load.cbufferrow.4',
    'updatecounter',
    'atomic.binop',
    'getdimensions',
  ],
  ['dx.TypedBuffer', 'dx.RawBuffer', 'dx.CBuffer', 'dx.Sampler', 'dx.Texture', 'dx.MSTexture'],
  ['srv', 'uav', 'cbv', 'sampler'],
  ['alloca', 'load', 'store', 'getelementptr', 'select', 'phi', 'extractvalue'],
  ['entry', 'loop', 'loop.body', 'loop.end', 'if.then', 'if.end'],
]

export function mutate(text: string, seed: number): string {
  const random = randomFrom(seed)
  for (let i = 0; i < 8; i++) random(2)
  let lines = text.split('\n')
  for (let n = 1 + random(3); n > 0; n--) lines = edit(lines, random)
  return lines.join('\n')
}

/** A line that says something, functions' more often than records'. */
function lineOf(lines: readonly string[], random: (n: number) => number): number {
  for (let tries = 0; ; tries++) {
    const at = random(lines.length)
    const line = lines[at]!
    if (line.trim() !== '' && (tries > 20 || line.startsWith('  ') || random(4) === 0)) return at
  }
}

function edit(lines: readonly string[], random: (n: number) => number): string[] {
  const at = lineOf(lines, random)
  const line = lines[at]!
  const by = (text: string): string[] => lines.map((line, i) => (i === at ? text : line))
  const other = lines[lineOf(lines, random)]!
  switch (random(14)) {
    case 0:
      return lines.filter((_, i) => i !== at)
    case 1:
      return [...lines.slice(0, at), other, ...lines.slice(at)]
    case 2:
      return at > 0 ? [...lines.slice(0, at - 1), line, lines[at - 1]!, ...lines.slice(at + 1)] : [...lines]
    case 3:
    case 4:
      return by(replaced(line, /(?<![\w.%@!])-?\d+(?![\w.])/g, random, () => NUMBERS[random(NUMBERS.length)]!))
    case 5:
    case 6:
      return by(replaced(line, /%[\w.]+/g, random, () => pick(other.match(/%[\w.]+/g), random) ?? '%1'))
    case 7:
      return by(
        replaced(line, /\b(i1|i8|i16|i32|i64|half|float|double|ptr)\b/g, random, () => TYPES[random(TYPES.length)]!),
      )
    case 8:
    case 9: {
      const group = WORDS.filter(words => words.some(w => line.includes(w)))
      if (group.length === 0) return by(line)
      const words = group[random(group.length)]!
      const word = words.filter(w => line.includes(w)).reduce((a, b) => (b.length > a.length ? b : a))
      return by(line.replace(word, words[random(words.length)]!))
    }
    case 10:
      return by(replaced(line, /![\w.]+/g, random, () => pick(other.match(/![\w.]+/g), random) ?? '!0'))
    case 11:
      return retarget(lines, random)
    case 12:
      return moveBlock(lines, random)
    default: {
      const words = line.split(', ')
      if (words.length < 2) return by(line)
      const [a, b] = [random(words.length), random(words.length)]
      const [x, y] = [words[a]!, words[b]!]
      return by(words.map((w, i) => (i === a ? y : i === b ? x : w)).join(', '))
    }
  }
}

/** A branch goes elsewhere, and the phis of the block that it went to know it. */
function retarget(lines: readonly string[], random: (n: number) => number): string[] {
  const branches = [...lines.keys()].filter(i => /^ +(br|switch) .*label %/.test(lines[i]!))
  const at = branches[random(branches.length)]
  if (at === undefined) return [...lines]
  const labels = lines.flatMap(line => LABEL.exec(line)?.[1] ?? [])
  const branch = replaced(lines[at]!, /(?<=label )%[\w.]+/g, random, () => `%${labels[random(labels.length)]!}`)
  const from = LABEL.exec(lines.slice(0, at).findLast(line => LABEL.test(line)) ?? '')?.[1]
  const left = new Set(lines[at]!.match(/(?<=label %)[\w.]+/g))
  for (const target of branch.match(/(?<=label %)[\w.]+/g) ?? []) left.delete(target)
  let block = ''
  return lines.map((line, i) => {
    block = LABEL.exec(line)?.[1] ?? block
    if (i === at) return branch
    if (!left.has(block) || !line.includes(' = phi ')) return line
    const [head, ...values] = line.split(/(?=\[ )/)
    return (head! + values.filter(value => !value.includes(`, %${from} ]`)).join('')).replace(/, $/, '')
  })
}

/** A block stands behind another than before. */
function moveBlock(lines: readonly string[], random: (n: number) => number): string[] {
  const starts = [...lines.keys()].filter(i => LABEL.test(lines[i]!))
  const end = lines.indexOf('}', starts[0])
  if (starts.length < 3) return [...lines]
  const blocks = starts.map((start, n) => lines.slice(start, starts[n + 1] ?? end))
  const [moved] = blocks.splice(1 + random(blocks.length - 1), 1)
  blocks.splice(1 + random(blocks.length), 0, moved!)
  return [...lines.slice(0, starts[0]), ...blocks.flat(), ...lines.slice(end)]
}

const LABEL = /^([\w.]+):/

const pick = (list: readonly string[] | null, random: (n: number) => number): string | undefined =>
  list ? list[random(list.length)] : undefined

/** One match, of all there are, by something else. */
function replaced(line: string, what: RegExp, random: (n: number) => number, by: () => string): string {
  const found = [...line.matchAll(what)]
  if (found.length === 0) return line
  const m = found[random(found.length)]!
  return line.slice(0, m.index) + by() + line.slice(m.index + m[0].length)
}
