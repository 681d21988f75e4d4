/* A D3D12 runtime behind a pipe: dispatches or draws once per request on libvkd3d and gives the contents of UAVs and targets back.
 * Invariant: stdout carries frames and nothing else; a request leaves no object behind, whether it succeeds or fails.
 *
 * Frame: u32 length of the rest, u8 kind, payload; little-endian; `blob` = u32 size + bytes. One reply per request.
 * The job is laid out by d3d12.ts: views arrive grouped in descriptor ranges, so that this side decides nothing.
 * A drawing job is a compute job (its container the vertex shader's) with what drawing needs behind it; a pipeline job is a drawing job
 * with more stages, viewports, layers of the targets and stream output in between. */
#define COBJMACROS
#define INITGUID
#define WIDL_C_INLINE_WRAPPERS
#define VKD3D_UTILS_API_VERSION VKD3D_API_VERSION_2_1
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vkd3d_utils.h>

enum { REQ_COMPUTE = 1, REQ_INFO = 2, REQ_DRAW = 3, REQ_PIPELINE = 4, REQ_CRASH = 6, REP_REPLY = 0x80, REP_FAILED = 0x82 };
enum { KIND_SRV = 0, KIND_UAV = 1, KIND_CBV = 2, KIND_SAMPLER = 3 }; /* as D3D12_DESCRIPTOR_RANGE_TYPE */
enum { TYPED, RAW, STRUCTURED, TEX1D, TEX1D_ARRAY, TEX2D, TEX2D_ARRAY, TEX3D, TEXCUBE, TEXCUBE_ARRAY };
enum { MAX_VIEWS = 4096, MAX_RANGES = 256, MAX_OWNED = 5 * MAX_VIEWS + 128, CBV_ALIGN = 256, MAX_TARGETS = 8, MAX_STREAM_BUFFERS = 4,
  MAX_VIEWPORTS = 16, SHARED_DESCRIPTORS = 256 };

static ID3D12Device *device;
static ID3D12CommandQueue *queue;
static int channel_in, channel_out;

/* ---- failure and ownership: a failed call ends the job, everything a job made is released afterwards ---- */

static jmp_buf job_failed;
static char failure[512];
static IUnknown *owned[MAX_OWNED];
static uint32_t owned_count;

static void fail(const char *what, HRESULT hr) {
  snprintf(failure, sizeof failure, hr ? "%s: HRESULT 0x%08x" : "%s", what, (unsigned)hr);
  longjmp(job_failed, 1);
}
static void check(HRESULT hr, const char *what) { if (FAILED(hr)) fail(what, hr); }
static void *own(void *object) {
  if (owned_count == MAX_OWNED) fail("too many objects", 0);
  owned[owned_count++] = object;
  return object;
}
static void release_all(void) { while (owned_count) IUnknown_Release(owned[--owned_count]); }

/* ---- bytes ---- */

typedef struct { const uint8_t *data; uint32_t size, at; } In;
typedef struct { uint8_t *data; size_t size, capacity; } Out;

static const uint8_t *get(In *i, uint32_t n) {
  if (i->size - i->at < n) fail("the job is shorter than what it says", 0);
  i->at += n;
  return i->data + i->at - n;
}
static uint32_t get_u32(In *i) { uint32_t v; memcpy(&v, get(i, 4), 4); return v; }
static float get_f32(In *i) { float v; memcpy(&v, get(i, 4), 4); return v; }
static const uint8_t *get_blob(In *i, uint32_t *n) { *n = get_u32(i); return get(i, *n); }

static void put(Out *o, const void *bytes, size_t n) {
  if (o->size + n > o->capacity) {
    o->capacity = (o->size + n) * 2 + 256;
    if (!(o->data = realloc(o->data, o->capacity))) abort();
  }
  if (n) memcpy(o->data + o->size, bytes, n);
  o->size += n;
}
static void put_u32(Out *o, uint32_t v) { put(o, &v, 4); }

static int read_exactly(void *to, size_t n) {
  for (uint8_t *p = to; n;) {
    ssize_t got = read(channel_in, p, n);
    if (got <= 0) return 0;
    p += got;
    n -= (size_t)got;
  }
  return 1;
}
static void send_frame(uint8_t kind, const Out *payload) {
  Out o = {0};
  put_u32(&o, (uint32_t)payload->size + 1);
  put(&o, &kind, 1);
  put(&o, payload->data, payload->size);
  for (size_t at = 0; at < o.size;) {
    ssize_t done = write(channel_out, o.data + at, o.size - at);
    if (done <= 0) exit(0);
    at += (size_t)done;
  }
  free(o.data);
}

/* ---- the job ---- */

/* One descriptor. Data of textures: for each array slice, for each mip, the rows without padding, slice by slice. */
typedef struct {
  uint32_t kind, shape, format, stride, width, height, depth, mips, has_counter, counter;
  const uint8_t *data;
  uint32_t data_size;
  D3D12_SAMPLER_DESC sampler;
  ID3D12Resource *resource, *counter_resource, *readback, *counter_readback;
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT *footprints; /* of a texture's subresources in its staging buffers */
  UINT *rows;
  UINT64 *row_bytes;
  uint32_t subresources;
  UINT64 staging_size;
} View;

/* Descriptors of one kind at consecutive registers: views[first .. first + count); an absent one is a null descriptor. */
typedef struct { uint32_t kind, reg, space, unbounded, count; int32_t *views; } Range;

typedef struct {
  const uint8_t *container;
  uint32_t container_size, groups[3];
  View *views;
  Range *ranges;
  uint32_t view_count, range_count, constant_count, constant_register, constant_space;
  const uint8_t *constants;
  ID3D12CommandAllocator *allocator;
  ID3D12GraphicsCommandList *list;
  ID3D12RootSignature *root;
  int is_draw;
} Job;

/* What drawing adds. Targets are views too: textures that are drawn to and read back; the depth target is the last one. */
typedef struct {
  const uint8_t *pixel, *vertices;
  uint32_t pixel_size, vertices_size, vertex_stride, element_count, target_count, has_depth, topology;
  const uint8_t *geometry, *hull, *domain;
  uint32_t geometry_size, hull_size, domain_size, layers, viewport_count, rasterized_stream;
  D3D12_VIEWPORT viewports[MAX_VIEWPORTS];
  D3D12_SO_DECLARATION_ENTRY *written;
  uint32_t written_count, stream_buffer_count, stream_strides[MAX_STREAM_BUFFERS], stream_sizes[MAX_STREAM_BUFFERS];
  ID3D12Resource *stream_buffers[MAX_STREAM_BUFFERS], *stream_readbacks[MAX_STREAM_BUFFERS];
  D3D12_INPUT_ELEMENT_DESC *elements;
  View targets[MAX_TARGETS + 1];
  float clear[4];
} Draw;

