// A DXC container taken down to its module and assembled again: every part but those the module no longer tells is DXC's, and
// the validator accepts a container with none of DXC's parts in it.

import type { ExecutionContext } from 'ava'
import test from 'ava'
import { compile as compileSource } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { type AssembleOptions, assembleContainer } from '../../src/assemble/assemble_container.ts'
import { readSubobjects } from '../../src/assemble/rdat_subobjects.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { type Container, digestState, findPart, readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { Module } from '../../src/llvm/model/module.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { parseModule } from '../../src/llvm/text/parse_module.ts'
import { DXC_SHADERS, type DxcShader } from '../container/dxc_shaders.ts'
import { BITCODE_SHADERS } from '../llvm/bitcode_shaders.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { LIBRARY_SHADERS } from './library_shaders.ts'

/** Parts that a DXIL module does not tell. */
const GIVEN = new Set(['STAT', 'RTS0', 'ILDB', 'ILDN', 'VERS', 'PRIV'])

const SHADERS: readonly (readonly [name: string, args: readonly string[], source: string])[] = [
  ...[...DXC_SHADERS, ...LIBRARY_SHADERS].map(
    ([name, profile, args, source]: DxcShader) => [name, ['-T', profile, '-E', 'main', ...args], source] as const,
  ),
  ...BITCODE_SHADERS,
]

async function compile(name: string, args: readonly string[], source: string): Promise<Container> {
  const result = await (await Dxc.shared()).compile(source, [...args])
  if (!result.container) throw new Error(`${name}: ${result.errors}`)
  return readContainer(result.container)
}

function assembled(container: Container, options: AssembleOptions): Container {
  const { bitcode } = decodePart('DXIL', findPart(container, 'DXIL')!.data)
  return readContainer(assembleContainer(readModule(bitcode), options))
}

/** What assembling needs beside the module to give the whole file back. */
function given(container: Container): AssembleOptions {
  const hash = findPart(container, 'HASH')
  const rdat = findPart(container, 'RDAT')
  const extraParts = container.parts.filter(p => GIVEN.has(p.name))
  // A hash of the source is that of the module before DXC stripped it.
  if (hash?.data[0] === 1) extraParts.push(hash)
  return {
    extraParts,
    signing: digestState(container) === 'unsigned' ? 'none' : 'retail',
    ...(rdat ? { subobjects: readSubobjects(decodePart('RDAT', rdat.data)) } : {}),
  }
}

oracleTest('dxc', 'assembled from its module, a container of any stage is DXC’s', async t => {
  for (const [name, args, source] of SHADERS) {
    const container = await compile(name, args, source)
    const made = assembled(container, given(container))
    t.deepEqual(
      made.parts.map(p => p.name),
      container.parts.map(p => p.name),
      name,
    )
    for (const part of container.parts) t.deepEqual(findPart(made, part.name)!.data, part.data, `${name}: ${part.name}`)
    t.deepEqual(made.bytes, container.bytes, name)
  }
})

oracleTest('dxc', 'the validator accepts what is assembled from the module alone', async t => {
  const dxc = await Dxc.shared()
  for (const [name, args, source] of SHADERS) {
    if (args.includes('-Vd')) continue
    const container = await compile(name, args, source)
    const { bytes } = assembled(container, {})
    t.false(
      readContainer(bytes).parts.some(p => GIVEN.has(p.name) && p.name !== 'VERS'),
      name,
    )
    const verdict = await dxc.validate(bytes)
    t.true(verdict.ok, `${name}: ${verdict.message}`)
    t.is(verdict.digest, 'right', name)
  }
})

test('a module that is no DXIL is refused', (t: ExecutionContext) => {
  const error = t.throws(() => assembleContainer(new Module()), { instanceOf: FormatError })
  t.regex(error.message, /dx\.shaderModel/)
})

test('a program without entry point is refused', t => {
  const m = new Module()
  m.namedMetadata('dx.shaderModel').operands.push(m.node([m.mdString('ps'), m.mdInt(6), m.mdInt(0)]))
  const error = t.throws(() => assembleContainer(m), { instanceOf: FormatError })
  t.regex(error.message, /entry point/)
})

test('a signature element of four billion rows is refused at once', t => {
  const { container } = compileSource('[numthreads(1,1,1)] void main() {}', { target: 'cs_6_0' })
  const text = disassemble(container!).replace(/(void \(\)\* @main, !"main", )null/, '$1!900')
  const nodes = [
    '!900 = !{!901, null, null}',
    '!901 = !{!902}',
    '!902 = !{i32 0, !"A", i8 9, i8 0, !903, i8 2, i32 -1, i8 4, i32 0, i8 0, null}',
    '!903 = !{i32 0}',
  ]
  t.true(text.includes('!900'))
  const module = parseModule(`${text}\n${nodes.join('\n')}\n`)
  const error = t.throws(() => assembleContainer(module), { instanceOf: FormatError })
  t.regex(error.message, /does not fit into registers/)
})
