// Makes a text small as long as a property holds: takes out declarations, statements, lists, brackets, then runs of tokens.

import { print, scan, type Token } from '../tokens/scan.ts'

export interface Limits {
  /** Candidates that are looked at. */
  readonly tries: number
  readonly seconds: number
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/** The smallest text found for which `holds`; the text given has to be one. */
export async function shrink(
  text: string,
  holds: (text: string) => boolean | Promise<boolean>,
  { tries, seconds }: Limits,
): Promise<string> {
  const end = Date.now() + seconds * 1000
  let left = tries
  let tokens: readonly Token[] = scan(text)
  const keeps = async (candidate: readonly Token[]): Promise<boolean> => {
    if (left-- <= 0 || Date.now() > end || candidate.length >= tokens.length) return false
    if (!(await holds(print(candidate)))) return false
    tokens = candidate
    return true
  }
  for (let before = Number.POSITIVE_INFINITY; tokens.length < before && left > 0; ) {
    before = tokens.length
    await takePieces(() => tokens, keeps)
    await emptyBrackets(() => tokens, keeps)
    await takeRuns(() => tokens, keeps)
  }
  return print(tokens)
}

type Keeps = (candidate: readonly Token[]) => Promise<boolean>

/** Whole declarations and statements, the outer ones first: up to the next `;` of the same depth, or a closing brace. */
async function takePieces(now: () => readonly Token[], keeps: Keeps): Promise<void> {
  for (let depth = 0; depth < 12; depth++) {
    let depths = depthsOf(now())
    for (let at = 0; at < now().length; ) {
      const tokens = now()
      const end = depths[at] === depth ? pieceEnd(tokens, at) : undefined
      if (end === undefined) at++
      else if (await keeps([...tokens.slice(0, at), ...tokens.slice(end)])) depths = depthsOf(now())
      else at = end
    }
  }
}

/** What stands in brackets, by a 0 or by nothing; a call by a 0. */
async function emptyBrackets(now: () => readonly Token[], keeps: Keeps): Promise<void> {
  for (let at = 0; at < now().length; at++) {
    const tokens = now()
    const close = closingOf(tokens, at)
    if (close === undefined || close === at + 1) continue
    const zero = scan('0')
    const inside = [[], zero].map(by => [...tokens.slice(0, at + 1), ...by, ...tokens.slice(close)])
    const call = [...tokens.slice(0, Math.max(0, at - 1)), ...zero, ...tokens.slice(close + 1)]
    const bare = [...tokens.slice(0, at), ...tokens.slice(at + 1, close), ...tokens.slice(close + 1)]
    for (const candidate of [...inside, call, bare]) if (await keeps(candidate)) break
  }
}

async function takeRuns(now: () => readonly Token[], keeps: Keeps): Promise<void> {
  for (let size = Math.min(64, now().length >> 1); size >= 1; size >>= 1)
    for (let at = 0; at < now().length; ) {
      const tokens = now()
      if (!(await keeps([...tokens.slice(0, at), ...tokens.slice(at + size)]))) at += size
    }
}

function closingOf(tokens: readonly Token[], at: number): number | undefined {
  const open = tokens[at]!.text
  const close = CLOSING.get(open)
  if (close === undefined) return undefined
  let depth = 0
  for (let i = at; i < tokens.length; i++) {
    if (tokens[i]!.text === open) depth++
    if (tokens[i]!.text === close && --depth === 0) return i
  }
  return undefined
}

/** How many braces are open in front of each token. */
function depthsOf(tokens: readonly Token[]): readonly number[] {
  let depth = 0
  return tokens.map(({ text }) => (text === '{' ? depth++ : text === '}' ? depth-- : depth))
}

function pieceEnd(tokens: readonly Token[], at: number): number | undefined {
  for (let i = at; i < tokens.length; i++) {
    const { text } = tokens[i]!
    if (text === ';') return i + 1
    if (text === '}') return undefined
    const close = closingOf(tokens, i)
    if (close === undefined) continue
    i = close
    if (text === '{') return tokens[close + 1]?.text === ';' ? close + 2 : close + 1
  }
  return undefined
}
