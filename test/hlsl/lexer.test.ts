// The scanner: kinds, spellings, positions, and the exact values of numbers.

import test from 'ava'
import { Lexer } from '../../src/hlsl/lex/lexer.ts'
import { Names } from '../../src/hlsl/lex/names.ts'
import { parseInteger, parseNumber } from '../../src/hlsl/lex/number_literal.ts'
import { BASE_NAMES, EOF, FIRST_TYPE_ID, KEYWORD_COUNT, KIND, PUNCTUATORS, SPELLING } from '../../src/hlsl/lex/token.ts'

function scan(text: string): string[] {
  const names = new Names()
  const lexer = new Lexer({ name: 'x', text, base: 100, includedAt: 0 }, names, undefined)
  const out: string[] = []
  for (lexer.next(); lexer.kind !== EOF; lexer.next())
    out.push(lexer.value ? names.text(lexer.value) : SPELLING[lexer.kind]!)
  return out
}

test('every punctuator is scanned whole, alone and in a row', t => {
  for (const p of PUNCTUATORS) t.deepEqual(scan(p), [p])
  t.deepEqual(scan(PUNCTUATORS.join(' ')), [...PUNCTUATORS])
  t.deepEqual(scan('a+++b<<=c>>d'), ['a', '++', '+', 'b', '<<=', 'c', '>>', 'd'])
})

test('a swizzle ends a number', t => {
  t.deepEqual(scan('1.xxx 0.5f.xx 1.0.rgb 1. 1.f .5 1.e5 2.h 0x1F.x 1e+5.x'), [
    '1',
    '.',
    'xxx',
    '0.5f',
    '.',
    'xx',
    '1.0',
    '.',
    'rgb',
    '1.',
    '1.f',
    '.5',
    '1.e5',
    '2.h',
    '0x1F',
    '.',
    'x',
    '1e+5',
    '.',
    'x',
  ])
  t.deepEqual(scan('1.#INF a#b'), ['1.#INF', 'a', '#', 'b'])
})

test('blanks of every kind, splices, comments', t => {
  t.deepEqual(scan('\ufeffa\0b\u00a0c/* x */d// y \\\n still\ne\\\nf\\ \r\ng'), ['a', 'b', 'c', 'd', 'efg'])
  t.deepEqual(scan('1\\\n2 "a\\\nb"'), ['12', '"ab"'])
})

test('positions lie in the address space of the file', t => {
  const names = new Names()
  const lexer = new Lexer({ name: 'x', text: ' ab +', base: 100, includedAt: 0 }, names, undefined)
  lexer.next()
  t.deepEqual([lexer.pos, lexer.end], [101, 103])
  lexer.next()
  t.deepEqual([lexer.kind, lexer.pos, lexer.end], [KIND['+'], 104, 105])
})

test('name ids: keywords, then builtin types, in every table', t => {
  const names = new Names()
  t.is(names.text(1), 'if')
  t.is(names.intern('float4'), BASE_NAMES.indexOf('float4'))
  t.true(names.intern('float4') >= FIRST_TYPE_ID)
  t.is(FIRST_TYPE_ID, KEYWORD_COUNT + 1)
  t.is(new Set(BASE_NAMES).size, BASE_NAMES.length)
  const many = Array.from({ length: 20_000 }, (_, i) => names.intern(`n${i}`))
  t.is(new Set(many).size, 20_000)
  t.is(names.intern('n777'), many[777]!)
})

test('integers are exact', t => {
  const value = (text: string): unknown => parseInteger(text)
  t.deepEqual(value('0'), { value: 0n, suffix: '', radix: 10 })
  t.deepEqual(value('0777'), { value: 511n, suffix: '', radix: 8 })
  t.deepEqual(value('0xFFul'), { value: 255n, suffix: 'ul', radix: 16 })
  t.deepEqual(value('0b101'), { value: 5n, suffix: '', radix: 16 })
  t.deepEqual(value('18446744073709551615ULL'), { value: 18446744073709551615n, suffix: 'ull', radix: 10 })
  t.deepEqual(value('1lu'), { value: 1n, suffix: 'ul', radix: 10 })
  t.deepEqual(value('089'), { problem: 'digit', digit: '8', of: 'octal' })
  t.deepEqual(value('1uu'), { problem: 'suffix', suffix: 'uu', of: 'integer' })
  t.deepEqual(value('9'.repeat(1000)), { problem: 'large' })
})

test('floating-point numbers keep their text', t => {
  t.deepEqual(parseNumber('1.5f'), { value: 1.5, suffix: 'f', text: '1.5' })
  t.deepEqual(parseNumber('.5H'), { value: 0.5, suffix: 'h', text: '.5' })
  t.deepEqual(parseNumber('1e5'), { value: 1e5, suffix: '', text: '1e5' })
  t.deepEqual(parseNumber('089.5'), { value: 89.5, suffix: '', text: '089.5' })
  t.deepEqual(parseNumber('0x1.8p3'), { value: 12, suffix: '', text: '12' })
  t.deepEqual(parseNumber('1.#INF'), { value: Number.POSITIVE_INFINITY, suffix: '', text: 'Infinity' })
  t.deepEqual(parseNumber('1e'), { problem: 'exponent' })
  t.deepEqual(parseNumber('1.0q'), { problem: 'suffix', suffix: 'q', of: 'floating' })
  t.deepEqual(parseNumber('1f'), { problem: 'digit', digit: 'f', of: 'decimal' })
})
