{
  "targets": [
    {
      "target_name": "dxilkit_native",
      "sources": ["native/addon.c", "native/md5.c"],
      "defines": ["NAPI_VERSION=8"],
      "cflags": ["-O3", "-Wall", "-Wextra"],
      "xcode_settings": { "GCC_OPTIMIZATION_LEVEL": "3" },
      "msvs_settings": { "VCCLCompilerTool": { "Optimization": "2" } }
    }
  ]
}
