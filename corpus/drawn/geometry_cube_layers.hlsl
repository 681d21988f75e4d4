// dxilkit-corpus
// One pass draws all faces of a cube map: an instance a face, which chooses its slice; a loop over the faces for the test's runtime, which
// knows no instances.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T gs_6_0 -E GeometryMain -D LOOP
// args: -T ps_6_0 -E PixelMain
// layers: 6

struct World
{
    float3 place : PLACE;
    float3 color : COLOR;
};

struct Face
{
    float3 color : COLOR;
    float4 at : SV_Position;
    uint slice : SV_RenderTargetArrayIndex;
};

static const float3 AXES[6] = {
    float3(1, 0, 0), float3(-1, 0, 0), float3(0, 1, 0), float3(0, -1, 0), float3(0, 0, 1), float3(0, 0, -1),
};
static const float3 UPS[6] = {
    float3(0, 1, 0), float3(0, 1, 0), float3(0, 0, -1), float3(0, 0, 1), float3(0, 1, 0), float3(0, 1, 0),
};

World VertexMain(float3 position : POSITION, float3 color : COLOR)
{
    World w;
    w.place = position;
    w.color = color;
    return w;
}

float4 Project(float3 place, uint face)
{
    const float3 right = cross(UPS[face], AXES[face]);
    const float depth = dot(place, AXES[face]) + 1.5;
    return float4(dot(place, right), dot(place, UPS[face]), depth * 0.5, depth);
}

void Draw(World world[3], uint face, inout TriangleStream<Face> faces)
{
    for (uint v = 0; v < 3; v++)
    {
        Face f;
        f.at = Project(world[v].place, face);
        f.color = world[v].color * (face + 1);
        f.slice = face;
        faces.Append(f);
    }
    faces.RestartStrip();
}

#ifdef LOOP
[maxvertexcount(18)]
void GeometryMain(triangle World world[3], inout TriangleStream<Face> faces)
{
    for (uint face = 0; face < 6; face++) Draw(world, face, faces);
}
#else
[maxvertexcount(3)]
[instance(6)]
void GeometryMain(triangle World world[3], uint face : SV_GSInstanceID, inout TriangleStream<Face> faces)
{
    Draw(world, face, faces);
}
#endif

float4 PixelMain(Face f) : SV_Target { return float4(f.color, f.slice); }
