// Messages of compiling LLVM text: E6xxx. The parser words its own complaints.

export const LL_MESSAGES = {
  E6000: '{what}',
  E6001: '{what} is not supported in LLVM text',
  E6002: "use of undefined value '{name}'",
  E6003: 'the module names no shader: {why}',
  E6004: "invalid target triple '{triple}': {why}",
  E6005: "recursive call of '{name}'",
  E6006: 'Handle at "{second}" overwrites handle at "{first}"',
  E6007: 'Load at "{load}" is not dominated by handle creation at "{handle}"',
  E6008: 'Type mismatch between intrinsic and DXIL op',
  E6009: '{what}',
  E6010: '{what}: {text}',
} as const
