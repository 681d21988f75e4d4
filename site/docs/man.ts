// man/dxilkit.1 from the command line's own help. BLESS=1 with test/site/docs_site.test.ts writes it.

import { COMMAND_NAMES } from '../../src/cli/command_names.ts'
import { runCommand } from '../../src/cli/commands.ts'
import { FLAGS, type Flag, flagUsage } from '../../src/cli/dxc_flags.ts'
import type { Host, Stream } from '../../src/cli/host.ts'

/** Text for troff: backslashes and minus signs are its own, and a dot or quote that begins a line is a request. */
const troff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')

class Collected implements Stream {
  readonly isTerminal = false
  text = ''
  write(data: string | Uint8Array): void {
    this.text += typeof data === 'string' ? data : new TextDecoder().decode(data)
  }
}

async function helpOf(words: readonly string[]): Promise<string> {
  const stdout = new Collected()
  const host: Host = { stdout, stderr: new Collected(), env: {}, readStdin: () => new Uint8Array() }
  await runCommand(host, words)
  return stdout.text
}

const flagText = (flag: Flag): string => `.TP\n.B ${troff(flagUsage(flag))}\n${troff(flag.help)}`

/** Commands with help of their own; compile's flags are a section. */
const PLAIN: ReadonlySet<string> = new Set(['compile', 'help', 'version', 'completion'])

async function commandText(name: string): Promise<string> {
  const help = (await helpOf(['help', name])).trimEnd()
  return `.SS ${name}\n.nf\n${troff(help)}\n.fi`
}

export async function manPage(): Promise<string> {
  // Help is as wide as the terminal; the page is not.
  Object.defineProperty(process.stdout, 'columns', { value: 100, configurable: true })
  const overview = (await helpOf(['--help'])).trimEnd()
  const commands = await Promise.all(COMMAND_NAMES.filter(name => !PLAIN.has(name)).map(commandText))
  const groups = [...new Set(FLAGS.map(f => f.group))].map(group => {
    const flags = FLAGS.filter(f => f.group === group && (f.effect === 'works' || f.effect === 'quiet'))
    return flags.length === 0 ? '' : `.SS ${group}\n${flags.map(flagText).join('\n')}`
  })
  return `${[
    '.TH DXILKIT 1 "" "dxilkit" "User Commands"',
    '.SH NAME',
    'dxilkit \\- HLSL to signed DXIL containers, and a look inside them',
    '.SH SYNOPSIS',
    '.B dxilkit',
    '[compile] FILES \\-T PROFILE [flags]',
    '.br',
    '.B dxilkit',
    'COMMAND ...',
    '.SH DESCRIPTION',
    '.nf',
    troff(overview),
    '.fi',
    '.SH FLAGS OF COMPILE',
    "Flags are DXC's, in its spelling; most take \\- and /. FILE \\- is standard input, an output file \\- standard output; @file reads flags from a file.",
    ...groups.filter(text => text !== ''),
    '.SH COMMANDS',
    ...commands,
    '.SH EXIT STATUS',
    '0 success; 1 errors in the source or an invalid container; 2 wrong usage, unreadable or unwritable files; 3 a bug in dxilkit.',
    '.SH SEE ALSO',
    'https://github.com/dxilkit/dxilkit',
  ].join('\n')}\n`
}
