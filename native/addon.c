/* N-API face of md5.c: md5(Uint8Array) and containerDigest(Uint8Array, debug) return a fresh Uint8Array of 16 bytes.
   Wrong arguments throw; nothing here keeps state or memory between calls. */

#include <node_api.h>

#include "md5.h"

/* A container's digest starts behind magic and digest. */
#define DIGEST_START 20

static napi_value fail(napi_env env, const char *message) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (!pending) napi_throw_type_error(env, NULL, message);
  return NULL;
}

/* Memory of a Uint8Array; 0 when the value is something else. */
static int bytes_of(napi_env env, napi_value value, const uint8_t **data, size_t *length) {
  bool is_typed_array = false;
  napi_typedarray_type type;
  void *memory = NULL;
  if (napi_is_typedarray(env, value, &is_typed_array) != napi_ok || !is_typed_array) return 0;
  if (napi_get_typedarray_info(env, value, &type, length, &memory, NULL, NULL) != napi_ok) return 0;
  *data = memory;
  return type == napi_uint8_array;
}

/* A new Uint8Array of 16 bytes and its memory. */
static napi_value new_digest(napi_env env, uint8_t **memory) {
  napi_value buffer, array;
  void *data = NULL;
  if (napi_create_arraybuffer(env, 16, &data, &buffer) != napi_ok) return NULL;
  if (napi_create_typedarray(env, napi_uint8_array, 16, buffer, 0, &array) != napi_ok) return NULL;
  *memory = data;
  return array;
}

static napi_value md5(napi_env env, napi_callback_info info) {
  napi_value argv[1], result;
  size_t argc = 1, length = 0;
  const uint8_t *data = NULL;
  uint8_t *digest = NULL;
  if (napi_get_cb_info(env, info, &argc, argv, NULL, NULL) != napi_ok || argc < 1 ||
      !bytes_of(env, argv[0], &data, &length))
    return fail(env, "md5 takes a Uint8Array");
  if ((result = new_digest(env, &digest)) == NULL) return fail(env, "no memory for a digest");
  dxilkit_md5(data, length, digest);
  return result;
}

static napi_value container_digest(napi_env env, napi_callback_info info) {
  napi_value argv[2], result;
  size_t argc = 2, length = 0;
  const uint8_t *data = NULL;
  uint8_t *digest = NULL;
  bool debug = false;
  if (napi_get_cb_info(env, info, &argc, argv, NULL, NULL) != napi_ok || argc < 2 ||
      !bytes_of(env, argv[0], &data, &length) || napi_get_value_bool(env, argv[1], &debug) != napi_ok)
    return fail(env, "containerDigest takes a Uint8Array and a boolean");
  if (length < DIGEST_START) return fail(env, "containerDigest needs a container of at least 20 bytes");
  if ((result = new_digest(env, &digest)) == NULL) return fail(env, "no memory for a digest");
  dxilkit_container_digest(data + DIGEST_START, length - DIGEST_START, debug, digest);
  return result;
}

NAPI_MODULE_INIT() {
  const napi_property_descriptor properties[] = {
      {"md5", NULL, md5, NULL, NULL, NULL, napi_enumerable, NULL},
      {"containerDigest", NULL, container_digest, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  if (napi_define_properties(env, exports, sizeof properties / sizeof *properties, properties) != napi_ok)
    return fail(env, "cannot define the exports");
  return exports;
}
