// Help of `dxilkit compile`, made from the flag table.

import { FLAGS, type Flag, flagUsage, isOwnSpelling } from './dxc_flags.ts'

const INDENT = 34

/** Every flag we do something with by group, then the ones accepted without effect or refused. */
export function compileHelp(): string {
  const lines = [
    'usage: dxilkit compile FILE -T PROFILE [flags]',
    '',
    "Compiles HLSL to a signed DXIL container. Flags are DXC's, in its spelling; most take - and /.",
    'FILE - is standard input; an output file - is standard output; @file reads flags from a file.',
    'Without an output flag the listing is printed.',
  ]
  for (const group of [...new Set(FLAGS.map(f => f.group))]) {
    const flags = FLAGS.filter(f => f.group === group && (f.effect === 'works' || f.effect === 'quiet'))
    lines.push('', `${group}:`, ...flags.map(f => line(f)))
  }
  const shown = (effect: string): string => wrapped(FLAGS.filter(f => f.effect === effect).map(f => f.shown))
  lines.push('', 'Accepted with a warning, no effect:', shown('inert'))
  lines.push('', 'Not supported yet (an error):', shown('missing'))
  lines.push('', 'Examples:')
  lines.push('  dxilkit compile blur.hlsl -T cs_6_0 -E main -Fo blur.dxil')
  lines.push('  dxilkit compile blur.hlsl -T cs_6_6 -D RADIUS=4 -I shaders -Fo blur.dxil -Fc blur.ll')
  lines.push('  cat blur.hlsl | dxilkit compile - -T cs_6_0 -Fo - | dxilkit dump -')
  return `${lines.join('\n')}\n`
}

/** The same in dxc's manner, without what dxc lacks. */
export function dxcHelp(): string {
  const lines = [
    'OVERVIEW: HLSL to signed DXIL containers, with the flags of dxc',
    '',
    'USAGE: dxilkit-dxc [options] <inputs>',
  ]
  const flags = FLAGS.filter(f => !isOwnSpelling(f.shown) && f.effect !== 'missing')
  for (const group of [...new Set(flags.map(f => f.group))])
    lines.push(
      '',
      `OPTIONS (${group}):`,
      ...flags.filter(f => f.group === group).map(f => line(f, n => !isOwnSpelling(n))),
    )
  lines.push('', 'Exit codes: 0 ok, 1 wrong usage or unreadable files, 5 errors in the source, 3 a bug in dxilkit.')
  return `${lines.join('\n')}\n`
}

function line(flag: Flag, isShown: (name: string) => boolean = () => true): string {
  const others = flag.names
    .split(' ')
    .slice(1)
    .map(n => (n.startsWith('-') ? n : `-${n}`))
    .filter(isShown)
  const usage = `  ${[flagUsage(flag), ...others].join(', ')}`
  const gap = usage.length < INDENT ? ' '.repeat(INDENT - usage.length) : `\n${' '.repeat(INDENT)}`
  return `${usage}${gap}${flag.help}`
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  let current = ' '
  for (const word of words) {
    if (current.length + word.length > 99) {
      lines.push(current)
      current = ' '
    }
    current += ` ${word}`
  }
  return [...lines, current].join('\n')
}
