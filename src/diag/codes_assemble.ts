// Messages of assembling text: E5xxx errors, W5xxx warnings. The parser of LLVM text words its own complaints.

export const ASSEMBLE_MESSAGES = {
  E5000: ['error', '{what}'],
  E5001: ['error', 'the text is no DXIL program: {why}'],
  E5002: ['error', 'invalid module: {what}'],
  E5003: ['error', 'the trailer of `disasm --lossless` is damaged: {why}'],
  W5000: [
    'warning',
    'the text was changed since `disasm --lossless` wrote it; parts are computed anew and {parts} left out',
  ],
} as const
