// Lines of HLSL beside DXIL: in listings, differences, pages and the validator's messages, from the container or the debug file beside it.

import { writeFileSync } from 'node:fs'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { type DiffOptions, diffContainers, formatDiff } from '../../src/api/diff.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { htmlPage } from '../../src/api/html.ts'
import { containerBytes } from '../../src/api/pdb.ts'
import { debugNameOf, messageWithSources } from '../../src/api/source_lines.ts'
import { folder, run } from '../cli/run_cli.ts'

const source = (factor: string): string => `RWBuffer<float> o;
float twice(float x) { return x * ${factor}; }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
\tfloat a = sin(i);
  o[i] = twice(a);
}
`

function made(options: object, factor = '2'): { container: Uint8Array; pdb?: { name: string; bytes: Uint8Array } } {
  const result = compile(source(factor), { target: 'cs_6_0', fileName: 'main.hlsl', debug: 'full', ...options })
  if (!result.ok) throw new Error(result.text)
  return result
}

test('a listing with the lines of HLSL', t => {
  const { container } = made({ embedDebug: true })
  const text = disassemble(container, { source: true })
  t.regex(text, /\n {2}; main\.hlsl:5: float a = sin\(i\);\n {2}%\d+ = uitofp/)
  t.regex(text, /\n {2}; main\.hlsl:2: float twice\(float x\) \{ return x \* 2; \}\n {2}%\d+ = fmul/)
  t.notRegex(disassemble(container), /main\.hlsl:5:/)
  t.is(disassemble(made({}).container, { source: true }), disassemble(made({}).container))
})

test('from the debug file', async t => {
  const { container, pdb } = made({ debugFile: 'x.pdb' })
  t.is(debugNameOf(container), 'x.pdb')
  const debugContainer = await containerBytes(pdb!.bytes)
  t.regex(disassemble(container, { source: true, debugContainer }), /; main\.hlsl:5: float a = sin\(i\);/)
  t.regex(htmlPage(container, 'x', { debugContainer }), /main\.hlsl:5: float a = sin\(i\);/)
  t.notRegex(htmlPage(container, 'x'), /main\.hlsl:5:/)
})

test('differences show the lines', t => {
  const diff = diffContainers(made({ embedDebug: true }).container, made({ embedDebug: true }, '3').container)
  const text = formatDiff(diff, { nameA: 'a', nameB: 'b' })
  t.regex(text, /^-.*fmul.*; main\.hlsl:2: float twice\(float x\) \{ return x \* 2; \}$/m)
  t.regex(text, /^\+.*fmul.*; main\.hlsl:2: float twice\(float x\) \{ return x \* 3; \}$/m)
})

test('differences show the lines of debug files, and of the program beside in the container', async t => {
  const [a, b] = [made({}), made({}, '3')]
  const [debugA, debugB] = [await containerBytes(a.pdb!.bytes), await containerBytes(b.pdb!.bytes)]
  const differences = (x: Uint8Array, y: Uint8Array, files: DiffOptions): string =>
    formatDiff(diffContainers(x, y, { ignore: ['ILDB', 'STAT'], ...files }), { nameA: 'a', nameB: 'b' })
  const [before, after] = [/^-.*fmul.*; main\.hlsl:2: .* x \* 2; \}$/m, /^\+.*fmul.*; main\.hlsl:2: .* x \* 3; \}$/m]
  const both = differences(a.container, b.container, { debugA, debugB })
  t.regex(both, before)
  t.regex(both, after)
  const one = differences(a.container, b.container, { debugB })
  t.notRegex(one, before)
  t.regex(one, after)
  const embedded = differences(made({ embedDebug: true }).container, b.container, {})
  t.regex(embedded, before)
  t.notRegex(embedded, after)
})

test("the validator's messages name the line", async t => {
  const { container, pdb } = made({})
  const [, call] = /^ {2}(%\d+ = call float @dx\.op\.unary.*?) {2};/m.exec(disassemble(container))!
  const message = `Function: main: error: something\nnote: at '${call}' in block '#0' of function 'main'.\nValidation failed.`
  const debugContainer = await containerBytes(pdb!.bytes)
  const lines = messageWithSources(message, container, debugContainer).split('\n')
  t.is(lines[2], '  main.hlsl:5: float a = sin(i);')
  t.is(lines.length, 4)
  t.is(messageWithSources(message, container), message)
  const embedded = made({ embedDebug: true }).container
  t.is(messageWithSources(message, embedded), lines.join('\n'))
  t.is(messageWithSources("note: at 'nothing' in block '#0' of function 'main'.", embedded).split('\n').length, 1)
})

test('disasm --source finds the debug file beside the container', async t => {
  const { container, pdb } = made({ debugFile: 'C:\\build\\x.pdb' })
  const files = folder({})
  writeFileSync(files.at('a.dxil'), container)
  const without = await run(['disasm', files.at('a.dxil'), '--source'])
  t.notRegex(without.stdout, /main\.hlsl:5:/)
  writeFileSync(files.at('x.pdb'), pdb!.bytes)
  const { stdout } = await run(['disasm', files.at('a.dxil'), '--source'])
  t.regex(stdout, /; main\.hlsl:5: float a = sin\(i\);/)
  t.regex(stdout, /; shader debug name: C:\\build\\x\.pdb/)
  t.is((await run(['disasm', files.at('a.dxil'), '--source', '--lossless'])).code, 2)
  files.remove()
})
