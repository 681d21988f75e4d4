// Messages about shader model 6.9: long vectors, hit objects, opacity micromaps. The wording follows DXC's.

export const SM69_MESSAGES = {
  E2650: ['error', 'vectors of over 4 elements in {place} are not supported'],
  E2651: ['error', "invalid swizzle '{name}' on vector of over 4 elements."],
  E2652: ['error', "object '{type}' is not allowed in {place}"],
  E2653: [
    'error',
    "dx::HitObject is unavailable in shader stage '{stage}' (requires 'raygeneration', 'closesthit' or 'miss')",
  ],
  E2654: ['error', "dx::MaybeReorderThread is unavailable in shader stage '{stage}' (requires 'raygeneration')"],
} as const
