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
    '!DIGlobalVariable(name: "turn", scope: !N, file: !N, line: 4, type: !N, isLocal: false, isDefinition: true)',
    '!DIGlobalVariable(name: "tex", scope: !N, file: !N, line: 5, type: !N, isLocal: false, isDefinition: true)',
    '!DIGlobalVariable(name: "total", scope: !N, file: !N, line: 7, type: !N, isLocal: false, isDefinition: true, variable: [8 x i32] addrspace(3)* @total)',
    '!DILocalVariable(tag: DW_TAG_arg_variable, name: "b", arg: 2, scope: !N, file: !N, line: 9, type: !N)',
  ])
    t.true(text.includes(line), line)
  t.regex(text, /!DISubprogram\(name: "twice<float>", linkageName: "[^"]+", scope: !N, file: !N, line: 8,/)
})
