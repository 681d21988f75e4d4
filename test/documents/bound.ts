// Compiles a source under a binding policy and says where its resources went, for the tests of the documents.

import { compileWatched } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import type { BindingPolicy, Placement } from '../../src/binding/binding.ts'
import { UNBOUNDED } from '../../src/spec/resource_classes.ts'
import { assemblyOf } from '../assembly.ts'
import { Dxc } from '../oracle/dxc.ts'

export interface Bound {
  readonly ok: boolean
  readonly container: Uint8Array | undefined
  /** `name u3..6,space1` of every placed resource, sorted by name. */
  readonly table: readonly string[]
  readonly errors: readonly string[]
  /** The module as LLVM text; '' when compilation failed. */
  readonly assembly: () => string
}

const LETTER = { srv: 't', uav: 'u', cbv: 'b', sampler: 's' } as const

export function placementText({ request, lower, upper, space }: Placement): string {
  const end = request.rangeSize === UNBOUNDED ? '..' : upper > lower ? `..${upper}` : ''
  return `${request.name} ${LETTER[request.class]}${lower}${end}${space ? `,space${space}` : ''}`
}

export function bound(source: string, binding: BindingPolicy, options: Partial<CompileOptions> = {}): Bound {
  let table: string[] = []
  const result = compileWatched(
    source,
    { target: 'cs_6_0', binding, ...options },
    { bound: numbered => void (table = numbered.placements.map(placementText).sort()) },
  )
  const errors = result.diagnostics.filter(d => d.severity === 'error').map(d => d.message)
  return { ok: result.ok, container: result.container, table, errors, assembly: () => assemblyOf(result) }
}

/** undefined when the oracle's validator accepts the container and its digest is right, else what it says. */
export async function complaint(container: Uint8Array | undefined): Promise<string | undefined> {
  if (!container) return 'no container'
  const dxc = await Dxc.shared()
  const { ok, message, digest } = await dxc.validate(container)
  return ok && digest === 'right' ? undefined : `${message} (digest ${digest})`
}
