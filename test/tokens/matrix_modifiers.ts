// Words that modify declarations, and the places of declarations.

export const MODIFIERS: readonly string[] = [
  ...'const static extern uniform volatile groupshared shared inline export in out inout row_major column_major snorm unorm'.split(
    ' ',
  ),
  ...'nointerpolation linear centroid noperspective sample center precise globallycoherent reordercoherent'.split(' '),
  ...'mutable virtual friend explicit register auto typedef point line triangle lineadj triangleadj vertices primitives'.split(
    ' ',
  ),
  ...'indices payload long short signed unsigned struct class enum typename template operator public constexpr'.split(
    ' ',
  ),
  ...['in out', 'static const', 'const static', 'linear centroid', 'linear sample', 'unsigned long'],
]

const PAIRED =
  'const static extern uniform volatile groupshared shared inline export in out inout row_major column_major snorm unorm nointerpolation linear centroid noperspective sample precise globallycoherent'.split(
    ' ',
  )

export const MODIFIER_PAIRS: readonly string[] = PAIRED.flatMap(a => PAIRED.map(b => `${a} ${b}`))

const permutations = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, i) => permutations(words.filter((_, j) => j !== i)).map(rest => [word, ...rest]))

/** Words of a declaration in every order. */
export const ORDERS: readonly string[] = [
  'unsigned int',
  'const unsigned int',
  'static const int',
  'static const unsigned int',
  'precise unsigned int',
  'static precise int',
  'inout unsigned int',
  'typedef int',
  'typedef unsigned int',
  'typedef const unsigned int',
  'typedef static int',
  'typedef precise int',
  'typedef typedef int',
  'struct Known typedef',
].flatMap(words => permutations(words.split(' ')).map(order => order.join(' ')))

/** Where `@ name` declares something. */
export const ORDER_PLACES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    global: '@ g; float4 main() : SV_Target { return 0; }',
    initialised: '@ g = 1; float4 main() : SV_Target { return 0; }',
    'used as type': '@ G; float4 main() : SV_Target { G g = 1; return g; }',
    local: 'float4 main() : SV_Target { @ g = 1; return 0; }',
    'local type': 'float4 main() : SV_Target { @ G; G g = 1; return g; }',
    parameter: 'int f(@ a) { return 1; } float4 main() : SV_Target { return 0; }',
    field: 'struct S { @ a; }; float4 main() : SV_Target { return 0; }',
    method: 'struct S { @ f() { return 1; } }; float4 main() : SV_Target { return 0; }',
    function: '@ f() { return 1; } float4 main() : SV_Target { return 0; }',
    loop: 'float4 main() : SV_Target { for (@ i = 0; i < 2; ) break; return 0; }',
    cast: 'float4 main() : SV_Target { return (@)1.5; }',
    argument: 'template<typename T> struct A { T a; }; float4 main() : SV_Target { A<@> a; return 0; }',
  }).map(([name, text]) => [name, `struct Known { int a; }; ${text}`]),
)

const MAIN = 'float4 main(float4 v : V) : SV_Target { return v; }\n'
const USED = (expression: string): string => `float4 main(float4 v : V) : SV_Target { return ${expression}; }\n`
const BODY = (statements: string): string =>
  `float4 main(float4 v : V) : SV_Target { float x = 0; ${statements} return v + x; }\n`

