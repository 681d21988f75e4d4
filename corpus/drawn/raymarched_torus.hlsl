// dxilkit-corpus
// Sphere tracing a torus and a box; the normal from differences.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float Scene(float3 p)
{
    const float torus = length(float2(length(p.xz) - 0.6, p.y)) - 0.2;
    const float3 q = abs(p) - 0.25;
    return min(torus, length(max(q, 0)) + min(max(q.x, max(q.y, q.z)), 0));
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float3 origin = float3(0, 0.8, -1.6), ray = normalize(float3(uv.x, uv.y - 0.5, 1.4));
    float t = 0;
    [loop]
    for (int i = 0; i < 32; ++i)
    {
        const float d = Scene(origin + ray * t);
        if (d < 0.01 || t > 4)
            break;
        t += d;
    }
    if (t > 4)
        return float4(0.1, 0.1, 0.2, 0);
    const float3 p = origin + ray * t;
    const float2 e = float2(0.02, 0);
    const float3 n = normalize(float3(Scene(p + e.xyy), Scene(p + e.yxy), Scene(p + e.yyx)) - Scene(p));
    return float4(saturate(round(n * 8) / 8), 1);
}
