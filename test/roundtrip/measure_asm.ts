// Assembles the listings of DXC's containers again (a folder that collect.ts filled) and asks DXC's validator about the result.
// npx tsx test/roundtrip/measure_asm.ts FOLDER [--every N] [--filter TEXT]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assembleText, losslessListing } from '../../src/api/assemble.ts'
import { listing } from '../../src/api/disassemble.ts'
import { type Part, readContainer } from '../../src/container/container.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import type { SetEntry } from './collect.ts'
import { classOf, Tally } from './tally.ts'

/** Parts that the text decides; the others (names for reflection, root signature, debug information) it does not hold. */
const FROM_TEXT = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RDAT', 'HASH', 'DXIL']

const accepted = new Tally("asm(disasm(x)) accepted by the validator of x's compiler, of all x it accepts")
const code = new Tally('DXIL part of asm(disasm(x)) identical to that of x')
const decided = new Tally('all parts the text decides identical')
const whole = new Tally('asm(disasm(x)) without the parts no text holds identical to x without them')
const lossless = new Tally('asm(disasm --lossless(x)) identical to x')

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0

function compareParts(id: string, x: Uint8Array, made: Uint8Array): void {
  const [theirs, ours] = [readContainer(x).parts, readContainer(made).parts]
  const part = (list: readonly Part[], name: string): Uint8Array | undefined => list.find(p => p.name === name)?.data
  code.add(id, x.length, same(part(theirs, 'DXIL'), part(ours, 'DXIL')) ? '' : 'DXIL')
  const wrong = FROM_TEXT.filter(name => !same(part(theirs, name), part(ours, name)))
  decided.add(id, x.length, wrong.join(' '))
  const names = (list: readonly Part[]): string =>
    list
      .map(p => p.name)
      .filter(n => FROM_TEXT.includes(n))
      .join()
  whole.add(id, x.length, wrong.length === 0 && names(theirs) === names(ours) ? '' : 'differs')
}

async function judge(id: string, x: Uint8Array, dxc: Dxc): Promise<void> {
  const result = assembleText(listing(x))
  const original = await dxc.validate(x)
  if (!result.container) {
    if (original.ok) accepted.add(id, x.length, `refused: ${classOf(result.diagnostics[0]?.message)}`)
    code.add(id, x.length, 'refused')
    decided.add(id, x.length, 'refused')
    whole.add(id, x.length, 'refused')
  } else {
    compareParts(id, x, result.container)
    if (original.ok) {
      const verdict = await dxc.validate(result.container)
      accepted.add(
        id,
        x.length,
        verdict.ok ? '' : classOf(verdict.message.split('\n').find(line => line.trim() !== '')),
      )
    }
  }
  const back = assembleText(losslessListing(x).text)
  lossless.add(
    id,
    x.length,
    back.container && same(back.container, x) ? '' : (back.diagnostics[0]?.message ?? 'differs'),
  )
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { every: { type: 'string', default: '1' }, filter: { type: 'string', default: '' } },
  })
  const [folder] = positionals
  if (folder === undefined) {
    process.stderr.write('usage: npx tsx test/roundtrip/measure_asm.ts FOLDER [--every N] [--filter TEXT]\n')
    return 2
  }
  const lines = readFileSync(join(folder, 'index.jsonl'), 'utf8').trimEnd().split('\n')
  let oracleFailures = 0
  for (const [i, line] of lines.entries()) {
    if (i % Number(values.every) !== 0 || !line.includes(values.filter)) continue
    const { id, from } = JSON.parse(line) as SetEntry
    try {
      await judge(id, readFileSync(join(folder, `${id}.dxil`)), await Dxc.shared(from))
    } catch (error) {
      if (error instanceof OracleError) oracleFailures++
      else accepted.add(id, 0, classOf(error))
    }
  }
  for (const tally of [accepted, code, decided, whole, lossless]) process.stdout.write(`${tally.text()}\n`)
  process.stdout.write(`${oracleFailures} where the validator itself broke\n`)
  return 0
}

process.exitCode = await main()
