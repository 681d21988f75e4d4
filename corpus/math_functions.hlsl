// dxilkit-corpus
// Scalar math intrinsics over sample points, one column of results a function, with special values where DXIL defines them.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: t0 Points texture f32 buf 1
// binding: u0 Columns UAV f32 buf 1
// binding: u1 Flags UAV u32 buf 1

#define COLUMNS 40

Buffer<float> Points;
RWBuffer<float> Columns;
RWBuffer<uint> Flags;

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const float x = Points[2 * id], y = Points[2 * id + 1];
    float r[COLUMNS];
    uint n = 0;
    r[n++] = abs(x);
    r[n++] = min(x, y);
    r[n++] = max(x, y);
    r[n++] = clamp(x, -1, y * y);
    r[n++] = saturate(x * 0.25 + 0.5);
    r[n++] = lerp(x, y, 0.25);
    r[n++] = mad(x, y, 0.5);
    r[n++] = pow(abs(x), y);
    r[n++] = exp(x);
    r[n++] = exp2(y);
    r[n++] = log(abs(x) + 0.5);
    r[n++] = log2(abs(y) + 0.5);
    r[n++] = log10(abs(x) + 1);
    r[n++] = sin(x);
    r[n++] = cos(y);
    r[n++] = tan(x * 0.5);
    r[n++] = asin(saturate(abs(x) * 0.125));
    r[n++] = acos(clamp(x * 0.125, -1, 1));
    r[n++] = atan(y);
    r[n++] = atan2(y, x);
    r[n++] = sinh(x * 0.5);
    r[n++] = cosh(y * 0.5);
    r[n++] = tanh(x);
    r[n++] = sqrt(abs(x));
    r[n++] = rsqrt(abs(y) + 0.25);
    r[n++] = rcp(abs(x) + 1);
    r[n++] = floor(x);
    r[n++] = ceil(y);
    r[n++] = round(x * 2 + 0.25);
    r[n++] = trunc(y * 3);
    r[n++] = frac(x);
    r[n++] = fmod(x * 7, 3);
    r[n++] = sign(x) + sign(0.0 * y);
    r[n++] = step(x, y);
    r[n++] = smoothstep(-2, 2, x);
    r[n++] = degrees(x) + radians(y);
    r[n++] = ldexp(x, 3.0);
    float exponent;
    const float mantissa = frexp(abs(x) + 0.125, exponent);
    r[n++] = mantissa + 10 * exponent;
    float whole;
    r[n++] = modf(y * 1.5, whole) + 10 * whole;
    float s, c;
    sincos(x + y, s, c);
    r[n++] = s * 2 + c;
    for (uint i = 0; i < COLUMNS; ++i)
        Columns[id * COLUMNS + i] = r[i];

    const float inf = asfloat(0x7f800000u + (id & 0u));
    uint f = 0;
    f |= isinf(x * inf) ? 1 : 0;
    f |= isnan(inf - inf) ? 2 : 0;
    f |= isfinite(y) ? 4 : 0;
    f |= isnan(x) || isinf(y) ? 8 : 0;
    f |= (asuint(-0.0f * abs(x)) >> 31) << 4;
    f |= (uint)(int)sign(asint(Points[2 * id])) << 5 & 0x60;
    f |= abs((int)(x * 4)) << 8;
    f |= (uint)max((int)x, (int)y) << 16;
    Flags[id] = f;
}
