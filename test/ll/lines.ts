// The lines of a program of LLVM text that a generator writes, and the names of its values.

export const RAW = 'target("dx.RawBuffer", i8, 1, 0)'

export class Lines {
  readonly #lines: string[] = []
  #count = 0

  /** The first values: the buffers %out and %in. */
  constructor() {
    this.bind('out', RAW, 'i32 0')
    this.bind('in', RAW, 'i32 1')
  }

  get text(): string {
    return this.#lines.join('')
  }
  /** A number that no other label has. */
  number(): number {
    return this.#count++
  }
  put(text: string): void {
    this.#lines.push(`  ${text}\n`)
  }
  label(name: string): void {
    this.#lines.push(`${name}:\n`)
  }
  /** A value and the line that makes it. */
  define(text: string): string {
    const name = `%v${this.#count++}`
    this.put(`${name} = ${text}`)
    return name
  }
  bind(name: string, type: string, register: string): void {
    this.put(`%${name} = call ${type} @llvm.dx.resource.handlefrombinding(i32 0, ${register}, i32 1, i32 0, ptr null)`)
  }
  /** The k-th word of the input. */
  word(k: number): string {
    const loaded = this.define(`call { i32, i1 } @llvm.dx.resource.load.rawbuffer(${RAW} %in, i32 ${4 * k}, i32 0)`)
    return this.define(`extractvalue { i32, i1 } ${loaded}, 0`)
  }
  /** Stores a value as the k-th word of the output. */
  store(k: number, type: string, value: string): void {
    this.put(`call void @llvm.dx.resource.store.rawbuffer(${RAW} %out, i32 ${k * 4}, i32 0, ${type} ${value})`)
  }
}
