// What pdb.ts uses of binary-parser: its package has declarations, but not where ES modules look for them.

declare module 'binary-parser' {
  export class Parser {
    endianness(order: 'little' | 'big'): this
    seek(bytes: number): this
    uint32(name: string): this
    array(name: string, options: { type: 'uint32le'; length: string } | { type: 'uint32le'; readUntil: 'eof' }): this
    parse(bytes: Uint8Array): unknown
  }
}
