/* What debuggers read of a debug file or of a container with debug information, as lines `key=value`: DxcPdbUtils (sources, arguments, hash) and, where the
 * program has numbered instructions, PIX's debug information (lines, functions, live variables of each). And DXC's passes by name, PIX's among them.
 * Part of bridge.c. The reading sides are Dxc.debugInfo() and Dxc.optimize(). */
#include <oleauto.h>

typedef struct PdbUtils PdbUtils; /* IDxcPdbUtils */
typedef struct PdbUtilsVtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(PdbUtils *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(PdbUtils *);
  ULONG(STDMETHODCALLTYPE *Release)(PdbUtils *);
  HRESULT(STDMETHODCALLTYPE *Load)(PdbUtils *, Blob *);
  HRESULT(STDMETHODCALLTYPE *GetSourceCount)(PdbUtils *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetSource)(PdbUtils *, UINT32, Blob **);
  HRESULT(STDMETHODCALLTYPE *GetSourceName)(PdbUtils *, UINT32, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetFlagCount)(PdbUtils *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetFlag)(PdbUtils *, UINT32, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetArgCount)(PdbUtils *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetArg)(PdbUtils *, UINT32, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetArgPairCount)(PdbUtils *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetArgPair)(PdbUtils *, UINT32, BSTR *, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetDefineCount)(PdbUtils *, UINT32 *);
  HRESULT(STDMETHODCALLTYPE *GetDefine)(PdbUtils *, UINT32, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetTargetProfile)(PdbUtils *, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetEntryPoint)(PdbUtils *, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetMainFileName)(PdbUtils *, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetHash)(PdbUtils *, Blob **);
  HRESULT(STDMETHODCALLTYPE *GetName)(PdbUtils *, BSTR *);
  BOOL(STDMETHODCALLTYPE *IsFullPDB)(PdbUtils *);
} PdbUtilsVtbl;
struct PdbUtils { const PdbUtilsVtbl *v; };

typedef struct Locations Locations; /* IDxcPixDxilSourceLocations */
typedef struct LocationsVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(Locations *);
  DWORD(STDMETHODCALLTYPE *GetCount)(Locations *);
  DWORD(STDMETHODCALLTYPE *GetLineNumberByIndex)(Locations *, DWORD);
  DWORD(STDMETHODCALLTYPE *GetColumnByIndex)(Locations *, DWORD);
  HRESULT(STDMETHODCALLTYPE *GetFileNameByIndex)(Locations *, DWORD, BSTR *);
} LocationsVtbl;
struct Locations { const LocationsVtbl *v; };

typedef struct Variable Variable; /* IDxcPixVariable */
typedef struct VariableVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(Variable *);
  HRESULT(STDMETHODCALLTYPE *GetName)(Variable *, BSTR *);
} VariableVtbl;
struct Variable { const VariableVtbl *v; };

typedef struct Live Live; /* IDxcPixDxilLiveVariables */
typedef struct LiveVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(Live *);
  HRESULT(STDMETHODCALLTYPE *GetCount)(Live *, DWORD *);
  HRESULT(STDMETHODCALLTYPE *GetVariableByIndex)(Live *, DWORD, Variable **);
} LiveVtbl;
struct Live { const LiveVtbl *v; };

typedef struct Pix Pix; /* IDxcPixDxilDebugInfo */
typedef struct PixVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(Pix *);
  HRESULT(STDMETHODCALLTYPE *GetLiveVariablesAt)(Pix *, DWORD, Live **);
  void *IsVariableInRegister;
  HRESULT(STDMETHODCALLTYPE *GetFunctionName)(Pix *, DWORD, BSTR *);
  HRESULT(STDMETHODCALLTYPE *GetStackDepth)(Pix *, DWORD, DWORD *);
  void *InstructionOffsetsFromSourceLocation;
  HRESULT(STDMETHODCALLTYPE *SourceLocationsFromInstructionOffset)(Pix *, DWORD, Locations **);
} PixVtbl;
struct Pix { const PixVtbl *v; };

typedef struct PixFactory PixFactory; /* IDxcPixDxilDebugInfoFactory */
typedef struct PixFactoryVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(PixFactory *);
  HRESULT(STDMETHODCALLTYPE *NewDxcPixDxilDebugInfo)(PixFactory *, Pix **);
} PixFactoryVtbl;
struct PixFactory { const PixFactoryVtbl *v; };

typedef struct Optimizer Optimizer; /* IDxcOptimizer */
typedef struct OptimizerVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(Optimizer *);
  void *GetAvailablePassCount, *GetAvailablePass;
  HRESULT(STDMETHODCALLTYPE *RunOptimizer)(Optimizer *, Blob *, LPCWSTR *, UINT32, Blob **, Blob **);
} OptimizerVtbl;
struct Optimizer { const OptimizerVtbl *v; };

