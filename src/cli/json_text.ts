// JSON with comments and trailing commas, as configurations are written, with the place of every value.

/** Way to a value: keys and indexes. */
export type JsonPath = readonly (string | number)[]

export interface JsonText {
  readonly value: unknown
  /** First character of a value, or of the nearest value around one that is not there. [start, end) */
  placeOf(path: JsonPath): readonly [start: number, end: number]
}

/** Text that is no JSON; `at` is the offset of the character that is wrong. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
  readonly at: number

  constructor(what: string, at: number) {
    super(what)
    this.at = at
  }
}

const MAX_DEPTH = 200
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const SCALAR = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** @throws JsonError */
export function parseJson(text: string): JsonText {
  const places = new Map<string, readonly [number, number]>()
  let at = 0
  const fail = (what: string): never => {
    throw new JsonError(at >= text.length ? `${what} expected, but the file ends` : `${what} expected`, at)
  }
  const blanks = (): void => {
    BLANK.lastIndex = at
    at += BLANK.exec(text)![0].length
  }
  const accept = (word: string): boolean => {
    blanks()
    if (text[at] !== word) return false
    at++
    return true
  }
  const scalar = (what: string): unknown => {
    blanks()
    SCALAR.lastIndex = at
    const [word] = SCALAR.exec(text) ?? fail(what)
    try {
      const value: unknown = JSON.parse(word)
      at += word.length
      return value
    } catch {
      return fail('a string without control characters and unknown escapes')
    }
  }
  /** Items up to `close`, with commas between them and perhaps behind the last. */
  const items = (close: string, read: () => void): void => {
    while (!accept(close)) {
      read()
      if (accept(',')) continue
      if (!accept(close)) fail(`',' or '${close}'`)
      return
    }
  }
  const value = (path: JsonPath): unknown => {
    if (path.length > MAX_DEPTH) fail(`no more than ${MAX_DEPTH} levels`)
    blanks()
    const start = at
    let found: unknown
    if (accept('[')) {
      const list: unknown[] = []
      items(']', () => list.push(value([...path, list.length])))
      found = list
    } else if (accept('{')) {
      const entries: [string, unknown][] = []
      items('}', () => {
        const key = scalar('a key in quotes')
        if (typeof key !== 'string') fail('a key in quotes')
        if (!accept(':')) fail("':'")
        entries.push([key as string, value([...path, key as string])])
      })
      found = Object.fromEntries(entries)
    } else found = scalar('a value')
    places.set(JSON.stringify(path), [start, at])
    return found
  }
  const result = value([])
  blanks()
  if (at < text.length) fail('the end of the file')
  return {
    value: result,
    placeOf: path => {
      for (let length = path.length; ; length--) {
        const place = places.get(JSON.stringify(path.slice(0, length)))
        if (place || length === 0) return place ?? [0, 0]
      }
    },
  }
}
