// Deliberately bad inputs through the command line: each ends within 5 s with the documented exit code, a located message, no
// stack trace and no output file.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type BadCase, COMPILE_ARGS, type FileContents } from './bad_case.ts'
import { CaseRunner } from './case_runner.ts'
import type { CaseReply } from './case_server.ts'
import { COMMAND_CASES } from './cases_command.ts'
import { HOSTILE_CASES } from './cases_hostile.ts'
import { PROGRAM_CASES } from './cases_program.ts'
import { SOURCE_CASES } from './cases_source.ts'

/** More than this is hanging, on the slowest machine. */
const LIMIT_MS = 5000

const runner = new CaseRunner()
const root = mkdtempSync(join(tmpdir(), 'dxilkit-bad-'))
test.after.always(() => {
  runner.close()
  rmSync(root, { recursive: true, force: true })
})

const bytesOf = (contents: FileContents): string | Uint8Array =>
  typeof contents === 'function' ? contents() : contents

async function runCase(c: BadCase): Promise<{ reply: CaseReply; left: string[] }> {
  const folder = mkdtempSync(join(root, 'case-'))
  for (const [name, contents] of Object.entries(c.files ?? {})) writeFileSync(join(folder, name), bytesOf(contents))
  const stdin = Buffer.from(bytesOf(c.stdin ?? ''))
  const reply = await runner.run({ folder, args: c.args ?? COMPILE_ARGS, stdin })
  const left = readdirSync(folder).filter(name => !(c.files && name in c.files))
  rmSync(folder, { recursive: true, force: true })
  return { reply, left }
}

function check(t: ExecutionContext, c: BadCase, reply: CaseReply, left: readonly string[]): void {
  const shown = reply.stderr.slice(0, 600)
  t.is(reply.code, c.code, shown)
  t.regex(reply.stderr, c.says)
  t.notRegex(reply.stderr, /^\s+at .*[(:]\d+:\d+\)?$|node:internal|RangeError|TypeError|call stack/m, 'a stack trace')
  if (c.line !== undefined) {
    const place = /^in\.hlsl:(\d+):(\d+): (?:fatal )?error: /m.exec(reply.stderr)
    t.truthy(place, `no place in: ${shown}`)
    if (place) t.is(Number(place[1]), c.line, shown)
  }
  t.deepEqual(left, c.code === 0 ? ['out.dxil'] : [], 'files were left behind')
  t.true(reply.ms < LIMIT_MS, `took ${reply.ms.toFixed(0)} ms`)
}

const CASES = [...SOURCE_CASES, ...PROGRAM_CASES, ...HOSTILE_CASES, ...COMMAND_CASES]

// One after another: the child runs one case at a time, and times must not disturb each other.
for (const c of CASES)
  test.serial(c.title, async t => {
    const { reply, left } = await runCase(c)
    check(t, c, reply, left)
  })

test('the cases are at least 110 and differ', t => {
  t.true(CASES.length >= 110)
  t.is(new Set(CASES.map(c => c.title)).size, CASES.length)
  t.false(existsSync('out.dxil'))
})
