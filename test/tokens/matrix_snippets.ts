// Short pieces of syntax by subject; each is compiled inside its group's frame at each of the group's flags.

export interface SnippetGroup {
  readonly name: string
  readonly flags: readonly string[]
  /** `@` stands for the snippet. */
  readonly around: string
  readonly list: readonly string[]
}

const STATEMENT =
  'struct S { float x; int2 y; };\nstruct D : S { float z; };\nRWBuffer<float> o;\nint g;\nfloat f(float a) { return a; }\nfloat4 main(float4 v : V, uint n : N) : SV_Target { float a = 0; int i = 0; @\nreturn v + a; }\n'
const GLOBAL = '@\nfloat4 main(float4 v : V) : SV_Target { return v; }\n'
const VERSIONS = [
  '-T ps_6_0 -HV 2016',
  '-T ps_6_0 -HV 2017',
  '-T ps_6_0 -HV 2018',
  '-T ps_6_0 -HV 2021',
  '-T ps_6_0 -HV 202x',
]

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

export const SNIPPETS: readonly SnippetGroup[] = [
  {
    name: 'versions',
    flags: VERSIONS,
    around: GLOBAL,
    list: lines(`
      enum E { A, B };
      enum class E { A };
      enum E : uint { A };
      enum { A = 3 };
      enum E { A }; static E e = A;
      enum E { A }; static int e = A + 1;
      enum class E { A }; static E e = E::A;
      enum E { A }; static E e = E::A;
      enum E { A, A };
      enum E { A = 1.5 };
      enum E { A = "x" };
      enum E { A, };
      enum E { };
      enum E;
      enum E : int;
      enum E : float { A };
      enum E : bool { A };
      enum E : uint64_t { A = 5000000000 };
      enum class E { A }; static int e = E::A;
      enum struct E { A };
      template<typename T> T f(T a) { return a; }
      template<class T> T f(T a) { return a; }
      template<typename T> struct S { T a; };
      template<typename T, int N = 2> struct S { T a[N]; };
      template<typename... T> void f(T... a) { }
      template<template<typename> class T> struct S { };
      template<typename T> static T a;
      template<typename T> using U = T;
      template<> void f() { }
      template<int N> int f() { return N; }
      template int f<int>(int a);
      using U = float;
      using namespace N;
      namespace N { } using namespace N;
      namespace N { int a; } using N::a;
      namespace N { namespace M { } }
      namespace N::M { }
      namespace { int a; }
      inline namespace N { }
      namespace N { int a; } namespace M = N;
      struct S { int a : 3; };
      struct S { int a : 33; };
      struct S { int a : 0; };
      struct S { int : 3; };
      struct S { float a : 3; };
      struct S { int a : -1; };
      struct S { int a : 1 + 1, b : 2; };
      struct S { int a; S operator+(S o) { return o; } };
      struct S { int a; bool operator==(S o) { return true; } };
      struct S { int a; void operator=(S o) { } };
      struct S { int a; int operator[](int i) { return i; } };
      struct S { int a; int operator()(int i) { return i; } };
      struct S { int a; operator int() { return a; } };
      struct S { int a; S operator++() { return this; } };
      struct S { int a; S operator-() { return this; } };
      struct S { int a; }; S operator+(S a, S b) { return a; }
      struct S { int a; S() { } };
      struct S { int a; ~S() { } };
      struct S { int a = 1; };
      struct S { int a; static int b; }; static int S::b = 3;
      struct S { int a; static int b; }; int S::b = 3;
      struct S { static const int b = 3; };
      struct S { static int b = 3; };
      struct S { struct T { int a; } t; };
      struct S { struct T { int a; }; T t; };
      struct S { enum E { A }; int a; };
      struct S { typedef int I; I a; };
      struct S { using I = int; I a; };
      struct S { cbuffer B { int b; } };
      struct S { S a; };
      struct S { int a; int a; };
      struct S { int S; };
      struct S { int a; void S() { } };
      struct S { int a; } s; struct S { int b; };
      struct S; struct S { int a; }; struct S;
      struct { int a; } s;
      struct { int a; };
      struct S { int a; } s, t[2];
      struct S { int a; } const s;
      struct S : { int a; };
      struct S : S { int a; };
      struct B { int b; }; struct S : public B { int a; };
      struct B { int b; }; struct S : private B { int a; };
      struct B { int b; }; struct S : virtual B { int a; };
      struct B { int b; }; struct C { int c; }; struct S : B, C { int a; };
      interface I { void f(); }; struct B { int b; }; struct S : B, I { void f() { } };
      interface I { void f(); }; struct S : I { int a; };
      interface I { void f(); }; interface J : I { void g(); };
      interface I { int a; };
      interface I { void f() { } };
      interface I { void f(); }; static I i;
      interface I { void f(); }; void g(I i) { i.f(); }
      class C { int a; };
      class C { public: int a; };
      class C { private: int a; };
      struct S { protected: int a; };
      struct S { friend void f(); };
      struct S { virtual void f() { } };
      struct S { int a; void f() const { } };
      struct S { int a; static void f() { } };
      union U { int a; float b; };
      auto a = 1;
      static auto a = 1;
      decltype(1) a;
      constexpr int a = 1;
      static constexpr int a = 1;
      static_assert(true, "x");
      _Static_assert(true, "x");
      _Static_assert(1 + 1 == 2, "x");
      _Static_assert(false, "x");
      _Static_assert(true);
      _Static_assert(sizeof(float3) == 12, "x");
      _Static_assert(1, 2);
      int a, *b;
      int *a;
      int &a;
      int f(int &a);
      int f(int *a);
      int f(int a[2]);
      int f(int a[]);
      int f(int a = 2);
      int f(int a = 2, int b);
      int f(int, float);
      int f(void);
      int f(...);
      int f(int a, ...);
      int f(int a, int a);
      int f(int a,);
      int f(,);
      int f();int f();
      int f(); float f();
      int f() { return 1; } int f() { return 1; }
      int f(int a) { return 1; } int f(float a) { return 1; }
      int f;int f();
      f() { return 1; }
      int f() : SEM { return 1; }
      int f() : SEM;
      int f()[2] { }
      int (f)() { return 1; }
      int (a);
      int (*f)();
      int a = 1, b = 2;
      static int a = 1, b = a;
      static int a = b, b = 1;
      int a[2] = { 1, 2 };
      static int a[2] { 1, 2 };
      int a[4] { 1, 2 };
      static int a { 1 };
      static int a(1);
      static float4 a(1, 2, 3, 4);
      static int a = { 1 };
      static int a = { 1, 2 };
      static int a = { };
      static int a[] = { 1, 2, 3 };
      static int a[] = { };
      static int a[];
      static int a[2] = { 1 };
      static int a[2] = { 1, 2, 3 };
      static int a[2] = 1;
      static int a[2] = (int[2])0;
      static int a[2][2] = { 1, 2, 3, 4 };
      static int a[2][2] = { { 1, 2 }, { 3, 4 } };
      static int a[][2] = { 1, 2, 3, 4 };
      static int a[2][] = { 1, 2, 3, 4 };
      static int a[-1];
      static int a[0];
      static int a[1.5];
      static int a[true];
      static int a[2u];
      static int a["x"];
      static int a[b];
      int n; static int a[n];
      static const int n = 3; static int a[n];
      static int n = 3; static int a[n];
      static const float n = 3; static int a[n];
      int a[2]:register(c0);
      int[2] a;
      static int[2] a = { 1, 2 };
      static float4 a = { 1, 2, 3 };
      static float4 a = { 1, 2, 3, 4, 5 };
      static float4 a = { float2(1, 2), 3, 4 };
      static float4 a = { { 1, 2 }, { 3, 4 } };
      static float4 a = { 1, 2, 3, 4, };
      static float4 a = { , };
      static float2x2 a = { 1, 2, 3, 4 };
      static float4 a = { .x = 1 };
      struct S { int a; }; static S s = { 1 };
      struct S { int a; }; static S s = { };
      struct S { int a; }; static S s = (S)0;
      struct S { int a; }; static S s = 0;
      struct S { int a; }; static S s = { .a = 1 };
      struct S { int a; }; static S s = { a: 1 };
      struct S { int a; }; static S s = S(1);
      struct S { int a; }; static S s { 1 };
      struct S { int a; }; S s;
      struct S { int a; }; struct S s;
      struct S { int a; }; class S s;
      struct S { int a; }; enum S s;
      struct S { int a } ;
      struct S { int a; }
      struct S { int a;; };
      struct S { ; };
      struct S { };
      struct S { int; };
      struct S { float a, b[2], c; };
      struct S { float a : A, b : B; };
      cbuffer B { int a; };
      cbuffer B { int a; }
      cbuffer B : register(b0) { int a; }
      cbuffer B : register(t0) { int a; }
      cbuffer B { int a : register(c0); }
      cbuffer B { int a : packoffset(c0); int b; }
      cbuffer B { int a : packoffset(c0.w); }
      cbuffer B { float2 a : packoffset(c0.w); }
      cbuffer B { int a = 3; }
      cbuffer B { static int a = 3; }
      cbuffer B { const int a; }
      cbuffer B { int f() { return 1; } }
      cbuffer B { struct S { int a; }; S s; }
      cbuffer B { struct { int a; } s; }
      cbuffer B { Texture2D t; }
      cbuffer B { typedef int I; I i; }
      cbuffer B { cbuffer C { int a; } }
      cbuffer B { namespace N { int a; } }
      cbuffer B { enum E { A }; }
      cbuffer B { }
      cbuffer { int a; }
      cbuffer B { int a; } cbuffer B { int b; }
      cbuffer B { int a; } cbuffer C { int a; }
      cbuffer B { int B; }
      cbuffer B;
      cbuffer B { int a; } b;
      cbuffer B[2] { int a; }
      tbuffer B { int a; }
      tbuffer B : register(t0) { int a; }
      tbuffer B : register(b0) { int a; }
      ConstantBuffer<float4> b;
      typedef int I;
      typedef int I, J;
      typedef int I[2];
      typedef int I; typedef int I;
      typedef int I; typedef float I;
      typedef struct { int a; } S;
      typedef struct S { int a; } T;
      typedef I;
      typedef int;
      typedef int (I)();
      typedef int I = 3;
      ;
      ;;
      { }
      }
      {
      1;
      a = 1;
      return;
      if (1) { }
      for (;;) { }
      f(1);
      "x";
      static int a = b
      int a int b;
      int a,;
      int ,a;
      int = 3;
      int a = ;
      int 3a;
      int a b;
      float4 a : register(c0), b : register(c1);
      float4 a : register(c0) : register(c1);
      float4 a : A : B;
      float4 a : A : register(c0);
      float4 a : register(c0) : A;
      float4 a : register(c0) = 1;
      float4 a = 1 : register(c0);
      float4 a : register();
      float4 a : register(c);
      float4 a : register(c-1);
      float4 a : register(c0.x);
      float4 a : register(c0[1]);
      float4 a : register(c[1]);
      float4 a : register(ps, c0);
      float4 a : register(ps_5_0, c0);
      float4 a : register(vs, c0);
      float4 a : register(x0);
      float4 a : register(c0, space1);
      float4 a : register(space1);
      float4 a : register(c99999);
      float4 a : register(c4294967296);
      float4 a : packoffset(c0);
      float4 a : packoffset(c0.y);
      Texture2D a : register(t0, space);
      Texture2D a : register(t0, space1);
      Texture2D a : register(t0, Space1);
      Texture2D a : register(T0);
      Texture2D a : register(t0, space1, space2);
      Texture2D a : register(t0), b : register(t0);
      Texture2D a : register(t00);
      Texture2D a : register(t0x1);
      Texture2D a : register("t0");
      Texture2D a : register(0);
      Texture2D a : register(u0);
      Texture2D a : register;
      Texture2D a : Register(t0);
      Texture2D a : T;
      Texture2D a = 0;
      Texture2D a = b;
      Texture2D a { };
      Texture2D a < string x = "y"; >;
      Texture2D a < string x = "y" >;
      Texture2D a < 1 >;
      Texture2D a <>;
      SamplerState s { };
      SamplerState s { Filter = 1; };
      SamplerState s = sampler_state { Filter = 1; };
      SamplerState s = { Filter = 1; };
      sampler s = sampler_state { texture = <t>; };
      BlendState b { BlendEnable[0] = TRUE; };
      technique T { pass P { } }
      technique10 T { pass P { SetVertexShader(0); } }
      Technique T { }
      technique11 { }
      float4 a < string s = "x"; >;
      float4 a : A < string s = "x"; >;
      float4 a < string s = "x"; > : A;
      float4 a < float b; > = 1;
      groupshared int a;
      groupshared int a = 1;
      groupshared Texture2D a;
      extern "C" { }
      extern "C" int a;
      asm { }
      __declspec(x) int a;
      __attribute__((x)) int a;
      #pragma once
      export void f() { }
      inline void f() { }
      extern void f();
      static void f();
      static void f() { }
      precise void f() { }
      const void f() { }
      void a;
      void f(void a);
      static void a = 1;
      long a;
      short a;
      signed a;
      unsigned a;
      unsigned int a;
      unsigned float a;
      unsigned uint a;
      unsigned int64_t a;
      unsigned min16int a;
      unsigned long a;
      long long a;
      signed int a;
      int unsigned a;
      char a;
      wchar_t a;
      char16_t a;
      float4 const a;
      int static a;
      int16_t a;
      float16_t a;
      half a;
      int32_t a;
      string a = "x";
      string a;
      static string a = "x";
      static const string a = "x" "y";
      const string a[2] = { "x", "y" };
      operator int a;
      this;
      int this;
      sizeof(int);
      int a = sizeof(int);
      static int a = sizeof 1;
      static int a = sizeof(int4[2]);
      static int a = alignof(int);
      static int a = __LINE__;
      static bool a = __is_same(int, int);
      struct S { S f(); int a; }; S S::f() { return this; }
      struct S { int f(); }; int S::f() { return 1; } int S::f() { return 2; }
      struct S { int a; }; int S::f() { return 1; }
      struct S { int f() { return 1; } int f(int a) { return 2; } };
      struct S { int f(); }; int S.f() { return 1; }
      int N::f() { return 1; }
      namespace N { int f(); } int N::f() { return 1; }
      static int ::a = 1;
      int ::f() { return 1; }
    `),
  },
  {
    name: 'statements',
    flags: ['-T ps_6_0', '-T ps_6_0 -HV 2018'],
    around: STATEMENT,
    list: lines(String.raw`
      ;
      ;;;
      { }
      { { ; } }
      }
      {
      a;
      1;
      a + 1;
      a == 1;
      "x";
      (a);
      ((a)) = 1;
      a = b;
      a = = 1;
      a =;
      = 1;
      a += ;
      a =+ 1;
      a =- -1;
      a = - - 1;
      a = !!1;
      a = ~~i;
      a = ~a;
      a = ~true;
      a = +v.x;
      a = -true;
      a = !v;
      a = -n;
      a++;
      a++++;
      ++a++;
      ++++a;
      (++a)++;
      a--;
      a+++a;
      a = a++ + ++a;
      1++;
      1 = a;
      a + 1 = 2;
      f(1) = 2;
      f(1)++;
      v.xy = 1;
      v.xx = 1;
      v.xy = v.zw;
      v.xy = v;
      v.xyz = v.xy;
      v.q = 1;
      v.xr = 1;
      v.xyzwx = 1;
      v.x.x = 1;
      v.x.xx.x = 2;
      v[0] = 1;
      v[4] = 1;
      v[-1] = 1;
      v[a] = 1;
      v[1.5] = 1;
      v[true] = 1;
      v[v] = 1;
      v["x"] = 1;
      v[] = 1;
      v[0][0] = 1;
      v[0, 1] = 1;
      a[0] = 1;
      a.x = 1;
      a.xx = 1;
      a.y = 1;
      i.x = 1;
      i.r++;
      n++;
      g = 1;
      g++;
      o = 1;
      o[0] = 1;
      o[0]++;
      o[v.xy] = 1;
      o[0] = v;
      v = o[0];
      v = 1;
      v = v.xy;
      v = v.xyzw.xyz;
      v = i;
      v = true;
      v = "x";
      v = S;
      v = f;
      v = main;
      v = float4;
      v = float4();
      v = float4(1);
      v = float4(1, 2, 3);
      v = float4(1, 2, 3, 4, 5);
      v = float4(v.xy, v.zw);
      v = float4(v.xyz);
      v = float4(v, 1);
      v = float4{ 1, 2, 3, 4 };
      v = { 1, 2, 3, 4 };
      v = {};
      v = (float4)1;
      v = (float4)v.xy;
      v = (float4)(1, 2);
      v = float4((1, 2), 3, 4, 5);
      v = (1, 2, 3, 4);
      v = (float)v;
      a = (float)v;
      a = v;
      a = (int)v.x;
      a = int(v.x);
      a = int(v);
      a = int(1, 2);
      a = int();
      a = float(1)(2);
      a = (float)(int)(uint)1.5;
      a = (float)n++;
      a = (S)0;
      S s = (S)0;
      S s = 0;
      S s = { 1, 2, 3 };
      S s = { 1, { 2, 3 } };
      S s = { 1, 2 };
      S s = { 1, 2, 3, 4 };
      S s = { v };
      S s = { v.xyz };
      S s = {};
      S s { 1, 2, 3 };
      S s(1, 2, 3);
      S s = S(1, 2, 3);
      S s = v;
      S s = (S)v;
      S s = (S)v.xyz;
      S s; s = 1;
      S s; s = (S)1;
      S s; s = { 1, 2, 3 };
      S s; s.q = 1;
      S s; s.x.y = 1;
      S s; s->x = 1;
      S s; s::x = 1;
      S s; S::x = 1;
      S s; s + 1;
      S s; s == s;
      S s; if (s) a = 1;
      S s; a = s;
      S s; a = (float)s;
      S s; s++;
      S s; !s;
      S s; v = n ? s : s;
      S s, t = s;
      S s, t; s = t;
      D d; S s = d;
      D d; S s = (S)d;
      D d; d = (D)0;
      D d = { 1, 2, 3, 4 };
      S s; D d = s;
      S s; D d = (D)s;
      D d; d.S::x = 1;
      S s[2]; s[0].x = 1;
      S s[2]; s.x = 1;
      S s[2]; s = 0;
      S s[2], t[2]; s = t;
      int b[2]; b = 1;
      int b[2]; a = b;
      int b[2]; a = b[2];
      int b[2]; a = b[-1];
      int b[2]; a = b[1.0];
      int b[2]; a = b[v.x];
      int b[2]; a = 1[b];
      int b[2]; b[0][1] = 1;
      int b[2] = { 1, 2 }; int c[2] = b;
      int b[2] = { 1, 2 }; int c[3] = b;
      int b[2] { 1, 2 };
      int b[4] { 1, 2 };
      int b[] { 1, 2 };
      int b[] = { 1, 2 };
      int b[];
      int b { 1 };
      int b { };
      int b(1);
      int b(1, 2);
      int b = { 1 };
      int b = { };
      int b = { { 1 } };
      int b = { 1, 2 };
      int b = {1,};
      float4 b { 1, 2, 3, 4 };
      float4 b(1, 2, 3, 4);
      float4 b = (1, 2, 3, 4);
      float4 b[2] = { v, v };
      float4 b[2] = { v };
      float4 b[2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
      float4 b[2] = { v.xy, v.zw, v };
      float2x2 m = { 1, 2, 3, 4 };
      float2x2 m = v;
      float2x2 m = (float2x2)v;
      float2x2 m = float2x2(v);
      float2x2 m = float2x2(v.xy, v.zw);
      float2x2 m; m[0] = v.xy;
      float2x2 m; m[0][1] = 1;
      float2x2 m; m[2] = 1;
      float2x2 m; m._11 = 1;
      float2x2 m; m._m00_m11 = v.xy;
      float2x2 m; m._11_m00 = v.xy;
      float2x2 m; m._11_11 = v.xy;
      float2x2 m; m._33 = 1;
      float2x2 m; m._m2 = 1;
      float2x2 m; m.x = 1;
      float2x2 m; m * v.xy;
      float2x2 m; m * m;
      float2x2 m; m + 1;
      float2x2 m; m + v;
      float2x2 m; float3x3 k = m;
      float3x3 k = 0; float2x2 m = k;
      float3x3 k = 0; float2x2 m = (float2x2)k;
      float1x1 m = 1; a = m;
      float4x1 m = v; v = m;
      int2x2 m = 0; m << 1;
      int2x2 m = 0; m % 2;
      int2x2 m = 0; ~m;
      bool2x2 m = 0; !m;
      a = i << 1;
      a = a << 1;
      a = i << 1.0;
      a = i << v.x;
      a = i % 2.0;
      a = a % 2;
      a = i & a;
      a = i & 1.0;
      a = i ^ true;
      a = a | 1;
      a = i && a;
      a = v && v;
      a = v.x && v.y;
      a = any(v && v);
      a = !v.x || n;
      v = v && v;
      v = v || 1;
      v = v ? v : v;
      v = v.x ? v : 1;
      v = v ? 1 : 2;
      v = v.xy ? v : v;
      v = (v > 0) ? v : -v;
      v = n ? 1 : v;
      v = n ? v : v.xy;
      a = n ? 1 : "x";
      a = n ? : 1;
      a = n ? 1;
      a = n ? 1 : 2 : 3;
      a = n ? n ? 1 : 2 : 3;
      n ? a = 1 : a = 2;
      n ? a : a = 2;
      (n ? a : a) = 2;
      v = v == v;
      a = v == v;
      if (v) a = 1;
      if (v == v) a = 1;
      if (a) a = 1;
      if (a = 1) a = 2;
      if () a = 1;
      if a = 1;
      if (a) ;
      if (a) else a = 1;
      if (a) ; else ;
      if (a) { } else { } else { }
      else a = 1;
      if (a) int b = 1;
      if (a) int b;
      if (a) b: a = 1;
      if (int b = 1) a = b;
      if (int b) a = b;
      if (int b = 1; b) a = b;
      if (float b = a) a = b; else a = -b;
      if (a, i) a = 1;
      if ("x") a = 1;
      if (o) a = 1;
      if (f) a = 1;
      if (S) a = 1;
      if (1) { a = 1; } a = 2;
      if (a) then a = 1;
      if (a) return v;
      if (a) discard;
      if (a) break;
      if (a) continue;
      while (a < 3) a++;
      while (a) ;
      while () ;
      while (true) break;
      while (int b = i) { i--; }
      while (a < 3) { int a = 1; break; }
      while a < 3;
      do a++; while (a < 3);
      do { a++; } while (a < 3)
      do a++ while (a < 3);
      do ; while (0);
      do { } while ();
      do int b = 1; while (0);
      do { } while (int b = 0);
      do { continue; } while (0);
      for (;;) break;
      for (;;) { break; }
      for (; ; ) { return v; }
      for (int j = 0; j < 2; j++) a += j;
      for (int j = 0, k = 1; j < 2; j++, k--) a += k;
      for (int j = 0, float k = 1; j < 2; j++) a += k;
      for (j = 0; j < 2; j++) a += j;
      for (i = 0; i < 2; i++) a += i;
      for (i = 0, a = 1; i < 2; i++) a += i;
      for (int j = 0; j < 2) a += j;
      for (int j = 0; j < 2;) { a += j; j++; }
      for (int j; j < 2; j++) a += j;
      for (int j = 0; int k = 1; j++) break;
      for (int j = 0; j < 2; int k = 1) break;
      for (int j = 0; v; j++) break;
      for (int j = 0; j < 2; j++);
      for (int j = 0; j < 2; j++) { int j = 1; a += j; }
      for (int j = 0; j < 2; j++) int q = j;
      for (int j = 0; j < 2; j++) ; for (int j = 0; j < 2; j++) ;
      for (int j = 0; j < 2; j++) ; a = j;
      for (static int j = 0; j < 2; j++) a += j;
      for (const int j = 0; j < 2; ) break;
      for (int j : i) a += j;
      for (int j in i) a += j;
      for (S s = (S)0; s.x < 2; s.x++) a++;
      for (struct Q { int q; } s = { 0 }; s.q < 2; s.q++) a++;
      for (typedef int Q; i < 2; i++) a++;
      for ({ } ; i < 2; i++) a++;
      for (int j[2] = { 0, 1 }; j[0] < 2; j[0]++) a++;
      for (;;;) break;
      for () break;
      for int j = 0;
      switch (i) { case 0: a = 1; break; }
      switch (i) { case 0: a = 1; }
      switch (i) { case 0: a = 1; case 1: a = 2; break; }
      switch (i) { case 0: case 1: a = 2; break; }
      switch (i) { case 0: a = 1; break; default: a = 2; }
      switch (i) { default: a = 2; case 0: a = 1; break; }
      switch (i) { default: a = 2; break; default: a = 1; }
      switch (i) { case 0: break; case 0: break; }
      switch (i) { case 0: }
      switch (i) { default: }
      switch (i) { }
      switch (i) ;
      switch (i) a = 1;
      switch (i) case 0: a = 1;
      switch (i) { a = 1; }
      switch (i) { a = 1; case 0: break; }
      switch (i) { int b; case 0: break; }
      switch (i) { int b = 1; case 0: break; }
      switch (i) { case 0: int b = 1; break; case 1: a = 2; break; }
      switch (i) { case 0: { int b = 1; break; } case 1: a = 2; break; }
      switch (i) { case i: break; }
      switch (i) { case 1.5: break; }
      switch (i) { case 1.0: break; }
      switch (i) { case 1u: break; }
      switch (i) { case true: break; }
      switch (i) { case "x": break; }
      switch (i) { case -1: break; }
      switch (i) { case 1 + 1: break; }
      switch (i) { case 5000000000: break; }
      switch (i) { case 1, 2: break; }
      switch (i) { case (1): break; }
      switch (i) { case 1 a = 2; }
      switch (i) { case: a = 2; }
      switch (i) { case 1 ... 3: a = 2; break; }
      switch (i) { case 1; break; }
      switch (a) { case 0: break; }
      switch (v) { case 0: break; }
      switch (n) { case 0: break; }
      switch (n) { case -1: break; }
      switch (true) { case true: break; }
      switch (int b = i) { case 0: a = b; break; }
      switch (i) { case 0: continue; }
      switch (i) { case 0: return v; }
      switch (i) { case 0: discard; break; }
      switch (i) { case 0: if (a) break; a = 2; break; }
      switch (i) { case 0: for (;;) { break; } break; }
      switch (i) { case 0: switch (n) { case 1: break; } break; }
      switch () { case 0: break; }
      switch i { case 0: break; }
      case 0: a = 1;
      default: a = 1;
      break;
      continue;
      discard;
      discard
      discard();
      discard 1;
      return;
      return v;
      return v.xy;
      return 1;
      return v, v;
      return (v);
      return { 1, 2, 3, 4 };
      return "x";
      return S;
      return true;
      goto b;
      b: a = 1;
      goto b; b: a = 1;
      int b = 1; int b = 2;
      int b = 1; { int b = 2; }
      int b = 1; { int b = b; }
      int b = b;
      int b, b;
      int b = 1, c = b;
      int b = c, c = 1;
      int b
      int a;
      int v;
      int f;
      int f = 1; a = f(1);
      int main;
      int S; S = 1;
      S S; S.x = 1;
      float float;
      float float4;
      float max = 1; a = max;
      float max = 1; a = max(1, 2);
      int i2 = i, j = 1.5;
      const int b = 1; b = 2;
      const int b;
      const int b = 1; b++;
      static int b = 1; b++;
      static const int b = 1; a = b;
      static int b = i;
      static const int b = i;
      extern int b;
      uniform int b;
      groupshared int b;
      volatile int b = 1;
      typedef int Q; Q b = 1;
      typedef int Q; typedef int Q;
      using Q = int; Q b = 1;
      struct Q { int b; }; Q b;
      struct Q { int b; } b; b.b = 1;
      struct { int b; } b; b.b = 1;
      struct Q { int f() { return 1; } }; Q q; a = q.f();
      struct Q { int b; };
      struct Q { int b; }
      struct Q;
      class Q { int b; };
      enum Q { A }; a = A;
      enum Q { A }; Q q = A; a = q;
      enum class Q { A }; Q q = Q::A;
      namespace N { }
      cbuffer B { int b; }
      template<typename T> struct Q { };
      interface I { };
      int f2() { return 1; }
      int f2();
      int f2(int b);
      float f(float b); a = f(1);
      void f3(); f3();
      _Static_assert(true, "x");
      _Static_assert(1 == 2, "x");
      Texture2D t;
      Texture2D t = t;
      SamplerState s;
      RWBuffer<float> p = o; p[0] = 1;
      RWBuffer<float> p; p = o; p[0] = 1;
      StructuredBuffer<S> p;
      f(1);
      f();
      f(1, 2);
      f(v);
      f("x");
      f(S);
      f((1, 2));
      f({ 1 });
      f(1);;
      f;
      f (1) (2);
      f(1,);
      f(,1);
      f(a b);
      g();
      nosuch();
      nosuch = 1;
      a.nosuch();
      v.nosuch = 1;
      o.nosuch();
      o.Load(0);
      a = o.Load(0);
      a = o.Load;
      a = o.Load(0)(1);
      o.Load = 1;
      a = o.Load<float>(0);
      this.a = 1;
      this;
      a = this;
      sizeof(a);
      a = sizeof(a);
      a = sizeof a;
      a = sizeof(float);
      a = sizeof float;
      a = sizeof(S);
      a = sizeof(o);
      a = sizeof(int[3]);
      a = sizeof(void);
      a = sizeof();
      a = sizeof(sizeof(int));
      a = sizeof(v.xy);
      a = max(1);
      a = max(1, 2);
      a = max(1, 2, 3);
      a = max(v, 1);
      a = max(v.xy, v);
      a = max<float>(1, 2);
      a = abs(true);
      a = abs("x");
      a = dot(v, v);
      a = dot(v, 1);
      a = mul(v, 1);
      a = mul(v, v);
      a = ::max(1, 2);
      a = ::f(1);
      a = ::g;
      a = S::x;
      a = N::x;
      a = i::x;
      a = float::x;
      &a;
      *a;
      a = &a;
      a = *v;
      a = &f;
      a->x;
      delete a;
      new int;
      throw 1;
      try { } catch (...) { }
      asm { nop }
      a = static_cast<float>(i);
      a = reinterpret_cast<float>(i);
      a = const_cast<float>(i);
      a = dynamic_cast<float>(i);
      a = typeid(a);
      a = alignof(int);
      a = decltype(a)(1);
      a = [](){ return 1; }();
      a = (int[2])0;
      a = (int[1])0;
      a = ((int[2])0)[1];
      a = (float1)1;
      a = (vector<float, 1>)1;
      a = (const float)1;
      a = (unorm float)1;
      a = (unsigned)1;
      a = (unsigned int)1;
      a = unsigned(1);
      a = (unsigned float)1;
      a = (struct S)0;
      a = (struct S2)0;
      a = (nosuch)1;
      a = (nosuch)a;
      a = (nosuch)(a);
      a = (a)(1);
      a = (a)1;
      a = (a) + 1;
      a = (f)(1);
      a = (float)-1;
      a = (float)+a;
      a = (float)!a;
      a = (float)(a);
      a = (float)[1];
      a = (float)"x";
      a = (float){ 1 };
      a = (void)1;
      (void)a;
      (void)0;
      void(a);
      a = 1 2;
      a = 1, 2;
      a = (1, 2);
      a, i;
      a, ;
      , a;
      a = 1 ? 2;
      a = ?;
      a = 1 +;
      a = + + 1;
      a = 1 */ 2;
      a = 1 +* 2;
      a = 1 <> 2;
      a = 1 => 2;
      a = 1 =< 2;
      a = 1 !== 2;
      a = 1 === 2;
      a = 1 <=> 2;
      a = 1 < 2 < 3;
      a = 1 ** 2;
      a = 1 // 2
      a = 1 # 2;
      a = 1 @ 2;
      a = 1 $ 2;
      a = 1 \ 2;
      a = 'a';
      a = 'ab';
      a = '';
      a = 'a;
      a = "a;
      a = "a" "b";
      a = L"a";
      a = u8"a";
      a = R"(a)";
      a = L'a';
      a = u'a';
      a = '\n';
      a = '\x41';
      a = '\q';
      a = '\0';
      a = '\u0041';
      a = '\777';
      a = '\x';
      a = true + true;
      a = true.x;
      a = 1.x;
      a = 1..x;
      a = 1.0.x;
      a = (1).x;
      a = (1.0).xxxx.y;
      v = 1.0.xxxx;
      v = 1.xxxx;
      v = 1..xxxx;
      v = (1).xxxx;
      v = v.xyzw.wzyx;
      v = v . x;
      v = v.rgba;
      v = v.rgxy;
      v = v.stpq;
      v = v.XYZW;
      v = v._x;
      v = v.x1;
      v = v.xyzw();
      v = v.xyzw[0];
      a = v.length();
      a = v.length;
      float b = 1 float c = 2;
      float b; c;
      float b = a(1);
      float b = v.x(1);
      const a2 = 1;
      static a2 = 1;
      precise a2 = 1;
      unsigned a2 = 1;
      auto a2 = 1;
      var a2 = 1;
      let a2 = 1;
      int a2 : SEM = 1;
      int a2 : register(c0);
      int a2 = 1 : SEM;
      int a2 < int q = 1; > = 1;
      int a2[2][2] = { { 1, 2 }, { 3, 4 } }; a = a2[1][0];
      int a2[2][2] = { 1, 2, 3, 4 }; a = a2[1];
      int[2] a2;
      int a2[i];
      int a2[n];
      int a2[2 + 1];
      int a2[sizeof(int)];
      int a2[0];
      int a2[-1];
      int a2[1 > 0 ? 2 : 3];
      int a2[(1, 2)];
      int a2[1, 2];
      int (a2)[2];
      int a2()[2];
      int *a2;
      int &a2 = i;
      int &&a2 = 1;
      int a2, *b2;
      void a2;
      void a2 = f(1);
      S s = { .x = 1 };
      S s = { x: 1 };
      int a2[2] = { [0] = 1 };
      row_major float2x2 m = 0;
      row_major float m = 0;
      row_major S m;
      snorm float q = 0;
      unorm int q = 0;
      precise float q = 0;
      in float q = 0;
      out float q;
      inout float q = 0;
      nointerpolation float q = 0;
      linear float q = 0;
      export float q = 0;
      inline float q = 0;
      #pragma x
      #define Q 1
      #nosuch
      #error x
      #warning x
      #line 5
      #if 1
      #endif
      #else
      __LINE__;
      a = __LINE__;
      a = __FILE__;
      a = __COUNTER__;
      a = __func__;
      a = __DATE__;
      a = __HLSL_VERSION;
      a = __SHADER_TARGET_STAGE;
      a = defined;
      a = __cplusplus;
      a = NULL;
      a = nullptr;
      a = nullptr_t;
      a = __null;
    `),
  },
  {
    name: 'literals',
    flags: ['-T ps_6_0', '-T ps_6_0 -HV 2018', '-T ps_6_2 -enable-16bit-types', '-T ps_6_0 -HV 202x'],
    around: 'float4 main(float4 v : V) : SV_Target { return v * (@); }\n',
    list: [
      ...'0 00 1 01 07 08 09 010 0x 0x1 0X1 0xg 0x1g 0b1 0b2 0B1 0b 0o7 1_000'.split(' '),
      ...'1u 1U 1l 1L 1ul 1lu 1UL 1Lu 1ll 1LL 1ull 1ULL 1llu 1lL 1uu 1lul 1uL 1uLL 1f 1F 1h 1H 1d 1i8 1i64 1ui64 1z 1q 1e 1x 1p1'.split(
        ' ',
      ),
      ...'1. 1.0 .5 . 1.f 1.F 1.h 1.H 1.l 1.L 1.0f 1.0h 1.0l 1.0L 1.0d 1.0u 1.0lf 1.0ff 1.0hf 1.0D .5f 5.f 1.0.0 1..0 1.e1 1e1 1E1'.split(
        ' ',
      ),
      ...'1e+1 1e-1 1e 1e+ 1e1.0 1e1f 1e1h 1e1l 1e1u 1e1e1 1e400 1e-400 1e39 1e39f 1e-50f 3.5e38f 65504h 65536h 1e10h 0x1p1 0x1.8p1'.split(
        ' ',
      ),
      ...'0x1.8 0x1p 0x1p-1f 0x1e1 0x1e+1 0x1f 0x1u 0x1l 0x1ll 0x1ull 0x1h 0x1.f'.split(' '),
      ...'2147483647 2147483648 4294967295 4294967296 9223372036854775807 9223372036854775808 18446744073709551615'.split(
        ' ',
      ),
      ...'18446744073709551616 99999999999999999999999 -2147483648 4294967296u 4294967296l 4294967296ul 4294967296ull'.split(
        ' ',
      ),
      ...'0xffffffff 0x100000000 0xffffffffffffffff 0x10000000000000000 037777777777 040000000000 0x80000000 0xffffffffu'.split(
        ' ',
      ),
      ...'1$ 1a 1.a 1.0a 1_ $1 1$2 1u8 1f1 1f.x 1.0f.x 1.x 1.xx 1.xxxx 1.0.xxxx 1u.x 1.rgba 1e5.x 1.f.xxxx 1.0xxxx 1..xxxx'.split(
        ' ',
      ),
      ..."'a' '' 'ab' 'abcd' 'abcde' '\\n' '\\\\' '\\'' '\\\"' '\\x41' '\\101' '\\0' '\\8' '\\u0041' '\\U00000041' '\\z' '\\e' '\\?' 'é' '\"' L'a' u'a' U'a'".split(
        ' ',
      ),
      ...'"" "a" "\\n" "\\z" "\\x" "\\xg" "\\x41" "\\400" "\\u00e9" "\\u12" "\\ud800" "a""b" "é" L"a" u8"a" @"a" "a'.split(
        ' ',
      ),
      ...'true false TRUE True true1 !true -1 +1 - + ~1 ~1.0 -1u -0.0 --1 ++1 (1) ((1)) () (1 1)1 1(1) 1[0] 1.0[0] (1,2) (1;2)'.split(
        ' ',
      ),
      'INFINITY',
      'NAN',
      '1.#INF',
      '1.#IND',
      '-1.#INF',
      '1.#QNAN',
      '1.#INFf',
      '1 . x',
      '1.0 f',
      '0 x1',
    ],
  },
  {
    name: 'preprocessor',
    flags: ['-T ps_6_0', '-T ps_6_0 -HV 2016'],
    around: GLOBAL,
    list: [
      '#',
      '# ',
      '#1',
      '#"x"',
      '# 12 "file"',
      '#line',
      '#line 1',
      '#line 1 "x"',
      '#line x',
      '#line 0',
      '#line -1',
      '#line 99999999999',
      '#line 1 x',
      '#line 1 "x" 2',
      '#define',
      '#define 1',
      '#define A',
      '#define A 1',
      '#define A() 1',
      '#define A(',
      '#define A(x',
      '#define A(x,)',
      '#define A(,x)',
      '#define A(1) 1',
      '#define A(x,x) 1',
      '#define A(...) 1',
      '#define A(x,...) 1',
      '#define A(...,x) 1',
      '#define A(x...) 1',
      '#define A(x) #x',
      '#define A(x) #y',
      '#define A(x) # x',
      '#define A #x',
      '#define A(x) ##x',
      '#define A(x) x##',
      '#define A(x) x##x',
      '#define A ##',
      '#define A a##b',
      '#define defined',
      '#define defined(x) 1',
      '#define __LINE__ 1',
      '#define __VA_ARGS__',
      '#define A __VA_ARGS__',
      '#define if else',
      '#define float int',
      '#define main other',
      '#define $ 1',
      '#define $a 1',
      '#define a$b 1\nstatic int c = a$b;',
      '#define é 1',
      '#define \\u00e9 1\nstatic int c = \\u00e9;',
      '#define A 1\n#define A 1',
      '#define A 1\n#define A 2',
      '#define A 1\n#define A  1',
      '#define A(x) x\n#define A(y) y',
      '#define A 1\n#undef A\n#define A 2',
      '#define A\t1',
      '#define A"x"',
      '#define A+1',
      '#define A.5\nstatic float c = A;',
      '#undef',
      '#undef A',
      '#undef A B',
      '#undef 1',
      '#undef __LINE__',
      '#undef defined',
      '#if',
      '#if 1',
      '#endif',
      '#else',
      '#elif 1',
      '#if 1\n#endif',
      '#if 1\n#else\n#else\n#endif',
      '#if 1\n#else\n#elif 1\n#endif',
      '#if 0\n#elif\n#endif',
      '#if 1\n#elif\n#endif',
      '#if\n#endif',
      '#if 0\n#if\n#endif\n#endif',
      '#if x\n#endif',
      '#if x y\n#endif',
      '#if 1 2\n#endif',
      '#if (1\n#endif',
      '#if 1)\n#endif',
      '#if ()\n#endif',
      '#if 1 +\n#endif',
      '#if 1.0\n#endif',
      '#if 1 / 0\n#endif',
      '#if 0 && 1 / 0\n#endif',
      '#if 1 % 0\n#endif',
      '#if 1 ? 2 : 3\n#endif',
      '#if 1 ? 2\n#endif',
      '#if 1, 2\n#endif',
      '#if (1, 2)\n#endif',
      '#if 1 = 1\n#endif',
      '#if "x"\n#endif',
      "#if 'a'\n#endif",
      "#if 'ab'\n#endif",
      '#if true\n#endif',
      '#if false\n#error x\n#endif',
      '#if TRUE\n#endif',
      '#if defined\n#endif',
      '#if defined A\n#endif',
      '#if defined(A)\n#endif',
      '#if defined (A\n#endif',
      '#if defined()\n#endif',
      '#if defined(1)\n#endif',
      '#if !defined A && B\n#endif',
      '#if A(1)\n#endif',
      '#if 0x1\n#endif',
      '#if 1u\n#endif',
      '#if 1l\n#endif',
      '#if 1ll\n#endif',
      '#if 1f\n#endif',
      '#if 08\n#endif',
      '#if 99999999999999999999\n#endif',
      '#if 18446744073709551615\n#endif',
      '#if -1 > 0u\n#endif',
      '#if ~0\n#endif',
      '#if +1\n#endif',
      '#if !1\n#endif',
      '#if ++1\n#endif',
      '#if sizeof(int)\n#endif',
      '#if (int)1\n#endif',
      '#if 1 << 65\n#endif',
      '#if #\n#endif',
      '#if __LINE__ == 1\n#endif',
      '#if __FILE__\n#endif',
      '#if __HLSL_VERSION >= 2018\n#endif',
      '#if __has_include("x")\n#endif',
      '#if __has_feature(x)\n#endif',
      '#if __has_include\n#endif',
      '#if __has_attribute(x)\n#endif',
      '#if __has_builtin(x)\n#endif',
      '#if defined(__has_include)\n#endif',
      '#if 1 //x\n#endif',
      '#if 1 /* x\n*/\n#endif',
      '#if 1 \\\n && 1\n#endif',
      '#if and\n#endif',
      '#if 1 and 1\n#endif',
      '#if not 0\n#endif',
      '#if 1 bitor 0\n#endif',
      '#if 1 xor 0\n#endif',
      '#if 1 or\n#endif',
      '#define and 1',
      '#define not 1',
      '#ifdef',
      '#ifdef A\n#endif',
      '#ifdef 1\n#endif',
      '#ifdef A B\n#endif',
      '#ifndef A\n#else\n#endif x',
      '#ifdef A\n#else x\n#endif',
      '#ifdef "x"\n#endif',
      '#ifdef A(1)\n#endif',
      '#elifdef A',
      '#if 0\n#elifdef A\n#endif',
      '#if 0\nint "x\n#endif',
      "#if 0\nint 'x\n#endif",
      '#if 0\n/* \n#endif',
      '#if 0\n#nosuch\n#endif',
      '#if 0\n#error x\n#endif',
      '#if 0\n#include "nosuch"\n#endif',
      '#if 0\n#define 1\n#endif',
      '#if 0\n}\n#endif',
      '#include',
      '#include "nosuch"',
      '#include <nosuch>',
      '#include x',
      '#include ""',
      '#include <>',
      '#include <x',
      '#include "x',
      '#include "x" y',
      '#include_next "x"',
      '#import "x"',
      '#error',
      '#error x',
      "#error don't",
      '#warning',
      '#warning x',
      "#warning don't",
      '#ident "x"',
      '#sccs "x"',
      '#assert x',
      '#unassert x',
      '#nosuch',
      '#pragma',
      '#pragma once',
      '#pragma x',
      '#pragma pack_matrix(row_major)',
      '#pragma pack_matrix(x)',
      '#pragma pack_matrix',
      '#pragma pack_matrix(row_major',
      '#pragma warning(disable: 1)',
      '#pragma warning(x)',
      '#pragma warning',
      '#pragma message("x")',
      '#pragma message',
      '#pragma def(x)',
      '#pragma ruledisable 1',
      '#pragma dxc diagnostic ignored "-Wconversion"',
      '#pragma clang diagnostic push',
      '#pragma GCC poison x',
      '#pragma GCC poison v',
      '#pragma clang poison v',
      '#pragma push_macro("A")',
      '#pragma pop_macro("A")',
      '#pragma push_macro',
      '#pragma comment(lib, "x")',
      '#pragma GCC error "x"',
      '#pragma GCC warning "x"',
      '#pragma pack(1)',
      '#pragma STDC FP_CONTRACT ON',
      '#pragma mark x',
      '#pragma region x',
      '#pragma endregion',
      '_Pragma("once")',
      '_Pragma("x") int q;',
      '_Pragma(x)',
      '_Pragma',
      '__pragma(x)',
      'int a; \\',
      '\\',
      'int \\\na;',
      'int a\\\nb;',
      'int a\\ \nb;',
      '// x \\\nint "',
      '/*',
      '/* /* */',
      '*/',
      '/* x */ int a;',
      '/',
      '//',
      '/**/',
      '/*/',
      '/*/*/',
      '#/**/define A 1',
      '#define A /* x\n*/ 1\nstatic int b = A;',
      'int/**/a;',
      '??=define A',
      '??/',
      '%:define A 1',
      '<: :>',
      'int a<:2:>;',
      'struct S <% int a; %>;',
      '%:%:',
      '#define F(x) x\nstatic int a = F(1);',
      '#define F(x) x\nstatic int a = F();',
      '#define F(x) x\nstatic int a = F(1, 2);',
      '#define F(x) x\nstatic int a = F((1, 2));',
      '#define F(x) x\nstatic int a = F;',
      '#define F(x) x\nstatic int F = 1;',
      '#define F(x) x\nstatic int a = F (1);',
      '#define F(x) x\nstatic int a = F\n(1);',
      '#define F(x) x\nstatic int a = F(1;',
      '#define F(x) x\nstatic int a = F(1',
      '#define F(x, y) x\nstatic int a = F(1);',
      '#define F(x, y) x\nstatic int a = F(1,);',
      '#define F(x, y) x\nstatic int a = F(,1);',
      '#define F() 1\nstatic int a = F();',
      '#define F() 1\nstatic int a = F(1);',
      '#define F() 1\nstatic int a = F( );',
      '#define F(...) __VA_ARGS__\nstatic int a = F(1);',
      '#define F(...) __VA_ARGS__\nstatic int a = F();',
      '#define F(x, ...) x\nstatic int a = F(1);',
      '#define F(x, ...) x\nstatic int a = F(1, 2, 3);',
      '#define F(x...) x\nstatic int a = F(1);',
      '#define F(x, y...) y\nstatic int a = F(1, 2);',
      '#define F(x, ...) f(x, ##__VA_ARGS__)\nint f(int a) { return a; } static int a = F(1);',
      '#define F(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)\nint f(int a) { return a; } static int a = F(1);',
      '#define F F\nstatic int F = 1;',
      '#define F G\n#define G F\nstatic int F = 1;',
      '#define F(x) F(x)\nint F(int a);',
      '#define C(a, b) a##b\nstatic int C(x, y) = 1;',
      '#define C(a, b) a##b\nstatic int x = C(1, 2);',
      '#define C(a, b) a##b\nstatic int x = C(+, +) x;',
      '#define C(a, b) a##b\nstatic int x = 1 C(+, 1);',
      '#define C(a, b) a##b\nstatic int x = C(1, +2);',
      '#define C(a, b) a##b\nstatic float x = C(1., 5);',
      '#define C(a, b) a##b\nstatic float x = C(., 5);',
      '#define C(a, b) a##b\nstatic float x = C(1, .5);',
      '#define C(a, b) a##b\nstatic float x = C(1, f);',
      '#define C(a, b) a##b\nstatic int x = C(, 1);',
      '#define C(a, b) a##b\nint C(a, );',
      '#define C(a, b) a##b\nint C(,) q;',
      '#define C(a, b) a##b\nC(/, /) x',
      '#define C(a, b) a##b\nC(/, *) x */',
      '#define S(x) #x\nstatic string s = S(a b "c" \\n);',
      '#define S(x) #x\nstatic string s = S();',
      '#define S(x) #x\nstatic string s = S(,);',
      '#define S(x) #x\nstatic string s = S(");',
      '#define A 1\n#ifdef A\nint a;\n#endif\n#ifndef A\n"x\n#endif',
      '#define EMPTY\nEMPTY int EMPTY a EMPTY; EMPTY',
      '#define SEMI ;\nint a SEMI',
      '#define BEGIN {\n#define END }\nstruct S BEGIN int a; END;',
      '#define D #define X\nD',
      '#define A(x) x\nA(\n#define B 1\nint a;\n)',
      '#define A(x) x\nA(\n#ifdef B\nint b;\n#endif\nint a;\n)',
      '#define A(x) x\nA(\n#undef A\nint a;)',
      '#define A(x) x\nA(\n#pragma x\nint a;)',
      '#define A(x) x\nA(\n#error x\nint a;)',
      'int a;\r',
      'int a;\rint b;',
      '#define A 1\rstatic int b = A;',
      '// x\rint a;',
      '#if 1\r#endif\rint a;',
      'int\ra;',
      '\fint a;',
      '\vint a;',
      '\u00a0int a;',
      '\ufeffint a;',
      'int \u200ba;',
      'int\u3000a;',
      '\u0001',
      '\0int a;',
      'int a\u0000;',
      '\u001a',
      'int é;',
      'int \\u00e9;',
      'int \\U000000e9;',
      'int \\u00e9a = 1;',
      'int a\\u00e9;',
      'int \\u0041;',
      'int a\\u0041;',
      'int \\u0300a;',
      'int \\u;',
      'int \\u12;',
      'int \\x41;',
      'int \\u00d7;',
      'int ü\\u00e9;',
      'int 日本;',
      'int 😀;',
      'int a😀;',
      'int \\U0001F600;',
      'int \\ud800;',
      'int ×;',
      'int a×;',
      'int “a”;',
      'int µ;',
      'int ª;',
      'int a\u0301;',
      'int $;',
      'int $a;',
      'int a$;',
      'int a$1;',
      'int 1$;',
      'int $$;',
      'int @a;',
      'int a@;',
      'int `a`;',
      'int #a;',
      'int a#;',
      'int a##b;',
      'int ~a;',
      'int a?;',
      'int a!;',
      'int a\\;',
      'static int a = 1 \\ + 2;',
      'static int \\u00e9 = 1; static int b = é;',
      'static int é = 1; static int b = \\u00e9;',
      'static string s = "\\u00e9";',
      'static string s = "a\\\nb";',
      'static string s = "a\nb";',
      'static string s = "tab\there";',
      'static string s = "é";',
      'static string s = R"(x)";',
      "static int a = 'a\n;",
      'static string s = "\\',
      'static string s = "x" "y" "z";',
      '#define X "a" "b"\nstatic string s = X;',
      '__LINE__',
      '__FILE__',
      '__COUNTER__',
      'static int a = __COUNTER__;',
      'static int a = __INCLUDE_LEVEL__;',
      'static string a = __FILE__;',
      'static string a = __DATE__ __TIME__;',
      'static string a = __TIMESTAMP__;',
      'static string a = __BASE_FILE__;',
      'static string a = __func__;',
      'static int a = __VERSION__;',
      'static int a = __STDC__;',
      'static int a = __STDC_VERSION__;',
      'static int a = __cplusplus;',
      'static int a = __OBJC__;',
      'static int a = __CHAR_BIT__;',
      'static int a = __clang__;',
      'static int a = __GNUC__;',
      'static int a = _MSC_VER;',
      'static int a = __SHADER_TARGET_MAJOR;',
      'static int a = __SHADER_STAGE_PIXEL;',
      'static int a = __hlsl_dx_compiler;',
      'static int a = __hlsl__;',
      'static int a = __DXC_VERSION_MAJOR;',
      'static int a = __spirv__;',
      'static int a = __llvm__;',
      'static int a = __HLSL_ENABLE_16_BIT;',
      'static int a = __INT_MAX__;',
      'static int a = __SIZEOF_INT__;',
      'static int a = __BYTE_ORDER__;',
      'static int a = __ORDER_LITTLE_ENDIAN__;',
      'static int a = __LITTLE_ENDIAN__;',
      'static int a = __has_include("x");',
      'static int a = __has_feature(x);',
      'static int a = __has_extension(x);',
      'static int a = __has_builtin(x);',
      'static int a = __is_identifier(x);',
      'static int a = __building_module(x);',
      'static int a = __has_warning("x");',
    ],
  },
]
