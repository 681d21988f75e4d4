// The DXC-style arguments of a corpus header as library options.

import type { CompileOptions } from '../../src/api/options.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'

/** Reads the flags as the command line does; throws UsageError on those it refuses. */
export function dxcArgsToOptions(args: readonly string[]): CompileOptions {
  return compileJob(parseFlags([...args, 'in.hlsl'])).compile
}
