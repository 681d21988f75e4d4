// dxilkit-corpus
// Macros: pasting, strings nobody sees, conditions, variadic ones, line numbers.
// args: -T cs_6_0 -E main -D LEVEL=3 -D NAME=Foo
// args: -T cs_6_6 -E main -D LEVEL=3 -D NAME=Foo

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define SUM(first, ...) Add(first, __VA_ARGS__)
#define REPEAT(x) x x x
#if defined(LEVEL) && LEVEL >= 2 + 1
static const float Factor = LEVEL;
#elif LEVEL
#error never
#else
static const float Factor = 0;
#endif
#ifdef __SHADER_TARGET_MAJOR
static const float Target = __SHADER_TARGET_MAJOR * 10 + __SHADER_TARGET_STAGE;
#endif
float Add(float a, float b, float c) { return a + b + c; }
float CONCAT(Get, NAME)() { return Factor; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float s = 0;
    REPEAT(s += Values[i].x;)
    Result[4 * i] = float4(GetFoo(), SUM(1, 2, s), Target, __HLSL_VERSION);
#line 500
    Result[4 * i + 1] = __LINE__;
    Result[4 * i + 2] = s;
    Result[4 * i + 3] = CONCAT(1, 2);
}
