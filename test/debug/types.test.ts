// Types and globals in debug information, as DXC has them: sizes, alignments and offsets in bits.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'

const SOURCE = `struct Base { float w; };
struct Cell : Base { uint low : 4; uint high : 12; float2 at[2]; double d; min16float m; };
enum Mode { Off, On = 5, Under = -2 };
cbuffer Constants { row_major float2x3 turn; Cell first; };
Texture2D<float4> tex;
RWStructuredBuffer<Cell> cells;
groupshared uint total[8];
template <typename T> T twice(T x) { return x + x; }
void both(inout float a, out int64_t b) { a = twice(a); b = (int64_t)a; }
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Cell c = cells[id.x];
  float3x2 m = float3x2(c.w, 1, 2, 3, 4, c.at[1].y);
  Mode mode = id.y > 1 ? On : Off;
  int64_t big;
  float f = m[id.x % 3].y;
  both(f, big);
  total[id.x & 7] = uint(mode) + uint(big);
  c.d = f;
  cells[id.y] = c;
}`

const metadata = (): string => {
  const result = compile(SOURCE, { target: 'cs_6_2', debug: 'full', embedDebug: true, fileName: 'a.hlsl' })
  if (!result.ok) throw new Error(result.text)
  return disassemble(result.container).replace(/!\d+/g, '!N')
}

test('types', t => {
  const text = metadata()
  for (const line of [
    '!DIBasicType(name: "float", size: 32, align: 32, encoding: DW_ATE_float)',
    '!DIBasicType(name: "int64_t", size: 64, align: 64, encoding: DW_ATE_signed)',
    '!DIBasicType(name: "min16float", size: 16, align: 32, encoding: DW_ATE_float)',
    '!DIDerivedType(tag: DW_TAG_typedef, name: "uint", file: !N, baseType: !N)',
    '!DICompositeType(tag: DW_TAG_class_type, name: "vector<float, 2>", file: !N, size: 64, align: 32, elements: !N, templateParams: !N)',
    '!DIDerivedType(tag: DW_TAG_member, name: "y", scope: !N, file: !N, baseType: !N, size: 32, align: 32, offset: 32, flags: DIFlagPublic)',
    '!DICompositeType(tag: DW_TAG_class_type, name: "matrix<float, 3, 2>", file: !N, size: 192, align: 32, elements: !N, templateParams: !N)',
    '!DIDerivedType(tag: DW_TAG_member, name: "_32", scope: !N, file: !N, baseType: !N, size: 32, align: 32, offset: 160, flags: DIFlagPublic)',
    '!DITemplateValueParameter(name: "row_count", type: !N, value: i32 3)',
    '!DICompositeType(tag: DW_TAG_structure_type, name: "Cell", file: !N, line: 2, size: 320, align: 64, elements: !N)',
    '!DIDerivedType(tag: DW_TAG_inheritance, scope: !N, baseType: !N)',
    '!DIDerivedType(tag: DW_TAG_member, name: "high", scope: !N, file: !N, line: 2, baseType: !N, size: 12, align: 32, offset: 36)',
    '!DIDerivedType(tag: DW_TAG_member, name: "d", scope: !N, file: !N, line: 2, baseType: !N, size: 64, align: 64, offset: 192)',
    '!DICompositeType(tag: DW_TAG_array_type, baseType: !N, size: 128, align: 32, elements: !N)',
    '!DICompositeType(tag: DW_TAG_enumeration_type, name: "Mode", file: !N, line: 3, size: 32, align: 32, elements: !N)',
    '!DIEnumerator(name: "On", value: 5)',
    '!DIEnumerator(name: "Under", value: -2)',
    '!DIDerivedType(tag: DW_TAG_reference_type, baseType: !N)',
  ])
    t.true(
      text.includes(line),
      `${line}\n${text
        .split('\n')
        .filter(l => l.includes(line.slice(0, 46)))
        .join('\n')}`,
    )
})

