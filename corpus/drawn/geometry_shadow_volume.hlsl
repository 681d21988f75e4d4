// dxilkit-corpus
// Shadow volumes: edges between a triangle that faces the light and a neighbour that does not are pulled away from the light.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// vertices: 24
// topology: trianglesAdjacent

cbuffer Scene : register(b0)
{
    float3 Light;
    float Reach;
};

struct Point { float3 place : PLACE; };
struct Edge
{
    float4 at : SV_Position;
    nointerpolation float side : SIDE;
};

Point VertexMain(uint id : SV_VertexID)
{
    Point p;
    const float angle = id * 2.1 + id / 6;
    p.place = float3(cos(angle) * (0.2 + 0.02 * id), sin(angle) * (0.2 + 0.02 * id), 0.3 + frac(id * 0.37) * 0.3);
    return p;
}

bool FacesLight(float3 a, float3 b, float3 c)
{
    const float3 normal = cross(b - a, c - a);
    return dot(normal, float3(Light.xy - 0.5, Light.z) - a) > 0;
}

void Quad(inout TriangleStream<Edge> volume, float3 a, float3 b, float side)
{
    const float3 from = float3(Light.xy - 0.5, Light.z);
    const float3 ends[2] = { a, b };
    for (int far = 0; far < 2; far++)
        for (int end = 0; end < 2; end++)
        {
            Edge e;
            e.at = float4(ends[end] + (ends[end] - from) * (far * Reach * 0.5), 1);
            e.at.z = saturate(e.at.z);
            e.side = side;
            volume.Append(e);
        }
    volume.RestartStrip();
}

[maxvertexcount(15)]
void GeometryMain(triangleadj Point p[6], inout TriangleStream<Edge> volume)
{
    if (!FacesLight(p[0].place, p[2].place, p[4].place)) return;
    for (uint i = 0; i < 6; i += 2)
    {
        const uint next = (i + 2) % 6;
        if (!FacesLight(p[i].place, p[i + 1].place, p[next].place))
            Quad(volume, p[i].place, p[next].place, i + 1);
    }
    for (uint k = 0; k < 6; k += 2)
    {
        Edge cap;
        cap.at = float4(p[k].place, 1);
        cap.side = 0;
        volume.Append(cap);
    }
}

float4 PixelMain(Edge e, bool front : SV_IsFrontFace) : SV_Target { return float4(e.side, front, e.at.z, 1); }