export const MODIFIER_PLACES = {
  global: `@ float4 g;\n${USED('v')}`,
  'global behind type': `float4 @ g;\n${USED('v')}`,
  'global used': `@ float4 g;\n${USED('v + g')}`,
  'global initialised': `@ float4 g = 1;\n${USED('v')}`,
  'global matrix': `@ float4x4 g;\n${USED('v')}`,
  'global int': `@ uint g;\n${USED('v')}`,
  'global texture': `@ Texture2D g;\n${USED('v')}`,
  'global buffer': `@ RWBuffer<float> g;\n${USED('v')}`,
  'global struct': `struct S { float a; };\n@ S g;\n${USED('v')}`,
  alone: `@;\n${MAIN}`,
  'without type': `@ g;\n${MAIN}`,
  local: BODY('@ float a = 1; x = a;'),
  'local behind type': BODY('float @ a = 1; x = a;'),
  'local matrix': BODY('@ float2x2 a = 1; x = a[0][0];'),
  'local int': BODY('@ int a = 1; x = a;'),
  'local uninitialised': BODY('@ float a; a = 1;'),
  'for init': BODY('for (@ int i = 0; i < 2; i++) x += i;'),
  condition: BODY('if (@ int i = 1) x = 2;'),
  parameter: `float f(@ float a) { return 1; }\n${BODY('float b = 0; x = f(b);')}`,
  'parameter behind type': `float f(float @ a) { return 1; }\n${BODY('float b = 0; x = f(b);')}`,
  'parameter matrix': `float f(@ float2x2 a) { return 1; }\n${BODY('float2x2 b = 0; x = f(b);')}`,
  'parameter unused': `float f(@ float a);\n${MAIN}`,
  'parameter without name': `float f(@ float) { return 1; }\n${BODY('float b = 0; x = f(b);')}`,
  'entry parameter': 'float4 main(float4 v : V, @ float a : A) : SV_Target { return v; }\n',
  'entry parameter int': 'float4 main(float4 v : V, @ uint a : A) : SV_Target { return v; }\n',
  field: `struct S { @ float a; };\n${BODY('S s = (S)0; x = s.a;')}`,
  'field behind type': `struct S { float @ a; };\n${BODY('S s = (S)0; x = s.a;')}`,
  'field matrix': `struct S { @ float2x2 a; };\n${BODY('S s = (S)0; x = s.a[0][0];')}`,
  'static field': `struct S { static @ float a; };\n${MAIN}`,
  'input field': 'struct S { float4 v : V; @ float a : A; };\nfloat4 main(S s) : SV_Target { return s.v; }\n',
  function: `@ float f() { return 1; }\n${BODY('x = f();')}`,
  'function behind type': `float @ f() { return 1; }\n${BODY('x = f();')}`,
  'function of matrix': `@ float2x2 f() { return 1; }\n${BODY('x = f()[0][0];')}`,
  prototype: `@ float f();\n${MAIN}`,
  'void function': `@ void f() { }\n${BODY('f();')}`,
  entry: '@ float4 main(float4 v : V) : SV_Target { return v; }\n',
  'behind parameters': `float f() @ { return 1; }\n${BODY('x = f();')}`,
  method: `struct S { float a; @ float f() { return 1; } };\n${BODY('S s = (S)0; x = s.f();')}`,
  'method behind parameters': `struct S { float a; float f() @ { return 1; } };\n${BODY('S s = (S)0; x = s.f();')}`,
  'method outside': `struct S { float a; float f(); };\n@ float S::f() { return 1; }\n${MAIN}`,
  struct: `@ struct S { float a; };\n${MAIN}`,
  'struct behind word': `struct @ S { float a; };\n${MAIN}`,
  'struct behind body': `struct S { float a; } @;\n${MAIN}`,
  'struct variable': `struct S { float a; } @ s;\n${MAIN}`,
  base: `struct B { float b; };\nstruct S : @ B { float a; };\n${MAIN}`,
  interface: `interface I { @ float f(); };\n${MAIN}`,
  enum: `@ enum E { A };\n${MAIN}`,
  'enum base': `enum E : @ int { A };\n${MAIN}`,
  cbuffer: `@ cbuffer B { float b; }\n${MAIN}`,
  'cbuffer member': `cbuffer B { @ float b; }\n${MAIN}`,
  'cbuffer matrix': `cbuffer B { @ float4x4 b; }\n${MAIN}`,
  typedef: `typedef @ float F;\n${MAIN}`,
  'typedef behind type': `typedef float @ F;\n${MAIN}`,
  'typedef before': `@ typedef float F;\n${MAIN}`,
  using: `using F = @ float;\n${MAIN}`,
  namespace: `@ namespace N { float a; }\n${MAIN}`,
  'in namespace': `namespace N { @ float a; }\n${MAIN}`,
  template: `@ template<typename T> T f(T a) { return a; }\n${MAIN}`,
  'function template': `template<typename T> @ T f(T a) { return a; }\n${BODY('x = f(x);')}`,
  'template parameter': `template<@ int N> int f() { return N; }\n${MAIN}`,
  'template argument': `Buffer<@ float4> b;\n${MAIN}`,
  'structured argument': `StructuredBuffer<@ float> b;\n${MAIN}`,
  'vector argument': `static vector<@ float, 3> b;\n${MAIN}`,
  cast: BODY('x = (@ float)v.x;'),
  construct: BODY('x = @ float(v.x);'),
  sizeof: BODY('x = sizeof(@ float);'),
  operand: BODY('x = @ v.x;'),
  statement: BODY('@ x = 1;'),
  'empty statement': BODY('@;'),
  block: BODY('@ { x = 1; }'),
  if: BODY('@ if (x > 1) x = 1;'),
  return: 'float4 main(float4 v : V) : SV_Target { @ return v; }\n',
  'local struct': BODY('@ struct S { float a; }; S s = { 1 }; x = s.a;'),
  'local typedef': BODY('typedef @ float F; F f = 1; x = f;'),
  argument: BODY('x = max(@ x, 1);'),
  'behind annotation': `float4 g : G @;\n${MAIN}`,
  'behind initialiser': `static float4 g = 1 @;\n${MAIN}`,
  'second declarator': `float4 g, @ h;\n${MAIN}`,
} as const satisfies Readonly<Record<string, string>>
