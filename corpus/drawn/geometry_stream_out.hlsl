// dxilkit-corpus
// Particles that live on are written out with their children; there is no pixel shader.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// vertices: 12
// topology: points
// stream: PLACE 3 SPEED 2 LIFE 1 KIND 1

struct Particle
{
    float3 place : PLACE;
    float2 speed : SPEED;
    float life : LIFE;
    uint kind : KIND;
};

Particle VertexMain(uint id : SV_VertexID)
{
    Particle p;
    p.place = float3(id, id * 0.5, 1);
    p.speed = float2(0.25 * id, -1);
    p.life = 5.0 - id;
    p.kind = id % 3;
    return p;
}

[maxvertexcount(5)]
void GeometryMain(point Particle old[1], uint id : SV_PrimitiveID, inout PointStream<Particle> particles)
{
    Particle p = old[0];
    p.place.xy += p.speed * 0.5;
    p.life -= 1;
    if (p.life > 0) particles.Append(p);
    if (p.kind != 2) return;
    for (uint child = 0; child < id / 2 && child < 4; child++)
    {
        Particle c = p;
        c.kind = 3 + child;
        c.speed = p.speed.yx * (child + 1);
        c.life = id;
        particles.Append(c);
    }
}
