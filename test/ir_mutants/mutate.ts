// Printed IR with one to three small edits: numbers, names, types, words, lines. A seed fixes them.

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
  switch (random(12)) {
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
    default: {
      const words = line.split(', ')
      if (words.length < 2) return by(line)
      const [a, b] = [random(words.length), random(words.length)]
      const [x, y] = [words[a]!, words[b]!]
      return by(words.map((w, i) => (i === a ? y : i === b ? x : w)).join(', '))
    }
  }
}

const pick = (list: readonly string[] | null, random: (n: number) => number): string | undefined =>
  list ? list[random(list.length)] : undefined

/** One match, of all there are, by something else. */
function replaced(line: string, what: RegExp, random: (n: number) => number, by: () => string): string {
  const found = [...line.matchAll(what)]
  if (found.length === 0) return line
  const m = found[random(found.length)]!
  return line.slice(0, m.index) + by() + line.slice(m.index + m[0].length)
}
