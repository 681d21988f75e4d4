// Messages about shader model 6.9: long vectors, hit objects, opacity micromaps. The wording follows DXC's.

export const SM69_MESSAGES = {
  E2650: ['error', 'vectors of over 4 elements in {place} are not supported'],
  E2651: ['error', "invalid swizzle '{name}' on vector of over 4 elements."],
} as const
