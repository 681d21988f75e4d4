// What is said of an expression when it is whole: it is no part of another.

import type { Expr } from '../../tree/typed.ts'
import type { Checker } from '../core/context.ts'
import { warnOverflow } from './overflow.ts'
import { warnUnsequenced } from './unsequenced.ts'

export function warnWhole(checker: Checker, whole: Expr): void {
  warnUnsequenced(checker, whole)
  warnOverflow(checker, whole)
}
