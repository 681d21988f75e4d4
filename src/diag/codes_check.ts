// Messages of semantic analysis: E2xxx errors, W2xxx warnings, N2xxx notes.

export const CHECK_MESSAGES = {
  E2000: ['error', "use of undeclared identifier '{name}'"],
} as const
