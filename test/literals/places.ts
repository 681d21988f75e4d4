// Where literals stand: initialisers, casts, arguments, operands beside variables... each with the value that it leaves in `n`.

import { convert, evaluate, isRough, Undefined, type Value } from './evaluate.ts'
import type { Maker } from './maker.ts'
import { type Node, print, type Scalar, type Version } from './tree.ts'

export interface Made {
  readonly globals?: string
  readonly body: string
  readonly value: Value
  readonly isRough: boolean
}

export interface Place {
  readonly name: string
  readonly versions?: readonly Version[]
  /** Run-time values are in it. */
  readonly isDynamic?: boolean
  make(m: Maker, k: number): Made | undefined
}

const TYPES: readonly Scalar[] = [
  'int',
  'int',
  'uint',
  'uint',
  'float',
  'float',
  'bool',
  'double',
  'int64_t',
  'uint64_t',
]

const NARROW: readonly Scalar[] = ['int16_t', 'uint16_t', 'float16_t']

const expression = (m: Maker): Node => m.literal(m.rng.int(0, 3), m.chance(45))

function constant(m: Maker): Node {
  const before = m.allowsDynamic
  m.allowsDynamic = false
  const node = expression(m)
  m.allowsDynamic = before
  return node
}

const scalarOnly = (v: Value): Value => {
  if (v.v.length !== 1) throw new Error('a vector in a scalar place')
  return v
}

/** A place that takes one expression, converts it to a type and leaves it in `n`. */
const converting = (
  name: string,
  text: (e: string, type: Scalar, k: number) => { globals?: string; body: string },
  options: { constantOnly?: boolean; isDynamic?: boolean; types?: readonly Scalar[] } = {},
): Place => ({
  name,
  isDynamic: options.isDynamic ?? false,
  make(m, k) {
    const node = options.constantOnly ? constant(m) : expression(m)
    const isNarrow = m.isNarrow && m.chance(60) && (!options.types || options.types.length > 1)
    const type = m.pick(isNarrow ? NARROW : (options.types ?? TYPES))
    const value = scalarOnly(convert(node, m.env, type))
    return { ...text(print(node), type, k), value, isRough: isRough(node) }
  },
})

/** An expression of literals beside something that has a type. */
function beside(name: string, of: (m: Maker, e: Node) => Node, isDynamic = true): Place {
  return {
    name,
    isDynamic,
    make(m) {
      const node = of(m, expression(m))
      const value = scalarOnly(evaluate(node, m.env))
      if (value.t === 'li' || value.t === 'lf') throw new Error(`${name} leaves a literal`)
      return { body: `${value.t} n = ${print(node)};`, value, isRough: isRough(node) }
    },
  }
}

const variable = (m: Maker): Node => ({ k: 'var', name: m.pick(['i', 'j', 'u', 'x', 'x', 'y', 'l', 'i']) })

/** Floats have no remainder that all devices agree on, integers no division by a negative one that they mix up. */
const OPERATORS = ['+', '-', '*', '<', '>=', '==', '!=']