static void *job_memory[MAX_VIEWS * 4];
static uint32_t job_memory_count;
static void *allocate(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p || job_memory_count == MAX_VIEWS * 4) { free(p); fail("out of memory", 0); }
  return job_memory[job_memory_count++] = p;
}
static void free_all(void) { while (job_memory_count) free(job_memory[--job_memory_count]); }

static void read_sampler(In *i, D3D12_SAMPLER_DESC *s) {
  s->Filter = get_u32(i);
  s->AddressU = get_u32(i);
  s->AddressV = get_u32(i);
  s->AddressW = get_u32(i);
  s->MipLODBias = get_f32(i);
  s->MaxAnisotropy = get_u32(i);
  s->ComparisonFunc = get_u32(i);
  for (int c = 0; c < 4; c++) s->BorderColor[c] = get_f32(i);
  s->MinLOD = get_f32(i);
  s->MaxLOD = get_f32(i);
}

static void read_job(In *i, Job *j) {
  j->container = get_blob(i, &j->container_size);
  for (int d = 0; d < 3; d++) j->groups[d] = get_u32(i);
  j->view_count = get_u32(i);
  if (j->view_count > MAX_VIEWS) fail("too many resources", 0);
  j->views = allocate(sizeof *j->views * j->view_count);
  for (uint32_t n = 0; n < j->view_count; n++) {
    View *v = &j->views[n];
    uint32_t *fields[] = {&v->kind, &v->shape, &v->format, &v->stride, &v->width, &v->height, &v->depth, &v->mips, &v->has_counter, &v->counter};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) *fields[f] = get_u32(i);
    if (v->kind == KIND_SAMPLER) read_sampler(i, &v->sampler);
    else v->data = get_blob(i, &v->data_size);
  }
  j->range_count = get_u32(i);
  if (j->range_count > MAX_RANGES) fail("too many descriptor ranges", 0);
  j->ranges = allocate(sizeof *j->ranges * j->range_count);
  for (uint32_t n = 0; n < j->range_count; n++) {
    Range *r = &j->ranges[n];
    r->kind = get_u32(i);
    r->reg = get_u32(i);
    r->space = get_u32(i);
    r->unbounded = get_u32(i);
    r->count = get_u32(i);
    if (r->count > MAX_VIEWS) fail("a descriptor range is too long", 0);
    r->views = allocate(sizeof *r->views * r->count);
    for (uint32_t k = 0; k < r->count; k++) {
      r->views[k] = (int32_t)get_u32(i);
      if (r->views[k] >= (int32_t)j->view_count) fail("a range names a resource that is not there", 0);
    }
  }
  j->constant_register = get_u32(i);
  j->constant_space = get_u32(i);
  j->constants = get_blob(i, &j->constant_count);
  j->constant_count /= 4;
}

static char *get_text(In *i) {
  uint32_t n;
  const uint8_t *bytes = get_blob(i, &n);
  char *text = allocate(n + 1);
  memcpy(text, bytes, n);
  return text;
}

/* Where a stream buffer keeps how many bytes were written: in front of them. */
enum { STREAM_HEADER = 16 };

static void read_pipeline(In *i, Draw *d) {
  d->geometry = get_blob(i, &d->geometry_size);
  d->hull = get_blob(i, &d->hull_size);
  d->domain = get_blob(i, &d->domain_size);
  d->layers = get_u32(i);
  d->viewport_count = get_u32(i);
  if (d->viewport_count > MAX_VIEWPORTS) fail("too many viewports", 0);
  for (uint32_t n = 0; n < d->viewport_count; n++) {
    D3D12_VIEWPORT *v = &d->viewports[n];
    v->TopLeftX = get_f32(i);
    v->TopLeftY = get_f32(i);
    v->Width = get_f32(i);
    v->Height = get_f32(i);
    v->MaxDepth = 1;
  }
  d->written_count = get_u32(i);
  if (d->written_count > 128) fail("too many stream output entries", 0);
  d->written = allocate(sizeof *d->written * d->written_count);
  for (uint32_t n = 0; n < d->written_count; n++) {
    D3D12_SO_DECLARATION_ENTRY *e = &d->written[n];
    e->Stream = get_u32(i);
    e->SemanticName = get_text(i);
    e->SemanticIndex = get_u32(i);
    e->StartComponent = (BYTE)get_u32(i);
    e->ComponentCount = (BYTE)get_u32(i);
    e->OutputSlot = (BYTE)get_u32(i);
  }
  d->stream_buffer_count = get_u32(i);
  if (d->stream_buffer_count > MAX_STREAM_BUFFERS) fail("too many stream output buffers", 0);
  for (uint32_t n = 0; n < d->stream_buffer_count; n++) {
    d->stream_strides[n] = get_u32(i);
    d->stream_sizes[n] = get_u32(i);
  }
  d->rasterized_stream = get_u32(i);
}

static void read_draw(In *i, Draw *d) {
  d->pixel = get_blob(i, &d->pixel_size);
  d->topology = get_u32(i);
  d->vertices = get_blob(i, &d->vertices_size);
  d->vertex_stride = get_u32(i);
  d->element_count = get_u32(i);
  if (d->element_count > 32) fail("too many vertex elements", 0);
  d->elements = allocate(sizeof *d->elements * d->element_count);
  for (uint32_t n = 0; n < d->element_count; n++) {
    D3D12_INPUT_ELEMENT_DESC *e = &d->elements[n];
    e->SemanticName = get_text(i);
    e->SemanticIndex = get_u32(i);
    e->Format = get_u32(i);
    e->AlignedByteOffset = get_u32(i);
    e->InstanceDataStepRate = get_u32(i); /* 0: per vertex */
    e->InputSlotClass = e->InstanceDataStepRate ? D3D12_INPUT_CLASSIFICATION_PER_INSTANCE_DATA : D3D12_INPUT_CLASSIFICATION_PER_VERTEX_DATA;
  }
  d->target_count = get_u32(i);
  if (d->target_count > MAX_TARGETS) fail("too many render targets", 0);
  d->has_depth = get_u32(i);
  uint32_t width = get_u32(i), height = get_u32(i);
  for (int c = 0; c < 4; c++) d->clear[c] = get_f32(i);
  d->targets[0] = (View){.width = width, .height = height};
  for (uint32_t n = 0; n < d->target_count + d->has_depth; n++)
    d->targets[n] = (View){.kind = KIND_SRV, .shape = TEX2D, .format = get_u32(i), .width = width, .height = height,
      .depth = d->layers, .mips = 1};
}