static const GUID CLASS_PDB_UTILS = {0x54621dfb, 0xf2ce, 0x457e, {0xae, 0x8c, 0xec, 0x35, 0x5f, 0xae, 0xec, 0x7c}};
static const GUID ID_PDB_UTILS = {0xe6c9647e, 0x9d6a, 0x4c3b, {0xb9, 0x4c, 0x52, 0x4b, 0x5a, 0x6c, 0x34, 0x3d}};
static const GUID ID_PIX_FACTORY = {0x9c2a040d, 0x8068, 0x44ec, {0x8c, 0x68, 0x8b, 0xfe, 0xf1, 0xb4, 0x37, 0x89}};
static const GUID CLASS_OPTIMIZER = {0xae2cd79f, 0xcc22, 0x453f, {0x9b, 0x6b, 0xb1, 0x24, 0xe7, 0xa5, 0x20, 0x4c}};
static const GUID ID_OPTIMIZER = {0x25740e2e, 0x9cba, 0x401b, {0x91, 0x19, 0x4f, 0xb4, 0x2f, 0x39, 0xf2, 0x70}};

/* `key=value`; a string that could not be had is its error. */
static void put_string(Out *o, const char *key, HRESULT hr, BSTR value) {
  char text[64];
  put(o, key, strlen(key));
  put(o, "=", 1);
  if (FAILED(hr)) put(o, text, (size_t)snprintf(text, sizeof text, "0x%08x", (unsigned)hr));
  else if (value) {
    int n = WideCharToMultiByte(CP_UTF8, 0, value, -1, NULL, 0, NULL, NULL);
    char *utf8 = malloc((size_t)n);
    if (!utf8) die("out of memory");
    WideCharToMultiByte(CP_UTF8, 0, value, -1, utf8, n, NULL, NULL);
    for (char *c = utf8; *c; c++) if (*c == '\n') *c = ' ';
    put(o, utf8, strlen(utf8));
    free(utf8);
  }
  put(o, "\n", 1);
  SysFreeString(value);
}

typedef HRESULT(STDMETHODCALLTYPE *CountOf)(PdbUtils *, UINT32 *);
typedef HRESULT(STDMETHODCALLTYPE *StringAt)(PdbUtils *, UINT32, BSTR *);

static void put_strings(Out *o, PdbUtils *u, const char *name, CountOf count_of, StringAt string_at) {
  UINT32 count = 0;
  char key[64];
  number(o, name, ".count", FAILED(count_of(u, &count)) ? 0xffffffff : count);
  for (UINT32 i = 0; i < count; i++) {
    BSTR value = NULL;
    HRESULT hr = string_at(u, i, &value);
    snprintf(key, sizeof key, "%s.%u", name, (unsigned)i);
    put_string(o, key, hr, value);
  }
}

static void put_compilation(Out *o, PdbUtils *u) {
  UINT32 count = 0;
  char key[64], digits[2 * 64 + 1] = "";
  BSTR s = NULL, value = NULL;
  Blob *b = NULL;
  put_strings(o, u, "source", u->v->GetSourceCount, u->v->GetSourceName);
  u->v->GetSourceCount(u, &count);
  for (UINT32 i = 0; i < count; i++) {
    snprintf(key, sizeof key, "text.%u.", (unsigned)i);
    if (FAILED(u->v->GetSource(u, i, &b)) || !b) { word(o, key, "none", ""); continue; }
    const uint8_t *p = b->v->GetBufferPointer(b);
    uint32_t hash = 2166136261u;
    size_t size = b->v->GetBufferSize(b);
    while (size && p[size - 1] == 0) size--;
    for (size_t k = 0; k < size; k++) hash = (hash ^ p[k]) * 16777619u;
    number(o, key, "size", size);
    number(o, key, "hash", hash);
    b->v->Release(b);
  }
  put_strings(o, u, "flag", u->v->GetFlagCount, u->v->GetFlag);
  put_strings(o, u, "arg", u->v->GetArgCount, u->v->GetArg);
  put_strings(o, u, "define", u->v->GetDefineCount, u->v->GetDefine);
  count = 0;
  u->v->GetArgPairCount(u, &count);
  for (UINT32 i = 0; i < count; i++) {
    HRESULT hr = u->v->GetArgPair(u, i, &s, &value);
    snprintf(key, sizeof key, "pair.%u.name", (unsigned)i);
    put_string(o, key, hr, s);
    snprintf(key, sizeof key, "pair.%u.value", (unsigned)i);
    put_string(o, key, hr, value);
    s = value = NULL;
  }
  HRESULT hr = u->v->GetTargetProfile(u, &s);
  put_string(o, "target", hr, s);
  s = NULL, hr = u->v->GetEntryPoint(u, &s);
  put_string(o, "entry", hr, s);
  s = NULL, hr = u->v->GetMainFileName(u, &s);
  put_string(o, "main", hr, s);
  s = NULL, hr = u->v->GetName(u, &s);
  put_string(o, "name", hr, s);
  number(o, "", "full", (UINT64)u->v->IsFullPDB(u));
  b = NULL;
  if (SUCCEEDED(u->v->GetHash(u, &b)) && b) {
    const uint8_t *p = b->v->GetBufferPointer(b);
    for (size_t k = 0; k < b->v->GetBufferSize(b) && k < 64; k++) snprintf(digits + 2 * k, 3, "%02x", p[k]);
    b->v->Release(b);
  }
  word(o, "", "hash", digits);
}

