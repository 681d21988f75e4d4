// dxilkit-corpus
// in, out and inout copy: what a callee does to its own copies is seen when it returns, in order.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
void Swap(inout float a, inout float b) { const float t = a; a = b; b = t; }
void Split(float v, out float whole, out float part) { whole = floor(v); part = v - whole; }
float Twist(inout float a, float b) { a += b; b *= 2; return a * b; }
void Fill(out float items[4], float v) { for (int k = 0; k < 4; ++k) items[k] = v * k; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float4 v = Values[i] * 8;
    Swap(v.x, v.w);
    float whole, part;
    Split(v.y, whole, part);
    const float before = v.z, twisted = Twist(v.z, v.z);
    float items[4];
    Fill(items, v.x);
    Result[4 * i] = v;
    Result[4 * i + 1] = float4(whole, part, before, twisted);
    Result[4 * i + 2] = float4(items[0], items[1], items[2], items[3]);
    Swap(items[i % 2], items[2 + i % 2]);
    Result[4 * i + 3] = float4(items[0], items[1], items[2], items[3]);
}
