// Registers in words: u3, u3-u6, u6 and up; numbers as turns: 1st, 2nd.

import { LAST_REGISTER } from '../binding/register_space.ts'

/** `u3`, `u3-u6`; an arrow when it reaches the end of the space. upper null: the end. */
export function registersText(letter: string, lower: number, upper: number | null): string {
  if (upper === null || upper >= LAST_REGISTER)
    return lower === LAST_REGISTER ? `${letter}${lower}` : `${letter}${lower}→`
  return upper <= lower ? `${letter}${lower}` : `${letter}${lower}-${letter}${upper}`
}

export function ordinal(n: number): string {
  const tens = n % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** `1 register`, `4 registers`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** `A`, `A and B`, `A, B and C`, `A, B, C and 7 more`. @param unnamed how many more there are than names */
export function listed(names: readonly string[], most = 4, unnamed = 0): string {
  const total = names.length + unnamed
  const shown = total > most ? [...names.slice(0, most - 1), `${total - most + 1} more`] : names
  if (shown.length < 2) return shown.join('')
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
