// The time, for measuring how long something took.

interface Process {
  hrtime?(): [seconds: number, nanoseconds: number]
}

/** Milliseconds from some moment on. In Node `performance` is a module that takes longer to load than most of what is measured. */
export function milliseconds(): number {
  const { process } = globalThis as { process?: Process }
  if (process?.hrtime === undefined) return performance.now()
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
