/* DXC behind a pipe: a Windows console program (run under wine) that keeps dxcompiler.dll and dxil.dll loaded and serves
 * compile / validate / disassemble / reflect / link / debug / optimize requests over stdin and stdout. Invariant: stdout carries frames and nothing else.
 *
 * Frame: u32 length of the rest, u8 kind, payload. Little-endian; `blob` = u32 size + bytes; `text` = a UTF-8 blob.
 * A request is answered by exactly one REPLY or FAILED; during a compile any number of INCLUDE frames go out first, each
 * answered on stdin by one INCLUDE_REPLY. The reading side is dxc.ts. */
#define WIN32_LEAN_AND_MEAN
#define COBJMACROS
#include <windows.h>
#include <objbase.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REQ_COMPILE = 1, REQ_VALIDATE = 2, REQ_DISASSEMBLE = 3, REQ_VERSION = 4, REQ_INCLUDE_REPLY = 5, REQ_CRASH = 6, REQ_HANG = 7, REQ_REFLECT = 8, REQ_LINK = 9, REQ_DEBUG = 10, REQ_OPTIMIZE = 11 };
enum { REP_REPLY = 0x80, REP_INCLUDE = 0x81, REP_FAILED = 0x82 };
enum { OUTPUT_KINDS = 13, OUT_ERRORS = 2, UTF8_CODE_PAGE = 65001 };

/* ---- the DXC interfaces: published ids and method order; only what is called here gets a prototype ---- */

typedef struct Blob Blob;
typedef struct BlobVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Blob *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Blob *);
  ULONG(STDMETHODCALLTYPE *Release)(Blob *);
  void *(STDMETHODCALLTYPE *GetBufferPointer)(Blob *);
  SIZE_T(STDMETHODCALLTYPE *GetBufferSize)(Blob *);
} BlobVtbl;
struct Blob { const BlobVtbl *v; };

typedef struct Result Result; /* IDxcOperationResult; IDxcResult continues it */
typedef struct ResultVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Result *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Result *);
  ULONG(STDMETHODCALLTYPE *Release)(Result *);
  HRESULT(STDMETHODCALLTYPE *GetStatus)(Result *, HRESULT *);
  HRESULT(STDMETHODCALLTYPE *GetResult)(Result *, Blob **);
  HRESULT(STDMETHODCALLTYPE *GetErrorBuffer)(Result *, Blob **);
  BOOL(STDMETHODCALLTYPE *HasOutput)(Result *, UINT32);
  HRESULT(STDMETHODCALLTYPE *GetOutput)(Result *, UINT32, REFIID, void **, Blob **);
  UINT32(STDMETHODCALLTYPE *GetNumOutputs)(Result *);
  UINT32(STDMETHODCALLTYPE *GetOutputByIndex)(Result *, UINT32);
  UINT32(STDMETHODCALLTYPE *PrimaryOutput)(Result *);
} ResultVtbl;
struct Result { const ResultVtbl *v; };

typedef struct IncludeHandler IncludeHandler;
typedef struct IncludeHandlerVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(IncludeHandler *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(IncludeHandler *);
  ULONG(STDMETHODCALLTYPE *Release)(IncludeHandler *);
  HRESULT(STDMETHODCALLTYPE *LoadSource)(IncludeHandler *, LPCWSTR, Blob **);
} IncludeHandlerVtbl;
struct IncludeHandler { const IncludeHandlerVtbl *v; };

typedef struct { const void *ptr; SIZE_T size; UINT encoding; } Buffer;

typedef struct Compiler Compiler;
typedef struct CompilerVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Compiler *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Compiler *);
  ULONG(STDMETHODCALLTYPE *Release)(Compiler *);
  HRESULT(STDMETHODCALLTYPE *Compile)(Compiler *, const Buffer *, LPCWSTR *, UINT32, IncludeHandler *, REFIID, void **);
  HRESULT(STDMETHODCALLTYPE *Disassemble)(Compiler *, const Buffer *, REFIID, void **);
} CompilerVtbl;
struct Compiler { const CompilerVtbl *v; };

