// Messages about shader models 6.9 and 6.10: long vectors, hit objects, opacity micromaps, what is gone. The wording follows DXC's.

export const SM69_MESSAGES = {
  E2650: 'vectors of over 4 elements in {place} are not supported',
  E2651: "invalid swizzle '{name}' on vector of over 4 elements.",
  E2652: "object '{type}' is not allowed in {place}",
  E2653: "dx::HitObject is unavailable in shader stage '{stage}' (requires 'raygeneration', 'closesthit' or 'miss')",
  E2654: "dx::MaybeReorderThread is unavailable in shader stage '{stage}' (requires 'raygeneration')",
  E2655: 'A non-zero value for the RayQueryFlags template argument requires shader model 6.9 or above.',
  E2656:
    "When using 'RAY_FLAG_FORCE_OMM_2_STATE' in RayFlags, RayQueryFlags must have RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS set.",
  E2657: "reordercoherent requires SM 6.9 or later. '{name}'",
  E2658:
    'invalid SemanticFlags for Barrier operation; expected 0 or some combination of GROUP_SYNC, GROUP_SCOPE, DEVICE_SCOPE, REORDER_SCOPE flags',
  E2659: "REORDER_SCOPE is unavailable in shader stage '{stage}' (requires 'raygeneration')",
  E2664: "parameter 'offset' must be a multiple of 4, got {offset}",
  E2665: "potential misuse of built-in type 'dx::HitObject' in shader model {target}; introduced in shader model 6.9",
  E2668: 'Explicit template arguments on intrinsic {name} are not supported',
  E2669: 'overload of intrinsic {name} with SamplerComparisonState requires shader model 6.8 or greater',
  E2670: 'built-in type {type} is unavailable in shader model {target}; it was removed in shader model 6.10',
  E2671: 'node shaders and other Work Graphs functionality are not supported when targeting shader model {target}',
  W2650: "attribute 'globallycoherent' implies 'reordercoherent'",
  W2652: "'{name}' attribute only applies to {what}",
  W2653: "attribute 'reordercoherent' implied by 'globallycoherent' in '{name}'. 'reordercoherent' ignored.",
  W2651: "potential misuse of built-in constant '{name}' in shader model {target}; introduced in shader model 6.9",
} as const
