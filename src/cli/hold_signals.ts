// Keeps Ctrl-C and its like from ending the process in the middle of something short, such as putting finished files in place.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What signals are waiting for: a process has one set of handlers. */
class HeldSignals {
  #holders = 0
  #caught: NodeJS.Signals | undefined
  readonly #told = new Set<() => void>()
  readonly #note = (signal: NodeJS.Signals): void => {
    this.#caught ??= signal
    for (const tell of this.#told) tell()
  }

  hold(tell?: () => void): void {
    if (tell) this.#told.add(tell)
    if (this.#holders++ === 0) for (const signal of SIGNALS) process.on(signal, this.#note)
  }

  release(tell?: () => void): void {
    if (tell) this.#told.delete(tell)
    if (--this.#holders > 0) return
    for (const signal of SIGNALS) process.off(signal, this.#note)
    if (this.#caught !== undefined) process.kill(process.pid, this.#caught)
  }
}

const held = new HeldSignals()

/**
 * From now on signals wait; the function returned lets them go on, at the next turn of the event loop: the process then ends by the signal
 * itself, which a shell shows as 130, 143 or 129. What runs in between must be synchronous and short, or end soon when `tell` is called.
 */
export function holdSignals(tell?: () => void): () => void {
  held.hold(tell)
  // Signals that came meanwhile are delivered before this runs.
  return () => void setImmediate(() => held.release(tell))
}
