// Messages of compiling LLVM text: E6xxx. The parser words its own complaints.

export const LL_MESSAGES = {
  E6000: ['error', '{what}'],
  E6001: ['error', '{what} is not supported in LLVM text'],
  E6002: ['error', "use of undefined value '{name}'"],
  E6003: ['error', 'the module names no shader: {why}'],
  E6004: ['error', "invalid target triple '{triple}': {why}"],
  E6005: ['error', "recursive call of '{name}'"],
  E6006: ['error', 'Handle at "{second}" overwrites handle at "{first}"'],
  E6007: ['error', 'Load at "{load}" is not dominated by handle creation at "{handle}"'],
  E6008: ['error', 'Type mismatch between intrinsic and DXIL op'],
  E6009: ['error', '{what}'],
  E6010: ['error', '{what}: {text}'],
} as const
