/* What ID3D12ShaderReflection or ID3D12LibraryReflection say of a container, as lines `path=value`, numbers in decimal.
 * Part of bridge.c. The reading side is test/reflect/d3d_lines.ts, which prints ours in the same form. */
#include <stdarg.h>
#include <d3d12shader.h>

static const GUID ID_SHADER_REFLECTION = {0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};
static const GUID ID_LIBRARY_REFLECTION = {0x8e349d19, 0x54db, 0x4a56, {0x9d, 0xc9, 0x11, 0x9d, 0x87, 0xbd, 0xb8, 0x04}};

enum { MOST_NESTED_TYPES = 64 };

static void line(Out *o, const char *path, const char *key, const char *format, ...) {
  char text[1024];
  va_list values;
  int n = snprintf(text, sizeof text, "%s%s=", path, key);
  put(o, text, (size_t)(n < (int)sizeof text ? n : (int)sizeof text - 1));
  va_start(values, format);
  n = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  put(o, text, (size_t)(n < (int)sizeof text ? n : (int)sizeof text - 1));
  put(o, "\n", 1);
}
static void number(Out *o, const char *path, const char *key, UINT64 value) {
  line(o, path, key, "%llu", (unsigned long long)value);
}
static void word(Out *o, const char *path, const char *key, const char *value) { line(o, path, key, "%s", value ? value : ""); }

static void put_type(Out *o, const char *path, ID3D12ShaderReflectionType *type, int depth) {
  D3D12_SHADER_TYPE_DESC d;
  char inner[512];
  if (!type || FAILED(type->lpVtbl->GetDesc(type, &d))) { word(o, path, "none", ""); return; }
  word(o, path, "name", d.Name);
  number(o, path, "class", d.Class);
  number(o, path, "type", d.Type);
  number(o, path, "rows", d.Rows);
  number(o, path, "columns", d.Columns);
  number(o, path, "elements", d.Elements);
  number(o, path, "members", d.Members);
  number(o, path, "offset", d.Offset);
  if (depth > MOST_NESTED_TYPES) return;
  for (UINT i = 0; i < d.Members; i++) {
    snprintf(inner, sizeof inner, "%smember.%u.", path, i);
    const char *name = type->lpVtbl->GetMemberTypeName(type, i);
    word(o, inner, "as", name);
    put_type(o, inner, type->lpVtbl->GetMemberTypeByIndex(type, i), depth + 1);
  }
}

static void put_buffer(Out *o, const char *path, ID3D12ShaderReflectionConstantBuffer *buffer) {
  D3D12_SHADER_BUFFER_DESC d;
  D3D12_SHADER_VARIABLE_DESC v;
  char inner[256], type[256];
  if (FAILED(buffer->lpVtbl->GetDesc(buffer, &d))) { word(o, path, "none", ""); return; }
  word(o, path, "name", d.Name);
  number(o, path, "type", d.Type);
  number(o, path, "variables", d.Variables);
  number(o, path, "size", d.Size);
  number(o, path, "flags", d.uFlags);
  for (UINT i = 0; i < d.Variables; i++) {
    ID3D12ShaderReflectionVariable *variable = buffer->lpVtbl->GetVariableByIndex(buffer, i);
    snprintf(inner, sizeof inner, "%svariable.%u.", path, i);
    if (FAILED(variable->lpVtbl->GetDesc(variable, &v))) { word(o, inner, "none", ""); continue; }
    word(o, inner, "name", v.Name);
    number(o, inner, "offset", v.StartOffset);
    number(o, inner, "size", v.Size);
    number(o, inner, "flags", v.uFlags);
    number(o, inner, "default", v.DefaultValue != NULL);
    snprintf(type, sizeof type, "%stype.", inner);
    put_type(o, type, variable->lpVtbl->GetType(variable), 0);
  }
}

static void put_binding(Out *o, const char *path, const D3D12_SHADER_INPUT_BIND_DESC *b) {
  word(o, path, "name", b->Name);
  number(o, path, "type", b->Type);
  number(o, path, "point", b->BindPoint);
  number(o, path, "count", b->BindCount);
  number(o, path, "flags", b->uFlags);
  number(o, path, "return", b->ReturnType);
  number(o, path, "dimension", b->Dimension);
  number(o, path, "samples", b->NumSamples);
  number(o, path, "space", b->Space);
  number(o, path, "id", b->uID);
}

static void put_parameter(Out *o, const char *what, UINT i, const D3D12_SIGNATURE_PARAMETER_DESC *p) {
  char path[64];
  snprintf(path, sizeof path, "%s.%u.", what, i);
  word(o, path, "name", p->SemanticName);
  number(o, path, "index", p->SemanticIndex);
  number(o, path, "register", p->Register);
  number(o, path, "value", p->SystemValueType);
  number(o, path, "component", p->ComponentType);
  number(o, path, "mask", p->Mask);
  number(o, path, "used", p->ReadWriteMask);
  number(o, path, "stream", p->Stream);
  number(o, path, "precision", p->MinPrecision);
}

static void put_counts(Out *o, const D3D12_SHADER_DESC *d) {
  number(o, "", "instructions", d->InstructionCount);
  number(o, "", "arrayBytes", d->TempArrayCount);
  number(o, "", "branches", d->DynamicFlowControlCount);
  number(o, "", "arrayAccesses", d->ArrayInstructionCount);
  number(o, "", "floats", d->FloatInstructionCount);
  number(o, "", "ints", d->IntInstructionCount);
  number(o, "", "uints", d->UintInstructionCount);
  number(o, "", "samples", d->TextureNormalInstructions);
  number(o, "", "textureLoads", d->TextureLoadInstructions);
  number(o, "", "comparisons", d->TextureCompInstructions);
  number(o, "", "biased", d->TextureBiasInstructions);
  number(o, "", "gradients", d->TextureGradientInstructions);
  number(o, "", "cuts", d->CutInstructionCount);
  number(o, "", "emits", d->EmitInstructionCount);
  number(o, "", "barriers", d->cBarrierInstructions);
  number(o, "", "atomics", d->cInterlockedInstructions);
  number(o, "", "textureStores", d->cTextureStoreInstructions);
}

