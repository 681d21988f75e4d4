// Clang's names of the warnings we have, for -Wno-name. A name we do not know turns nothing off, as in DXC.

const CODES_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  conversion: ['W2100', 'W2102', 'W2109'],
  'literal-conversion': ['W2101'],
  'constant-conversion': ['W2101'],
  'ambig-lit-shift': ['W2103'],
  'unknown-attributes': ['W2104'],
  'ignored-attributes': ['W2105', 'W2110', 'W2111'],
  attributes: ['W2104', 'W2105'],
  'effects-syntax': ['W1002', 'W2106', 'W2120'],
  'invalid-pp-token': ['W1001'],
  '#warnings': ['W1100'],
  'extra-tokens': ['W1109'],
  'macro-redefined': ['W1119'],
  'builtin-macro-redefined': ['W1120'],
}

/** Our codes under clang's name of a warning. */
export function codesNamed(name: string): readonly string[] {
  return CODES_BY_NAME[name] ?? []
}

/** The codes that a sequence of -W values ('no-name' off, 'name' on again) leaves turned off. */
export function disabledCodes(values: readonly string[]): Set<string> {
  const off = new Set<string>()
  for (const value of values) {
    const isOff = value.startsWith('no-')
    for (const code of CODES_BY_NAME[isOff ? value.slice(3) : value] ?? []) isOff ? off.add(code) : off.delete(code)
  }
  return off
}
