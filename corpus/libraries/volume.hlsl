// Callable shaders over data with run-time indices, 64-bit and min-precision fields, and bools.
// library: -T lib_6_3
// library: -T lib_6_5 -Od

struct Sample
{
    float4 density[4];
    uint count;
    int64_t key;
    double transmittance;
    min16float phase;
    bool active;
    bool2 inside;
    float3x4 transform;
};

RWStructuredBuffer<double> Results;
cbuffer Steps
{
    uint First;
    uint Last;
};

[shader("raygeneration")]
void March()
{
    Sample s = (Sample)0;
    s.active = true;
    s.transform[2][3] = 1;
    s.transmittance = 1;
    for (uint i = First; i < Last && s.active; i++)
    {
        s.key = (int64_t)i << 32 | s.key;
        CallShader(i % 3, s);
    }
    Results[DispatchRaysIndex().x] = s.transmittance * s.transform[1][2] + s.phase;
}

[shader("callable")]
void Emit(inout Sample s)
{
    s.density[s.count & 3] += float4(1, 2, 3, 4);
    s.count++;
    s.inside = s.density[0].xy > 1;
    s.transform[s.count % 3] = s.density[1];
}

[shader("callable")]
void Absorb(inout Sample s)
{
    s.transmittance *= exp(-s.density[s.count & 3].w);
    s.active = s.transmittance > 1e-3f && !all(s.inside);
    s.phase = (min16float)s.density[2][s.count & 3];
}

[shader("callable")]
void Scatter(inout Sample s)
{
    Sample inner = s;
    inner.count += 2;
    CallShader(0, inner);
    s.density = inner.density;
    s.transform = inner.transform * 2;
    s.key ^= inner.key;
}
