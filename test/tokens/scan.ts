// Source text as tokens that can be moved about: each keeps the blanks before it, so that unchanged tokens print as they stood.

export type TokenKind = 'word' | 'number' | 'string' | 'punctuation' | 'directive'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Blanks and line ends before it; comments are dropped. */
  readonly before: string
}

const SCAN = new RegExp(
  [
    /(?<blank>(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+)/,
    /(?<word>[A-Za-z_$][\w$]*)/,
    /(?<number>\.?\d(?:[eE][+-]|[\w.])*)/,
    /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/,
    /(?<punctuation>\.\.\.|<<=|>>=|::|->|\+\+|--|&&|\|\||##|[-+*/%&|^=!<>]=|<<|>>|[\s\S])/,
  ]
    .map(r => r.source)
    .join('|'),
  'g',
)

/** The tokens of a source. A preprocessor directive is one token up to its line's end. */
export function scan(text: string): Token[] {
  const tokens: Token[] = []
  let before = ''
  SCAN.lastIndex = 0
  for (let match = SCAN.exec(text); match; match = SCAN.exec(text)) {
    const { blank, word, number, string } = match.groups!
    if (blank !== undefined) {
      before += blank.includes('\n') ? '\n' : ' '
      continue
    }
    let kind: TokenKind = word ? 'word' : number ? 'number' : string ? 'string' : 'punctuation'
    let token = match[0]
    if (token === '#' && (tokens.length === 0 || before.includes('\n'))) {
      kind = 'directive'
      token = /^#(?:\\\n|[^\n])*/.exec(text.slice(match.index))![0]
      SCAN.lastIndex = match.index + token.length
    }
    tokens.push({ kind, text: token, before })
    before = ''
  }
  return tokens
}

/** The text again. Tokens that would run together get a blank between them, a directive gets its line. */
export function print(tokens: readonly Token[]): string {
  let out = ''
  let previous: Token | undefined
  for (const t of tokens) {
    let { before } = t
    if (t.kind === 'directive' || previous?.kind === 'directive')
      before = before.includes('\n') ? before : `${before}\n`
    else if (before === '' && previous && runTogether(previous.text, t.text)) before = ' '
    out += before + t.text
    previous = t
  }
  return `${out}\n`
}

const runTogether = (left: string, right: string): boolean =>
  (/[\w$]$/.test(left) && /^[\w$]/.test(right)) ||
  (/^\.?\d/.test(left) && right.startsWith('.')) ||
  (left.endsWith('.') && /^[\d.]/.test(right)) ||
  (/[-+*/%&|^=!<>:#]$/.test(left) && /^[-+*/%&|^=!<>:#]/.test(right))