export const PLACES: readonly Place[] = [
  converting('variable', (e, t) => ({ body: `${t} n = ${e};` })),
  converting('constant', (e, t) => ({ body: `const ${t} n = ${e};` })),
  converting('static const', (e, t) => ({ body: `static const ${t} n = ${e};` }), { constantOnly: true }),
  converting('global', (e, t, k) => ({ globals: `static const ${t} g${k} = ${e};`, body: `${t} n = g${k};` }), {
    constantOnly: true,
  }),
  converting('cast', (e, t) => ({ body: `${t} n = (${t})(${e});` })),
  converting('functional cast', (e, t) => ({ body: `${t} n = ${t}(${e});` })),
  converting('argument', (e, t, k) => ({ globals: `${t} f${k}(${t} a) { return a; }`, body: `${t} n = f${k}(${e});` })),
  converting('return value', (e, t, k) => ({ globals: `${t} f${k}() { return ${e}; }`, body: `${t} n = f${k}();` }), {
    constantOnly: true,
  }),
  converting(
    'default',
    (e, t, k) => ({ globals: `${t} f${k}(${t} a = ${e}) { return a; }`, body: `${t} n = f${k}();` }),
    {
      constantOnly: true,
    },
  ),
  converting('assignment', (e, t) => ({ body: `${t} n; n = ${e};` })),
  converting('array', (e, t) => ({ body: `${t} a[2] = { ${e}, ${e} }; ${t} n = a[u & 1u];` }), { isDynamic: true }),
  converting('struct', (e, t, k) => ({
    globals: `struct S${k} { ${t} a; };`,
    body: `S${k} s = { ${e} }; ${t} n = s.a;`,
  })),
  converting('vector', (e, t) => ({ body: `${t}2 v = ${t}2(${e}, 0); ${t} n = v.x;` }), {
    types: ['int', 'uint', 'float', 'bool'],
  }),
  converting('splat', (e, t) => ({ body: `${t}3 v = ${e}; ${t} n = v.z;` }), {
    types: ['int', 'uint', 'float', 'bool'],
  }),
  converting('swizzled splat', (e, t) => ({ body: `${t} n = ((${t})(${e})).xxx.z;` }), {
    types: ['int', 'uint', 'float'],
  }),
  converting('if', (e, _t) => ({ body: `bool n = false; if (${e}) n = true;` }), { types: ['bool'] }),
  converting('not', (e, _t) => ({ body: `bool n = !(!(${e}));` }), { types: ['bool'] }),
  converting('comma', (e, t) => ({ body: `int q = 1; ${t} n = (q++, ${e});` })),
  converting('matrix', (e, t) => ({ body: `${t}2x2 v = ${e}; ${t} n = v._m10;` }), {
    types: ['int', 'uint', 'float', 'bool'],
  }),
  converting('component', (e, t) => ({ body: `${t}3 v = 0; v.y = ${e}; ${t} n = v.y;` }), {
    types: ['int', 'uint', 'float', 'bool'],
  }),
  converting('struct of an array', (e, t, k) => ({
    globals: `struct S${k} { ${t} a; ${t} b[2]; }; struct T${k} { int x; S${k} s; };`,
    body: `T${k} s = { 1, 2, ${e}, ${e} }; ${t} n = s.s.b[1];`,
  })),
  converting(
    'array of structs',
    (e, t, k) => ({
      globals: `struct S${k} { int x; ${t} a; };`,
      body: `S${k} s[2] = { { 1, ${e} }, { 2, ${e} } }; ${t} n = s[u & 1u].a;`,
    }),
    { isDynamic: true },
  ),
  converting('method', (e, t, k) => ({
    globals: `struct S${k} { ${t} f(${t} a) { return a; } };`,
    body: `S${k} s; ${t} n = s.f(${e});`,
  })),
  converting('inner call', (e, t, k) => ({
    globals: `${t} f${k}(${t} a) { return a; } ${t} g${k}(${t} a) { return f${k}(a); }`,
    body: `${t} n = g${k}(${e});`,
  })),
  converting('result', (e, t, k) => ({
    globals: `void f${k}(out ${t} a, ${t} b) { a = b; }`,
    body: `${t} n; f${k}(n, ${e});`,
  })),
  converting(
    'constant array',
    (e, t, k) => ({ globals: `static const ${t} a${k}[2] = { 0, ${e} };`, body: `${t} n = a${k}[1];` }),
    { constantOnly: true },
  ),
  converting(
    'group-shared',
    (e, t, k) => ({ globals: `groupshared ${t} a${k};`, body: `a${k} = ${e}; ${t} n = a${k};` }),
    { isDynamic: true, types: ['int', 'uint', 'float'] },
  ),
  {
    name: 'template argument',
    versions: ['2021', '202x'],
    make(m, k) {
      const node = m.plain(2)
      const value = convert(node, m.env, 'int')
      if (BigInt(value.v[0]!) !== BigInt(evaluate(node, m.env).v[0]!)) throw new Undefined()
      return {
        globals: `template<int N> int t${k}() { return N; }`,
        body: `int n = t${k}<(${print(node)})>();`,
        value,
        isRough: false,
      }
    },
  },
  {
    name: 'loop',
    make(m) {
      const node: Node = { k: 'bin', op: '&', a: m.literal(2, true), b: { k: 'int', value: 7n, text: '7' } }
      const value = convert(node, m.env, 'int')
      return { body: `int n = 0; for (int k = 0; k < (${print(node)}); k++) n++;`, value, isRough: false }
    },
  },
  {
    name: 'compound assignment',
    isDynamic: true,
    make(m) {
      const [e, op] = [expression(m), m.pick(['+', '-', '*'])]
      const at = m.pick(['i', 'j', 'u', 'x'])
      const t = m.env.variables[at]!.t
      const value = convert({ k: 'bin', op, a: { k: 'var', name: at }, b: e }, m.env, t)
      return { body: `${t} n = ${at}; n ${op}= ${print(e)};`, value, isRough: isRough(e) }
    },
  },
  beside('operand', (m, e) =>
    m.chance(50)
      ? { k: 'bin', op: m.pick(OPERATORS), a: variable(m), b: e }
      : { k: 'bin', op: m.pick(OPERATORS), a: e, b: variable(m) },
  ),
  beside(
    'comparison',
    (m, e) => ({
      k: 'bin',
      op: m.pick(['<', '>', '<=', '>=', '==', '!=']),
      a: e,
      b: expression(m),
    }),
    false,
  ),
  beside('logic', (m, e) => ({ k: 'bin', op: m.pick(['&&', '||']), a: e, b: expression(m) }), false),
  beside('choice', (m, e) => ({
    k: 'cond',
    c: { k: 'var', name: m.pick(['c', 'd']) },
    ...(m.chance(50) ? { a: e, b: variable(m) } : { a: variable(m), b: e }),
  })),
  beside('shifted variable', m => ({
    k: 'bin',
    op: m.pick(['<<', '>>']),
    a: { k: 'var', name: m.pick(['i', 'u']) },
    b: { k: 'bin', op: '&', a: m.literal(2, true), b: { k: 'int', value: 15n, text: '15' } },
  })),
  beside('shifted literal', m => ({
    k: 'bin',
    op: '<<',
    a: m.literal(2, true),
    b: { k: 'var', name: m.pick(['i', 'u']) },
  })),
  beside('builtin with a variable', (m, e) => ({
    k: 'call',
    name: m.pick(['min', 'max']),
    args: m.chance(50) ? [variable(m), e] : [e, variable(m)],
  })),
  {
    name: 'vector of literals',
    make(m) {
      const [a, b] = [expression(m), expression(m)]
      const t = m.pick(['int', 'float'] as const)
      const [x, y] = [convert(a, m.env, t), convert(b, m.env, t)]
      const value = { t, v: [x.v[0]!, y.v[0]!] }
      return { body: `${t}2 n = ${t}2(${print(a)}, ${print(b)});`, value, isRough: isRough(a) || isRough(b) }
    },
  },
  {
    name: 'literal vector',
    make(m) {
      const a: Node = { k: 'swizzle', a: expression(m), at: [0, 0] }
      const b = m.literal(0, m.chance(50))
      const node: Node = m.chance(50) ? a : { k: 'bin', op: m.pick(['+', '-', '*']), a, b }
      const t = m.pick(['int', 'float'] as const)
      return { body: `${t}2 n = ${print(node)};`, value: convert(node, m.env, t), isRough: isRough(node) }
    },
  },
  {
    name: 'index',
    make(m) {
      const a: Node = { k: 'bin', op: '&', a: m.literal(2, true), b: { k: 'int', value: 3n, text: '3' } }
      const at = Number(evaluate(a, m.env).v[0])
      return {
        body: `int a[4] = { 10, 20, 30, 40 }; int n = a[${print(a)}];`,
        value: { t: 'int', v: [10 * (at + 1)] },
        isRough: false,
      }
    },
  },
  {
    name: 'case label',
    isDynamic: true,
    make(m) {
      const label = m.plain(2)
      const value = evaluate(label, m.env)
      const isHit = value.v[0] === (typeof value.v[0] === 'bigint' ? 3n : 3)
      return {
        body: `int n = 1; switch (i) { case ${print(label)}: n = 2; break; }`,
        value: { t: 'int', v: [isHit ? 2 : 1] },
        isRough: false,
      }
    },
  },
  {
    name: 'switch',
    make(m) {
      const node: Node = { k: 'bin', op: '&', a: m.literal(2, true), b: { k: 'int', value: 3n, text: '3' } }
      const at = Number(evaluate(node, m.env).v[0])
      return {
        body: `int n = 9; switch (${print(node)}) { case 0: n = 10; break; case 1: n = 11; break; case 2: n = 12; break; }`,
        value: { t: 'int', v: [[10, 11, 12, 9][at]!] },
        isRough: false,
      }
    },
  },
  {
    name: 'enumerator',
    make(m, k) {
      const node = m.plain(2)
      const value = convert(node, m.env, 'int')
      if (BigInt(value.v[0]!) !== BigInt(evaluate(node, m.env).v[0]!)) throw new Undefined()
      return { globals: `enum E${k} { A${k} = ${print(node)} };`, body: `int n = A${k};`, value, isRough: false }
    },
  },
  {
    name: 'array size',
    make(m) {
      const node: Node = { k: 'bin', op: '&', a: m.plain(2), b: { k: 'int', value: 7n, text: '7' } }
      const size = Number(evaluate(node, m.env).v[0])
      if (size === 0) throw new Undefined()
      return {
        body: `int a[${print(node)}]; int n = (int)sizeof(a) / 4;`,
        value: { t: 'int', v: [size] },
        isRough: false,
      }
    },
  },
  {
    name: 'deduced',
    versions: ['2021', '202x'],
    make(m, k) {
      const node = expression(m)
      const given = evaluate(node, m.env).t
      const t = given === 'li' ? 'int' : given === 'lf' ? 'float' : given
      return {
        globals: `template<typename T> T t${k}(T a) { return a; }`,
        body: `${t} n = t${k}(${print(node)});`,
        value: convert(node, m.env, t),
        isRough: isRough(node),
      }
    },
  },
  {
    name: 'wave',
    isDynamic: true,
    make(m) {
      const node: Node = {
        k: 'call',
        name: m.pick(['WaveReadLaneFirst', 'WaveActiveSum', 'WavePrefixSum']),
        args: [m.literal(1, true)],
      }
      const t = m.pick(['int', 'uint', 'int64_t'] as const)
      return { body: `${t} n = ${print(node)};`, value: convert(node, m.env, t), isRough: false }
    },
  },
]
