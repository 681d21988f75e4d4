// Jobs that wait for oracles, a few at a time: while one compiler or the runtime works on a program, this process compiles the next.

/** Programs in flight: one here, the others at DXC and at the runtime, or waiting for them. */
const WIDTH = 6

/** Results in the order of the jobs. A job starts when the one `WIDTH` before it is taken; an error comes out where its result would. */
export async function* overlap<In, Out>(
  jobs: Iterable<In>,
  work: (job: In) => Promise<Out>,
): AsyncGenerator<[In, Out]> {
  const running: [In, Promise<Out>][] = []
  const next = async (): Promise<[In, Out]> => {
    const [job, result] = running.shift()!
    return [job, await result]
  }
  for (const job of jobs) {
    const result = work(job)
    // Whoever takes it sees the error; until then it is not unhandled.
    result.catch(() => {})
    running.push([job, result])
    if (running.length >= WIDTH) yield await next()
  }
  while (running.length > 0) yield await next()
}

/** Seeds from `first` on, `count` of them or until the time is over. */
export function* seeds(first: number, count: number, seconds: number): Generator<number> {
  const start = Date.now()
  for (let seed = first; seed < first + count && (Date.now() - start) / 1000 < seconds; seed++) yield seed
}
