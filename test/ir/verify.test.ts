// Functions with one thing wrong, and the complaint that must name it.

import { parseModule } from '../../src/ir/parse_text.ts'
import { verifyFunc } from '../../src/ir/verify.ts'
import { golden } from '../golden.ts'

const complaints =
  (level: 'hl' | 'dx') =>
  (input: string): string => {
    const m = parseModule(input.startsWith('func') ? `target cs 6.0\n${input}` : input)
    const found = m.functions.flatMap(f => verifyFunc(m, f, level))
    return found.map(c => `${c.line}: ${c.what}${c.text === '' ? '' : `: ${c.text}`}`).join('\n')
  }

golden('test/ir/verify.txt', complaints('hl'))
golden('test/ir/verify_dx.txt', complaints('dx'))
