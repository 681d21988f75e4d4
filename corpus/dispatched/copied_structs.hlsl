// dxilkit-corpus
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// stride: t0 112
// Parameters, locals and statics that copy parts of constant buffers and elements of structured buffers, with arrays inside of arrays of structs.

struct Inner { float4 first; float weights[3]; };
struct Data { Inner parts[2]; float4 tail; };
struct Wide { float4 first; float4 rows[2]; };

cbuffer Constants : register(b0) { Wide wide[3]; Inner inners[3]; float4 flat[9]; };
ConstantBuffer<Data> block : register(b1);
StructuredBuffer<Data> data : register(t0);
RWByteAddressBuffer o : register(u0);

static const Wide again[3] = wide;
static Inner kept[3] = inners;

float4 row(Wide w[3], uint i, uint j) { return w[i].rows[j] + w[i].first; }

float4 throughAnother(Wide w[3], uint i) { return row(w, i % 3, i & 1) * row(again, 2 - i % 3, 1); }

float weight(Data d, uint i, uint j) { return d.parts[i & 1].weights[j % 3] * d.tail[i & 3]; }

float changed(Data d, uint i) {
  d.parts[i & 1].weights[2] = i;
  return d.parts[0].weights[2] + d.parts[1].weights[2];
}

struct Reader {
  Wide own;
  float4 read(uint j) { return own.rows[j & 1] * own.first[j & 3]; }
};

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  float4 result = throughAnother(wide, lane);
  uint at = lane & 1;
  const Data copy = data[at];
  at = 5;
  result.x += weight(copy, lane, at) + changed(copy, lane);
  for (uint n = 0; n < 3; ++n) {
    const Inner one[1] = { kept[n] };
    Inner many[3] = inners;
    if (n == lane % 3) many[n].weights[n] += 2;
    result.y += one[0].weights[(n + lane) % 3] * many[(n + lane) % 3].weights[n] * kept[lane % 3].weights[n];
  }
  Reader reader;
  reader.own = wide[lane % 3];
  result += reader.read(lane);
  const Data whole = block;
  result.z += weight(whole, lane, lane >> 1) + weight(block, lane >> 2, lane);
  const Wide cast[3] = flat;
  result.w *= cast[lane % 3].rows[lane & 1].z;
  o.Store4(lane * 16, asuint(result));
}
