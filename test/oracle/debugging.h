/* What debuggers read of a debug file or of a container with debug information, as lines `key=value`: DxcPdbUtils (sources, arguments, hash, version) by its
 * first and its second interface (keys `two.*`) and, where the program has numbered instructions, PIX's debug information (lines, functions, live variables
 * of each). And DXC's passes by name, PIX's among them.
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
  void *GetFullPDB;
  HRESULT(STDMETHODCALLTYPE *GetVersionInfo)(PdbUtils *, VersionInfo **);
} PdbUtilsVtbl;
struct PdbUtils { const PdbUtilsVtbl *v; };

typedef struct PdbUtils2 PdbUtils2; /* IDxcPdbUtils2: texts are blobs of wide characters */
typedef HRESULT(STDMETHODCALLTYPE *CountOf2)(PdbUtils2 *, UINT32 *);
typedef HRESULT(STDMETHODCALLTYPE *BlobAt2)(PdbUtils2 *, UINT32, Blob **);
typedef HRESULT(STDMETHODCALLTYPE *BlobOf2)(PdbUtils2 *, Blob **);
typedef struct PdbUtils2Vtbl {
  HRESULT(STDMETHODCALLTYPE *QueryInterface)(PdbUtils2 *, REFIID, void **);
  ULONG(STDMETHODCALLTYPE *AddRef)(PdbUtils2 *);
  ULONG(STDMETHODCALLTYPE *Release)(PdbUtils2 *);
  HRESULT(STDMETHODCALLTYPE *Load)(PdbUtils2 *, Blob *);
  CountOf2 GetSourceCount;
  BlobAt2 GetSource, GetSourceName;
  CountOf2 GetLibraryPDBCount;
  void *GetLibraryPDB;
  CountOf2 GetFlagCount;
  BlobAt2 GetFlag;
  CountOf2 GetArgCount;
  BlobAt2 GetArg;
  CountOf2 GetArgPairCount;
  HRESULT(STDMETHODCALLTYPE *GetArgPair)(PdbUtils2 *, UINT32, Blob **, Blob **);
  CountOf2 GetDefineCount;
  BlobAt2 GetDefine;
  BlobOf2 GetTargetProfile, GetEntryPoint, GetMainFileName, GetHash, GetName;
  HRESULT(STDMETHODCALLTYPE *GetVersionInfo)(PdbUtils2 *, VersionInfo **);
  CountOf2 GetCustomToolchainID;
  BlobOf2 GetCustomToolchainData, GetWholeDxil;
  BOOL(STDMETHODCALLTYPE *IsFullPDB)(PdbUtils2 *);
  BOOL(STDMETHODCALLTYPE *IsPDBRef)(PdbUtils2 *);
} PdbUtils2Vtbl;
struct PdbUtils2 { const PdbUtils2Vtbl *v; };

typedef struct VersionText VersionText; /* IDxcVersionInfo3 */
typedef struct VersionTextVtbl {
  void *QueryInterface, *AddRef;
  ULONG(STDMETHODCALLTYPE *Release)(VersionText *);
  HRESULT(STDMETHODCALLTYPE *GetCustomVersionString)(VersionText *, char **);
} VersionTextVtbl;
struct VersionText { const VersionTextVtbl *v; };

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
static const GUID ID_PDB_UTILS2 = {0x4315d938, 0xf369, 0x4f93, {0x95, 0xa2, 0x25, 0x20, 0x17, 0xcc, 0x38, 0x07}};
static const GUID ID_VERSION3 = {0x5e13e843, 0x9d25, 0x473c, {0x9a, 0xd2, 0x03, 0xb2, 0xd0, 0xb4, 0x4b, 0x1e}};
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

static void put_version_info(Out *o, const char *key, HRESULT hr, VersionInfo *info);

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
  VersionInfo *version = NULL;
  hr = u->v->GetVersionInfo(u, &version);
  put_version_info(o, "", hr, version);
}

static void put_version_info(Out *o, const char *key, HRESULT hr, VersionInfo *info) {
  VersionInfo *commit = NULL;
  VersionText *custom = NULL;
  UINT32 major = 0, minor = 0, flags = 0, commits = 0;
  char *hash = NULL, *text = NULL, line[256];
  if (FAILED(hr) || !info) {
    word(o, key, "version", "none");
    return;
  }
  info->v->GetVersion(info, &major, &minor);
  info->v->GetFlags(info, &flags);
  if (SUCCEEDED(info->v->QueryInterface(info, &ID_VERSION2, (void **)&commit)) && commit) commit->v->GetCommitInfo(commit, &commits, &hash);
  if (SUCCEEDED(info->v->QueryInterface(info, &ID_VERSION3, (void **)&custom)) && custom) custom->v->GetCustomVersionString(custom, &text);
  snprintf(line, sizeof line, "%u.%u flags %u commit %u %.40s text %.80s", (unsigned)major, (unsigned)minor, (unsigned)flags, (unsigned)commits, hash ? hash : "", text ? text : "");
  word(o, key, "version", line);
  CoTaskMemFree(hash);
  CoTaskMemFree(text);
  if (custom) custom->v->Release(custom);
  if (commit) commit->v->Release(commit);
  info->v->Release(info);
}

