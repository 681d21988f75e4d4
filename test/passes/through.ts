// Golden cases of passes: functions in textual IR in, the same after a pass out. Inputs must be in printed form and valid.

import { parseModule } from '../../src/ir/parse_text.ts'
import { printModule } from '../../src/ir/text.ts'
import { verifyModule } from '../../src/ir/verify.ts'
import type { Pass } from '../../src/passes/common/pass.ts'

const HEADER = 'target cs 6.0\n'

/** Runs the pass on the input's functions. A case may leave out the target line when it has nothing but functions. */
export const through =
  (pass: Pass) =>
  (input: string): string => {
    const bare = input.startsWith('func')
    const text = bare ? `${HEADER}\n${input}\n` : `${input}\n`
    const m = parseModule(text)
    if (printModule(m) !== text) throw new Error(`the input is not in printed form; it prints as\n${printModule(m)}`)
    const wrong = verifyModule(m)
    if (wrong !== '') throw new Error(`the input is invalid: ${wrong}`)
    for (const f of m.functions) {
      if (f.isDeclaration) continue
      const before = printModule(m)
      const changed = pass.run(m, f)
      if (changed !== (printModule(m) !== before))
        throw new Error(`the pass says changed = ${changed}, which is not so`)
    }
    const broken = verifyModule(m)
    if (broken !== '') throw new Error(`the output is invalid: ${broken}`)
    const out = printModule(m)
    return bare ? out.slice(HEADER.length).trim() : out.trim()
  }
