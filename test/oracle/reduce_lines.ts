// Takes lines and bracketed pieces away from a program as long as a property holds.

/** The smallest text found by removing runs of lines; `holds` must be true of the text given. */
export async function reduceLines(text: string, holds: (text: string) => Promise<boolean>): Promise<string> {
  let lines = text.split('\n')
  for (let size = lines.length >> 1; size > 0; size = size === 1 ? 0 : size >> 1)
    for (let again = true; again; ) {
      again = false
      for (let at = 0; at < lines.length; ) {
        const fewer = [...lines.slice(0, at), ...lines.slice(at + size)]
        if (await holds(fewer.join('\n'))) {
          lines = fewer
          again = size === 1
        } else at += size
      }
    }
  return lines.join('\n')
}