static void put_wide_blob(Out *o, const char *key, HRESULT hr, Blob *b) {
  BSTR s = SUCCEEDED(hr) && b ? SysAllocString(b->v->GetBufferPointer(b)) : NULL;
  put_string(o, key, hr, s);
  if (b) b->v->Release(b);
}

static void put_wide_blobs(Out *o, PdbUtils2 *u, const char *name, CountOf2 count_of, BlobAt2 at) {
  UINT32 count = 0;
  char key[64];
  number(o, name, ".count", FAILED(count_of(u, &count)) ? 0xffffffff : count);
  for (UINT32 i = 0; i < count; i++) {
    Blob *b = NULL;
    HRESULT hr = at(u, i, &b);
    snprintf(key, sizeof key, "%s.%u", name, (unsigned)i);
    put_wide_blob(o, key, hr, b);
  }
}

static void put_blob_size(Out *o, const char *key, HRESULT hr, Blob *b) {
  if (FAILED(hr) || !b) word(o, "", key, "none");
  else number(o, "", key, b->v->GetBufferSize(b));
  if (b) b->v->Release(b);
}

/* The second interface: the same questions, and those that the first does not have. */
static void put_second(Out *o, PdbUtils *first) {
  PdbUtils2 *u = NULL;
  UINT32 count = 0;
  VersionInfo *version = NULL;
  if (FAILED(first->v->QueryInterface(first, &ID_PDB_UTILS2, (void **)&u)) || !u) return;
  put_wide_blobs(o, u, "two.source", u->v->GetSourceCount, u->v->GetSourceName);
  put_wide_blobs(o, u, "two.flag", u->v->GetFlagCount, u->v->GetFlag);
  put_wide_blobs(o, u, "two.arg", u->v->GetArgCount, u->v->GetArg);
  put_wide_blobs(o, u, "two.define", u->v->GetDefineCount, u->v->GetDefine);
  u->v->GetArgPairCount(u, &count);
  for (UINT32 i = 0; i < count; i++) {
    Blob *name = NULL, *value = NULL;
    char key[64];
    HRESULT hr = u->v->GetArgPair(u, i, &name, &value);
    snprintf(key, sizeof key, "two.pair.%u.name", (unsigned)i);
    put_wide_blob(o, key, hr, name);
    snprintf(key, sizeof key, "two.pair.%u.value", (unsigned)i);
    put_wide_blob(o, key, hr, value);
  }
  static const struct { const char *key; size_t at; } texts[] = {
    {"two.target", offsetof(PdbUtils2Vtbl, GetTargetProfile)}, {"two.entry", offsetof(PdbUtils2Vtbl, GetEntryPoint)},
    {"two.main", offsetof(PdbUtils2Vtbl, GetMainFileName)}, {"two.name", offsetof(PdbUtils2Vtbl, GetName)},
  };
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    Blob *b = NULL;
    HRESULT hr = (*(const BlobOf2 *)((const char *)u->v + texts[t].at))(u, &b);
    put_wide_blob(o, texts[t].key, hr, b);
  }
  Blob *b = NULL;
  HRESULT hr = u->v->GetHash(u, &b);
  put_blob_size(o, "two.hash.size", hr, b);
  hr = u->v->GetVersionInfo(u, &version);
  put_version_info(o, "two.", hr, version);
  count = 0;
  number(o, "two.", "libraries", FAILED(u->v->GetLibraryPDBCount(u, &count)) ? 0xffffffff : count);
  count = 0;
  hr = u->v->GetCustomToolchainID(u, &count);
  number(o, "two.", "toolchain.status", (UINT64)(uint32_t)hr);
  number(o, "two.", "toolchain", count);
  b = NULL, hr = u->v->GetCustomToolchainData(u, &b);
  put_blob_size(o, "two.toolchain.size", hr, b);
  b = NULL, hr = u->v->GetWholeDxil(u, &b);
  word(o, "two.", "whole", SUCCEEDED(hr) && b ? "there" : "none");
  if (b) b->v->Release(b);
  number(o, "two.", "full", (UINT64)u->v->IsFullPDB(u));
  number(o, "two.", "reference", (UINT64)u->v->IsPDBRef(u));
  u->v->Release(u);
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
    put_second(&o, u);
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
