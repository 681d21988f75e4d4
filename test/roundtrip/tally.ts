// How often a question about a container was answered with yes, and the classes of the other answers.

/** One question, its tally, and the classes of what failed. */
export class Tally {
  readonly title: string
  passed = 0
  total = 0
  bytes = 0
  readonly classes = new Map<string, string[]>()

  constructor(title: string) {
    this.title = title
  }

  /** @param why '' when it passed, else the class of the failure */
  add(id: string, size: number, why: string): void {
    this.total++
    this.bytes += size
    if (why === '') this.passed++
    else {
      const ids = this.classes.get(why)
      if (ids) ids.push(id)
      else this.classes.set(why, [id])
    }
  }

  text(): string {
    const share = this.total === 0 ? 0 : (100 * this.passed) / this.total
    const lines = [`${this.title}: ${this.passed} of ${this.total} (${share.toFixed(2)} %), ${this.bytes} bytes`]
    const classes = [...this.classes].sort((a, b) => b[1].length - a[1].length)
    for (const [why, ids] of classes.slice(0, 25))
      lines.push(`  ${ids.length} x ${why}   [${ids.slice(0, 4).join(' ')}]`)
    if (classes.length > 25) lines.push(`  ... ${classes.length - 25} more classes`)
    return lines.join('\n')
  }
}

/** The message without the numbers and names in it. */
export function classOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text
    .replace(/'[^']*'/g, "'_'")
    .replace(/\d+/g, 'N')
    .slice(0, 140)
}
