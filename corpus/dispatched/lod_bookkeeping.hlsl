// dxilkit-corpus
// Bounding spheres against distances: which level of detail each object wants, packed into words.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Buffer<float4> Spheres : register(t0);
cbuffer View : register(b0) { float4 planes[4]; float3 eye; float bias; };
RWBuffer<uint> Target : register(u0);

bool Visible(float4 sphere)
{
    [unroll]
    for (int k = 0; k < 4; ++k)
        if (dot(planes[k].xyz, sphere.xyz) - planes[k].w < -sphere.w)
            return false;
    return true;
}

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 s = Spheres[i];
    const uint lod = clamp(uint(log2(max(distance(s.xyz, eye) / s.w, 1)) + bias), 0, 7);
    Target[i] = Visible(s) ? lod | i << 4 : 0xFFFF;
}
