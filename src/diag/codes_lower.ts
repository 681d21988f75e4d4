// Messages of lowering, passes and emission: what can only be known once code is being generated. E3xxx.

export const LOWER_MESSAGES = {
  E3000: ['error', '{what} is not supported in {where}'],
} as const