typedef struct Utils Utils;
typedef struct UtilsVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Utils *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Utils *);
  ULONG(STDMETHODCALLTYPE *Release)(Utils *);
  void *CreateBlobFromBlob, *CreateBlobFromPinned, *MoveToBlob;
  HRESULT(STDMETHODCALLTYPE *CreateBlob)(Utils *, const void *, UINT32, UINT32, Blob **);
  void *LoadFile, *CreateReadOnlyStreamFromBlob, *CreateDefaultIncludeHandler, *GetBlobAsUtf8, *GetBlobAsWide, *GetDxilContainerPart;
  HRESULT(STDMETHODCALLTYPE *CreateReflection)(Utils *, const Buffer *, REFIID, void **);
} UtilsVtbl;
struct Utils { const UtilsVtbl *v; };

typedef struct Validator Validator;
typedef struct ValidatorVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Validator *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Validator *);
  ULONG(STDMETHODCALLTYPE *Release)(Validator *);
  HRESULT(STDMETHODCALLTYPE *Validate)(Validator *, Blob *, UINT32, Result **);
} ValidatorVtbl;
struct Validator { const ValidatorVtbl *v; };

typedef struct Linker Linker;
typedef struct LinkerVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(Linker *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(Linker *);
  ULONG(STDMETHODCALLTYPE *Release)(Linker *);
  HRESULT(STDMETHODCALLTYPE *RegisterLibrary)(Linker *, LPCWSTR, Blob *);
  HRESULT(STDMETHODCALLTYPE *Link)(Linker *, LPCWSTR, LPCWSTR, const LPCWSTR *, UINT32, const LPCWSTR *, UINT32, Result **);
} LinkerVtbl;
struct Linker { const LinkerVtbl *v; };

typedef struct VersionInfo VersionInfo; /* IDxcVersionInfo2 */
typedef struct VersionInfoVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(VersionInfo *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(VersionInfo *);
  ULONG(STDMETHODCALLTYPE *Release)(VersionInfo *);
  HRESULT(STDMETHODCALLTYPE *GetVersion)(VersionInfo *, UINT32 *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetFlags)(VersionInfo *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetCommitInfo)(VersionInfo *, UINT32 *, char **);
} VersionInfoVtbl;
struct VersionInfo { const VersionInfoVtbl *v; };

