// The time, for measuring how long something took.

interface Process {
  hrtime?(): [seconds: number, nanoseconds: number]
}

// Looked up once: globals are slow to read.
const { process } = globalThis as { process?: Process }
const hrtime = process?.hrtime

/** Milliseconds from some moment on. In Node `performance` is a module that takes longer to load than most of what is measured. */
export function milliseconds(): number {
  if (hrtime === undefined) return performance.now()
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
