// Programs whose names have letters outside of ASCII: structs, blocks, resources, groupshared variables and semantics of a generator's program
// get one more letter, wherever they are named.

const DECLARATIONS = [
  /\b(?:struct|cbuffer|tbuffer)\s+([A-Za-z_]\w*)/g,
  /\b(?:RW|Rasterizer|Append|Consume|Constant|Byte|Structured|Sampler|Texture|Buffer)\w*(?:<[^;{}()]*>)?\s+([A-Za-z_]\w*)\s*[;:[]/g,
  /\bgroupshared\s+\w+\s+([A-Za-z_]\w*)/g,
]
/** Behind a colon, in capitals, without its number; those of the system keep their names. */
const SEMANTICS = /:\s*(?!SV_)([A-Z][A-Z_]+)\d*\s*[,;)]/g

/** Two bytes of UTF-8 and three. */
const LETTERS = ['ö', '番']

const lettered = (source: string, forms: readonly RegExp[]): Map<string, string> => {
  const names = new Set(forms.flatMap(form => [...source.matchAll(form)].map(match => match[1]!)))
  return new Map([...names].map((name, i) => [name, name + LETTERS[i % LETTERS.length]!]))
}

/** The program with such names. The number of a semantic stays at its end: COLOR1 becomes COLORö1. */
export function withLetters(source: string): string {
  const names = lettered(source, DECLARATIONS)
  const semantics = lettered(source, [SEMANTICS])
  return source.replace(/\b([A-Za-z_]\w*?)(\d*)\b/g, (word, stem: string, digits: string) => {
    const semantic = semantics.get(stem)
    return names.get(word) ?? (semantic === undefined ? word : semantic + digits)
  })
}
