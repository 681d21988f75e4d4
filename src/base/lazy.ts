// Values made when they are first asked for. Tables that not every use of the library needs are made this way: what modules
// make while they load, every start of the command line pays for.

/** A function that makes the value at its first call and returns the same one from then on. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
