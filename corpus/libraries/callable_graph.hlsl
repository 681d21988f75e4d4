// A little shading language: nodes as callable shaders that call each other, with a stack in the data they hand on.
// library: -T lib_6_3
// library: -T lib_6_6 -Od

struct Stack
{
    float4 values[8];
    uint top;
    uint pc;
};

ByteAddressBuffer Code : register(t0);
RWTexture2D<float4> Image : register(u0);

void Push(inout Stack s, float4 v)
{
    s.values[s.top & 7] = v;
    s.top++;
}

float4 Pop(inout Stack s)
{
    s.top--;
    return s.values[s.top & 7];
}

void Next(inout Stack s)
{
    const uint op = Code.Load(s.pc);
    s.pc += 4;
    if (op != 0)
        CallShader(op - 1, s);
}

[shader("raygeneration")]
void Run()
{
    Stack s;
    s.top = 0;
    s.pc = DispatchRaysIndex().x * 64;
    Push(s, float4(DispatchRaysIndex(), 1));
    Next(s);
    Image[DispatchRaysIndex().xy] = Pop(s);
}

[shader("callable")]
void Add(inout Stack s)
{
    const float4 b = Pop(s);
    const float4 a = Pop(s);
    Push(s, a + b);
    Next(s);
}

[shader("callable")]
void Noise(inout Stack s)
{
    const float4 p = Pop(s);
    Push(s, frac(sin(dot(p, float4(12.9898f, 78.233f, 37.719f, 1))) * 43758.5453f));
    Next(s);
}

[shader("callable")]
void Constant(inout Stack s)
{
    const uint4 bits = Code.Load4(s.pc);
    s.pc += 16;
    Push(s, asfloat(bits));
    Next(s);
}

[shader("callable")]
void Swizzle(inout Stack s)
{
    float4 v = Pop(s);
    v.yx = v.xy;
    v[s.pc & 3] = 0;
    s.values[s.top & 7].zw = v.xy;
    s.values[s.top & 7].xy = v.zw;
    s.top++;
    Next(s);
}
