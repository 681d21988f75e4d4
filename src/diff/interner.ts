// Dense numbers for strings, shared by both sides of a comparison: equal numbers mean equal strings.

export class Interner {
  readonly #ids = new Map<string, number>()

  id(text: string): number {
    const found = this.#ids.get(text)
    if (found !== undefined) return found
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }
}
