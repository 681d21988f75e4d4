// dxilkit-corpus
// Derived structs, methods that hide others, static members, default arguments.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
struct Shape
{
    float size;
    static const int Sides = 0;
    float Area(float factor = 1) { return size * factor; }
    static float Twice(float v) { return 2 * v; }
};
struct Square : Shape
{
    static const int Sides = 4;
    float Area(float factor = 2) { return size * size * factor; }
    float Both() { return Area() + Shape::Area() + this.size; }
};
float Measure(Shape s) { return s.Area(3); }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Square q;
    q.size = Values[i].x;
    Result[4 * i] = float4(q.Area(), q.Area(1), q.Both(), Measure((Shape)q));
    Result[4 * i + 1] = float4(Square::Sides, Shape::Sides, Square::Twice(q.size), 0);
    Shape s = (Shape)q;
    s.size += 1;
    Result[4 * i + 2] = s.size;
    Result[4 * i + 3] = q.size;
}