/* Of an instruction: `pix.N=function depth file:line:column variables...`. FALSE: there is none of that number. */
static BOOL put_instruction(Out *o, Pix *pix, DWORD n) {
  Locations *at = NULL;
  Live *live = NULL;
  BSTR s = NULL;
  DWORD depth = 0, count = 0;
  char key[64];
  HRESULT hr = pix->v->GetFunctionName(pix, n, &s);
  if (FAILED(hr)) return FALSE;
  snprintf(key, sizeof key, "pix.%u.function", (unsigned)n);
  put_string(o, key, hr, s);
  snprintf(key, sizeof key, "pix.%u.", (unsigned)n);
  if (SUCCEEDED(pix->v->GetStackDepth(pix, n, &depth))) number(o, key, "depth", depth);
  if (SUCCEEDED(pix->v->SourceLocationsFromInstructionOffset(pix, n, &at)) && at) {
    for (DWORD k = 0; k < at->v->GetCount(at); k++) {
      number(o, key, "line", at->v->GetLineNumberByIndex(at, k));
      number(o, key, "column", at->v->GetColumnByIndex(at, k));
    }
    at->v->Release(at);
  }
  hr = pix->v->GetLiveVariablesAt(pix, n, &live);
  if (FAILED(hr) || !live) { number(o, key, "live", (UINT64)(uint32_t)hr); return TRUE; }
  live->v->GetCount(live, &count);
  for (DWORD k = 0; k < count; k++) {
    Variable *variable = NULL;
    if (FAILED(live->v->GetVariableByIndex(live, k, &variable)) || !variable) continue;
    s = NULL, hr = variable->v->GetName(variable, &s);
    snprintf(key, sizeof key, "pix.%u.variable", (unsigned)n);
    put_string(o, key, hr, s);
    variable->v->Release(variable);
  }
  live->v->Release(live);
  return TRUE;
}

/* Request: blob, u32 most instructions to ask about. Reply: text of lines. */
static void serve_debug(In *i) {
  uint32_t size;
  const uint8_t *bytes = get_bytes(i, &size);
  uint32_t most = get_u32(i);
  PdbUtils *u = NULL;
  PixFactory *factory = NULL;
  Pix *pix = NULL;
  Blob *blob = NULL;
  Out o = {0}, reply = {0};
  HRESULT hr = utils->v->CreateBlob(utils, bytes, size, 0, &blob);
  if (SUCCEEDED(hr)) hr = create_from_compiler(&CLASS_PDB_UTILS, &ID_PDB_UTILS, (void **)&u);
  if (SUCCEEDED(hr)) hr = u->v->Load(u, blob);
  number(&o, "", "load", (UINT64)(uint32_t)hr);
  if (SUCCEEDED(hr)) {
    put_compilation(&o, u);
    hr = u->v->QueryInterface(u, &ID_PIX_FACTORY, (void **)&factory);
    if (SUCCEEDED(hr)) hr = factory->v->NewDxcPixDxilDebugInfo(factory, &pix);
    number(&o, "", "pix", (UINT64)(uint32_t)hr);
    if (SUCCEEDED(hr) && pix) for (DWORD n = 0; n < most && put_instruction(&o, pix, n); n++) {}
  }
  put_bytes(&reply, o.data, o.size);
  send_frame(REP_REPLY, &reply);
  free(o.data);
  free(reply.data);
  if (pix) pix->v->Release(pix);
  if (factory) factory->v->Release(factory);
  if (u) u->v->Release(u);
  if (blob) blob->v->Release(blob);
}

/* Request: blob, u32 count of words, text each. Reply: u32 status, blob module, text. */
static void serve_optimize(In *i) {
  uint32_t size;
  const uint8_t *bytes = get_bytes(i, &size);
  uint32_t count = get_u32(i);
  wchar_t **words = calloc((size_t)count + 1, sizeof *words);
  if (!words) die("out of memory");
  for (uint32_t k = 0; k < count; k++) words[k] = get_wide(i);
  Optimizer *optimizer = NULL;
  Blob *blob = NULL, *module = NULL, *text = NULL;
  Out o = {0};
  HRESULT hr = utils->v->CreateBlob(utils, bytes, size, 0, &blob);
  if (SUCCEEDED(hr)) hr = create_from_compiler(&CLASS_OPTIMIZER, &ID_OPTIMIZER, (void **)&optimizer);
  if (SUCCEEDED(hr)) hr = optimizer->v->RunOptimizer(optimizer, blob, (LPCWSTR *)words, count, &module, &text);
  put_u32(&o, (uint32_t)hr);
  put_blob(&o, module);
  put_text(&o, text);
  send_frame(REP_REPLY, &o);
  free(o.data);
  if (text) text->v->Release(text);
  if (module) module->v->Release(module);
  if (optimizer) optimizer->v->Release(optimizer);
  if (blob) blob->v->Release(blob);
  for (uint32_t k = 0; k < count; k++) free(words[k]);
  free(words);
}
