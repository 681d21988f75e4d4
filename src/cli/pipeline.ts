// `dxilkit pipeline`: whether shaders make a pipeline that D3D12 takes.

import type { CommandModule } from 'yargs'
import { checkPipeline, formatMessages } from '../api/index.ts'
import { decodeText } from '../api/node.ts'
import { readContainerInput } from './container_input.ts'
import { inputName, readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, wantsColor } from './host.ts'
import { expandInputs } from './inputs.ts'

const TOPOLOGIES = ['point', 'line', 'triangle', 'patch'] as const

export interface PipelineArguments {
  readonly files: readonly string[]
  /** HLSL text, or a container or part with a root signature. */
  readonly rootSignature?: string | undefined
  readonly topology?: (typeof TOPOLOGIES)[number] | undefined
  readonly json: boolean
}

/** @throws UsageError for files that cannot be read, BadFile for damaged debug files */
export async function runPipeline(
  host: Host,
  { files, rootSignature, topology, json }: PipelineArguments,
): Promise<ExitCode> {
  const inputs = []
  for (const file of expandInputs(files))
    inputs.push({ name: inputName(file), container: await readContainerInput(host, file) })
  const result = checkPipeline(inputs, {
    ...(topology ? { topology } : {}),
    ...(rootSignature === undefined ? {} : { rootSignature: signatureIn(readInput(host, rootSignature)) }),
  })
  if (json) host.stdout.write(`${JSON.stringify({ ok: result.ok, diagnostics: result.diagnostics }, null, 2)}\n`)
  else host.stderr.write(formatMessages(result.diagnostics, { color: wantsColor(host, host.stderr) }))
  return result.ok ? EXIT.ok : EXIT.problems
}

/** Containers and parts begin with bytes that no text begins with. */
function signatureIn(bytes: Uint8Array): string | Uint8Array {
  const isContainer = String.fromCharCode(...bytes.subarray(0, 4)) === 'DXBC'
  const isPart = bytes.length >= 4 && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0
  return isContainer || isPart ? bytes : decodeText(bytes)
}

interface PipelineWords {
  files: string[]
  rootSignature: string | undefined
  topology: string | undefined
  json: boolean
}

/** The command line of it. @param unmask gives a word its '-' back */
export function pipelineCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, PipelineWords> {
  return {
    command: 'pipeline <files..>',
    describe:
      'whether shaders make a pipeline: signatures between stages, patches, payloads, root signature (0 yes, 1 no)',
    builder: y =>
      y
        .positional('files', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'the shaders: vs [hs ds] [gs] [ps], [as] ms [ps], cs, or libraries of a ray tracing pipeline',
        })
        .option('root-signature', {
          type: 'string',
          requiresArg: true,
          describe: 'HLSL text or a container with one; default: the one that the shaders carry',
        })
        .option('topology', { choices: TOPOLOGIES, requiresArg: true, describe: 'primitives that are drawn' })
        .option('json', { type: 'boolean', default: false, describe: 'as JSON' }) as never,
    handler: ({ files, rootSignature, topology, json }) =>
      choose(() =>
        runPipeline(host, {
          files: files.map(unmask),
          rootSignature: rootSignature && unmask(rootSignature),
          topology: TOPOLOGIES.find(t => t === topology),
          json,
        }),
      ),
  }
}
