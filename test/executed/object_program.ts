// Random compute shaders of objects: structs with bases, methods, static methods, operators and bit fields, templates over them; methods called on
// variables, elements at run-time indices and members, with the object itself among the arguments; what a method changes beside its object; static
// variables that start with what resources hold, in functions too; results that are passed on as they are.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const HEAD = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
enum E { A = 1, B, F = 7 };
uint at(uint i) { return b[i & 31] & 0xffff; }
static uint s = 3;
static uint early = b[5] & 255;`

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #objects: string[] = ['p', 'q', 'list[#]', 'held.inner', 'held.many[#]', 'kept']
  #count = 0

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 2, 6, 6, 8])
    this.#args = [
      '-T',
      `cs_6_${minor}`,
      '-E',
      'main',
      ...dice.pick([[], [], [], ['-O1'], ['-Od'], ['-Zi', '-Qembed_debug']]),
    ]
  }

  program(): Source {
    const dice = this.#dice
    const body = Array.from({ length: 7 + dice.below(8) }, () => this.#statement(2))
    const source = `${HEAD}
struct Base {
  uint x; uint a[3];
  uint sum() { return x + a[0] * 3 + a[1] * 5 + a[2] * 7; }
  void grow(uint n) { ${this.#bodyOf(['x', 'a[0]', 'a[n % 3]', 's'], ['n', 'x', 'a[2]', 's'])} }
  static uint twice(uint n) { s += n; return n * 2; }
};
struct Thing : Base {
  uint y; uint low : ${3 + dice.below(4)}; uint high : ${5 + dice.below(8)}; int part : ${4 + dice.below(6)}; uint2 v; E e;
  Thing copy() { Thing r = (Thing)0; r.x = x; r.a = a; r.y = y; r.low = low; r.high = high; r.part = part; r.v = v; r.e = e; return r; }
  uint all() { return sum() + y * 11 + low * 13 + high * 17 + (uint)part * 19 + v.x + v.y * 23 + (uint)e; }
  void mix(Thing t) { ${this.#bodyOf(['x', 'y', 'low', 'high', 'v.x', 'a[t.x % 3]'], ['t.x', 't.y', 't.a[y % 3]', 'y', 't.low', 't.v.y'])} }
  void swap(inout Thing t) { uint h = t.x; t.x = x; x = h + ${dice.below(2)}; ${this.#bodyOf(['t.y', 'y', 't.high'], ['x', 'y', 't.y', 't.x'])} }
  bool take(inout uint n) { if (n > ${dice.below(9)}) { n -= ${1 + dice.below(3)}; y += n; return true; } x ^= 5; return false; }
  Thing grown(uint n) { Thing r = copy(); r.grow(n); r.y += ${dice.below(5)}; return r; }
  Thing operator+(Thing t) { Thing r = copy(); r.x += t.x; r.y ^= t.y; r.v = v + t.v; s += ${dice.below(3)}; return r; }
  Thing operator*(uint n) { Thing r = t_of(n); r.x = x * n; r.a = a; return r; }
  bool operator<(Thing t) { s += 1; return x < t.x; }
  bool operator==(Thing t) { return x == t.x && y == t.y; }
  uint operator[](uint n) { return a[n % 3]; }
  uint operator()(uint n, uint m) { y += n; return m ^ x; }
  static Thing t_of(uint n) { Thing t = (Thing)0; t.x = n; t.a[n % 3] = n + 1; t.y = s; t.high = n * 3; t.part = (int)n - 3; t.v = uint2(n, 4); t.e = F; return t; }
};
struct Holder { Thing inner; uint k; Thing many[2]; void each(uint n) { for (uint i = 0; i < 2; i++) many[i].grow(n + i); inner.mix(many[n & 1]); } };
template <typename T> T chosen(bool c, T a, T b) { if (c) return a; return b; }
template <typename T> void passed(inout T a, inout T b) { T h = a; a = b; b = h; }
template <typename T, uint N> struct Stack {
  T items[N]; uint top;
  void push(T t) { items[top % N] = t; top++; }
  T pop() { top--; return items[top % N]; }
};
static Thing kept = Thing::t_of(early);
uint counted(uint n) { static uint calls = 2; calls += n; return calls * 3; }
Thing made(uint n) { s ^= n; return Thing::t_of(n) + kept; }
void both(inout Thing t, inout uint n) { t.x += n; n += t.y & 15; t.a[n % 3] = n; }
uint last(Thing t) { t.grow(2); return t.all(); }
[numthreads(2, 1, 1)] void main(uint t : SV_GroupIndex) {
  Thing p = Thing::t_of(at(t)), q = Thing::t_of(at(t + 2)), list[2] = { p, q };
  Holder held; held.inner = q; held.k = at(t + 4); held.many[0] = q; held.many[1] = p;
  Stack<Thing, 3> things; things.top = 0; things.push(p); things.push(q); things.push(p);
  Stack<uint, 4> words; words.top = 1; words.items[0] = at(t + 6); words.items[1] = 1; words.items[2] = t; words.items[3] = 2;
  uint n = at(t + 8), m = at(t + 10);
${body.map(l => `  ${l}`).join('\n')}
  uint place = t * 32;
  o[place] = p.all(); o[place + 1] = q.all(); o[place + 2] = list[0].all(); o[place + 3] = list[1].all(); o[place + 4] = held.inner.all();
  o[place + 5] = held.many[0].all() + held.many[1].all() * 3; o[place + 6] = kept.all(); o[place + 7] = s; o[place + 8] = n; o[place + 9] = m;
  o[place + 10] = words.items[0] + words.items[1] * 3 + words.items[2] * 5 + words.items[3] * 7; o[place + 11] = things.pop().all();
}
`
    return { source, args: this.#args }
  }

  /** Statements of a method over what it may write and read. */
  #bodyOf(places: readonly string[], values: readonly string[]): string {
    const dice = this.#dice
    const set = (): string =>
      `${dice.pick(places)} ${dice.pick(['=', '+=', '^='])} ${dice.pick(values)} ${dice.pick(['+', '*', '^'])} ${dice.chance(0.5) ? dice.pick(values) : `${1 + dice.below(4)}`};`
    const list = Array.from({ length: 1 + dice.below(3) }, () =>
      dice.chance(0.25)
        ? `if ((${dice.pick(values)} & ${1 + dice.below(3)}) != 0) { ${set()} ${dice.chance(0.3) ? 'return;' : ''} }`
        : set(),
    )
    return list.join(' ')
  }

  #index(): string {
    return this.#dice.pick(['0', '1', '(n & 1)', '(m & 1)', '(t & 1)'])
  }

  #object(): string {
    return this.#dice.pick(this.#objects).replace('#', this.#index())
  }

  #value(depth = 1): string {
    const dice = this.#dice
    const object = this.#object()
    if (depth <= 0) return dice.pick(['n', 'm', `${dice.below(9)}`, `${object}.x`, `${object}.low`, `${object}.y`])
    return dice.pick([
      () => `(${this.#value(0)} ${dice.pick(['+', '*', '^'])} ${this.#value(0)})`,
      () => `${object}.${dice.pick(['all', 'sum'])}()`,
      () => `${object}[${this.#value(0)}]`,
      () => `Base::twice(${this.#value(0)})`,
      () => `counted(${this.#value(0)})`,
      () => `last(${this.#object()})`,
      () => `(${object} < ${this.#object()} ? ${this.#value(0)} : ${this.#value(0)})`,
      () => `(${object} == ${this.#object()} ? 3 : ${this.#value(0)})`,
      () => `chosen<uint>(${this.#value(0)} > ${dice.below(9)}, ${this.#value(0)}, ${this.#value(0)})`,
      () => `(${object} + ${this.#object()}).all()`,
      () => `(uint)${object}.e`,
    ])()
  }

  #whole(): string {
    const dice = this.#dice
    const [a, c] = [this.#object(), this.#object()]
    return dice.pick([
      `${a}`,
      `${a} + ${c}`,
      `${a} * (${this.#value(0)} & 7)`,
      `${a}.grown(${this.#value(0)})`,
      `(${a} + ${c}).grown(2) + ${a}`,
      `made(${this.#value(0)})`,
      `Thing::t_of(${this.#value(0)})`,
      `chosen(${this.#value(0)} > ${dice.below(9)}, ${a}, ${c})`,
      'things.pop()',
    ])
  }

  #statement(depth: number): string {
    const dice = this.#dice
    const object = this.#object()
    const number = (): string => dice.pick(['n', 'm', `${object}.x`, `${object}.y`, 'held.k'])
    switch (dice.below(depth > 0 ? 18 : 14)) {
      case 0:
        return `${object}.grow(${this.#value()});`
      case 1:
        return `${object}.mix(${this.#object()});`
      case 2: {
        const other = this.#object()
        // Two names of one place are another kind's.
        return other === object || (other.includes('[') && object.includes('['))
          ? `${object}.grow(1);`
          : `${object}.swap(${other});`
      }
      case 3:
      case 4:
        return `${object} = ${this.#whole()};`
      case 5:
        return `if (${object}.take(${dice.pick(['n', 'm', 'held.k'])})) m += ${this.#value(0)};`
      case 6:
        return `held.each(${this.#value(0)});`
      case 7:
        return `both(${object}, ${dice.pick(['n', 'm', 's'])});`
      case 8:
        return `words.push(${this.#value()});`
      case 9:
        return `${number()} ${dice.pick(['=', '+=', '^='])} words.pop();`
      case 10:
        return `${object}.${dice.pick(['low', 'high', 'y', 'v.x', 'a[n % 3]', 'x'])} ${dice.pick(['=', '+=', '^='])} ${this.#value()};`
      case 11:
        return `${object}.part ${dice.pick(['=', '-='])} (int)${this.#value()};`
      case 12:
        return `n = ${object}(${this.#value(0)}, ${this.#value(0)});`
      case 13:
        return dice.pick([
          `things.push(${this.#whole()});`,
          `${object}.e = (E)(${this.#value(0)} & 7);`,
          `held.inner.a = ${object}.a;`,
          `passed(n, m);`,
          `passed(p, q);`,
        ])
      case 14:
        return `if (${this.#value()} > ${dice.below(99)}) { ${this.#statement(depth - 1)} ${this.#statement(0)} } else { ${this.#statement(depth - 1)} }`
      case 15: {
        const i = `i${this.#count++}`
        return `for (uint ${i} = 0; ${i} < ${dice.pick(['2', '3', '(m & 3)'])}; ${i}++) { ${this.#statement(depth - 1)} list[${i} & 1].grow(${i}); }`
      }
      case 16: {
        const i = `i${this.#count++}`
        return `for (uint ${i} = 0; ${i} < 5 && ${object}.take(n); ${i}++) { ${this.#statement(0)} }`
      }
      default:
        return `{ Thing ${'h'} = ${this.#whole()}; h.grow(${this.#value(0)}); ${object} = h; m ^= h.all(); }`
    }
  }
}

export const generateObjects = (seed: number): Source => new Generator(seed).program()
