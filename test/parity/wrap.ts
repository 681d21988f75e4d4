// Turns a shader of another stage into a compute shader: its entry becomes a plain function, called with values from memory, its results
// stored. What only its own stage has (streams, patches) stays a difference that both compilers complain about.

const ENTRY = 'parity_entry'

interface Parameter {
  readonly mode: 'in' | 'out' | 'inout' | 'uniform'
  readonly type: string
  readonly name: string
  readonly dims: string
}

/** The source with a compute entry named parity_entry behind it; undefined when the entry's declaration is not understood. */
export function wrapAsCompute(source: string, entry: string): string | undefined {
  const head = new RegExp(
    `(^|\\n|;|\\}|\\])[ \\t]*((?:[A-Za-z_][\\w:]*(?:<[^;{}()]*?>)?[ \\t\\n]+)+)(${entry})\\s*\\(`,
  ).exec(source)
  if (!head) return undefined
  const open = head.index + head[0].length
  const close = closing(source, open)
  const parameters = close < 0 ? undefined : splitTop(source.slice(open, close)).map(readParameter)
  if (!parameters || parameters.includes(undefined)) return undefined
  const result = head[2]!.replace(/\b(static|inline|precise|export|noinline|snorm|unorm)\b/g, '').trim()
  return source + entryText(result, entry, parameters as Parameter[])
}

function closing(text: string, from: number): number {
  let depth = 1
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  return -1
}

/** At commas outside of all brackets; comments removed. */
function splitTop(list: string): string[] {
  const text = list.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '')
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    const c = text[i]
    if (c === '<' || c === '(' || c === '[') depth++
    else if (c === '>' || c === ')' || c === ']') depth--
    else if (c === undefined || (c === ',' && depth === 0)) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return parts.map(p => p.trim()).filter(p => p !== '' && p !== 'void')
}

const MODIFIERS =
  /\b(nointerpolation|noperspective|centroid|linear|sample|precise|const|point|line|triangle|lineadj|triangleadj|vertices|indices|primitives|payload|snorm|unorm|row_major|column_major)\b/g

function readParameter(text: string): Parameter | undefined {
  const plain = text
    .replace(/\[\[.*?\]\]/g, '')
    .replace(MODIFIERS, '')
    .split('=')[0]!
    .replace(/\s+/g, ' ')
    .trim()
  const match =
    /^(?:(in out|inout|in|out|uniform) )?([\w:]+ ?(?:<[^()]*>)?) ?\b([A-Za-z_]\w*) ?((?:\[[^\]]*\] ?)*)(?::.*)?$/.exec(
      plain,
    )
  if (!match) return undefined
  const mode = (match[1] ?? 'in').replace('in out', 'inout') as Parameter['mode']
  return { mode, type: match[2]!.trim(), name: match[3]!, dims: match[4]!.trim() }
}

function entryText(result: string, entry: string, parameters: readonly Parameter[]): string {
  const globals: string[] = []
  const body: string[] = []
  const after: string[] = []
  parameters.forEach((p, i) => {
    globals.push(`struct parity_t${i} { ${p.type} v${p.dims}; };`)
    if (p.mode !== 'out') globals.push(`StructuredBuffer<parity_t${i}> parity_in${i} : register(t${i}, space77);`)
    body.push(p.mode === 'out' ? `  parity_t${i} p${i};` : `  parity_t${i} p${i} = parity_in${i}[parity_id];`)
    if (p.mode === 'in' || p.mode === 'uniform') return
    globals.push(`RWStructuredBuffer<parity_t${i}> parity_out${i} : register(u${i}, space77);`)
    after.push(`  parity_out${i}[parity_id] = p${i};`)
  })
  const call = `${entry}(${parameters.map((_, i) => `p${i}.v`).join(', ')})`
  if (result === 'void') body.push(`  ${call};`)
  else {
    globals.push(`RWStructuredBuffer<${result} > parity_result : register(u99, space77);`)
    body.push(`  parity_result[parity_id] = ${call};`)
  }
  const lines = [
    ...globals,
    '[numthreads(8, 1, 1)]',
    `void ${ENTRY}(uint parity_id : SV_GroupIndex) {`,
    ...body,
    ...after,
    '}',
  ]
  return `\n${lines.join('\n')}\n`
}

/** The arguments for the wrapped source. */
export function wrappedWords(words: readonly string[], profile: string): string[] {
  const version = /_(\d+_\d+)$/.exec(profile)?.[1] ?? '6_0'
  const kept: string[] = []
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '-T' || words[i] === '-E') i++
    else kept.push(words[i]!)
  }
  return [...kept, '-T', `cs_${version}`, '-E', ENTRY]
}
