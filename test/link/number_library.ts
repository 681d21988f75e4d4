// Libraries of whole numbers of any width, as DXC's optimiser leaves them: counters of `i2`, vectors that are read as one integer.

import { assembleText, compile, listing } from '../../src/api/index.ts'
import { Lines } from '../ll/lines.ts'
import { type NumberProgram, writeNumbers } from '../ll/number_program.ts'

const WIDTHS = [1, 2, 3, 5, 7, 12, 16, 24, 31, 32, 33, 40, 63, 64]
/** The program takes the place of what is loaded and stored. */
const FRAME = `ByteAddressBuffer i; RWByteAddressBuffer o;
[shader("compute")] [numthreads(1, 1, 1)] void main() { o.Store(0, i.Load(0)); }`

/** Lines that read and write by DXIL operations. */
class LibraryLines extends Lines {
  readonly #from: string
  readonly #to: string

  constructor(from: string, to: string) {
    super()
    this.#from = from
    this.#to = to
  }
  override bind(): void {}
  override word(k: number): string {
    const type = '%dx.types.ResRet.i32'
    const handle = `%dx.types.Handle ${this.#from}`
    return this.define(
      `extractvalue ${type} ${this.define(`call ${type} @dx.op.rawBufferLoad.i32(i32 139, ${handle}, i32 ${4 * k}, i32 undef, i8 1, i32 4)`)}, 0`,
    )
  }
  override store(k: number, type: string, value: string): void {
    const rest = 'i32 undef, i32 undef, i32 undef, i8 1, i32 4'
    this.put(
      `call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle ${this.#to}, i32 ${k * 4}, i32 undef, ${type} ${value}, ${rest})`,
    )
  }
}

/** A library with the program as its entry point `main`. */
export function numberLibrary(seed: number): Omit<NumberProgram, 'text'> & { readonly container: Uint8Array } {
  const frame = compile(FRAME, { target: 'lib_6_x', enable16BitTypes: true })
  if (!frame.container) throw new Error(frame.text)
  const rows = listing(frame.container).split('\n')
  const at = (text: string): number => rows.findIndex(row => row.includes(text))
  const handle = (text: string): string => /Handle (%\d+)/.exec(rows[at(text)]!)![1]!
  const lines = new LibraryLines(handle('call %dx.types.ResRet.i32'), handle('call void @dx.op.rawBufferStore'))
  const program = writeNumbers(seed, { lines, widths: WIDTHS, has: 'vectors' })
  const body = lines.text.split('\n')
  const text = [...rows.slice(0, at('call %dx.types.ResRet.i32')), ...body, ...rows.slice(at('ret void'))].join('\n')
  const { container, text: errors } = assembleText(text)
  if (!container) throw new Error(`${errors}\n${text}`)
  return { ...program, container }
}
