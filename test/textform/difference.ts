// Where two texts part.

/** The first line that differs, of both. */
export function firstDifference(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const at = a.findIndex((line, i) => line !== b[i])
  return at < 0 ? `${b.length} lines instead of ${a.length}` : `line ${at + 1}: ${a[at]}\n  read back: ${b[at]}`
}
