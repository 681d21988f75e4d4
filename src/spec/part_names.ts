// Parts of a DXBC container: FourCC, what it holds, and the order DXC writes them in. FourCCs are little-endian words.

/** Row: FourCC text, contents. Rows from ISGN on are pre-DXIL parts that DXC never writes; they are only named and read. */
export const PARTS = [
  ['SFI0', 'feature flags'],
  ['ISG1', 'input signature'],
  ['OSG1', 'output signature'],
  ['PSG1', 'patch constant or primitive signature'],
  ['PSV0', 'pipeline state validation'],
  ['RTS0', 'root signature'],
  ['VERS', 'compiler version'],
  ['RDAT', 'runtime data'],
  ['ILDB', 'program with debug info'],
  ['STAT', 'program for reflection'],
  ['ILDN', 'debug file name'],
  ['HASH', 'shader hash'],
  ['DXIL', 'program'],
  ['PRIV', 'private data'],
  ['SRCI', 'source info'],
  ['PDBI', 'debug info index'],
  ['RDEF', 'resource definitions'],
  ['ISGN', 'input signature, old'],
  ['OSGN', 'output signature, old'],
  ['OSG5', 'output signature, shader model 5'],
  ['PCSG', 'patch constant signature, old'],
  ['SHDR', 'program, DXBC'],
  ['SHEX', 'program, DXBC shader model 5'],
] as const satisfies readonly (readonly [fourCC: string, contents: string])[]

const CONTENTS: ReadonlyMap<string, string> = new Map(PARTS)

/** FourCC text as the little-endian word stored in the file. */
export function fourCC(name: string): number {
  let word = 0
  for (let i = 3; i >= 0; i--) word = (word << 8) | (name.charCodeAt(i) & 0xff)
  return word >>> 0
}

/** The word as text; bytes that are not printable ASCII appear as \xNN, so that any word has a name. */
export function fourCCText(word: number): string {
  let text = ''
  for (let i = 0; i < 4; i++) {
    const code = (word >>> (8 * i)) & 0xff
    text += code > 0x20 && code < 0x7f ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, '0')}`
  }
  return text
}

/** What a part holds, in words; '' for a part we do not know. */
export function partContents(name: string): string {
  return CONTENTS.get(name) ?? ''
}
