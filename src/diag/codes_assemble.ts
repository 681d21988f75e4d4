// Messages of assembling text: E5xxx errors, W5xxx warnings. The parser of LLVM text words its own complaints.

export const ASSEMBLE_MESSAGES = {
  E5000: '{what}',
  E5001: 'the text is no DXIL program: {why}',
  E5002: 'invalid module: {what}',
  E5003: 'the trailer of `disasm --lossless` is damaged: {why}',
  W5000: 'the text was changed since `disasm --lossless` wrote it; parts are computed anew and {parts} left out',
} as const
