// Sources meant to exhaust the stack, the memory or patience: each ends in bounded time, with a located error if it is wrong.

import test from 'ava'
import { optionsFor, type Parsed, parse } from './front_end.ts'

const N = 100_000
const many = (text: string, count = N): string => text.repeat(count)
const body = (text: string): string => `void main() { ${text} }`
/** Generous: the machine may be busy. The times measured are a tenth of it. */
const LIMIT_MS = 10_000

function runs(source: string): Parsed {
  const result = parse(optionsFor(source))
  if (result.ms > LIMIT_MS) throw new Error(`took ${result.ms} ms`)
  return result
}

const DEEP: Readonly<Record<string, string>> = {
  parentheses: body(`x = ${many('(')}1${many(')')};`),
  'unary minus': body(`x = ${many('- ')}1;`),
  casts: body(`x = ${many('(int)')}1;`),
  sizeof: body(`x = ${many('sizeof ')}1;`),
  assignments: body(`x${many('=x')};`),
  conditionals: body(`x = ${many('a?b:')}c;`),
  'conditionals inside': body(`x = ${many('a?')}b`),
  indices: body(`x = ${many('a[')}`),
  calls: body(`x = ${many('f(')}`),
  members: body(`x = a${many('.a')};`),
  subscripts: body(`x = a${many('[0]')};`),
  blocks: body(`${many('{')}${many('}')}`),
  ifs: body(`${many('if (1) ')};`),
  'else ifs': body(`${many('if (1); else ')};`),
  fors: body(`${many('for (;;) ')};`),
  dos: body(many('do ')),
  initializers: `int a[] = ${many('{')}`,
  'template arguments': `${many('vector<')} x;`,
  'template heads': `${many('template<typename> ')}void f();`,
  namespaces: many('namespace a {'),
  'namespace parts': `namespace a${many('::a')} {}`,
  structs: many('struct a {'),
  dimensions: body(`x = (int${many('[1]')})y;`),
  scopes: body(`x = ${many('a::')}b;`),
}

for (const [title, source] of Object.entries(DEEP)) {
  test(`deeply nested: ${title}`, t => {
    const { messages } = runs(source)
    t.true(messages.length >= 1 && messages.length <= 3, messages.join('\n'))
    t.regex(messages[0]!, /^\d+:\d+: error: .*(nest|exceeded|expected)/)
  })
}

test('long chains of binary operators are no nesting', t => {
  const { unit, messages } = runs(body(`x = a${many('+a')}; y${many(',y')};`))
  t.deepEqual(messages, [])
  const f = unit!.declarations[0]!
  const statement = f.kind === 'function' ? f.body!.statements[0]! : undefined
  if (statement?.kind !== 'expr_stmt' || statement.expr.kind !== 'assign') return t.fail()
  let length = 0
  for (let e = statement.expr.right; e.kind === 'binary'; e = e.left) length++
  t.is(length, N)
})

/** A small generator with a fixed seed. */
function garbage(length: number, alphabet: string): string {
  let state = 12345
  const parts: string[] = []
  for (let i = 0; i < length; i += 1000) {
    let part = ''
    for (let k = 0; k < 1000; k++) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      part += alphabet[(state >> 8) % alphabet.length]
    }
    parts.push(part)
  }
  return parts.join('')
}

const BYTES = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join('')
const GARBAGE: Readonly<Record<string, string>> = {
  'random bytes': garbage(1e7, BYTES),
  'random punctuation': garbage(1e7, 'abc{}()[];,.<>=+-*/#"\'\n 0123'),
  'one name': 'a'.repeat(1e7),
  names: 'aaaa bbbb '.repeat(1e6),
  'replacement characters': '\ufffd'.repeat(1e6),
  'replacement characters apart': '\ufffd '.repeat(1e6),
  quotes: '"\n'.repeat(1e6),
  'closing braces': '}'.repeat(1e6),
  'opening comments': '/*'.repeat(1e6),
  conditionals: '#ifdef X\n'.repeat(1e6),
  digits: body(`x = ${'1'.repeat(1e7)};`),
}

for (const [title, source] of Object.entries(GARBAGE)) {
  test(`megabytes of garbage: ${title}`, t => {
    const { messages } = runs(source)
    const errors = messages.filter(m => m.includes('error: '))
    t.true(errors.length >= 1 && errors.length <= 20)
    t.regex(errors[0]!, /^\d+:\d+: /)
  })
}

test('every prefix of a shader parses or complains, and so does the shader with any one character changed', t => {
  const shader =
    '#define A(x, ...) (x + __VA_ARGS__)\nstruct S { float x : SV_Position; };\ntemplate<typename T> T f(T a) { return a; }\n[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { for (int k = 0; k < 3; ++k) { S s = (S)0; s.x = f<float>(A(1.5f, 2)); if (i < 3) return; } }\n'
  for (let i = 0; i < shader.length; i++) {
    t.notThrows(() => runs(shader.slice(0, i)))
    for (const c of '({[<;#"/*\\\0\u00e9') t.notThrows(() => runs(shader.slice(0, i) + c + shader.slice(i + 1)))
  }
})
