// Messages of the preprocessor, lexer and parser: E1xxx errors, W1xxx warnings.

export const PARSE_MESSAGES = {
  E1000: ['error', "expected {what} before '{found}'"],
} as const
