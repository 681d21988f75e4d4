// dxilkit-corpus
// Planets in double precision: symplectic steps, Kepler's equation, positions relative to the camera.
// args: -T cs_6_0 -E Integrate
// args: -T cs_6_0 -E Integrate -D ORDER=4
// args: -T cs_6_0 -E SolveKepler
// args: -T cs_6_0 -E Rebase
// args: -T cs_6_6 -E Integrate -D ORDER=4
// set: Count 12
// set: Step 0.01
// set: Steps 3
// range: mass 0.1 2
// range: position -20 20
// rounded: 400
#ifndef ORDER
#define ORDER 2
#endif

struct Body
{
    double3 position;
    double mass;
    double3 velocity;
    double pad;
};
cbuffer World : register(b0)
{
    uint Count;
    uint Steps;
    float Step;
    float Softening;
    double3 Camera;
    double Gravity;
};
StructuredBuffer<Body> Bodies : register(t0);
RWStructuredBuffer<float4> Out : register(u0);

double Dot(double3 a, double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A float's root, improved twice.
double Root(double x)
{
    double r = (double)sqrt((float)x);
    r = 0.5L * (r + x / r);
    return 0.5L * (r + x / r);
}

double3 Acceleration(double3 at, uint self)
{
    double3 sum = 0;
    for (uint k = 0; k < Count; ++k)
    {
        if (k == self)
            continue;
        const double3 d = Bodies[k].position - at;
        const double r2 = Dot(d, d) + (double)Softening + 1e-3L;
        sum += d * (Bodies[k].mass / (r2 * Root(r2)));
    }
    return sum;
}

void Kick(inout Body b, uint self, double h) { b.velocity += Acceleration(b.position, self) * h; }
void Drift(inout Body b, double h) { b.position += b.velocity * h; }

[numthreads(16, 1, 1)]
void Integrate(uint i : SV_DispatchThreadID)
{
    Body b = Bodies[i];
#if ORDER == 4
    static const double W1 = 1.3512071919596578L, W0 = -1.7024143839193153L;
    const double weights[3] = { W1, W0, W1 };
#else
    const double weights[1] = { 1.0L };
#endif
    for (uint s = 0; s < Steps; ++s)
    {
        [unroll]
        for (uint w = 0; w < (ORDER == 4 ? 3 : 1); ++w)
        {
            const double h = weights[w] * (double)Step;
            Drift(b, h * 0.5L);
            Kick(b, i, h);
            Drift(b, h * 0.5L);
        }
    }
    const double energy = 0.5L * b.mass * Dot(b.velocity, b.velocity);
    Out[i] = float4((float3)b.position, (float)energy);
}

[numthreads(16, 1, 1)]
void SolveKepler(uint i : SV_DispatchThreadID)
{
    const double eccentricity = 0.5L * Bodies[i].mass / (Bodies[i].mass + 1.0L);
    const float mean = (float)Bodies[i].position.x * 0.3f;
    float e = mean;
    uint rounds = 0;
    [loop]
    do
    {
        const double f = (double)e - eccentricity * (double)sin(e) - (double)mean;
        const double slope = 1.0L - eccentricity * (double)cos(e);
        e = (float)((double)e - f / slope);
        ++rounds;
    } while (rounds < 6);
    uint low, high;
    asuint(eccentricity, low, high);
    const double again = asdouble(low, high);
    Out[i] = float4(e, (float)again, again == eccentricity ? 1 : 0, (float)(high >> 20));
}

[numthreads(16, 1, 1)]
void Rebase(uint i : SV_DispatchThreadID)
{
    const double3 relative = Bodies[i].position - Camera;
    const double3 a = select(relative < 0.0L, -relative, relative);
    const double far = max(a.x, max(a.y, a.z));
    float4 o = float4((float3)relative, 1);
    if (far > 10.0L)
        o = float4((float3)(relative * (10.0L / far)), 0);
    Out[i] = o;
}