/* ---- resources ---- */

static int is_texture(const View *v) { return v->kind != KIND_CBV && v->kind != KIND_SAMPLER && v->shape >= TEX1D; }

static ID3D12Resource *create_buffer(D3D12_HEAP_TYPE heap, UINT64 size, D3D12_RESOURCE_FLAGS flags, D3D12_RESOURCE_STATES state) {
  D3D12_HEAP_PROPERTIES properties = {.Type = heap, .CreationNodeMask = 1, .VisibleNodeMask = 1};
  D3D12_RESOURCE_DESC desc = {.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER, .Width = size ? size : 4, .Height = 1, .DepthOrArraySize = 1,
    .MipLevels = 1, .SampleDesc.Count = 1, .Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR, .Flags = flags};
  ID3D12Resource *r = NULL;
  check(ID3D12Device_CreateCommittedResource(device, &properties, D3D12_HEAP_FLAG_NONE, &desc, state, NULL, &IID_ID3D12Resource, (void **)&r),
    "CreateCommittedResource (buffer)");
  return own(r);
}
static ID3D12Resource *upload_buffer(UINT64 size) {
  return create_buffer(D3D12_HEAP_TYPE_UPLOAD, size, D3D12_RESOURCE_FLAG_NONE, D3D12_RESOURCE_STATE_GENERIC_READ);
}
static ID3D12Resource *readback_buffer(UINT64 size) {
  return create_buffer(D3D12_HEAP_TYPE_READBACK, size, D3D12_RESOURCE_FLAG_NONE, D3D12_RESOURCE_STATE_COPY_DEST);
}
static uint8_t *map(ID3D12Resource *r) {
  void *p = NULL;
  check(ID3D12Resource_Map(r, 0, NULL, &p), "Map");
  return p;
}
static void transition(Job *j, ID3D12Resource *r, D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after) {
  D3D12_RESOURCE_BARRIER b = {.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION};
  b.Transition.pResource = r;
  b.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  b.Transition.StateBefore = before;
  b.Transition.StateAfter = after;
  ID3D12GraphicsCommandList_ResourceBarrier(j->list, 1, &b);
}
static D3D12_RESOURCE_STATES working_state(const View *v) {
  if (v->kind == KIND_UAV) return D3D12_RESOURCE_STATE_UNORDERED_ACCESS;
  if (v->kind == KIND_CBV) return D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER;
  return D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE | D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE;
}

/* A default-heap buffer holding the bytes, in its working state. */
static ID3D12Resource *filled_buffer(Job *j, const View *v, const void *data, UINT64 data_size, UINT64 size) {
  ID3D12Resource *up = upload_buffer(size);
  uint8_t *p = map(up);
  memset(p, 0, size ? size : 4);
  memcpy(p, data, data_size < size ? data_size : size);
  ID3D12Resource_Unmap(up, 0, NULL);
  ID3D12Resource *r = create_buffer(D3D12_HEAP_TYPE_DEFAULT, size, v->kind == KIND_UAV ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS : 0,
    D3D12_RESOURCE_STATE_COPY_DEST);
  ID3D12GraphicsCommandList_CopyBufferRegion(j->list, r, 0, up, 0, size ? size : 4);
  transition(j, r, D3D12_RESOURCE_STATE_COPY_DEST, working_state(v));
  return r;
}

/* Copies rows between the tight form of the job and the padded form of the staging buffer; returns the tight size. */
static size_t copy_rows(const View *v, uint8_t *staging, uint8_t *tight, size_t tight_size, int into_staging) {
  size_t at = 0;
  for (uint32_t s = 0; s < v->subresources; s++) {
    const D3D12_PLACED_SUBRESOURCE_FOOTPRINT *f = &v->footprints[s];
    for (uint32_t z = 0; z < f->Footprint.Depth; z++) {
      for (uint32_t y = 0; y < v->rows[s]; y++, at += v->row_bytes[s]) {
        uint8_t *row = staging ? staging + f->Offset + ((size_t)z * v->rows[s] + y) * f->Footprint.RowPitch : NULL;
        if (!row || at + v->row_bytes[s] > tight_size) continue;
        if (into_staging) memcpy(row, tight + at, v->row_bytes[s]);
        else memcpy(tight + at, row, v->row_bytes[s]);
      }
    }
  }
  return at;
}

static void copy_texture(Job *j, const View *v, ID3D12Resource *staging, int into_texture) {
  for (uint32_t s = 0; s < v->subresources; s++) {
    D3D12_TEXTURE_COPY_LOCATION tex = {.pResource = v->resource, .Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX};
    D3D12_TEXTURE_COPY_LOCATION buf = {.pResource = staging, .Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT};
    tex.SubresourceIndex = s;
    buf.PlacedFootprint = v->footprints[s];
    if (into_texture) ID3D12GraphicsCommandList_CopyTextureRegion(j->list, &tex, 0, 0, 0, &buf, NULL);
    else ID3D12GraphicsCommandList_CopyTextureRegion(j->list, &buf, 0, 0, 0, &tex, NULL);
  }
}

/* Where the rows of a texture lie in a staging buffer. */
static void plan_staging(View *v, const D3D12_RESOURCE_DESC *desc, uint32_t subresources) {
  v->subresources = subresources;
  v->footprints = allocate(sizeof *v->footprints * subresources);
  v->rows = allocate(sizeof *v->rows * subresources);
  v->row_bytes = allocate(sizeof *v->row_bytes * subresources);
  ID3D12Device_GetCopyableFootprints(device, desc, 0, subresources, 0, v->footprints, v->rows, v->row_bytes, &v->staging_size);
}

