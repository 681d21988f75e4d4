// dxilkit-corpus
// Static variables with dynamic starts, static locals that keep their value, constants of the $Globals buffer.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

float4 Scale;
int Count;
RWBuffer<float4> Target : register(u0);
Buffer<float4> Source : register(t0);
static float4 First = Source[3] * 2;
static int calls = 5;

float Next()
{
    static float state = 1;
    state = state * 1.5 + calls++;
    return state;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float a = Next(), b = Next();
    Target[2 * i] = float4(a, b, Next(), calls);
    Target[2 * i + 1] = First * Scale + i;
    First.x += 1;
}
