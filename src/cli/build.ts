// `dxilkit build`: the permutations of a project's shaders. Only what changed is compiled, on all processors.

import type { CommandModule } from 'yargs'
import { BadConfig, type BuildPlan, readPlan } from './build_plan.ts'
import { reportText, summaryOf } from './build_report.ts'
import { buildOnce, type RunSettings, Threads } from './build_run.ts'
import { runServer, runWorker } from './build_serve.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'

export interface BuildWords extends Omit<RunSettings, 'threads'> {
  readonly config?: string | undefined
  readonly jobs?: number | undefined
  readonly watch: boolean
  readonly list: boolean
  readonly report: boolean
  readonly json: boolean
  readonly worker: boolean
  readonly server: boolean
}

/** @throws UsageError for files that cannot be read or written */
export async function runBuild(host: Host, words: BuildWords): Promise<ExitCode> {
  if (words.worker) return runWorker(host)
  if (words.server) return runServer(host)
  const { jobs } = words
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    throw new UsageError('-j: a whole number from 1 on is needed')
  const threads = new Threads()
  try {
    if (words.watch) return await watchBuild(host, words, threads)
    const plan = await planOrCode(host, words)
    if (typeof plan === 'number') return plan
    if (words.list) return list(host, plan, words.json)
    return (await once(host, plan, words, threads)).code
  } finally {
    await threads.end()
  }
}

async function planOrCode(host: Host, { config, json }: BuildWords): Promise<BuildPlan | ExitCode> {
  try {
    return await readPlan(host, config)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    error.print(host)
    if (json) host.stdout.write(`${JSON.stringify({ ok: false, diagnostics: error.messages })}\n`)
    return EXIT.problems
  }
}

/** --list */
function list(host: Host, { jobs }: BuildPlan, json: boolean): ExitCode {
  for (const job of jobs)
    host.stdout.write(
      json
        ? `${JSON.stringify({ ...job, axes: job.axes.map(([name, value]) => ({ name, value })) })}\n`
        : `${shellLine(job.words)}\n`,
    )
  return EXIT.ok
}

/** A line that a build takes as well. */
const shellLine = (words: readonly string[]): string =>
  words.map(word => (/[\s"'\\]/.test(word) || word === '' ? `"${word.replace(/["\\]/g, '\\$&')}"` : word)).join(' ')

async function once(
  host: Host,
  plan: BuildPlan,
  words: BuildWords,
  threads: Threads,
): Promise<{ readonly code: ExitCode; readonly watched: readonly string[] }> {
  const outcome = await buildOnce(host, plan, { ...words, threads: words.jobs }, threads)
  if (words.json) host.stdout.write(`${JSON.stringify(summaryOf(outcome))}\n`)
  else host.stdout.write(reportText(outcome, words.report))
  return { code: outcome.failed > 0 ? EXIT.problems : EXIT.ok, watched: outcome.watched }
}

/** After the first change more often come: they are waited for. */
const SETTLE_MS = 60

/** --watch: builds, and again when a file that was read or looked for changes. Ends with the process, or when host.stopped says so. */
async function watchBuild(host: Host, words: BuildWords, threads: Threads): Promise<ExitCode> {
  const { watch } = await import('chokidar')
  const watcher = watch([], { ignoreInitial: true })
  let wake = (): void => {}
  watcher.on('all', () => wake())
  host.stopped?.addEventListener('abort', () => wake())
  try {
    for (let round = 0; ; round++) {
      const changed = new Promise<void>(resolve => {
        wake = resolve
      })
      // Modules stay loaded, so a configuration of that kind is read once.
      const plan = await planOrCode(host, words)
      const watched =
        typeof plan === 'number'
          ? []
          : (await once(host, plan, { ...words, force: words.force && round === 0 }, threads)).watched
      const config = typeof plan === 'number' ? words.config : plan.file
      watcher.add([...(config === undefined ? [] : [config]), ...watched])
      if (round === 0 && !words.json) host.stderr.write('watching; Ctrl-C ends\n')
      await changed
      if (host.stopped?.aborted) return EXIT.ok
      await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
    }
  } finally {
    await watcher.close()
  }
}

export const buildCommand = (
  host: Host,
  choose: (action: () => Promise<ExitCode>) => void,
): CommandModule<object, BuildWords> => ({
  command: 'build [config]',
  describe: 'compile the permutations of a project, as a configuration or a list of command lines says',
  builder: y =>
    y
      .positional('config', {
        type: 'string',
        describe: 'JSON, a module, or a list of dxc command lines; default: dxilkit.build.json, .ts, .mts, .js or .mjs',
      })
      .option('jobs', {
        alias: 'j',
        type: 'number',
        requiresArg: true,
        describe: 'threads at most; default: one for each processor',
      })
      .option('watch', { type: 'boolean', default: false, describe: 'build again when a file changes' })
      .option('force', { type: 'boolean', default: false, describe: 'compile everything, whatever was built before' })
      .option('fail-fast', { type: 'boolean', default: false, describe: 'the first error ends the build' })
      .option('list', { type: 'boolean', default: false, describe: 'print the command lines and compile nothing' })
      .option('report', { type: 'boolean', default: false, describe: 'say which outputs are equal' })
      .option('json', { type: 'boolean', default: false, describe: 'the summary, or the list, as JSON' })
      .option('prune', {
        type: 'boolean',
        default: false,
        describe: 'remove outputs of earlier builds that nothing makes any more',
      })
      .option('depfiles', {
        type: 'boolean',
        default: false,
        describe: 'write OUTPUT.d beside each output, for make and ninja',
      })
      .option('depfile', { type: 'string', requiresArg: true, describe: 'write one rule for the whole build' })
      .option('worker', {
        type: 'boolean',
        default: false,
        describe: "be a persistent worker of Bazel's, in its JSON protocol",
      })
      .option('server', {
        type: 'boolean',
        default: false,
        describe: 'compile what comes on standard input, as lines of JSON',
      }) as never,
  handler: words => choose(() => runBuild(host, words)),
})
