// The corpus, tested: for each shader and each of its compiles the facts in the header hold, and running it gives what the independent
// computation says; first with DXC (which tests the corpus), then with dxilkit (which the corpus is for).

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { missing, ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { CASES } from './cases/all.ts'
import { differences } from './compare.ts'
import { type CorpusCompiler, DXC_COMPILER, DXILKIT_COMPILER } from './compilers.ts'
import { bindingRows, partOf, threadsOf } from './container_facts.ts'
import type { CorpusCase } from './corpus_case.ts'
import { type CorpusCompile, type CorpusHeader, parseHeader } from './header.ts'
import { execute, outputName } from './run_case.ts'

const FOLDER = join(ROOT, 'corpus')
const MIN_SHADERS = 44
/** The runtime's shader compiler takes no handles of shader model 6.6. */
const RUNNABLE_PROFILE = /^cs_6_[0-5]$/

const files = readdirSync(FOLDER)
  .filter(f => f.endsWith('.hlsl'))
  .sort()
const sourceOf = (shader: string): string => readFileSync(join(FOLDER, `${shader}.hlsl`), 'utf8')

test('every shader of the corpus has exactly one run description', t => {
  t.true(files.length >= MIN_SHADERS, `${files.length} shaders`)
  t.deepEqual(CASES.map(c => `${c.shader}.hlsl`).sort(), files)
})

test('every header is well formed, and most shaders name cs_6_0 and cs_6_6', t => {
  const headers = files.map(f => parseHeader(readFileSync(join(FOLDER, f), 'utf8'), f))
  const naming = (profile: string): number => headers.filter(h => h.compiles.some(c => c.profile === profile)).length
  t.true(naming('cs_6_0') > files.length / 2)
  t.true(naming('cs_6_6') > files.length / 2)
})

test('expectations are finite, not constant, and never longer than their resource', t => {
  for (const { shader, run } of CASES) {
    const { resources, expect } = run()
    for (const [name, { values, layout }] of Object.entries(expect())) {
      t.true(
        values.every(v => typeof v === 'bigint' || Number.isFinite(v)),
        `${shader} ${name}`,
      )
      t.true(values.length > 0 && layout.length > 0, `${shader} ${name}`)
      t.true(
        resources.some(r => outputName(r.register, r.space) === name),
        `${shader} ${name} is no resource of the run`,
      )
    }
  }
})

for (const corpusCase of CASES)
  oracleTest('dxc', `DXC: ${corpusCase.shader}`, t => checkShader(t, corpusCase, DXC_COMPILER))

for (const corpusCase of CASES)
  oracleTest('dxc', `dxilkit: ${corpusCase.shader}`, t => checkShader(t, corpusCase, DXILKIT_COMPILER))

async function checkShader(t: ExecutionContext, corpusCase: CorpusCase, compiler: CorpusCompiler): Promise<void> {
  const source = sourceOf(corpusCase.shader)
  const header = parseHeader(source, `${corpusCase.shader}.hlsl`)
  for (const compile of header.compiles) {
    const label = compile.args.join(' ')
    const { container, messages } = await compiler.compile(source, compile)
    t.is(messages, '', label)
    if (!container) {
      t.fail(`${label}: no container`)
      continue
    }
    await checkFacts(t, container, header, label)
    if (compiler.name === 'dxilkit') await checkAgainstDxc(t, container, source, compile)
    if (RUNNABLE_PROFILE.test(compile.profile)) await checkRun(t, corpusCase, container, label)
  }
}

async function checkFacts(
  t: ExecutionContext,
  container: Uint8Array,
  header: CorpusHeader,
  label: string,
): Promise<void> {
  const listing = await (await Dxc.shared()).disassemble(container)
  t.true(listing.ok, `${label}: ${listing.errors}`)
  const wanted = header.bindings.map(b => [b.bind, b.name, b.type, b.format, b.dim, b.count].join(' '))
  t.deepEqual(bindingRows(listing.text), wanted, label)
  t.deepEqual(threadsOf(container), header.threads, label)
}

/** What must be the same for the same source: the validator's verdict, and PSV0 byte for byte. */
async function checkAgainstDxc(
  t: ExecutionContext,
  container: Uint8Array,
  source: string,
  compile: CorpusCompile,
): Promise<void> {
  const label = compile.args.join(' ')
  const verdict = await (await Dxc.shared()).validate(container)
  t.true(verdict.ok, `${label}: ${verdict.message}`)
  t.is(verdict.digest, 'right', `${label}: digest`)
  const reference = (await DXC_COMPILER.compile(source, compile)).container
  t.truthy(reference, label)
  t.deepEqual(partOf(container, 'PSV0'), reference && partOf(reference, 'PSV0'), `${label}: PSV0`)
  if (reference) t.is(await listingHead(container), await listingHead(reference), `${label}: what DXC's listing says`)
}

/** DXC's listing up to the code: features, signatures, pipeline state, buffer definitions, resource table; without the hash. */
async function listingHead(container: Uint8Array): Promise<string> {
  const { text } = await (await Dxc.shared()).disassemble(container)
  return text.slice(0, text.indexOf('target datalayout')).replace(/^; shader hash: .*$/m, '')
}

async function checkRun(
  t: ExecutionContext,
  { runnable, run }: CorpusCase,
  container: Uint8Array,
  label: string,
): Promise<void> {
  const reason = missing('d3d12')
  if (reason !== undefined) {
    t.true(process.env['CI'] !== 'true', reason)
    t.log(`${label}: not run (${reason})`)
    return
  }
  const description = run()
  const result = await execute(container, description)
  const problems = result.error === undefined ? differences(description.expect(), result.outputs) : [result.error]
  if (runnable === undefined) t.deepEqual(problems, [], label)
  else t.true(problems.length > 0, `${label} runs, although it is said that ${runnable}`)
}
