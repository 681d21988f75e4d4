// What a container says about its resources and how it reaches them, as lines that compare between compilers: metadata and types of
// DXIL and STAT, PSV0 and SFI0 bytes, flags, and the DXIL operations with their SSA names taken out.

import { readContainer } from '../../src/container/container.ts'
import { dxilProgram, newDxilProgram } from '../../src/container/dxil_program.ts'
import { Reader } from '../../src/container/io.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { printModule } from '../../src/llvm/text/print.ts'

export interface Description {
  /** dx.resources tuples, written out recursively; symbol types with their bodies. */
  readonly resources: readonly string[]
  /** The same of the STAT part. */
  readonly reflected: readonly string[]
  /** Entry properties. */
  readonly entries: readonly string[]
  /** annotateHandle constants, sorted, each once. */
  readonly properties: readonly string[]
  /** Calls of dx.op functions, sorted: compilers order independent ones differently. */
  readonly calls: readonly string[]
  /** PSV0, SFI0 and RDAT in hexadecimal. */
  readonly parts: Readonly<Record<string, string>>
}

function moduleText(container: Uint8Array, part: string): string {
  const found = readContainer(container).parts.find(p => p.name === part)
  if (!found) return ''
  const program = newDxilProgram()
  dxilProgram(new Reader(found.data), program)
  return printModule(readModule(program.bitcode))
}

/** Writes the tree below a named node; numbered nodes are opened, so that numbering does not matter. */
function tree(text: string, name: string): string[] {
  const nodes = new Map<string, string>()
  for (const [, id, body] of text.matchAll(/^(![\w.]+) = (?:distinct )?(!\{.*\})$/gm)) nodes.set(id!, body!)
  const open = (body: string, depth: number): string =>
    depth > 8 ? body : body.replace(/!\d+\b/g, id => open(nodes.get(id) ?? id, depth + 1))
  const top = nodes.get(name)
  if (!top) return []
  return [...top.matchAll(/!\d+/g)].flatMap(([id]) =>
    [...nodes.get(id)!.matchAll(/null|!\d+|[^!{},]+ [^!{},]+/g)].map(([item]) => open(item, 0).trim()),
  )
}

/** Bodies of the types that resource symbols name. */
function types(text: string): string[] {
  return [...text.matchAll(/^%.* = type .*$/gm)]
    .map(([line]) => line)
    .filter(line => !line.startsWith('%dx.types.'))
    .sort()
}

const resourceLines = (text: string): string[] => [...tree(text, '!dx.resources'), ...types(text)]

function callLines(text: string): string[] {
  return [...text.matchAll(/^.*call .* @dx\.op\..*$/gm)].map(([line]) =>
    line
      .trim()
      .replace(/ *;.*$/, '')
      .replace(/^%[\w.]+ = /, '')
      .replace(/%"?(?!dx\.types)[\w.]+"?(?=[,)])/g, '%')
      .replace(/(, )?![\w.]+ !\d+/g, '')
      .replace(/ #\d+$/, ''),
  )
}

const HANDLE = /@dx\.op\.(createHandle|annotateHandle)/

export function describe(container: Uint8Array): Description {
  const text = moduleText(container, 'DXIL')
  const stat = moduleText(container, 'STAT')
  const parts: Record<string, string> = {}
  for (const { name, data } of readContainer(container).parts)
    if (name === 'PSV0' || name === 'SFI0' || name === 'RDAT') parts[name] = Buffer.from(data).toString('hex')
  // How often the same handle is made is the optimiser's affair.
  const calls = callLines(text)
    .filter((call, i, all) => !HANDLE.test(call) || all.indexOf(call) === i)
    .sort()
  const properties = calls.flatMap(call => /%dx\.types\.ResourceProperties (.*)\)$/.exec(call)?.[1] ?? [])
  return {
    resources: resourceLines(text),
    reflected: resourceLines(stat),
    entries: tree(text, '!dx.entryPoints'),
    properties: [...new Set(properties)].sort(),
    calls,
    parts,
  }
}

/** One line for each thing that differs. */
export function descriptionDifferences(
  ours: Description,
  theirs: Description,
  what: readonly (keyof Description)[],
): string[] {
  const problems: string[] = []
  const list = (name: string, a: readonly string[], b: readonly string[]): void => {
    const n = Math.max(a.length, b.length)
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) problems.push(`${name}[${i}]: ours ${a[i]} | DXC ${b[i]}`)
  }
  for (const key of what) {
    if (key !== 'parts') list(key, ours[key], theirs[key])
    else
      for (const part of new Set([...Object.keys(ours.parts), ...Object.keys(theirs.parts)]))
        if (ours.parts[part] !== theirs.parts[part])
          problems.push(`${part}: ours ${ours.parts[part]} | DXC ${theirs.parts[part]}`)
  }
  return problems
}
