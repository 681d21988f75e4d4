// Templates as arguments of templates: programs that are right and wrong, with DXC's verdict and what both compilers' code stores.

/** Each with a line of its own for the entry point. */
export const TEMPLATE_ARGUMENTS: readonly string[] = [
  `template<typename T> struct A { T v; T get() { return v + (T)1; } };
template<template<typename> class C, typename T> struct X { C<T> c; T f() { return c.get(); } };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A, uint> x; x.c.v = i; o[0] = x.f(); }`,
  `template<template<typename> class B> uint f(B<uint> b) { return b[0]; }
StructuredBuffer<uint> s; RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = f(s); }`,
  `template<template<typename> class B> struct S { static uint g(B<uint> b) { return b[0]; } };
StructuredBuffer<uint> s; RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = S<StructuredBuffer>::g(s); }`,
  `template<template<typename, int> class V> struct S { V<uint, 3> v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { S<vector> s; s.v = i; o[0] = s.v.y; }`,
  `template<typename T> struct A { T v; };
template<typename T> struct Is { static const uint n = 1; };
template<template<typename> class C, typename T> struct Is<C<T> > { static const uint n = 2; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = Is<A<uint> >::n + 10 * Is<uint>::n; }`,
  `template<typename T> struct A { T v; };
template<template<typename> class C = A> struct X { C<uint> c; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<> x; x.c.v = i; o[0] = x.c.v; }`,
  `template<typename T> struct A { T v; };
template<template<typename> class C> uint f(C<uint> c) { return c.v; }
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = f(a) + f<A>(a); }`,
  `template<typename T> struct A { T v; };
template<template<typename> typename C> uint f(C<uint> c) { return c.v; }
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = f(a); }`,
  `template<typename T, int N> struct A { T v; };
template<template<typename> class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.n = i; o[0] = x.n; }`,
  `template<template<typename> class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<uint> x; x.n = i; o[0] = x.n; }`,
  `template<typename C> struct X { uint n; };
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.n = i; o[0] = x.n; }`,
  `template<typename T> using A = T;
template<template<typename> class C> struct X { C<uint> n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.n = i; o[0] = x.n; }`,
  `template<typename T, typename U = uint> struct A { T v; };
template<template<typename> class C> struct X { C<uint> n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.n.v = i; o[0] = x.n.v; }`,
  `template<typename T> struct A { T v; template<typename U> struct B { U u; }; };
template<template<typename> class C> struct X { C<uint> n; };
template<typename Q> struct Y { template<typename U> struct B { U u; }; X<B> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { Y<int> y; y.x.n.u = i; o[0] = y.x.n.u; }`,
  `template<template<template<typename> class> class D> struct Z { uint n; };
template<typename T> struct A { T v; };
template<template<typename> class C> struct X { C<uint> c; };
template<template<template<typename> class> class D, template<typename> class E> struct W { D<E> d; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { W<X, A> y; y.d.c.v = i; o[0] = y.d.c.v; }`,
  `template<template<typename...> class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `namespace N { template<typename T> struct A { T v; }; }
template<template<class> class C, class T> struct R { typedef C<T> type; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { R<N::A, uint>::type t; t.v = i; o[0] = t.v; }`,
  `template<typename T> struct A { T v; };
template<template<typename> class C, typename T> struct P { static const uint n = 1; };
template<typename T> struct P<A, T> { static const uint n = 2; };
template<> struct P<A, int> { static const uint n = 3; };
template<typename T> struct B { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = P<A,uint>::n + 10 * P<B, uint>::n + 100 * P<A, int>::n; }`,
  `template<template<int> class C> struct X { C<3> c; };
template<uint N> struct A { uint v[N]; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.c.v[1] = i; o[0] = x.c.v[1]; }`,
  `template<template<int> class C> struct X { C<3> c; };
template<int N> struct A { uint v[N]; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.c.v[1] = i; o[0] = x.c.v[1]; }`,
  `template<typename T> struct A { static const uint n = 4; T v; struct In { T w; }; T get() { return v; } };
template<template<typename> class C, typename T> struct X : C<T> { uint f() { return C<T>::n + this.v; } };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A, uint> x; x.v = i; o[0] = x.f(); }`,
  `template<typename T> struct A { T v; };
template<template<typename> class C> struct Y { C<uint> c; };
template<template<typename> class C> struct X { Y<C> y; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.y.c.v = i; o[0] = x.y.c.v; }`,
  `template<template<typename> class> struct Y { uint c; };
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { Y<A> x; x.c = i; o[0] = x.c; }`,
  `template<template<typename> class C, typename T> struct X { C<T> c; uint f(); };
template<template<typename> class C, typename T> uint X<C, T>::f() { return c.v; }
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A, uint> x; x.c.v = i; o[0] = x.f(); }`,
  `template<template<typename> class C, typename T> uint f(C<T> c) { return c.v; }
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = f<A>(a) + f<A, uint>(a) + f(a); }`,
  `template<template<typename> class C, typename T> uint f(C<T> c) { return 1; }