static const GUID ID_UNKNOWN = {0x00000000, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static const GUID ID_BLOB = {0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};
static const GUID ID_INCLUDE = {0x7f61fc7d, 0x950d, 0x467f, {0xb3, 0xe3, 0x3c, 0x02, 0xfb, 0x49, 0x18, 0x7c}};
static const GUID ID_RESULT = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
static const GUID ID_COMPILER3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID ID_UTILS = {0x4605c4cb, 0x2019, 0x492a, {0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f}};
static const GUID ID_VALIDATOR = {0xa6e82bd2, 0x1fd7, 0x4826, {0x98, 0x11, 0x28, 0x57, 0xe7, 0x97, 0xf4, 0x9a}};
static const GUID ID_LINKER = {0xf1b5be2a, 0x62dd, 0x4327, {0xa1, 0xc2, 0x42, 0xac, 0x1e, 0x1e, 0x78, 0xe6}};
static const GUID CLASS_LINKER = {0xef6a8087, 0xb0ea, 0x4d56, {0x9e, 0x45, 0xd0, 0x7e, 0x1a, 0x8b, 0x78, 0x06}};
static const GUID ID_VERSION = {0xb04f5b50, 0x2059, 0x4f12, {0xa8, 0xff, 0xa1, 0xe0, 0xcd, 0xe1, 0xcc, 0x7e}};
static const GUID ID_VERSION2 = {0xfb6904c4, 0x42f0, 0x4b62, {0x9c, 0x46, 0x98, 0x3a, 0xf7, 0xda, 0x7c, 0x83}};
static const GUID CLASS_COMPILER = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID CLASS_UTILS = {0x6245d6af, 0x66e0, 0x48fd, {0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c}};
static const GUID CLASS_VALIDATOR = {0x8ca3e215, 0xf728, 0x4cf3, {0x8c, 0xdd, 0x88, 0xaf, 0x91, 0x75, 0x87, 0xa1}};
typedef HRESULT(STDMETHODCALLTYPE *CreateInstance)(REFIID, REFIID, void **);

static Compiler *compiler;
static Utils *utils;
static Validator *validator;
static CreateInstance create_from_compiler;
static HANDLE in, out;

/* ---- bytes ---- */

typedef struct { uint8_t *data; size_t size, capacity; } Out;
typedef struct { const uint8_t *data; size_t size, at; } In;

static void die(const char *why) {
  fprintf(stderr, "bridge: %s\n", why);
  fflush(stderr);
  ExitProcess(3);
}

static void put(Out *o, const void *bytes, size_t n) {
  if (o->size + n > o->capacity) {
    o->capacity = (o->size + n) * 2 + 256;
    o->data = realloc(o->data, o->capacity);
    if (!o->data) die("out of memory");
  }
  if (n) memcpy(o->data + o->size, bytes, n);
  o->size += n;
}
static void put_u8(Out *o, uint8_t v) { put(o, &v, 1); }
static void put_u32(Out *o, uint32_t v) { put(o, &v, 4); }
static void put_f64(Out *o, double v) { put(o, &v, 8); }
static void put_bytes(Out *o, const void *bytes, size_t n) { put_u32(o, (uint32_t)n); put(o, bytes, n); }
static void put_blob(Out *o, Blob *b) {
  if (b) put_bytes(o, b->v->GetBufferPointer(b), b->v->GetBufferSize(b));
  else put_u32(o, 0);
}
/* Text blobs come with their terminating zero; it is no part of the text. */
static void put_text(Out *o, Blob *b) {
  const char *p = b ? b->v->GetBufferPointer(b) : NULL;
  size_t n = p ? b->v->GetBufferSize(b) : 0;
  while (n && p[n - 1] == 0) n--;
  put_bytes(o, p, n);
}

static uint32_t get_u32(In *i) {
  uint32_t v;
  if (i->size - i->at < 4) die("short request");
  memcpy(&v, i->data + i->at, 4);
  i->at += 4;
  return v;
}
static const uint8_t *get_bytes(In *i, uint32_t *n) {
  *n = get_u32(i);
  if (i->size - i->at < *n) die("short request");
  i->at += *n;
  return i->data + i->at - *n;
}
static wchar_t *get_wide(In *i) {
  uint32_t n;
  const char *p = (const char *)get_bytes(i, &n);
  int count = n ? MultiByteToWideChar(CP_UTF8, 0, p, (int)n, NULL, 0) : 0;
  wchar_t *w = calloc((size_t)count + 1, sizeof *w);
  if (!w) die("out of memory");
  if (count) MultiByteToWideChar(CP_UTF8, 0, p, (int)n, w, count);
  return w;
}

static BOOL read_exactly(void *to, uint32_t n) {
  uint8_t *p = to;
  while (n) {
    DWORD got = 0;
    if (!ReadFile(in, p, n, &got, NULL) || !got) return FALSE;
    p += got;
    n -= got;
  }
  return TRUE;
}
static uint8_t *read_frame(uint32_t *size) {
  uint8_t *p;
  if (!read_exactly(size, 4)) ExitProcess(0); /* the other side is gone: a normal end */
  p = malloc(*size ? *size : 1);
  if (!p || !*size) die("bad frame");
  if (!read_exactly(p, *size)) ExitProcess(0);
  return p;
}
static void send_frame(uint8_t kind, const Out *payload) {
  Out o = {0};
  put_u32(&o, (uint32_t)payload->size + 1);
  put_u8(&o, kind);
  put(&o, payload->data, payload->size);
  for (size_t at = 0; at < o.size;) {
    DWORD done = 0, want = o.size - at > 65536 ? 65536 : (DWORD)(o.size - at);
    if (!WriteFile(out, o.data + at, want, &done, NULL) || !done) ExitProcess(0);
    at += done;
  }
  free(o.data);
}
static void send_failed(const char *what, HRESULT hr) {
  Out o = {0};
  char text[160];
  snprintf(text, sizeof text, "%s: HRESULT 0x%08x", what, (unsigned)hr);
  put_bytes(&o, text, strlen(text));
  send_frame(REP_FAILED, &o);
  free(o.data);
}

/* ---- includes: asked from the other side once per request and path, so that a repeated compile times DXC alone ---- */

typedef struct Included { wchar_t *path; Blob *blob; struct Included *next; } Included;
static Included *included;

static void forget_included(void) {
  while (included) {
    Included *e = included;
    included = e->next;
    if (e->blob) e->blob->v->Release(e->blob);
    free(e->path);
    free(e);
  }
}
static Blob *ask_include(LPCWSTR path) {
  Out o = {0};
  Blob *blob = NULL;
  uint32_t size, n;
  int count = WideCharToMultiByte(CP_UTF8, 0, path, -1, NULL, 0, NULL, NULL);
  char *utf8 = malloc((size_t)count);
  if (!utf8) die("out of memory");
  WideCharToMultiByte(CP_UTF8, 0, path, -1, utf8, count, NULL, NULL);
  put_bytes(&o, utf8, (size_t)count - 1);
  send_frame(REP_INCLUDE, &o);
  free(o.data);
  free(utf8);
  uint8_t *frame = read_frame(&size);
  if (frame[0] != REQ_INCLUDE_REPLY || size < 2) die("expected an include reply");
  In i = {frame, size, 2};
  if (frame[1]) {
    const uint8_t *p = get_bytes(&i, &n);
    if (FAILED(utils->v->CreateBlob(utils, p, n, UTF8_CODE_PAGE, &blob))) blob = NULL;
  }
  free(frame);
  return blob;
}
static HRESULT STDMETHODCALLTYPE include_query(IncludeHandler *h, REFIID id, void **to) {
  if (!IsEqualGUID(id, &ID_UNKNOWN) && !IsEqualGUID(id, &ID_INCLUDE)) {
    *to = NULL;
    return E_NOINTERFACE;
  }
  *to = h;
  return S_OK;
}
static ULONG STDMETHODCALLTYPE include_count(IncludeHandler *h) { (void)h; return 1; }
static HRESULT STDMETHODCALLTYPE include_load(IncludeHandler *h, LPCWSTR path, Blob **to) {
  (void)h;
  Included *e = included;
  while (e && wcscmp(e->path, path)) e = e->next;
  if (!e) {
    e = calloc(1, sizeof *e);
    if (!e || !(e->path = _wcsdup(path))) die("out of memory");
    e->blob = ask_include(path);
    e->next = included;
    included = e;
  }
  *to = e->blob;
  if (!e->blob) return HRESULT_FROM_WIN32(ERROR_FILE_NOT_FOUND);
  e->blob->v->AddRef(e->blob);
  return S_OK;
}
static const IncludeHandlerVtbl INCLUDE_VTBL = {include_query, include_count, include_count, include_load};
static IncludeHandler include_handler = {&INCLUDE_VTBL};

/* ---- requests ---- */

static double milliseconds(void) {
  LARGE_INTEGER now, frequency;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&frequency);
  return (double)now.QuadPart * 1000.0 / (double)frequency.QuadPart;
}

