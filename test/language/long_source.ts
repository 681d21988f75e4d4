// A shader of about 2,000 lines: structs, constants and functions that call the one before.

export function longSource(lines = 2000): string {
  const parts = [
    'cbuffer Scene { float4 base; uint count; float3 direction; };',
    'RWStructuredBuffer<float4> results;',
    'Texture2D<float4> image; SamplerState linearly;',
  ]
  let written = parts.length
  for (let i = 0; written < lines - 20; i++) {
    const part = `struct Item${i} { float4 a; float3 b; int c; };
static const float SCALE${i} = ${i}.5;
float4 step${i}(float4 x, Item${i} item, inout int total)
{
    float3 d = normalize(x.xyz + direction * SCALE${i});
    [loop] for (uint j = 0; j < count; j++)
    {
        d += cross(d, item.b) * item.a.xyz + base.xyz;
        if (dot(d, direction) > SCALE${i}) total += int(j) * item.c;
        else total ^= int(count);
    }
    float4 texel = image.SampleLevel(linearly, d.xy, 0);
    ${i > 0 ? `Item${i - 1} inner; inner.a = texel; inner.b = d; inner.c = total;` : ''}
    ${i > 0 ? `texel += step${i - 1}(texel, inner, total) * 0.5;` : ''}
    return lerp(texel, x, saturate(length(d)));
}
`
    parts.push(part)
    written += part.split('\n').length
  }
  parts.push(`[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Item3 item;
    item.a = base;
    item.b = direction;
    item.c = int(count);
    int total = 0;
    results[id] = step3(base, item, total) + total;
}`)
  return parts.join('\n')
}
