// One door to all binding policies.

import type { BindingOptions, BindingPolicy, BindingRequest, BindingResult } from './binding.ts'
import { bindLikeDxc } from './dxc.ts'
import { bindLikeLlvm } from './llvm.ts'
import { bindLikeSlang } from './slang.ts'

const POLICIES: Readonly<
  Record<BindingPolicy, (requests: readonly BindingRequest[], options: BindingOptions) => BindingResult>
> = {
  dxc: bindLikeDxc,
  llvm: bindLikeLlvm,
  slang: bindLikeSlang,
}

/** Gives every request the policy keeps its registers; deterministic, and never throws. */
export function bind(
  policy: BindingPolicy,
  requests: readonly BindingRequest[],
  options: BindingOptions = {},
): BindingResult {
  return POLICIES[policy](requests, options)
}