test('functions and globals', t => {
  const text = metadata()
  for (const line of [
    '!DISubprogram(name: "main", scope: !N, file: !N, line: 11, type: !N, isLocal: false, isDefinition: true, scopeLine: 11, flags: DIFlagPrototyped, isOptimized: false, function: void ()* @main)',
    '!DIGlobalVariable(name: "turn", linkageName: "\\01?turn@Constants@@3V?$matrix@M$01$02@@B", scope: !N, file: !N, line: 4, type: !N, isLocal: false, isDefinition: true)',
    '!DIGlobalVariable(name: "tex", linkageName: "\\01?tex@@3V?$Texture2D@V?$vector@M$03@@@@A", scope: !N, file: !N, line: 5, type: !N, isLocal: false, isDefinition: true)',
    '!DIGlobalVariable(name: "total", linkageName: "\\01?total@@3PAIA", scope: !N, file: !N, line: 7, type: !N, isLocal: false, isDefinition: true, variable: [8 x i32] addrspace(3)* @total)',
    '!DILocalVariable(tag: DW_TAG_arg_variable, name: "b", arg: 2, scope: !N, file: !N, line: 9, type: !N)',
  ])
    t.true(text.includes(line), line)
  t.regex(text, /!DISubprogram\(name: "twice<float>", linkageName: "[^"]+", scope: !N, file: !N, line: 8,/)
})

const OBJECTS = `struct Lamp { float3 at; float power; float lit(float3 to) { return power / dot(to - at, to - at); } void dim(float by) { this.power *= by; } };
Texture2D<float4> tex; RWTexture2D<float2> image; Texture2DMS<float3> samples; TextureCube sky; Buffer<uint4> typed;
StructuredBuffer<Lamp> lamps; AppendStructuredBuffer<Lamp> more; ByteAddressBuffer raw; SamplerState linear_; ConstantBuffer<Lamp> main_;
static const int3 STEPS[2] = { int3(1, 2, 3), int3(4, 5, 6) }; static const float FADE[3] = { 1, 0.5, 0.25 };
uint64_t2 wide;
void add(inout float sums[2], inout Lamp l) { sums[0] += l.power; }
float4 main(float2 uv : UV, int i : I) : SV_Target {
  Lamp l = lamps[i];
  l.dim(0.5);
  const float strength = l.lit(uv.xyy);
  float sums[2] = { strength, 1 };
  add(sums, l);
  return tex.Sample(linear_, uv) * sums[i & 1] + STEPS[i].x * FADE[i] + (float)wide.x;
}`

test('objects, methods and constants', t => {
  const result = compile(OBJECTS, {
    target: 'ps_6_2',
    debug: 'full',
    embedDebug: true,
    optimization: 0,
    fileName: 'a.hlsl',
  })
  if (!result.ok) throw new Error(result.text)
  const text = disassemble(result.container).replace(/!\d+/g, '!N').replaceAll(', file: !N', '')
  for (const line of [
    '(tag: DW_TAG_class_type, name: "Texture2D<vector<float, 4> >", size: 160, align: 32,',
    '(tag: DW_TAG_class_type, name: "RWTexture2D<vector<float, 2> >", size: 64, align: 32,',
    '(tag: DW_TAG_class_type, name: "Texture2DMS<vector<float, 3>, 0>", size: 128, align: 32,',
    '(tag: DW_TAG_class_type, name: "TextureCube<vector<float, 4> >", size: 128, align: 32,',
    '(tag: DW_TAG_class_type, name: "Buffer<vector<unsigned int, 4> >", size: 128, align: 32,',
    '(tag: DW_TAG_class_type, name: "StructuredBuffer<Lamp>", size: 128, align: 32,',
    '(tag: DW_TAG_structure_type, name: "ByteAddressBuffer", size: 32, align: 32,',
    '(tag: DW_TAG_structure_type, name: "SamplerState", size: 32, align: 32,',
    '(tag: DW_TAG_structure_type, name: "ConstantBuffer<Lamp>", size: 32, align: 32,',
    '(tag: DW_TAG_class_type, name: "vector<unsigned long long, 2>", size: 128, align: 64,',
    '!DIGlobalVariable(name: "FADE", scope: !N, line: 4, type: !N, isLocal: true, isDefinition: true, variable: [3 x float]* @FADE)',
    // Taken apart by its components.
    '!DIGlobalVariable(name: "STEPS", scope: !N, line: 4, type: !N, isLocal: true, isDefinition: true)',
    'DISubprogram(name: "dim", linkageName: "\\01?dim@Lamp@@QAAXM@Z"',
    '!DILocalVariable(tag: DW_TAG_arg_variable, name: "this", arg: 1, scope: !N, type: !N)',
    // A method is declared in its struct, and takes the object.
    'DISubprogram(name: "dim", linkageName: "\\01?dim@Lamp@@QAAXM@Z", scope: !N, line: 1, type: !N, isLocal: false, isDefinition: false, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false)',
    '!DIDerivedType(tag: DW_TAG_reference_type, baseType: !N, flags: DIFlagArtificial | DIFlagObjectPointer)',
    '!DIGlobalVariable(name: "lamps", linkageName: "\\01?lamps@@3V?$StructuredBuffer@ULamp@@@@A",',
    '!DIGlobalVariable(name: "samples", linkageName: "\\01?samples@@3V?$Texture2DMS@V?$vector@M$02@@$0A@@@A",',
    '!DITemplateTypeParameter(name: "T", type: !N)',
    '!DILocalVariable(tag: DW_TAG_arg_variable, name: "by", arg: 2, scope: !N, line: 1, type: !N)',
  ])
    t.true(text.includes(line), `${line}\n${text.slice(text.indexOf('!DIFile'))}`)
  const lines = disassemble(result.container).split('\n')
  const row = (of: string): string => lines.find(line => line.includes(of)) ?? ''
  const typeOf = (line: string): string => row(`${/(?:type|baseType): (!\d+)/.exec(line)?.[1]} = `)
  t.regex(typeOf(row('name: "strength"')), /tag: DW_TAG_const_type/)
  t.regex(typeOf(typeOf(row('name: "STEPS"'))), /tag: DW_TAG_const_type/)
  // Arrays and structs are passed by their address without being references.
  const restricted = lines.filter(line => line.includes('DW_TAG_restrict_type')).map(typeOf)
  t.true(
    restricted.length > 0 && restricted.every(line => /DW_TAG_array_type|name: "Lamp"/.test(line)),
    restricted.join('\n'),
  )
})

test('names and sizes as DXC has them: 16-bit types, templates, classes, blocks, entry points of libraries', t => {
  const source = `template <typename Scalar, int N> struct Pair { Scalar a[N]; };
class Old { float x; };
cbuffer Block { float4 rows[2]; min16float2 thin; };
Texture2D<float4> many[] : register(t3, space1);
RWByteAddressBuffer o;
groupshared uint total[4];
[shader("compute")] [numthreads(1, 1, 1)] void go(uint i : SV_GroupIndex) {
  Pair<float, 2> p;
  p.a[i] = rows[i].x;
  p.a[1 - i] = 2;
  Old old = { p.a[0] };
  int16_t small = (int16_t)i;
  total[i] = i;
  const uint16_t2 both = uint16_t2(small, i);
  o.Store(0, p.a[0] + old.x + both.x + both.y + total[1] + thin.x + many[i].Load(int3(0, 0, 0)).x);
}
`
  const result = compile(source, {
    target: 'lib_6_6',
    enable16BitTypes: true,
    debug: 'full',
    embedDebug: true,
    optimization: 0,
  })
  if (!result.ok) return t.fail(result.text)
  const text = disassemble(result.container).replace(/!\d+/g, '!N').replaceAll(', file: !N', '')
  for (const line of [
    '!DISubprogram(name: "go", linkageName: "\\01?go@@YAXI@Z"',
    '!DIGlobalVariable(name: "rows", linkageName: "\\01?rows@Block@@3QBV?$vector@M$03@@B"',
    '!DIGlobalVariable(name: "total", linkageName: "\\01?total@@3PAIA"',
    '!DIGlobalVariable(name: "o", linkageName: "\\01?o@@3URWByteAddressBuffer@@A"',
    '!DISubrange(count: 1)',
    '!DIBasicType(name: "int16_t", size: 16, align: 16, encoding: DW_ATE_signed)',
    'name: "vector<uint16_t, 2>", size: 32, align: 16',
    '(tag: DW_TAG_class_type, name: "Old", line: 2, size: 32,',
    '!DIDerivedType(tag: DW_TAG_member, name: "x", scope: !N, line: 2, baseType: !N, size: 32, align: 32, flags: DIFlagPublic)',
    '!DITemplateTypeParameter(name: "Scalar", type: !N)',
    '!DITemplateValueParameter(name: "N", type: !N, value: i32 2)',
  ])
    t.true(text.includes(line), `${line}\n${text.slice(text.indexOf('!DIFile'))}`)
  const min = compile('min16float2 main(min16float2 v : V) : SV_Target { min16float2 w = v; return w + v; }', {
    target: 'ps_6_2',
    debug: 'full',
    embedDebug: true,
    optimization: 0,
  })
  if (!min.ok) return t.fail(min.text)
  // Each component has 16 bits of the 32 that it has room in.
  t.regex(
    disassemble(min.container),
    /dbg\.value\(metadata half [^\n]*var:"w" !DIExpression\(DW_OP_bit_piece, 32, 16\)/,
  )
})

test('a library without functions has its globals and its sources', t => {
  const source = `Texture2D<float4> image : register(t3);
cbuffer Constants { float scale; };
GlobalRootSignature signature = { "CBV(b0)" };
`
  const result = compile(source, { target: 'lib_6_3', fileName: 'a.hlsl', debug: 'full', embedDebug: true })
  if (!result.ok) return t.fail(result.text)
  const text = disassemble(result.container)
  t.regex(text, /!DIGlobalVariable\(name: "image", [^\n]*line: 1/)
  t.regex(text, /!DIGlobalVariable\(name: "scale", [^\n]*line: 2/)
  t.regex(text, /!\{!"a\.hlsl", !"Texture2D<float4> image/)
})

test('what is passed by its address lies where that memory is', t => {
  const source = `struct Payload { float4 color; int hits[2]; };
RaytracingAccelerationStructure scene;
RWBuffer<float> o;
[shader("raygeneration")] void generate() {
  RayDesc ray = { float3(0, 0, 0), 0.1, float3(0, 0, 1), 10 };
  Payload sent;
  sent.color = 1;
  sent.hits[1] = 3;
  TraceRay(scene, 0, 255, 0, 1, 0, ray, sent);
  o[0] = sent.color.y + sent.hits[1];
}
[shader("closesthit")] void hit(inout Payload got, in BuiltInTriangleIntersectionAttributes at) {
  got.color = float4(at.barycentrics, 0, 1);
}
`
  for (const optimization of [0, 3] as const) {
    const result = compile(source, { target: 'lib_6_3', debug: 'full', embedDebug: true, optimization })
    if (!result.ok) return t.fail(result.text)
    const text = disassemble(result.container)
    t.regex(
      text,
      /%(\d+) = alloca %struct\.Payload[\s\S]*dbg\.declare\(metadata %struct\.Payload\* %\1, [^\n]*var:"sent" !DIExpression\(\) func:"generate"/,
    )
    t.regex(text, /dbg\.declare\(metadata %struct\.Payload\* %0, [^\n]*var:"got" !DIExpression\(\) func:"hit"/)
    t.regex(text, /dbg\.declare\(metadata %struct\.BuiltInTriangleIntersectionAttributes\* %1, [^\n]*var:"at"/)
  }
  const empty = 'struct Nothing {}; float f(Nothing n); export float g() { Nothing n; return f(n); }'
  const none = compile(empty, { target: 'lib_6_3', debug: 'full', embedDebug: true, verifyEach: true })
  if (!none.ok) return t.fail(none.text)
  t.notRegex(disassemble(none.container), /dbg\.declare/)
  const task = `struct Payload { uint first; float4 rest; };
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  Payload sent;
  sent.first = i;
  sent.rest = i;
  DispatchMesh(1, 1, 1, sent);
}
`
  const result = compile(task, { target: 'as_6_5', debug: 'full', embedDebug: true })
  if (!result.ok) return t.fail(result.text)
  t.regex(
    disassemble(result.container),
    /dbg\.declare\(metadata %struct\.Payload\S* %\d+, [^\n]*var:"sent" !DIExpression\(\)/,
  )
})

test('objects have room in structs, as in DXC', t => {
  const source = `RWStructuredBuffer<float> o;
Texture2D<float4> image;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
  struct { float scale; RWStructuredBuffer<float> buffer; Texture2D<float4> image; double last; } all[2] = {
    { i, o, image, 1 }, { 3, o, image, 2 }
  };
  all[0].buffer[0] = all[0].scale + all[1].image[uint2(0, 0)].x + (float)all[1].last;
}
`
  const result = compile(source, { target: 'cs_6_0', debug: 'full', embedDebug: true, optimization: 0 })
  if (!result.ok) return t.fail(result.text)
  const text = disassemble(result.container)
  t.regex(text, /!DICompositeType\(tag: DW_TAG_array_type, baseType: !\d+, size: 640, align: 64/)
  t.regex(text, /name: "image", scope: [^\n]* size: 160, align: 32, offset: 64\)/)
  t.regex(text, /name: "last", scope: [^\n]* size: 64, align: 64, offset: 256\)/)
  t.regex(text, /var:"all" !DIExpression\(DW_OP_bit_piece, 320, 32\)/)
})