/* Reply: u32 status, text errors, u32 count of outputs, (u32 kind, blob) each, u32 count of times, f64 ms each. */
static void reply_result(Result *r, const double *times, uint32_t runs) {
  Out o = {0};
  HRESULT status = E_FAIL;
  Blob *errors = NULL;
  uint32_t count = 0;
  r->v->GetStatus(r, &status);
  put_u32(&o, (uint32_t)status);
  if (FAILED(r->v->GetErrorBuffer(r, &errors))) errors = NULL;
  put_text(&o, errors);
  if (errors) errors->v->Release(errors);
  size_t count_at = o.size;
  put_u32(&o, 0);
  for (uint32_t kind = 1; kind <= OUTPUT_KINDS; kind++) {
    Blob *b = NULL;
    if (kind == OUT_ERRORS || !r->v->HasOutput(r, kind)) continue;
    if (FAILED(r->v->GetOutput(r, kind, &ID_BLOB, (void **)&b, NULL)) || !b) continue;
    put_u32(&o, kind);
    put_blob(&o, b);
    b->v->Release(b);
    count++;
  }
  memcpy(o.data + count_at, &count, 4);
  put_u32(&o, runs);
  for (uint32_t i = 0; i < runs; i++) put_f64(&o, times[i]);
  send_frame(REP_REPLY, &o);
  free(o.data);
}

