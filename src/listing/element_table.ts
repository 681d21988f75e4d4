// The signatures as the program's metadata has them: interpolation mode and dynamically indexed components.

import type { SignatureElement } from '../dxil/signature_elements.ts'
import { INTERPOLATION_MODE } from '../spec/psv_enums.ts'
import { COMMENT, left, maskLetters, right } from './columns.ts'

const M = INTERPOLATION_MODE
const INTERPOLATION: Readonly<Record<number, string>> = {
  [M.Undefined]: '',
  [M.Constant]: 'nointerpolation',
  [M.Linear]: 'linear',
  [M.LinearCentroid]: 'centroid',
  [M.LinearNoperspective]: 'noperspective',
  [M.LinearNoperspectiveCentroid]: 'noperspective centroid',
  [M.LinearSample]: 'sample',
  [M.LinearNoperspectiveSample]: 'noperspective sample',
}

/** The table, without a closing line; nothing for a signature without elements. */
export function elementTable(title: string, elements: readonly SignatureElement[]): string[] {
  if (elements.length === 0) return []
  return [
    COMMENT,
    `${COMMENT} ${title} signature:`,
    COMMENT,
    `${COMMENT} Name                 Index             InterpMode DynIdx`,
    `${COMMENT} -------------------- ----- ---------------------- ------`,
    ...elements.map(elementLine),
  ]
}

function elementLine(element: SignatureElement): string {
  const index = right(String(element.semanticIndexes[0] ?? 0), 5)
  const mode = right(INTERPOLATION[element.interpolation] ?? 'invalid', 22)
  return `${COMMENT} ${left(element.name, 20)} ${index} ${mode}   ${right(maskLetters(element.dynamicMask), 4)}`
}
