// A tone mapper that stops in the debugger where a pixel is no number, and paints it where there is none.
// later: -T ps_6_10 -E Map
// later: -T ps_6_10 -E Map -Od
// later: -T cs_6_10 -E MapAll

Texture2D<float3> Scene : register(t0);
RWTexture2D<float4> Out : register(u0);
cbuffer Settings : register(b0) {
  float Exposure;
  float White;
};

float3 Mapped(uint2 at) {
  float3 color = Scene[at] * Exposure;
  if (any(isnan(color)) || any(isinf(color))) {
    if (dx::IsDebuggingEnabled())
      DebugBreak();
    return float3(1, 0, 1);
  }
  return color * (1 + color / (White * White)) / (1 + color);
}

float4 Map(float4 at : SV_Position) : SV_Target { return float4(Mapped(uint2(at.xy)), 1); }

[numthreads(8, 8, 1)]
void MapAll(uint2 at : SV_DispatchThreadID) { Out[at] = float4(Mapped(at), 1); }