static void create_texture(Job *j, View *v) {
  D3D12_HEAP_PROPERTIES properties = {.Type = D3D12_HEAP_TYPE_DEFAULT, .CreationNodeMask = 1, .VisibleNodeMask = 1};
  int one = v->shape == TEX1D || v->shape == TEX1D_ARRAY, three = v->shape == TEX3D;
  D3D12_RESOURCE_DESC desc = {
    .Dimension = one ? D3D12_RESOURCE_DIMENSION_TEXTURE1D : three ? D3D12_RESOURCE_DIMENSION_TEXTURE3D : D3D12_RESOURCE_DIMENSION_TEXTURE2D,
    .Width = v->width, .Height = one ? 1 : v->height, .DepthOrArraySize = (UINT16)v->depth, .MipLevels = (UINT16)v->mips, .Format = v->format,
    .SampleDesc.Count = 1, .Flags = v->kind == KIND_UAV ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS : 0};
  ID3D12Resource *r = NULL;
  check(ID3D12Device_CreateCommittedResource(device, &properties, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COPY_DEST, NULL,
    &IID_ID3D12Resource, (void **)&r), "CreateCommittedResource (texture)");
  v->resource = own(r);
  plan_staging(v, &desc, v->mips * (three ? 1 : v->depth));
  ID3D12Resource *up = upload_buffer(v->staging_size);
  uint8_t *p = map(up);
  memset(p, 0, v->staging_size);
  copy_rows(v, p, (uint8_t *)v->data, v->data_size, 1);
  ID3D12Resource_Unmap(up, 0, NULL);
  copy_texture(j, v, up, 1);
  transition(j, v->resource, D3D12_RESOURCE_STATE_COPY_DEST, working_state(v));
}

static UINT64 buffer_size(const View *v) {
  if (v->kind == KIND_CBV) return ((UINT64)v->width + CBV_ALIGN - 1) / CBV_ALIGN * CBV_ALIGN;
  return v->shape == RAW ? v->width : (UINT64)v->width * v->stride;
}

static void create_resource(Job *j, View *v) {
  if (v->kind == KIND_SAMPLER) return;
  if (is_texture(v)) create_texture(j, v);
  else v->resource = filled_buffer(j, v, v->data, v->data_size, buffer_size(v));
  if (v->has_counter) v->counter_resource = filled_buffer(j, v, &v->counter, 4, 4);
}

/* ---- descriptors; a view without a resource makes a null descriptor of the range's kind ---- */

static void write_srv(const View *v, D3D12_CPU_DESCRIPTOR_HANDLE at) {
  D3D12_SHADER_RESOURCE_VIEW_DESC d = {.Format = v->format, .Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING};
  UINT mips = v->mips, layers = v->depth;
  switch (v->shape) {
  case TEX1D: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE1D; d.Texture1D.MipLevels = mips; break;
  case TEX1D_ARRAY: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE1DARRAY; d.Texture1DArray.MipLevels = mips; d.Texture1DArray.ArraySize = layers; break;
  case TEX2D: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D; d.Texture2D.MipLevels = mips; break;
  case TEX2D_ARRAY: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2DARRAY; d.Texture2DArray.MipLevels = mips; d.Texture2DArray.ArraySize = layers; break;
  case TEX3D: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE3D; d.Texture3D.MipLevels = mips; break;
  case TEXCUBE: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURECUBE; d.TextureCube.MipLevels = mips; break;
  case TEXCUBE_ARRAY: d.ViewDimension = D3D12_SRV_DIMENSION_TEXTURECUBEARRAY; d.TextureCubeArray.MipLevels = mips; d.TextureCubeArray.NumCubes = layers / 6; break;
  default:
    d.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
    d.Buffer.NumElements = v->shape == RAW ? v->width / 4 : v->width;
    d.Buffer.StructureByteStride = v->shape == STRUCTURED ? v->stride : 0;
    if (v->shape == RAW) { d.Format = DXGI_FORMAT_R32_TYPELESS; d.Buffer.Flags = D3D12_BUFFER_SRV_FLAG_RAW; }
  }
  ID3D12Device_CreateShaderResourceView(device, v->resource, &d, at);
}

static void write_uav(const View *v, D3D12_CPU_DESCRIPTOR_HANDLE at) {
  D3D12_UNORDERED_ACCESS_VIEW_DESC d = {.Format = v->format};
  switch (v->shape) {
  case TEX1D: d.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE1D; break;
  case TEX1D_ARRAY: d.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE1DARRAY; d.Texture1DArray.ArraySize = v->depth; break;
  case TEX2D: d.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE2D; break;
  case TEX2D_ARRAY: d.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE2DARRAY; d.Texture2DArray.ArraySize = v->depth; break;
  case TEX3D: d.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE3D; d.Texture3D.WSize = v->depth; break;
  case TYPED: case RAW: case STRUCTURED:
    d.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
    d.Buffer.NumElements = v->shape == RAW ? v->width / 4 : v->width;
    d.Buffer.StructureByteStride = v->shape == STRUCTURED ? v->stride : 0;
    if (v->shape == RAW) { d.Format = DXGI_FORMAT_R32_TYPELESS; d.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW; }
    break;
  default: fail("a cube cannot be a UAV", 0);
  }
  ID3D12Device_CreateUnorderedAccessView(device, v->resource, v->counter_resource, &d, at);
}

static void write_descriptor(uint32_t kind, const View *v, D3D12_CPU_DESCRIPTOR_HANDLE at) {
  static const View nothing = {.shape = TYPED, .format = DXGI_FORMAT_R32_UINT};
  if (kind == KIND_SAMPLER) {
    D3D12_SAMPLER_DESC point = {.Filter = 0, .AddressU = 1, .AddressV = 1, .AddressW = 1, .MaxAnisotropy = 1};
    ID3D12Device_CreateSampler(device, v ? &v->sampler : &point, at);
  } else if (kind == KIND_CBV) {
    D3D12_CONSTANT_BUFFER_VIEW_DESC d = {0};
    if (v) d.BufferLocation = ID3D12Resource_GetGPUVirtualAddress(v->resource);
    if (v) d.SizeInBytes = (UINT)buffer_size(v);
    ID3D12Device_CreateConstantBufferView(device, &d, at);
  } else if (kind == KIND_UAV) write_uav(v ? v : &nothing, at);
  else write_srv(v ? v : &nothing, at);
}

/* ---- root signature: one table per range (so an unbounded one is always last), then the root constants ---- */

