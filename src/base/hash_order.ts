// The order in which LLVM 3.7's StringMap, a hash table, is gone through. DXC's order of functions in libraries, and with it that of their tables,
// follows from it.

const FIRST_SIZE = 16

/** Bernstein's hash, over the bytes of the name. */
function hashOf(name: string): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 33) + name.charCodeAt(i)) >>> 0
  return hash
}

function place(table: (string | undefined)[], name: string): void {
  const mask = table.length - 1
  let at = hashOf(name) & mask
  for (let step = 1; table[at] !== undefined; step++) {
    if (table[at] === name) return
    at = (at + step) & mask
  }
  table[at] = name
}

/** Names in the order of the table that they were put into one after the other; each once. */
export function hashOrder(names: Iterable<string>): string[] {
  let table = new Array<string | undefined>(FIRST_SIZE).fill(undefined)
  let count = 0
  for (const name of new Set(names)) {
    place(table, name)
    count++
    if (count * 4 <= table.length * 3) continue
    const bigger = new Array<string | undefined>(table.length * 2).fill(undefined)
    for (const known of table) if (known !== undefined) place(bigger, known)
    table = bigger
  }
  return table.filter(name => name !== undefined)
}
