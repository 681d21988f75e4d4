// Messages about options, files and the compilation as a whole: E4xxx.

export const COMPILE_MESSAGES = {
  E4000: ['error', "cannot read file '{file}': {why}"],
} as const