static void put_shader(Out *o, ID3D12ShaderReflection *r) {
  D3D12_SHADER_DESC d;
  D3D12_SHADER_INPUT_BIND_DESC b;
  D3D12_SIGNATURE_PARAMETER_DESC p;
  char path[64];
  UINT x = 0, y = 0, z = 0;
  if (FAILED(r->lpVtbl->GetDesc(r, &d))) { word(o, "", "none", ""); return; }
  number(o, "", "version", d.Version);
  word(o, "", "creator", d.Creator);
  put_counts(o, &d);
  number(o, "", "outputTopology", d.GSOutputTopology);
  number(o, "", "maxVertices", d.GSMaxOutputVertexCount);
  number(o, "", "inputPrimitive", d.InputPrimitive);
  number(o, "", "instances", d.cGSInstanceCount);
  number(o, "", "controlPoints", d.cControlPoints);
  number(o, "", "outputPrimitive", d.HSOutputPrimitive);
  number(o, "", "partitioning", d.HSPartitioning);
  number(o, "", "domain", d.TessellatorDomain);
  r->lpVtbl->GetThreadGroupSize(r, &x, &y, &z);
  line(o, "", "threads", "%u,%u,%u", x, y, z);
  number(o, "", "requires", r->lpVtbl->GetRequiresFlags(r));
  number(o, "", "buffers", d.ConstantBuffers);
  number(o, "", "bindings", d.BoundResources);
  for (UINT i = 0; i < d.ConstantBuffers; i++) {
    snprintf(path, sizeof path, "buffer.%u.", i);
    put_buffer(o, path, r->lpVtbl->GetConstantBufferByIndex(r, i));
  }
  for (UINT i = 0; i < d.BoundResources; i++) {
    snprintf(path, sizeof path, "binding.%u.", i);
    if (SUCCEEDED(r->lpVtbl->GetResourceBindingDesc(r, i, &b))) put_binding(o, path, &b);
  }
  for (UINT i = 0; i < d.InputParameters; i++)
    if (SUCCEEDED(r->lpVtbl->GetInputParameterDesc(r, i, &p))) put_parameter(o, "input", i, &p);
  for (UINT i = 0; i < d.OutputParameters; i++)
    if (SUCCEEDED(r->lpVtbl->GetOutputParameterDesc(r, i, &p))) put_parameter(o, "output", i, &p);
  for (UINT i = 0; i < d.PatchConstantParameters; i++)
    if (SUCCEEDED(r->lpVtbl->GetPatchConstantParameterDesc(r, i, &p))) put_parameter(o, "patch", i, &p);
}

static void put_library(Out *o, ID3D12LibraryReflection *r) {
  D3D12_LIBRARY_DESC d;
  D3D12_FUNCTION_DESC f;
  D3D12_SHADER_INPUT_BIND_DESC b;
  char path[64], inner[96];
  if (FAILED(r->lpVtbl->GetDesc(r, &d))) { word(o, "", "none", ""); return; }
  number(o, "", "functions", d.FunctionCount);
  for (UINT i = 0; i < d.FunctionCount; i++) {
    ID3D12FunctionReflection *function = r->lpVtbl->GetFunctionByIndex(r, (INT)i);
    snprintf(path, sizeof path, "function.%u.", i);
    if (FAILED(function->lpVtbl->GetDesc(function, &f))) { word(o, path, "none", ""); continue; }
    word(o, path, "name", f.Name);
    number(o, path, "version", f.Version);
    number(o, path, "requires", f.RequiredFeatureFlags);
    number(o, path, "buffers", f.ConstantBuffers);
    number(o, path, "bindings", f.BoundResources);
    for (UINT k = 0; k < f.ConstantBuffers; k++) {
      snprintf(inner, sizeof inner, "%sbuffer.%u.", path, k);
      put_buffer(o, inner, function->lpVtbl->GetConstantBufferByIndex(function, k));
    }
    for (UINT k = 0; k < f.BoundResources; k++) {
      snprintf(inner, sizeof inner, "%sbinding.%u.", path, k);
      if (SUCCEEDED(function->lpVtbl->GetResourceBindingDesc(function, k, &b))) put_binding(o, inner, &b);
    }
  }
}

/* Request: blob. Reply: text. */
static void serve_reflect(In *i) {
  uint32_t size;
  const uint8_t *bytes = get_bytes(i, &size);
  Buffer buffer = {bytes, size, 0};
  ID3D12ShaderReflection *shader = NULL;
  ID3D12LibraryReflection *library = NULL;
  Out text = {0}, o = {0};
  HRESULT hr = utils->v->CreateReflection(utils, &buffer, &ID_SHADER_REFLECTION, (void **)&shader);
  if (SUCCEEDED(hr) && shader) put_shader(&text, shader);
  else {
    hr = utils->v->CreateReflection(utils, &buffer, &ID_LIBRARY_REFLECTION, (void **)&library);
    if (SUCCEEDED(hr) && library) put_library(&text, library);
  }
  if (shader || library) {
    put_bytes(&o, text.data, text.size);
    send_frame(REP_REPLY, &o);
  } else send_failed("IDxcUtils::CreateReflection", hr);
  if (shader) shader->lpVtbl->Release(shader);
  if (library) library->lpVtbl->Release(library);
  free(text.data);
  free(o.data);
}