template<typename T> uint f(T c) { return 2; }
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = f(a) * 10 + f(i); }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename T> struct A { uint m; X<T> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X { uint n; C c; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X { uint n; C<int, int> c; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename> struct A { uint m; };
template<> struct X<A> { uint n; uint k; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A> x; x.k = i; o[0] = x.k; }`,
  `template<template<> class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> struct C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C = 3> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<> x; x.n = 1; o[0] = x.n; }`,
  `template<template<typename T> class C, typename T> struct X { C<T> n; };
template<typename T> struct A { T m; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { X<A, uint> x; x.n.m = 1; o[0] = x.n.m; }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename> class X;
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X;
template<template<typename, typename> class C> struct X { uint n; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<typename T> struct Is { static const uint n = 1; };
template<template<typename> class C, typename T> struct Is<C<T> > { static const uint n = 2; };
template<template<typename, int> class C, typename T, int N> struct Is<C<T, N> > { static const uint n = 3; };
template<typename T> struct Is<StructuredBuffer<T> > { static const uint n = 4; };
template<template<typename, int, int> class C, typename T, int N, int M> struct Is<C<T, N, M> > { static const uint n = 5; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = Is<uint3>::n; o[1] = Is<Buffer<uint> >::n; o[2] = Is<StructuredBuffer<uint> >::n; o[3] = Is<float4x4>::n; o[4] = Is<uint>::n; o[5] = Is<RWTexture2D<float> >::n; o[6]=Is<Texture2DMS<float4,2> >::n; o[7] = Is<Texture2D>::n; o[8] = Is<SamplerState>::n; }`,
  `template<template<typename> class C> uint f(C<float4> t) { return 1; }
Texture2D t; Buffer<float4> b; RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = f(t) + f(b); }`,
  `template<template<typename, int> class V> uint f(V<uint, 3> t) { return t.y; }
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = f(uint3(i, i+1, i)); }`,
  `template<template<typename> class C> struct X { static uint f(uint a) { C<uint> c; c.v = a; return c.v; } };
template<typename T> struct A { T v; };
template<typename T> struct B { T v; uint pad; };
template<> struct B<uint> { uint v; uint q; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = X<A>::f(i) + X<B>::f(i); }`,
  `template<template<uint> class C> struct X { uint n; };
template<template<int> class D> struct Y { X<D> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<typename Q> struct W { template<template<typename> class C> static uint g(C<Q> c) { return c.v; } };
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = W<uint>::g(a) + W<uint>::g<A>(a); }`,
  `template<template<typename> class C> using S = C<uint>;
template<typename T> struct A { T v; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { S<A> a; a.v = i; o[0] = a.v; }`,
  `template<template<template<typename> class> class F, template<typename> class G> struct Ap { F<G> r; };
template<template<typename> class G> struct H { G<uint> g; };
template<typename T> struct A { T v; };
template<typename T> using AA = A<T>;
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { Ap<H, A> a; Ap<H, AA> b; a.r.g.v = i; b.r.g.v = 2; o[0] = a.r.g.v + b.r.g.v; }`,
  `template<typename T> struct A { uint v; A next() { A q; q.v = v + 1; return q; } struct In { uint k; A make() { A q; q.v = k; return q; } }; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; A<uint>::In n; n.k = 4; o[0] = a.next().v + n.make().v; }`,
  `template<typename T> struct A { uint v; };
template<typename T> struct D : A<T> { uint f() { A q; q.v = 1; return q.v; } };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { D<uint> a; o[0] = a.f(); }`,
  `template<typename T> struct A { uint v; };
struct D : A<int> { uint f() { A q; q.v = 1; return q.v; } };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { D a; o[0] = a.f(); }`,
  `template<typename T> struct A { uint v; };
template<template<typename> class C> struct X { uint n; };
struct D : A<int> { X<A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { D a; o[0] = 1; }`,
  `template<typename T> struct A { uint v; };
template<template<typename> class C> struct X { uint n; };
template<typename T> struct D : A<int> { X<A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { D<int> a; o[0] = 1; }`,
  `template<typename T> struct A { uint v; };
template<template<typename> class C> struct X { uint n; };
template<typename T> struct D : A<T> { X<A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { D<int> a; o[0] = 1; }`,
  `template<typename T> struct A { uint v; void set(); };
template<typename T> void A<T>::set() { A b; b.v = 3; v = b.v; }
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<int> a; a.set(); o[0] = a.v; }`,
  `template<typename T> struct A { uint v; struct In { uint k; template<typename U> uint g() { A q; q.v = 2; return q.v; } }; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<int>::In a; o[0] = a.g<int>(); }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename T> struct A { uint m; X<A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.m = 1; o[0] = a.m; }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename T> struct A { uint m; X<A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename T> struct A { uint m; void f() { X<A> x; } };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
  `template<template<typename> class C> struct X { uint n; };
template<typename T> struct A { uint m; X< ::A> x; };
RWStructuredBuffer<int> o : register(u0);
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o[0] = i; }`,
]