/* Request: u32 runs, text source, u32 count of arguments, text each. Only the last run's result is kept. */
static void serve_compile(In *i) {
  uint32_t runs = get_u32(i), size, count;
  const uint8_t *source = get_bytes(i, &size);
  Buffer buffer = {source, size, UTF8_CODE_PAGE};
  count = get_u32(i);
  if (!runs) runs = 1;
  wchar_t **args = calloc((size_t)count + 1, sizeof *args);
  double *times = calloc(runs, sizeof *times);
  if (!args || !times) die("out of memory");
  for (uint32_t a = 0; a < count; a++) args[a] = get_wide(i);
  Result *r = NULL;
  HRESULT hr = S_OK;
  for (uint32_t run = 0; run < runs && SUCCEEDED(hr); run++) {
    if (r) r->v->Release(r);
    r = NULL;
    double start = milliseconds();
    hr = compiler->v->Compile(compiler, &buffer, (LPCWSTR *)args, count, &include_handler, &ID_RESULT, (void **)&r);
    times[run] = milliseconds() - start;
  }
  if (FAILED(hr) || !r) send_failed("IDxcCompiler3::Compile", hr);
  else reply_result(r, times, runs);
  if (r) r->v->Release(r);
  for (uint32_t a = 0; a < count; a++) free(args[a]);
  free(args);
  free(times);
  forget_included();
}

/* Request: u32 flags (1: sign in place), blob. Reply: u32 status, text message, blob as it is afterwards, f64 ms. */
static void serve_validate(In *i) {
  uint32_t flags = get_u32(i), size;
  const uint8_t *bytes = get_bytes(i, &size);
  Blob *blob = NULL, *errors = NULL, *signed_blob = NULL;
  Result *r = NULL;
  HRESULT status = E_FAIL, hr = utils->v->CreateBlob(utils, bytes, size, 0, &blob);
  if (FAILED(hr)) { send_failed("IDxcUtils::CreateBlob", hr); return; }
  double start = milliseconds();
  hr = validator->v->Validate(validator, blob, flags, &r);
  double took = milliseconds() - start;
  if (FAILED(hr) || !r) send_failed("IDxcValidator::Validate", hr);
  else {
    Out o = {0};
    r->v->GetStatus(r, &status);
    put_u32(&o, (uint32_t)status);
    if (FAILED(r->v->GetErrorBuffer(r, &errors))) errors = NULL;
    put_text(&o, errors);
    if (FAILED(r->v->GetResult(r, &signed_blob))) signed_blob = NULL;
    BOOL whole = signed_blob && signed_blob->v->GetBufferSize(signed_blob) > 0;
    put_blob(&o, whole ? signed_blob : blob);
    put_f64(&o, took);
    send_frame(REP_REPLY, &o);
    free(o.data);
    if (errors) errors->v->Release(errors);
    if (signed_blob) signed_blob->v->Release(signed_blob);
  }
  if (r) r->v->Release(r);
  blob->v->Release(blob);
}

