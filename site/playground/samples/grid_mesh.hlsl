// A mesh shader that makes a grid of 8 by 8 quads without any vertex buffer.

static const uint SIDE = 8;

cbuffer Grid : register(b0) {
  float4x4 viewProjection;
  float height;
  float time;
};

struct Vertex {
  float2 uv : TEXCOORD;
  float4 position : SV_Position;
};

[outputtopology("triangle")]
[numthreads(81, 1, 1)]
void main(uint thread : SV_GroupIndex, uint group : SV_GroupID,
          out vertices Vertex verts[81], out indices uint3 tris[128]) {
  const uint corners = SIDE + 1;
  SetMeshOutputCounts(corners * corners, 2 * SIDE * SIDE);

  float2 uv = float2(thread % corners, thread / corners) / SIDE;
  float2 at = uv + float2(group, 0);
  float wave = height * sin(6 * at.x + time) * cos(4 * at.y);
  verts[thread].uv = uv;
  verts[thread].position = mul(viewProjection, float4(at.x, wave, at.y, 1));

  if (thread < SIDE * SIDE) {
    uint first = thread / SIDE * corners + thread % SIDE;
    tris[2 * thread] = uint3(first, first + 1, first + corners);
    tris[2 * thread + 1] = uint3(first + 1, first + corners + 1, first + corners);
  }
}
