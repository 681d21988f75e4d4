// The machine-readable comment at the top of a corpus shader (format: corpus/README.md).
// Invariant: a header that is not understood completely is refused with its file and line, so no shader goes untested by a typo.

/** One row of the resource table, in the words DXC prints. */
export interface BindingRow {
  /** `cb0`, `t3`, `u1,space2` */
  readonly bind: string
  readonly name: string
  readonly type: string
  readonly format: string
  readonly dim: string
  /** Number of registers, or `unbounded`. */
  readonly count: string
}

/** One compile of a shader: its profile, entry and all arguments as written. */
export interface CorpusCompile {
  readonly profile: string
  readonly entry: string
  readonly args: readonly string[]
}

export interface CorpusHeader {
  readonly compiles: readonly CorpusCompile[]
  readonly threads: readonly [number, number, number]
  readonly bindings: readonly BindingRow[]
}

/** A header that does not follow the format; the message starts with `file:line:`. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError'
}

const MARK = '// dxilkit-corpus'
const TYPES = ['cbuffer', 'texture', 'UAV', 'sampler']
const FORMATS = ['NA', 'byte', 'struct', 'f32', 'u32', 'i32', 'f16', 'u16', 'i16', 'f64', 'u64', 'i64']
const DIMS = ['NA', 'buf', 'r/o', 'r/w', 'r/w+cnt', '1d', '2d', '3d', '2darray', 'cube']
const REGISTER_OF: Readonly<Record<string, string>> = { cbuffer: 'cb', texture: 't', UAV: 'u', sampler: 's' }
const PLAIN_FLAGS = /^-(O[0-3]|Zpr|Zpc|Gis|enable-16bit-types)$/

/**
 * Reads the header of one corpus shader.
 * @param source the whole HLSL text
 * @param file its name, for messages only
 * @throws HeaderError on anything the format does not name
 */
export function parseHeader(source: string, file: string): CorpusHeader {
  const lines = source.split(/\r?\n/)
  if (lines[0] !== MARK) throw new HeaderError(`${file}:1: the first line must be "${MARK}"`)
  const compiles: CorpusCompile[] = []
  const bindings: BindingRow[] = []
  let threads: readonly [number, number, number] | undefined

  for (let i = 1; i < lines.length && lines[i]!.startsWith('//'); i++) {
    const fail = (message: string): never => {
      throw new HeaderError(`${file}:${i + 1}: ${message}`)
    }
    // A lower-case word and a colon at the start is a directive or a misspelt one; prose begins with a capital or has no such colon.
    const directive = /^\/\/\s*([A-Za-z]+):(.*)$/.exec(lines[i]!)
    if (!directive) continue
    const value = directive[2]!.trim()
    const words = value === '' ? [] : value.split(/\s+/)
    if (directive[1] === 'args') compiles.push(parseArgs(words, fail))
    else if (directive[1] === 'binding') bindings.push(parseBinding(words, bindings, fail))
    else if (directive[1] === 'threads') {
      if (threads) fail('a second "threads:" line')
      threads = parseThreads(words, fail)
    } else fail(`unknown directive "${directive[1]}:" (known: args, threads, binding)`)
  }

  if (compiles.length === 0) throw new HeaderError(`${file}:1: no "args:" line`)
  if (!threads) throw new HeaderError(`${file}:1: no "threads:" line`)
  const lines0 = compiles.map(c => c.args.join(' '))
  const twice = lines0.find((a, i) => lines0.indexOf(a) !== i)
  if (twice) throw new HeaderError(`${file}:1: two "args:" lines say "${twice}"`)
  return { compiles, threads, bindings }
}

type Fail = (message: string) => never

function parseArgs(words: readonly string[], fail: Fail): CorpusCompile {
  let profile = ''
  let entry = ''
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (PLAIN_FLAGS.test(word)) continue
    if (!['-T', '-E', '-D', '-HV'].includes(word)) fail(`argument "${word}" is not one the corpus uses`)
    const value = words[++i] ?? fail(`"${word}" needs a value`)
    if (word === '-D' && !/^[A-Za-z_]\w*(=\S*)?$/.test(value)) fail(`"-D ${value}" is not NAME or NAME=VALUE`)
    if (word === '-HV' && !/^20\d\d$/.test(value)) fail(`"-HV ${value}" is not a year`)
    if (word === '-T') {
      if (profile) fail('"-T" twice')
      if (!/^cs_6_[0-9]$/.test(value)) fail(`"${value}" is not a compute profile cs_6_0 to cs_6_9`)
      profile = value
    } else if (word === '-E') {
      if (entry) fail('"-E" twice')
      if (!/^[A-Za-z_]\w*$/.test(value)) fail(`"${value}" is not an entry name`)
      entry = value
    }
  }
  if (!profile) fail('"args:" without -T')
  if (!entry) fail('"args:" without -E')
  return { profile, entry, args: words }
}

function parseThreads(words: readonly string[], fail: Fail): readonly [number, number, number] {
  if (words.length !== 3 || !words.every(w => /^[1-9]\d*$/.test(w))) fail('"threads:" takes three positive numbers')
  const [x, y, z] = words.map(Number) as [number, number, number]
  if (x * y * z > 1024) fail(`${x * y * z} threads in a group, at most 1024 are allowed`)
  return [x, y, z]
}

function parseBinding(words: readonly string[], before: readonly BindingRow[], fail: Fail): BindingRow {
  if (words.length !== 6) fail('"binding:" takes BIND NAME TYPE FORMAT DIM COUNT')
  const [bind, name, type, format, dim, count] = words as [string, string, string, string, string, string]
  const register =
    /^(cb|t|u|s)(\d+)(,space[1-9]\d*)?$/.exec(bind) ?? fail(`"${bind}" is not a register like cb0, t3 or u1,space2`)
  if (!TYPES.includes(type)) fail(`type "${type}" is none of ${TYPES.join(', ')}`)
  if (register[1] !== REGISTER_OF[type]) fail(`a ${type} cannot be bound to "${bind}"`)
  if (!FORMATS.includes(format)) fail(`format "${format}" is none of ${FORMATS.join(', ')}`)
  if (!DIMS.includes(dim)) fail(`dim "${dim}" is none of ${DIMS.join(', ')}`)
  if (!/^([1-9]\d*|unbounded)$/.test(count)) fail(`count "${count}" is neither a number nor "unbounded"`)
  if (!/^[$A-Za-z_][\w.$]*$/.test(name)) fail(`"${name}" is not a resource name`)
  if (before.some(b => b.bind === bind)) fail(`"${bind}" is bound twice`)
  return { bind, name, type, format, dim, count }
}
