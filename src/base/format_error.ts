// The one error that malformed binary input may raise. It always carries the byte offset in the file that was read, so a
// message can point at the damage; anything else thrown while reading is a bug of ours.

export class FormatError extends Error {
  override readonly name = 'FormatError'
  /** Byte offset from the start of the whole input (not of a part), or of the bitcode when that is all there is. */
  readonly offset: number
  /** FourCC of the container part or name of the block the damage is in, '' when outside any. */
  readonly part: string

  /**
   * @param message what is wrong, without the position
   * @param offset  byte offset in the original input
   * @param part    part or block name, when known
   */
  constructor(message: string, offset: number, part = '') {
    super(message)
    this.offset = offset
    this.part = part
  }
}

export type Damage = Pick<FormatError, 'message' | 'offset' | 'part'>

/** Damage and where it is: `a string of 9 bytes in 4 (at byte 60 in ISG1)`. */
export const placedDamage = ({ message, offset, part }: Damage): string =>
  `${message} (at byte ${offset}${part && ` in ${part}`})`
