// Flags of DXC's SPIR-V back end. DXC takes them without -spirv too and does nothing with them, so build scripts pass them to both back ends.

type SpirvRow = readonly [
  names: string,
  form: 'F' | 'S' | 'J' | 'S2' | 'S4',
  effect: 'quiet',
  group: 'SPIR-V',
  value: string,
  help: string,
]

export const SPIRV = [
  ['fspv-debug=', 'J', 'quiet', 'SPIR-V', 'what', 'debug information of SPIR-V'],
  ['fspv-enable-maximal-reconvergence', 'F', 'quiet', 'SPIR-V', '', 'maximal reconvergence'],
  ['fspv-entrypoint-name=', 'J', 'quiet', 'SPIR-V', 'name', 'name of the entry point in SPIR-V'],
  ['fspv-extension=', 'J', 'quiet', 'SPIR-V', 'name', 'SPIR-V extension to permit'],
  ['fspv-fix-func-call-arguments', 'F', 'quiet', 'SPIR-V', '', 'copies of arguments that SPIR-V wants'],
  ['fspv-flatten-resource-arrays', 'F', 'quiet', 'SPIR-V', '', 'arrays of resources as single ones'],
  ['fspv-max-id', 'S', 'quiet', 'SPIR-V', 'id', 'largest id in SPIR-V'],
  ['fspv-preserve-bindings', 'F', 'quiet', 'SPIR-V', '', 'keep unused bindings'],
  ['fspv-preserve-interface', 'F', 'quiet', 'SPIR-V', '', 'keep unused interface variables'],
  ['fspv-print-all', 'F', 'quiet', 'SPIR-V', '', 'print SPIR-V before each pass'],
  ['fspv-reduce-load-size', 'F', 'quiet', 'SPIR-V', '', 'smaller loads'],
  ['fspv-reflect', 'F', 'quiet', 'SPIR-V', '', 'reflection decorations'],
  ['fspv-target-env=', 'J', 'quiet', 'SPIR-V', 'environment', 'target environment'],
  ['fspv-use-descriptor-heap', 'F', 'quiet', 'SPIR-V', '', 'descriptor heaps'],
  ['fspv-use-emulated-heap', 'F', 'quiet', 'SPIR-V', '', 'emulated heaps'],
  ['fspv-use-legacy-buffer-matrix-order', 'F', 'quiet', 'SPIR-V', '', 'older order of matrices in buffers'],
  ['fspv-use-unknown-image-format', 'F', 'quiet', 'SPIR-V', '', 'images without a format'],
  ['fspv-use-vulkan-memory-model', 'F', 'quiet', 'SPIR-V', '', "Vulkan's memory model"],
  ['fvk-auto-shift-bindings', 'F', 'quiet', 'SPIR-V', '', 'shift bindings of resources without a register'],
  ['fvk-b-shift', 'S2', 'quiet', 'SPIR-V', 'shift space', 'shift of bindings of b registers'],
  ['fvk-s-shift', 'S2', 'quiet', 'SPIR-V', 'shift space', 'shift of bindings of s registers'],
  ['fvk-t-shift', 'S2', 'quiet', 'SPIR-V', 'shift space', 'shift of bindings of t registers'],
  ['fvk-u-shift', 'S2', 'quiet', 'SPIR-V', 'shift space', 'shift of bindings of u registers'],
  ['fvk-bind-counter-heap', 'S2', 'quiet', 'SPIR-V', 'binding set', 'place of the heap of counters'],
  ['fvk-bind-globals', 'S2', 'quiet', 'SPIR-V', 'binding set', 'place of the globals'],
  ['fvk-bind-register vkbr', 'S4', 'quiet', 'SPIR-V', 'register space binding set', 'place of a register'],
  ['fvk-bind-resource-heap', 'S2', 'quiet', 'SPIR-V', 'binding set', 'place of the heap of resources'],
  ['fvk-bind-sampler-heap', 'S2', 'quiet', 'SPIR-V', 'binding set', 'place of the heap of samplers'],
  ['fvk-invert-y', 'F', 'quiet', 'SPIR-V', '', 'negate SV_Position.y'],
  ['fvk-stage-io-order=', 'J', 'quiet', 'SPIR-V', 'order', 'order of the locations: alpha or decl'],
  ['fvk-support-nonzero-base-instance', 'F', 'quiet', 'SPIR-V', '', 'SV_InstanceID counts from the base instance'],
  ['fvk-support-nonzero-base-vertex', 'F', 'quiet', 'SPIR-V', '', 'SV_VertexID counts from the base vertex'],
  ['fvk-use-dx-layout', 'F', 'quiet', 'SPIR-V', '', "DirectX's layout of buffers"],
  ['fvk-use-dx-position-w', 'F', 'quiet', 'SPIR-V', '', 'reciprocal of SV_Position.w'],
  ['fvk-use-gl-layout', 'F', 'quiet', 'SPIR-V', '', "OpenGL's layout of buffers"],
  ['fvk-use-scalar-layout', 'F', 'quiet', 'SPIR-V', '', 'scalar layout of buffers'],
  ['Oconfig=', 'J', 'quiet', 'SPIR-V', 'passes', 'passes of the SPIR-V optimiser'],
  ['-Wno-vk-ignored-features', 'F', 'quiet', 'SPIR-V', '', 'no warning of what Vulkan ignores'],
  ['-Wno-vk-emulated-features', 'F', 'quiet', 'SPIR-V', '', 'no warning of what Vulkan emulates'],
] as const satisfies readonly SpirvRow[]

/** Flags that choose another back end: refused by name. */
export const OTHER_BACK_ENDS: ReadonlySet<string> = new Set(['-spirv', '/spirv', '-metal', '/metal'])

/** Values that DXC checks even where it does nothing with them. */
const VALUES: ReadonlyMap<string, { readonly known: RegExp; readonly what: string }> = new Map([
  [
    'fspv-debug=',
    {
      known: /^(file|source|line|tool|rich|rich-with-source|vulkan-with-source)$/,
      what: 'unknown SPIR-V debug info control parameter',
    },
  ],
  ['fvk-stage-io-order=', { known: /^(alpha|decl)$/, what: 'unknown Vulkan stage I/O location assignment order' }],
])

/** What DXC says against the value of a flag, if anything. */
export function spirvComplaint(id: string, value: string): string | undefined {
  const rule = VALUES.get(id)
  return rule && !rule.known.test(value) ? `${rule.what}: ${value}` : undefined
}