static void serve_disassemble(In *i) {
  uint32_t size;
  const uint8_t *bytes = get_bytes(i, &size);
  Buffer buffer = {bytes, size, 0};
  Result *r = NULL;
  double start = milliseconds();
  HRESULT hr = compiler->v->Disassemble(compiler, &buffer, &ID_RESULT, (void **)&r);
  double took = milliseconds() - start;
  if (FAILED(hr) || !r) send_failed("IDxcCompiler3::Disassemble", hr);
  else reply_result(r, &took, 1);
  if (r) r->v->Release(r);
}

#include "reflection.h"
#include "debugging.h"

/* Request: u32 count of libraries, text name and blob each, text entry, text profile, u32 count of arguments, text each. Reply as of a compile. */
static void serve_link(In *i) {
  uint32_t libraries = get_u32(i), count;
  wchar_t **names = calloc((size_t)libraries + 1, sizeof *names);
  Blob **blobs = calloc((size_t)libraries + 1, sizeof *blobs);
  Linker *linker = NULL;
  Result *r = NULL;
  double took = 0;
  if (!names || !blobs) die("out of memory");
  const char *what = "DxcCreateInstance";
  HRESULT hr = create_from_compiler(&CLASS_LINKER, &ID_LINKER, (void **)&linker);
  for (uint32_t l = 0; l < libraries; l++) {
    uint32_t size;
    names[l] = get_wide(i);
    const uint8_t *bytes = get_bytes(i, &size);
    if (FAILED(hr)) continue;
    what = "IDxcLinker::RegisterLibrary";
    hr = utils->v->CreateBlob(utils, bytes, size, 0, &blobs[l]);
    if (SUCCEEDED(hr)) hr = linker->v->RegisterLibrary(linker, names[l], blobs[l]);
  }
  wchar_t *entry = get_wide(i), *profile = get_wide(i);
  count = get_u32(i);
  wchar_t **args = calloc((size_t)count + 1, sizeof *args);
  if (!args) die("out of memory");
  for (uint32_t a = 0; a < count; a++) args[a] = get_wide(i);
  if (SUCCEEDED(hr)) {
    what = "IDxcLinker::Link";
    double start = milliseconds();
    hr = linker->v->Link(linker, entry, profile, (LPCWSTR *)names, libraries, (LPCWSTR *)args, count, &r);
    took = milliseconds() - start;
  }
  if (FAILED(hr) || !r) send_failed(what, hr);
  else reply_result(r, &took, 1);
  if (r) r->v->Release(r);
  if (linker) linker->v->Release(linker);
  for (uint32_t l = 0; l < libraries; l++) {
    if (blobs[l]) blobs[l]->v->Release(blobs[l]);
    free(names[l]);
  }
  for (uint32_t a = 0; a < count; a++) free(args[a]);
  free(names); free(blobs); free(entry); free(profile); free(args);
}

static void put_version(Out *o, Compiler *c) {
  VersionInfo *v = NULL;
  UINT32 major = 0, minor = 0, commits = 0;
  char *hash = NULL, text[96] = "unknown";
  BOOL has_commit = SUCCEEDED(c->v->QueryInterface(c, &ID_VERSION2, (void **)&v)) && v;
  if (has_commit || (SUCCEEDED(c->v->QueryInterface(c, &ID_VERSION, (void **)&v)) && v)) {
    v->v->GetVersion(v, &major, &minor);
    snprintf(text, sizeof text, "%u.%u", (unsigned)major, (unsigned)minor);
    if (has_commit && SUCCEEDED(v->v->GetCommitInfo(v, &commits, &hash)) && hash) {
      snprintf(text, sizeof text, "%u.%u.%u (%.16s)", (unsigned)major, (unsigned)minor, (unsigned)commits, hash);
      CoTaskMemFree(hash);
    }
    v->v->Release(v);
  }
  put_bytes(o, text, strlen(text));
}