static void create_root(Job *j) {
  D3D12_ROOT_PARAMETER *parameters = allocate(sizeof *parameters * (j->range_count + 1));
  D3D12_DESCRIPTOR_RANGE *ranges = allocate(sizeof *ranges * j->range_count);
  for (uint32_t n = 0; n < j->range_count; n++) {
    const Range *r = &j->ranges[n];
    ranges[n] = (D3D12_DESCRIPTOR_RANGE){.RangeType = r->kind, .NumDescriptors = r->unbounded ? UINT_MAX : r->count,
      .BaseShaderRegister = r->reg, .RegisterSpace = r->space, .OffsetInDescriptorsFromTableStart = 0};
    parameters[n].ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
    parameters[n].DescriptorTable.NumDescriptorRanges = 1;
    parameters[n].DescriptorTable.pDescriptorRanges = &ranges[n];
  }
  D3D12_ROOT_PARAMETER *c = &parameters[j->range_count];
  c->ParameterType = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
  c->Constants.ShaderRegister = j->constant_register;
  c->Constants.RegisterSpace = j->constant_space;
  c->Constants.Num32BitValues = j->constant_count;
  D3D12_ROOT_SIGNATURE_DESC desc = {.NumParameters = j->range_count + (j->constant_count > 0), .pParameters = parameters,
    .Flags = D3D12_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | D3D12_ROOT_SIGNATURE_FLAG_ALLOW_STREAM_OUTPUT};
  ID3DBlob *blob = NULL, *error = NULL;
  HRESULT hr = D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, &error);
  if (error) own(error);
  if (FAILED(hr)) fail(error ? (const char *)ID3D10Blob_GetBufferPointer(error) : "D3D12SerializeRootSignature", hr);
  own(blob);
  check(ID3D12Device_CreateRootSignature(device, 0, ID3D10Blob_GetBufferPointer(blob), ID3D10Blob_GetBufferSize(blob),
    &IID_ID3D12RootSignature, (void **)&j->root), "CreateRootSignature");
  own(j->root);
}

static ID3D12DescriptorHeap *create_heap(D3D12_DESCRIPTOR_HEAP_TYPE type, uint32_t count) {
  D3D12_DESCRIPTOR_HEAP_DESC d = {.Type = type, .NumDescriptors = count ? count : 1, .Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE};
  ID3D12DescriptorHeap *heap = NULL;
  check(ID3D12Device_CreateDescriptorHeap(device, &d, &IID_ID3D12DescriptorHeap, (void **)&heap), "CreateDescriptorHeap");
  return heap;
}

/* A heap for a job: one that all jobs share when it is large enough, because making one fills some hundred megabytes of the software device's
 * memory. Unbounded ranges get their own, so that they do not reach another job's descriptors. */
static ID3D12DescriptorHeap *heap_for(const Job *j, D3D12_DESCRIPTOR_HEAP_TYPE type, uint32_t count) {
  static ID3D12DescriptorHeap *shared[2];
  ID3D12DescriptorHeap **kept = &shared[type == D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER];
  int is_unbounded = 0;
  for (uint32_t n = 0; n < j->range_count; n++) is_unbounded |= j->ranges[n].unbounded;
  if (is_unbounded || count > SHARED_DESCRIPTORS) return own(create_heap(type, count));
  if (!*kept) *kept = create_heap(type, SHARED_DESCRIPTORS);
  return *kept;
}

