// How a test asks for oracles. Apart from available.ts because ava cannot be imported outside its own workers.
// Invariant: without CI a missing oracle skips the test with one line saying why; with CI=true it fails it.
import test, { type ExecutionContext } from 'ava'
import { missing, type OracleName } from './available.ts'

/**
 * Declares an ava test that needs oracles. When one is missing: with CI=true the test fails, otherwise it is reported as
 * skipped, its title carrying the reason.
 */
export function oracleTest(
  names: OracleName | readonly OracleName[],
  title: string,
  body: (t: ExecutionContext) => Promise<void> | void,
): void {
  const list = typeof names === 'string' ? [names] : names
  const reason = list.map(missing).find(r => r !== undefined)
  if (reason === undefined) test(title, body)
  else if (process.env['CI'] === 'true') test(title, t => t.fail(reason))
  else test.skip(`${title} [${reason}]`, body)
}
