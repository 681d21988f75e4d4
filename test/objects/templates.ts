// The templates of the generated programs, and their instances as types.

import { allFields, INT, numeric, type Struct, spell, type Type } from './types.ts'

export const TEMPLATES = `template<typename T> T tsum(T a, T b) { T r = a; r = r + b; return r; }
template<typename T> void tswap(inout T a, inout T b) { T c = a; a = b; b = c; }
template<typename A, typename B> A tconv(B b) { return (A)b; }
template<typename T> struct Box {
  T v;
  T get() { return v; }
  void set(T x) { v = x; }
  Box<T> other(T x) { Box<T> r; r.v = x; return r; }
};
template<typename T, int N = 2> struct Row {
  T v[N];
  T at(int i) { return v[(uint)i % N]; }
  void put(int i, T x) { v[(uint)i % N] = x; }
  static int count() { return N; }
};
template<> struct Row<int, 3> {
  int v[3];
  int at(int i) { return v[(uint)(i + 1) % 3]; }
  void put(int i, int x) { v[2 - (uint)i % 3] = x; }
  static int count() { return 30; }
};
template<typename T> struct Both : Box<T> {
  T w;
  T first() { return this.v; }
};
`

/** Some instances, with their members. */
export function templateStructs(below: (n: number) => number): Struct[] {
  const types: Type[] = [
    INT,
    numeric('uint'),
    numeric('float'),
    numeric('float', 0, 3),
    numeric('int', 2, 2),
    numeric('bool', 0, 2),
  ]
  const out: Struct[] = []
  for (let n = below(3); n > 0; n--) {
    const t = below(4) === 0 && out.length > 0 ? out[0]! : types[below(types.length)]!
    const kind = below(3)
    const made = kind === 0 ? box(t) : kind === 1 ? row(t, 2 + below(2)) : both(t)
    if (!out.some(s => s.name === made.name)) out.push(made)
  }
  return out.filter(s => allFields(s).length > 0)
}

const method = (name: string, result: Type | undefined, ...params: Type[]): Struct['methods'][number] => ({
  name,
  result,
  isStatic: false,
  params: params.map((t, i) => ({ name: `a${i}`, t, how: '' as const })),
})

function box(t: Type): Struct {
  const s: Struct = {
    k: 'struct',
    name: `Box<${spell(t)} >`,
    fields: [{ name: 'v', t, prefix: '' }],
    methods: [],
    constants: [],
  }
  s.methods.push(method('get', t), method('set', undefined, t), method('other', s, t))
  return s
}

function row(t: Type, count: number): Struct {
  const name = count === 2 && spell(t) !== 'uint' ? `Row<${spell(t)} >` : `Row<${spell(t)}, ${count}>`
  const methods = [method('at', t, INT), method('put', undefined, INT, t), { ...method('count', INT), isStatic: true }]
  return {
    k: 'struct',
    name,
    fields: [{ name: 'v', t: { k: 'array', element: t, count }, prefix: '' }],
    methods,
    constants: [],
  }
}

function both(t: Type): Struct {
  return {
    k: 'struct',
    name: `Both<${spell(t)} >`,
    base: box(t),
    fields: [{ name: 'w', t, prefix: '' }],
    methods: [method('first', t)],
    constants: [],
  }
}
