// The columns that a function begins with. Making them takes longer than what many a small shader does with them, so those of functions that are
// done with go to others, filled with zeros.

import { Room } from './room.ts'

/** How many instructions and operands there is room for at first. */
const FIRST_VALUES = 256
const FIRST_SLOTS = 512

/** What a row of the columns of instructions takes: two of 16 bits, nine of 32; and one of those of operands. */
export const VALUE_BYTES: number = 2 * 2 + 9 * 4
export const SLOT_BYTES: number = 4 * 4

/** How many functions' columns are kept for others. */
const MAX_KEPT = 4
const kept: FirstColumns[] = []

export class FirstColumns {
  readonly #room = new Room(FIRST_VALUES * VALUE_BYTES + FIRST_SLOTS * SLOT_BYTES)
  readonly op: Int16Array = this.#room.int16(FIRST_VALUES)
  readonly flags: Int16Array = this.#room.int16(FIRST_VALUES)
  readonly type: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly aux: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly loc: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly blockOf: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly prev: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly next: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly firstSlot: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly slotCount: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly firstUse: Int32Array = this.#room.int32(FIRST_VALUES)
  readonly slotValue: Int32Array = this.#room.int32(FIRST_SLOTS)
  readonly slotUser: Int32Array = this.#room.int32(FIRST_SLOTS)
  readonly slotNext: Int32Array = this.#room.int32(FIRST_SLOTS)
  readonly slotPrev: Int32Array = this.#room.int32(FIRST_SLOTS)

  static take(): FirstColumns {
    return kept.pop() ?? new FirstColumns()
  }

  /** Nobody may look at them any more. */
  giveBack(): void {
    if (kept.length === MAX_KEPT) return
    this.#room.clear()
    kept.push(this)
  }
}