static void serve(const uint8_t *frame, uint32_t size) {
  In i = {frame, size, 1};
  switch (frame[0]) {
  case REQ_COMPILE: serve_compile(&i); break;
  case REQ_VALIDATE: serve_validate(&i); break;
  case REQ_DISASSEMBLE: serve_disassemble(&i); break;
  case REQ_REFLECT: serve_reflect(&i); break;
  case REQ_DEBUG: serve_debug(&i); break;
  case REQ_OPTIMIZE: serve_optimize(&i); break;
  case REQ_LINK: serve_link(&i); break;
  case REQ_VERSION: {
    Out o = {0};
    put_version(&o, compiler);
    put_version(&o, (Compiler *)validator); /* both begin with IUnknown, all this call uses */
    send_frame(REP_REPLY, &o);
    free(o.data);
    break;
  }
  case REQ_CRASH: RaiseException(EXCEPTION_ACCESS_VIOLATION, 0, 0, NULL); break; /* for the test of the restart */
  case REQ_HANG: Sleep(INFINITE); break;         /* for the test of the time limit */
  default: die("unknown request");
  }
}

static LONG WINAPI quick_death(EXCEPTION_POINTERS *e) {
  /* Without this wine would start its debugger first, which takes seconds. */
  fprintf(stderr, "bridge: exception 0x%08x\n", (unsigned)e->ExceptionRecord->ExceptionCode);
  fflush(stderr);
  TerminateProcess(GetCurrentProcess(), 4);
  return EXCEPTION_EXECUTE_HANDLER;
}

static void load(const wchar_t *dll, const GUID *cls, const GUID *id, void **to) {
  HMODULE module = LoadLibraryW(dll);
  CreateInstance create = module ? (CreateInstance)(void *)GetProcAddress(module, "DxcCreateInstance") : NULL;
  HRESULT hr = create ? create(cls, id, to) : HRESULT_FROM_WIN32(GetLastError());
  if (FAILED(hr) || !*to) {
    fprintf(stderr, "bridge: %ls does not give the expected object: HRESULT 0x%08x\n", dll, (unsigned)hr);
    ExitProcess(3);
  }
}

int wmain(void) {
  SetUnhandledExceptionFilter(quick_death);
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  in = GetStdHandle(STD_INPUT_HANDLE);
  out = GetStdHandle(STD_OUTPUT_HANDLE);
  SetStdHandle(STD_OUTPUT_HANDLE, GetStdHandle(STD_ERROR_HANDLE)); /* a DLL that prints must not break the frames */
  load(L"dxcompiler.dll", &CLASS_COMPILER, &ID_COMPILER3, (void **)&compiler);
  create_from_compiler = (CreateInstance)(void *)GetProcAddress(GetModuleHandleW(L"dxcompiler.dll"), "DxcCreateInstance");
  load(L"dxcompiler.dll", &CLASS_UTILS, &ID_UTILS, (void **)&utils);
  /* dxil.dll is the official validator; a DXC that ships without one validates itself. */
  BOOL own = GetFileAttributesW(L"dxil.dll") == INVALID_FILE_ATTRIBUTES;
  load(own ? L"dxcompiler.dll" : L"dxil.dll", &CLASS_VALIDATOR, &ID_VALIDATOR, (void **)&validator);
  for (;;) {
    uint32_t size;
    uint8_t *frame = read_frame(&size);
    serve(frame, size);
    free(frame);
  }
}
