// A program as HLSL.

import { type Expr, type Func, INPUTS, type Program, READ_LANE, SLOTS, type Stmt } from './tree.ts'

/** `declarations` come before the functions. */
export function printProgram(p: Program, declarations: readonly string[] = []): string {
  const lines = [
    'RWStructuredBuffer<uint> o : register(u0);',
    'ByteAddressBuffer I : register(t0);',
    `groupshared uint g[${p.threads}];`,
    'static uint t;',
    ...declarations,
    ...p.functions.flatMap(printFunction),
    `[numthreads(${p.threads}, 1, 1)] void main(uint id : SV_DispatchThreadID) {`,
    '  t = id;',
    ...printBody(p.main, '  '),
    '}',
    '',
  ]
  return lines.join('\n')
}

function printFunction(f: Func): string[] {
  const params = f.params.map(name => `uint ${name}`).join(', ')
  return [`uint ${f.name}(${params}) {`, ...printBody(f.body, '  '), '}']
}

const printBody = (body: readonly Stmt[], at: string): string[] => body.flatMap(s => printStatement(s, at))

function printStatement(s: Stmt, at: string): string[] {
  const inner = `${at}  `
  switch (s.kind) {
    case 'declare':
      return [`${at}uint ${s.name} = ${text(s.value)};`]
    case 'set':
      return [`${at}${s.name} = ${text(s.value)};`]
    case 'if': {
      const head = [`${at}if ${inParentheses(text(s.condition))} {`, ...printBody(s.yes, inner)]
      return s.otherwise.length === 0
        ? [...head, `${at}}`]
        : [...head, `${at}} else {`, ...printBody(s.otherwise, inner), `${at}}`]
    }
    case 'loop':
      return printLoop(s, at, inner)
    case 'break':
    case 'continue':
      return [`${at}${s.kind};`]
    case 'return':
      return [`${at}return${s.value ? ` ${text(s.value)}` : ''};`]
    case 'switch': {
      const cases = s.cases.flatMap(c => [
        `${at}${c.label === undefined ? 'default' : `case ${c.label}`}: {`,
        ...printBody(c.body, inner),
        ...(endsInJump(c.body) ? [] : [`${inner}break;`]),
        `${at}}`,
      ])
      return [`${at}switch (${text(s.selector)}) {`, ...cases, `${at}}`]
    }
    case 'store':
      return [`${at}o[t * ${SLOTS} + ${s.slot}] = ${text(s.value)};`]
    case 'share':
      return [`${at}g[t] = ${text(s.value)};`]
    case 'barrier':
      return [`${at}GroupMemoryBarrierWithGroupSync();`]
  }
}

export function endsInJump(body: readonly Stmt[]): boolean {
  const last = body[body.length - 1]
  return last !== undefined && ['break', 'continue', 'return'].includes(last.kind)
}

function printLoop(s: Extract<Stmt, { kind: 'loop' }>, at: string, inner: string): string[] {
  const condition = s.condition ? text(s.condition) : undefined
  const body = printBody(s.body, inner)
  if (s.form === 'do') return [`${at}${s.attribute}do {`, ...body, `${at}} while (${condition ?? 'true'});`]
  if (s.form === 'while') return [`${at}${s.attribute}while (${condition ?? 'true'}) {`, ...body, `${at}}`]
  const i = s.counter!
  return [`${at}${s.attribute}for (uint ${i} = 0; ${condition ?? ''}; ${i}++) {`, ...body, `${at}}`]
}

const inParentheses = (t: string): string => (/^\([^()]*\)$/.test(t) ? t : `(${t})`)

function text(e: Expr): string {
  switch (e.kind) {
    case 'number':
      return `${e.value}u`
    case 'variable':
      return e.name
    case 'input':
      return `I.Load((t * ${INPUTS} + ${e.index}) * 4)`
    case 'thread':
      return 't'
    case 'shared':
      return `g[${text(e.index)}]`
    case 'binary':
    case 'logical':
      return `(${text(e.left)} ${e.op} ${text(e.right)})`
    case 'choice':
      return `(${text(e.condition)} ? ${text(e.yes)} : ${text(e.no)})`
    case 'call':
      return `${e.name}(${e.args.map(text).join(', ')})`
    case 'wave': {
      const args = e.args.map(text).join(', ')
      if (e.name === 'WaveReadLaneAt') return `${e.name}(${args}, ${READ_LANE}u)`
      return e.name === 'WaveActiveBallot' ? `${e.name}(${args}).x` : `${e.name}(${args})`
    }
  }
}
