// Sources for the preprocessor, with the tokens DXC makes of them; preprocess_oracle.test.ts asks DXC again.

export interface PreprocessCase {
  readonly title: string
  readonly source: string
  readonly tokens: string
}

export const PREPROCESS_CASES: readonly PreprocessCase[] = [
  {
    title: 'the C standard rescanning example',
    source: `#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };`,
    tokens:
      'f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1); f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1); int i[] = { 1, 23, 4, 5, };',
  },
  {
    title: 'the C standard # and ## example',
    source: `#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\\0d", "abc", '\\4') == 0) str(: @\\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)`,
    tokens:
      'printf("x" "1" "= %d, x" "2" "= %s", x1, x2); fputs("strncmp(\\"abc\\\\0d\\", \\"abc\\", \'\\\\4\') == 0" ": @\\n", s); "vers2.h" "hello"; "hello" ", world"',
  },
  {
    title: 'function-like macros without parentheses, and with them on the next line',
    source: '#define F(a) ( a )\nF (3) F\n(4) F x\n#define foo() bar\nfoo\n()\nfoo ( ) x',
    tokens: '( 3 ) ( 4 ) F x bar bar x',
  },
  {
    title: 'deferred expansion',
    source:
      '#define EMPTY\n#define DEFER(id) id EMPTY\n#define EXPAND(...) __VA_ARGS__\n#define A() 123\nDEFER(A)() EXPAND(DEFER(A)()) A ()',
    tokens: 'A () 123 123',
  },
  {
    title: 'recursion is stopped, also through several macros',
    source:
      '#define a b c\n#define b a d\n#define c b a\na b c\n#define AA BB\n#define BB AA\nAA BB\n#define X(a) a X\nX(1)(2)(3)',
    tokens: 'a d a d a b b a d b c d a d c AA BB 1 X(2)(3)',
  },
  {
    title: 'a macro name completed by its argument list outside',
    source:
      '#define NIL(x) x\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)\n#define A0() A1\n#define A1() A2\nA0()() A0 () ()',
    tokens: '42 A2 A2',
  },
  {
    title: 'nested invocations',
    source: '#define f(x) x\nf(f)(1) f(f(f)(2)) f((1,2)) f(()) f(f(f(f(1))))',
    tokens: 'f(1) f(2) (1,2) () 1',
  },
  {
    title: 'stringified blanks and quotes',
    source: '#define S(x) #x\nS(  a   b\n c "q\\n" \'\\\'\' )  S() S("\\"") S(a/* c */b) S(@ #)',
    tokens: '"a b c \\"q\\\\n\\" \'\\\\\'\'" "" "\\"\\\\\\"\\"" "a b" "@ #"',
  },
  {
    title: 'conditions: arithmetic, signs, precedence, defined',
    source: `#if defined X || (defined(__HLSL_VERSION) && __HLSL_VERSION >= 2021)
yes1
#endif
#if (-1)/2 == 0 && -7 % 3 == -1 && (1 << 40) > 0 && ~0 == -1 && 0xffffffff == 4294967295 && 1u - 2 > 0
yes2
#endif
#if 1 == 1 ? 0 : 1
no
#elif (3 > 2) > 1
no
#elif 5 & 6 == 6
yes3
#endif
#if 0xFFFFFFFFFFFFFFFF > 0 && (2 || 1/0) && (1 ? 2 : (3 / 0)) && 'a' == 97 && true
yes4
#endif`,
    tokens: 'yes1 yes2 yes3 yes4',
  },
  {
    title: 'a macro that makes `defined`',
    source: '#define HAS defined(FOO)\n#define FOO\n#if HAS\nyes\n#endif\n#undef FOO\n#if HAS\nno\n#else\nyes\n#endif',
    tokens: 'yes yes',
  },
  {
    title: 'skipped groups are not looked at',
    source: `#ifndef G
#define G
#if 0
#bogus "
'
#if nonsense (
#endif
#endif
#endif
ok
#if 0
#elif 1
ok2
#elif (
no
#else
no
#endif`,
    tokens: 'ok ok2',
  },
  {
    title: 'empty arguments',
    source:
      '#define E(x) [x]\nE() E( ) E(/**/)\n#define T(x,y) [x|y]\nT(,) T(a,) T(,b) T((a,b),c)\n#define P(x,y,z) x ## y ## z\nP(1,2,3) P(,4,5) P(6,,7) P(,,) end',
    tokens: '[] [] [] [|] [a|] [|b] [(a,b)|c] 123 45 67 end',
  },
  {
    title: 'directives among the arguments',
    source: '#define F(x,y) x + y\nF(\n#if 1\n1,\n#else\n2,\n#endif\n3)\n#define R(x) x\nR(a\n#define Q 5\nQ) Q',
    tokens: '1 + 3 a 5 5',
  },
  {
    title: 'lines and files',
    source:
      '__LINE__ __COUNTER__ __COUNTER__ __INCLUDE_LEVEL__\n#line 50 "foo.hlsl"\n__LINE__ __FILE__\n#line 5\n__LINE__ __FILE__\n#define L __LINE__\nL L\n\n L\n#define M(x) __LINE__ x\nM(\n1\n)',
    tokens: '1 0 1 0 50 "foo.hlsl" 5 "foo.hlsl" 7 7 9 13 1',
  },
  {
    title: 'counting arguments, pasting numbers and operators',
    source:
      '#define COUNT(...) COUNT_I(__VA_ARGS__, 4, 3, 2, 1)\n#define COUNT_I(a,b,c,d,n,...) n\nCOUNT(x) COUNT(x,y) COUNT(x,y,z)\n#define P3(a,b,c) a##b##c\nP3(1,.,5f) P3(a,,b) P3(<,<,=)\n#define S(x) pre_ ## x ## _post\nS(mid) S() S(a b)',
    tokens: '1 2 3 1.5f ab <<= pre_mid_post pre__post pre_a b_post',
  },
  {
    title: 'tokens that must not join',
    source: '#define A -\n#define C(x) -x\nA-A C(-1) x.A y\n#define D <\nD<D= D D',
    tokens: '- - - - -1 x.- y < < < = < <',
  },
  {
    title: 'identity of the compiler and the target',
    source:
      '__hlsl_dx_compiler __SHADER_TARGET_STAGE __SHADER_TARGET_MAJOR __SHADER_TARGET_MINOR __HLSL_VERSION __SHADER_STAGE_COMPUTE __SHADER_STAGE_PIXEL __SHADER_STAGE_AMPLIFICATION',
    tokens: '1 5 6 0 2021 5 0 14',
  },
  {
    title: 'absent and empty variadic arguments',
    source: '#define V(a, ...) f(a, ## __VA_ARGS__)\nV(1) | V(1,) | V(1,2)\n#define N(args...) h(args)\nN(1,2) N()',
    tokens: 'f(1) | f(1,) | f(1, 2) h(1,2) h()',
  },
]
