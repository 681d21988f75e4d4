// What does not fit in a pipeline: a message with its arguments.

import type { Args, Code } from '../diag/codes.ts'

export type PipelineCode = Extract<
  Code,
  `E414${string}` | `E415${string}` | `E416${string}` | `E417${string}` | `E418${string}` | `W414${string}`
>

/** Told of each problem. */
export type Complain = <C extends PipelineCode>(code: C, args: Args<C>) => void