/* Fills the two heaps range after range and points the root parameters at them. */
static void bind(Job *j) {
  ID3D12DescriptorHeap *heaps[2];
  uint32_t counts[2] = {0, 0}, used[2] = {0, 0};
  for (uint32_t n = 0; n < j->range_count; n++) counts[j->ranges[n].kind == KIND_SAMPLER] += j->ranges[n].count;
  for (int h = 0; h < 2; h++)
    heaps[h] = heap_for(j, h ? D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER : D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, counts[h]);
  ID3D12GraphicsCommandList_SetDescriptorHeaps(j->list, 2, heaps);
  if (j->is_draw) ID3D12GraphicsCommandList_SetGraphicsRootSignature(j->list, j->root);
  else ID3D12GraphicsCommandList_SetComputeRootSignature(j->list, j->root);
  for (uint32_t n = 0; n < j->range_count; n++) {
    const Range *r = &j->ranges[n];
    int h = r->kind == KIND_SAMPLER;
    UINT step = ID3D12Device_GetDescriptorHandleIncrementSize(device, h ? D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER : D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
    D3D12_CPU_DESCRIPTOR_HANDLE cpu = ID3D12DescriptorHeap_GetCPUDescriptorHandleForHeapStart(heaps[h]);
    D3D12_GPU_DESCRIPTOR_HANDLE gpu = ID3D12DescriptorHeap_GetGPUDescriptorHandleForHeapStart(heaps[h]);
    gpu.ptr += (UINT64)used[h] * step;
    for (uint32_t k = 0; k < r->count; k++, used[h]++)
      write_descriptor(r->kind, r->views[k] < 0 ? NULL : &j->views[r->views[k]],
        (D3D12_CPU_DESCRIPTOR_HANDLE){cpu.ptr + (SIZE_T)used[h] * step});
    if (j->is_draw) ID3D12GraphicsCommandList_SetGraphicsRootDescriptorTable(j->list, n, gpu);
    else ID3D12GraphicsCommandList_SetComputeRootDescriptorTable(j->list, n, gpu);
  }
  if (j->constant_count && j->is_draw)
    ID3D12GraphicsCommandList_SetGraphicsRoot32BitConstants(j->list, j->range_count, j->constant_count, j->constants, 0);
  else if (j->constant_count)
    ID3D12GraphicsCommandList_SetComputeRoot32BitConstants(j->list, j->range_count, j->constant_count, j->constants, 0);
}

/* ---- read-back ---- */

static void queue_readback(Job *j, View *v) {
  if (v->kind != KIND_UAV) return;
  transition(j, v->resource, working_state(v), D3D12_RESOURCE_STATE_COPY_SOURCE);
  v->readback = readback_buffer(is_texture(v) ? v->staging_size : buffer_size(v));
  if (is_texture(v)) copy_texture(j, v, v->readback, 0);
  else if (buffer_size(v)) ID3D12GraphicsCommandList_CopyBufferRegion(j->list, v->readback, 0, v->resource, 0, buffer_size(v));
  if (!v->has_counter) return;
  transition(j, v->counter_resource, working_state(v), D3D12_RESOURCE_STATE_COPY_SOURCE);
  v->counter_readback = readback_buffer(4);
  ID3D12GraphicsCommandList_CopyBufferRegion(j->list, v->counter_readback, 0, v->counter_resource, 0, 4);
}

static void put_readback(Out *o, const View *v) {
  uint8_t *p = map(v->readback);
  if (is_texture(v)) {
    size_t size = copy_rows(v, NULL, NULL, 0, 0);
    uint8_t *tight = allocate(size);
    copy_rows(v, p, tight, size, 0);
    put_u32(o, (uint32_t)size);
    put(o, tight, size);
  } else {
    put_u32(o, (uint32_t)buffer_size(v));
    put(o, p, buffer_size(v));
  }
  ID3D12Resource_Unmap(v->readback, 0, NULL);
  uint32_t counter = 0;
  if (v->has_counter) {
    memcpy(&counter, map(v->counter_readback), 4);
    ID3D12Resource_Unmap(v->counter_readback, 0, NULL);
  }
  put_u32(o, counter);
}

static void begin(Job *j) {
  check(ID3D12Device_CreateCommandAllocator(device, D3D12_COMMAND_LIST_TYPE_DIRECT, &IID_ID3D12CommandAllocator, (void **)&j->allocator),
    "CreateCommandAllocator");
  own(j->allocator);
  check(ID3D12Device_CreateCommandList(device, 0, D3D12_COMMAND_LIST_TYPE_DIRECT, j->allocator, NULL, &IID_ID3D12GraphicsCommandList,
    (void **)&j->list), "CreateCommandList");
  own(j->list);
}

static void submit_and_wait(Job *j) {
  ID3D12Fence *fence = NULL;
  check(ID3D12GraphicsCommandList_Close(j->list), "Close");
  check(ID3D12Device_CreateFence(device, 0, D3D12_FENCE_FLAG_NONE, &IID_ID3D12Fence, (void **)&fence), "CreateFence");
  own(fence);
  ID3D12CommandQueue_ExecuteCommandLists(queue, 1, (ID3D12CommandList **)&j->list);
  HANDLE event = vkd3d_create_event();
  check(ID3D12Fence_SetEventOnCompletion(fence, 1, event), "SetEventOnCompletion");
  check(ID3D12CommandQueue_Signal(queue, fence, 1), "Signal");
  vkd3d_wait_event(event, VKD3D_INFINITE); /* the time limit is the other side's: it ends this process */
  vkd3d_destroy_event(event);
  check(ID3D12Device_GetDeviceRemovedReason(device), "the device was removed");
}

/* Reply: per UAV in the order of the views: blob contents, u32 counter. */
static void run_compute(In *i, Out *o) {
  Job job = {0}, *j = &job;
  read_job(i, j);
  create_root(j);
  D3D12_COMPUTE_PIPELINE_STATE_DESC desc = {.pRootSignature = j->root, .CS = {j->container, j->container_size}};
  ID3D12PipelineState *pipeline = NULL;
  check(ID3D12Device_CreateComputePipelineState(device, &desc, &IID_ID3D12PipelineState, (void **)&pipeline), "CreateComputePipelineState");
  own(pipeline);
  begin(j);
  for (uint32_t n = 0; n < j->view_count; n++) create_resource(j, &j->views[n]);
  bind(j);
  ID3D12GraphicsCommandList_SetPipelineState(j->list, pipeline);
  ID3D12GraphicsCommandList_Dispatch(j->list, j->groups[0], j->groups[1], j->groups[2]);
  for (uint32_t n = 0; n < j->view_count; n++) queue_readback(j, &j->views[n]);
  submit_and_wait(j);
  for (uint32_t n = 0; n < j->view_count; n++)
    if (j->views[n].kind == KIND_UAV) put_readback(o, &j->views[n]);
}

static void create_target(View *v, int is_depth) {
  D3D12_HEAP_PROPERTIES properties = {.Type = D3D12_HEAP_TYPE_DEFAULT, .CreationNodeMask = 1, .VisibleNodeMask = 1};
  D3D12_RESOURCE_DESC desc = {.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D, .Width = v->width, .Height = v->height,
    .DepthOrArraySize = (UINT16)v->depth, .MipLevels = 1, .Format = v->format, .SampleDesc.Count = 1,
    .Flags = is_depth ? D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL : D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET};
  D3D12_RESOURCE_STATES state = is_depth ? D3D12_RESOURCE_STATE_DEPTH_WRITE : D3D12_RESOURCE_STATE_RENDER_TARGET;
  check(ID3D12Device_CreateCommittedResource(device, &properties, D3D12_HEAP_FLAG_NONE, &desc, state, NULL, &IID_ID3D12Resource,
    (void **)&v->resource), "CreateCommittedResource (target)");
  own(v->resource);
  plan_staging(v, &desc, v->depth);
}

static D3D12_PRIMITIVE_TOPOLOGY_TYPE topology_type(uint32_t topology) {
  if (topology == D3D_PRIMITIVE_TOPOLOGY_POINTLIST) return D3D12_PRIMITIVE_TOPOLOGY_TYPE_POINT;
  if (topology >= D3D_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST) return D3D12_PRIMITIVE_TOPOLOGY_TYPE_PATCH;
  int is_line = topology <= D3D_PRIMITIVE_TOPOLOGY_LINESTRIP || topology == D3D_PRIMITIVE_TOPOLOGY_LINELIST_ADJ
    || topology == D3D_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ;
  return is_line ? D3D12_PRIMITIVE_TOPOLOGY_TYPE_LINE : D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
}

/* A stage that is not there is a null pointer. */
static D3D12_SHADER_BYTECODE bytecode(const uint8_t *container, uint32_t size) {
  return size ? (D3D12_SHADER_BYTECODE){container, size} : (D3D12_SHADER_BYTECODE){NULL, 0};
}

/* Depth test off, blending off, no culling: what the pixel shader says is what the targets hold. */
static ID3D12PipelineState *create_pipeline(const Job *j, const Draw *d) {
  D3D12_GRAPHICS_PIPELINE_STATE_DESC desc = {.pRootSignature = j->root, .VS = {j->container, j->container_size},
    .SampleMask = UINT_MAX, .InputLayout = {d->elements, d->element_count}, .NumRenderTargets = d->target_count, .SampleDesc.Count = 1};
  desc.RasterizerState = (D3D12_RASTERIZER_DESC){.FillMode = D3D12_FILL_MODE_SOLID, .CullMode = D3D12_CULL_MODE_NONE, .DepthClipEnable = TRUE};
  desc.PrimitiveTopologyType = topology_type(d->topology);
  desc.PS = bytecode(d->pixel, d->pixel_size);
  desc.GS = bytecode(d->geometry, d->geometry_size);
  desc.HS = bytecode(d->hull, d->hull_size);
  desc.DS = bytecode(d->domain, d->domain_size);
  if (d->written_count)
    desc.StreamOutput = (D3D12_STREAM_OUTPUT_DESC){d->written, d->written_count, d->stream_strides, d->stream_buffer_count, d->rasterized_stream};
  for (uint32_t n = 0; n < d->target_count; n++) {
    desc.RTVFormats[n] = d->targets[n].format;
    desc.BlendState.RenderTarget[n].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  }
  desc.BlendState.IndependentBlendEnable = TRUE;
  if (d->has_depth) {
    desc.DSVFormat = d->targets[d->target_count].format;
    desc.DepthStencilState = (D3D12_DEPTH_STENCIL_DESC){.DepthEnable = TRUE, .DepthWriteMask = D3D12_DEPTH_WRITE_MASK_ALL,
      .DepthFunc = D3D12_COMPARISON_FUNC_ALWAYS};
  }
  ID3D12PipelineState *pipeline = NULL;
  check(ID3D12Device_CreateGraphicsPipelineState(device, &desc, &IID_ID3D12PipelineState, (void **)&pipeline), "CreateGraphicsPipelineState");
  return own(pipeline);
}

static ID3D12DescriptorHeap *target_heap(D3D12_DESCRIPTOR_HEAP_TYPE type) {
  D3D12_DESCRIPTOR_HEAP_DESC d = {.Type = type, .NumDescriptors = MAX_TARGETS};
  ID3D12DescriptorHeap *heap = NULL;
  check(ID3D12Device_CreateDescriptorHeap(device, &d, &IID_ID3D12DescriptorHeap, (void **)&heap), "CreateDescriptorHeap (targets)");
  return own(heap);
}

static void set_targets(Job *j, Draw *d) {
  ID3D12DescriptorHeap *colors = target_heap(D3D12_DESCRIPTOR_HEAP_TYPE_RTV), *depths = target_heap(D3D12_DESCRIPTOR_HEAP_TYPE_DSV);
  UINT step = ID3D12Device_GetDescriptorHandleIncrementSize(device, D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
  D3D12_CPU_DESCRIPTOR_HANDLE color[MAX_TARGETS], depth = ID3D12DescriptorHeap_GetCPUDescriptorHandleForHeapStart(depths);
  D3D12_CPU_DESCRIPTOR_HANDLE first = ID3D12DescriptorHeap_GetCPUDescriptorHandleForHeapStart(colors);
  for (uint32_t n = 0; n < d->target_count; n++) {
    color[n].ptr = first.ptr + (SIZE_T)n * step;
    create_target(&d->targets[n], 0);
    ID3D12Device_CreateRenderTargetView(device, d->targets[n].resource, NULL, color[n]);
    ID3D12GraphicsCommandList_ClearRenderTargetView(j->list, color[n], d->clear, 0, NULL);
  }
  if (d->has_depth) {
    create_target(&d->targets[d->target_count], 1);
    ID3D12Device_CreateDepthStencilView(device, d->targets[d->target_count].resource, NULL, depth);
    ID3D12GraphicsCommandList_ClearDepthStencilView(j->list, depth, D3D12_CLEAR_FLAG_DEPTH, 0, 0, 0, NULL);
  }
  ID3D12GraphicsCommandList_OMSetRenderTargets(j->list, d->target_count, color, FALSE, d->has_depth ? &depth : NULL);
  D3D12_VIEWPORT viewport = {0, 0, (float)d->targets[0].width, (float)d->targets[0].height, 0, 1};
  D3D12_RECT scissor = {0, 0, (LONG)d->targets[0].width, (LONG)d->targets[0].height};
  D3D12_RECT scissors[MAX_VIEWPORTS];
  for (int n = 0; n < MAX_VIEWPORTS; n++) scissors[n] = scissor;
  if (!d->viewport_count) d->viewports[d->viewport_count++] = viewport;
  ID3D12GraphicsCommandList_RSSetViewports(j->list, d->viewport_count, d->viewports);
  ID3D12GraphicsCommandList_RSSetScissorRects(j->list, d->viewport_count, scissors);
}

static void set_stream_buffers(Job *j, Draw *d) {
  if (!d->stream_buffer_count) return;
  D3D12_STREAM_OUTPUT_BUFFER_VIEW views[MAX_STREAM_BUFFERS];
  for (uint32_t n = 0; n < d->stream_buffer_count; n++) {
    View v = {.kind = KIND_CBV};
    ID3D12Resource *buffer = filled_buffer(j, &v, "", 0, STREAM_HEADER + d->stream_sizes[n]);
    transition(j, buffer, working_state(&v), D3D12_RESOURCE_STATE_STREAM_OUT);
    D3D12_GPU_VIRTUAL_ADDRESS start = ID3D12Resource_GetGPUVirtualAddress(buffer);
    views[n] = (D3D12_STREAM_OUTPUT_BUFFER_VIEW){start + STREAM_HEADER, d->stream_sizes[n], start};
    d->stream_buffers[n] = buffer;
  }
  ID3D12GraphicsCommandList_SOSetTargets(j->list, 0, d->stream_buffer_count, views);
}

static void queue_stream_readback(Job *j, Draw *d, uint32_t n) {
  UINT64 size = STREAM_HEADER + d->stream_sizes[n];
  transition(j, d->stream_buffers[n], D3D12_RESOURCE_STATE_STREAM_OUT, D3D12_RESOURCE_STATE_COPY_SOURCE);
  d->stream_readbacks[n] = readback_buffer(size);
  ID3D12GraphicsCommandList_CopyBufferRegion(j->list, d->stream_readbacks[n], 0, d->stream_buffers[n], 0, size);
}

static void put_stream(Out *o, const Draw *d, uint32_t n) {
  uint8_t *p = map(d->stream_readbacks[n]);
  uint32_t filled;
  memcpy(&filled, p, 4);
  if (filled > d->stream_sizes[n]) filled = d->stream_sizes[n];
  put_u32(o, filled);
  put(o, p + STREAM_HEADER, filled);
  ID3D12Resource_Unmap(d->stream_readbacks[n], 0, NULL);
}

static void set_vertices(Job *j, const Draw *d) {
  if (!d->vertices_size) return;
  View v = {.kind = KIND_CBV};
  ID3D12Resource *buffer = filled_buffer(j, &v, d->vertices, d->vertices_size, d->vertices_size);
  D3D12_VERTEX_BUFFER_VIEW view = {ID3D12Resource_GetGPUVirtualAddress(buffer), d->vertices_size, d->vertex_stride};
  ID3D12GraphicsCommandList_IASetVertexBuffers(j->list, 0, 1, &view);
}

static void put_target(Out *o, const View *v) {
  uint8_t *p = map(v->readback);
  size_t size = copy_rows(v, NULL, NULL, 0, 0);
  uint8_t *tight = allocate(size);
  copy_rows(v, p, tight, size, 0);
  ID3D12Resource_Unmap(v->readback, 0, NULL);
  put_u32(o, (uint32_t)size);
  put(o, tight, size);
}

/* The job's dispatch size is vertices, instances, first vertex. Reply: as for compute, then per target blob contents, the depth target last,
 * then per stream buffer the blob of what was written. */
static void run_draw(In *i, Out *o, int is_pipeline) {
  Job job = {.is_draw = 1}, *j = &job;
  Draw draw = {.layers = 1}, *d = &draw;
  read_job(i, j);
  if (is_pipeline) read_pipeline(i, d);
  read_draw(i, d);
  uint32_t targets = d->target_count + d->has_depth;
  create_root(j);
  ID3D12PipelineState *pipeline = create_pipeline(j, d);
  begin(j);
  for (uint32_t n = 0; n < j->view_count; n++) create_resource(j, &j->views[n]);
  set_targets(j, d);
  set_vertices(j, d);
  set_stream_buffers(j, d);
  bind(j);
  ID3D12GraphicsCommandList_SetPipelineState(j->list, pipeline);
  ID3D12GraphicsCommandList_IASetPrimitiveTopology(j->list, d->topology);
  ID3D12GraphicsCommandList_DrawInstanced(j->list, j->groups[0], j->groups[1], j->groups[2], 0);
  for (uint32_t n = 0; n < j->view_count; n++) queue_readback(j, &j->views[n]);
  for (uint32_t n = 0; n < targets; n++) {
    View *v = &d->targets[n];
    transition(j, v->resource, n < d->target_count ? D3D12_RESOURCE_STATE_RENDER_TARGET : D3D12_RESOURCE_STATE_DEPTH_WRITE, D3D12_RESOURCE_STATE_COPY_SOURCE);
    v->readback = readback_buffer(v->staging_size);
    copy_texture(j, v, v->readback, 0);
  }
  for (uint32_t n = 0; n < d->stream_buffer_count; n++) queue_stream_readback(j, d, n);
  submit_and_wait(j);
  for (uint32_t n = 0; n < j->view_count; n++)
    if (j->views[n].kind == KIND_UAV) put_readback(o, &j->views[n]);
  for (uint32_t n = 0; n < targets; n++) put_target(o, &d->targets[n]);
  for (uint32_t n = 0; n < d->stream_buffer_count; n++) put_stream(o, d, n);
}

static void info(Out *o) {
  D3D12_FEATURE_DATA_SHADER_MODEL model = {0x69};
  D3D12_FEATURE_DATA_D3D12_OPTIONS options = {0};
  D3D12_FEATURE_DATA_D3D12_OPTIONS1 options1 = {0};
  while (model.HighestShaderModel > 0x51 && FAILED(ID3D12Device_CheckFeatureSupport(device, D3D12_FEATURE_SHADER_MODEL, &model, sizeof model)))
    model.HighestShaderModel--;
  ID3D12Device_CheckFeatureSupport(device, D3D12_FEATURE_D3D12_OPTIONS, &options, sizeof options);
  ID3D12Device_CheckFeatureSupport(device, D3D12_FEATURE_D3D12_OPTIONS1, &options1, sizeof options1);
  char text[256];
  int n = snprintf(text, sizeof text, "shader model %x.%x, doubles %d, int64 %d, wave ops %d (lanes %u), typed UAV loads %d",
    model.HighestShaderModel >> 4, model.HighestShaderModel & 15, options.DoublePrecisionFloatShaderOps, options1.Int64ShaderOps,
    options1.WaveOps, options1.WaveLaneCountMin, options.TypedUAVLoadAdditionalFormats);
  put_u32(o, (uint32_t)n);
  put(o, text, (size_t)n);
}

static void serve(const uint8_t *frame, uint32_t size) {
  static Out o; /* static: it must survive the jump out of a failed job */
  In i = {frame, size, 1};
  o.size = 0;
  if (!setjmp(job_failed)) {
    switch (frame[0]) {
    case REQ_COMPUTE: run_compute(&i, &o); break;
    case REQ_DRAW: run_draw(&i, &o, 0); break;
    case REQ_PIPELINE: run_draw(&i, &o, 1); break;
    case REQ_INFO: info(&o); break;
    case REQ_CRASH: abort(); /* for the test of the restart */
    default: fail("unknown request", 0);
    }
    send_frame(REP_REPLY, &o);
  } else {
    o.size = 0;
    put_u32(&o, (uint32_t)strlen(failure));
    put(&o, failure, strlen(failure));
    send_frame(REP_FAILED, &o);
  }
  release_all();
  free_all();
}

int main(int argc, char **argv) {
  channel_in = 0;
  channel_out = dup(1);
  dup2(2, 1); /* a library that prints must not break the frames */
  D3D12_COMMAND_QUEUE_DESC desc = {.Type = D3D12_COMMAND_LIST_TYPE_DIRECT};
  HRESULT hr = D3D12CreateDevice(NULL, D3D_FEATURE_LEVEL_11_0, &IID_ID3D12Device, (void **)&device);
  if (SUCCEEDED(hr)) hr = ID3D12Device_CreateCommandQueue(device, &desc, &IID_ID3D12CommandQueue, (void **)&queue);
  if (FAILED(hr)) {
    fprintf(stderr, "runner: no D3D12 device: HRESULT 0x%08x\n", (unsigned)hr);
    return 3;
  }
  if (argc > 1 && !strcmp(argv[1], "--self-test")) return 0;
  for (;;) {
    uint32_t size;
    if (!read_exactly(&size, 4)) return 0;
    uint8_t *frame = size ? malloc(size) : NULL;
    if (!frame || !read_exactly(frame, size)) return 3;
    serve(frame, size);
    free(frame);
  }
}
