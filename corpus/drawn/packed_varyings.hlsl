// dxilkit-corpus
// A struct of bit fields between the stages: every integer that they share is one element of the signatures.
// args: -T vs_6_0 -E vertex -HV 2021
// args: -T ps_6_0 -E pixel -HV 2021
// vertices: 3

struct Tags
{
    uint red : 5;
    uint green : 6;
    int shift : 4;
    uint blue : 20;
};

void vertex(uint id : SV_VertexID, out float4 position : SV_Position, nointerpolation out Tags tags : TAGS)
{
    position = float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0, 1);
    tags.red = 21 + id;
    tags.green = 45;
    tags.shift = -3;
    tags.blue = 0x5A5A5;
}

float4 pixel(float4 position : SV_Position, nointerpolation Tags tags : TAGS) : SV_Target
{
    const uint x = uint(position.x), y = uint(position.y);
    Tags mine = tags;
    mine.red += x;
    mine.green -= y;
    mine.blue ^= x * y;
    return float4(mine.red / 31.0, mine.green / 63.0, mine.blue / 1048575.0, (mine.shift + 8) / 16.0);
}
