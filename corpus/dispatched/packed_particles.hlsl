// dxilkit-corpus
// Particles of eight bytes: bit fields read, written, counted up and copied in a structured buffer.
// args: -T cs_6_0 -E main -HV 2021
// args: -T cs_6_6 -E main -HV 2021
// stride: u0 8
// stride: u1 4

struct Particle
{
    uint age : 7;
    bool alive : 1;
    int drift : 6;
    uint kind : 3;
    uint seed : 15;
    uint x : 12;
    uint y : 12;
    uint : 4;
    uint layer : 4;

    uint next()
    {
        seed = seed * 173 + 29;
        return seed;
    }
    void step()
    {
        age++;
        x += drift;
        y -= kind;
        if (age > 90 || !alive)
            revive(next());
    }
    void revive(uint with)
    {
        age = 0;
        alive = true;
        drift = int(with & 63) - 32;
        kind = with >> 7;
        layer ^= kind;
    }
};

RWStructuredBuffer<Particle> Particles : register(u0);
RWStructuredBuffer<uint> Report : register(u1);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Particle p = Particles[i];
    for (uint k = 0; k < 40; ++k)
        p.step();
    Particles[i] = p;
    Particles[i].layer += 3;
    Report[i] = p.x + p.y * 4096;
    Report[i + 16] = (p.drift < 0 ? 1000 : 0) + p.age;
}
