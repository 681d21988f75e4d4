// Compiles the shaders of a case with ours or DXC and checks the pipeline.

import { checkPipeline, compile, type PipelineCheckResult, type PipelineInput } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import type { PipelineCase } from './cases.ts'

export async function containersOf({ shaders }: PipelineCase, byDxc: boolean): Promise<PipelineInput[]> {
  const inputs: PipelineInput[] = []
  for (const [n, [profile, source]] of shaders.entries()) {
    const name = `${n}.${profile}`
    if (byDxc) {
      const { container, errors } = await (await Dxc.shared()).compile(source, ['-T', profile, '-E', 'main'])
      if (!container) throw new Error(`${profile}: ${errors}\n${source}`)
      inputs.push({ name, container })
      continue
    }
    const result = compile(source, { target: profile, entry: 'main' })
    if (!result.ok) throw new Error(`${profile}: ${result.text}\n${source}`)
    inputs.push({ name, container: result.container })
  }
  return inputs
}

export async function checkCase(
  pipeline: PipelineCase,
  byDxc = false,
): Promise<{ readonly result: PipelineCheckResult; readonly codes: readonly string[] }> {
  const result = checkPipeline(await containersOf(pipeline, byDxc), pipeline.options ?? {})
  return { result, codes: result.diagnostics.map(d => d.code).sort() }
}
