// Completion scripts for bash, zsh and fish, made from the table of flags and from what the commands say of themselves.

import { supportedProfiles } from '../api/options.ts'
import { nearest } from '../base/nearest.ts'
import { FLAGS, type Flag, type FlagId, isOwnSpelling } from './dxc_flags.ts'
import { type Host, UsageError } from './host.ts'

/** What stands behind a command's name. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  /** With dashes. */
  readonly options: readonly { readonly name: string; readonly summary: string }[]
  /** Whether it takes the flags of compile, too. */
  readonly takesFlags: boolean
}

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The script for a shell; without a word for that of the environment. @throws UsageError for shells nobody made one for */
export function completionScript(host: Host, shell: string | undefined, commands: readonly CompletedCommand[]): string {
  const wanted = shell ?? host.env['SHELL']?.replace(/^.*\//, '') ?? 'bash'
  const found = SHELLS.find(s => s === wanted) ?? (shell === undefined ? 'bash' : undefined)
  if (found === undefined) {
    const guess = nearest(wanted, SHELLS, 2)
    throw new UsageError(
      `no completion for '${wanted}'${guess ? `; did you mean '${guess}'?` : ''} (${SHELLS.join(', ')})`,
    )
  }
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[found](commands)
}

/** Words that a flag's value can be. */
const VALUES: { readonly [K in FlagId]?: readonly string[] } = {
  T: supportedProfiles(),
  HV: ['2016', '2017', '2018', '2021', '202x'],
  denorm: ['any', 'preserve', 'ftz'],
  'fdiagnostics-format=': ['clang', 'msvc', 'msvc-fallback', 'vi'],
  'fdiagnostics-color=': ['always', 'never', 'auto'],
  'binding=': ['dxc', 'llvm', 'slang'],
  'force-rootsig-ver': ['rootsig_1_0', 'rootsig_1_1'],
  'validator-version': Array.from({ length: 9 }, (_, i) => `1.${i}`),
}

/** Flags that are refused are no help to anybody. */
const OFFERED: readonly Flag[] = FLAGS.filter(f => f.effect !== 'missing')

/** Every spelling of a flag with a dash in front. */
const spellings = (flag: Flag): string[] => flag.names.split(' ').map(n => (n.startsWith('-') ? n : `-${n}`))

const offered = (dxcOnly: boolean): string[] =>
  [...new Set(OFFERED.flatMap(spellings))].filter(name => !(dxcOnly && isOwnSpelling(name))).sort()

/** Flags that another word is the value of. */
const takesWord = (flag: Flag): boolean => flag.form === 'S' || flag.form === 'JS'

function bashScript(commands: readonly CompletedCommand[]): string {
  const valueCases = OFFERED.filter(f => takesWord(f) && VALUES[f.id]).map(
    f => `    ${spellings(f).join('|')}) words="${VALUES[f.id]!.join(' ')}" ;;`,
  )
  // bash takes words apart at '=': the flag is the word before that.
  const joinedCases = OFFERED.filter(f => f.form === 'J' && VALUES[f.id]).map(
    f => `    ${f.shown.replace(/=$/, '')}) words="${VALUES[f.id]!.join(' ')}" ;;`,
  )
  const fileFlags = OFFERED.filter(f => takesWord(f) && !VALUES[f.id]).flatMap(spellings)
  const commandCases = withWords(commands).map(c => {
    const options = c.options.map(o => o.name).join(' ')
    return `    ${c.name}) words="${options}${c.takesFlags ? `${options === '' ? '' : ' '}$flags` : ''}" ;;`
  })
  return `# Completion of dxilkit for bash: source <(dxilkit completion bash)
_dxilkit_flags="${offered(false).join(' ')}"
_dxilkit_dxc_flags="${offered(true).join(' ')}"
_dxilkit_commands="${commands.map(c => c.name).join(' ')}"
_dxilkit_complete() {
  local flags="$1" commands="$2" words=
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$current" = "=" ] || [ "$previous" = "=" ]; then
    local at=$((COMP_CWORD - 2))
    [ "$current" = "=" ] && at=$((COMP_CWORD - 1)) && current=
    case "\${COMP_WORDS[at]}" in
${joinedCases.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$previous" in
${valueCases.join('\n')}
    ${fileFlags.join('|')}) return ;;
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  if [ -z "$commands" ]; then
    words="$flags"
  elif [ "$COMP_CWORD" -eq 1 ]; then
    words="$commands $flags --version --help"
    case "$current" in -*) ;; *) words="$commands" ;; esac
  else case "\${COMP_WORDS[1]}" in
${commandCases.join('\n')}
    help) words="$commands" ;;
    version) ;;
    completion) words="${SHELLS.join(' ')}" ;;
    *) words="$flags" ;;
  esac fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) if [ -n "$commands" ] && { [ "$COMP_CWORD" -eq 1 ] || [[ "\${COMP_WORDS[1]}" = help || "\${COMP_WORDS[1]}" = completion ]]; }; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      fi ;;
  esac
  case "\${COMPREPLY[0]}" in *=) [ \${#COMPREPLY[@]} -eq 1 ] && compopt -o nospace 2>/dev/null ;; esac
  return 0
}
_dxilkit() { _dxilkit_complete "$_dxilkit_flags" "$_dxilkit_commands"; }
_dxilkit_dxc() { _dxilkit_complete "$_dxilkit_dxc_flags" ""; }
complete -o default -F _dxilkit dxilkit
complete -o default -F _dxilkit_dxc dxilkit-dxc
`
}

/** `help` and the like take names of commands or nothing. */
const withWords = (commands: readonly CompletedCommand[]): CompletedCommand[] =>
  commands.filter(c => c.options.length > 0 || c.takesFlags)

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function zshScript(commands: readonly CompletedCommand[]): string {
  const item = (name: string, summary: string): string => quoted(`${name.replaceAll(':', '\\:')}:${summary}`)
  const flagItems = (dxcOnly: boolean): string[] =>
    OFFERED.flatMap(f =>
      spellings(f)
        .filter(n => !(dxcOnly && isOwnSpelling(n)))
        .map(n => item(n, f.help)),
    )
  const list = (name: string, items: readonly string[]): string => `  ${name}=(\n    ${items.join('\n    ')}\n  )`
  const valueCases = OFFERED.filter(f => takesWord(f) && VALUES[f.id]).map(
    f => `    ${spellings(f).join('|')}) compadd -- ${VALUES[f.id]!.join(' ')}; return ;;`,
  )
  const commandCases = withWords(commands).map(c => {
    const own = c.options.length === 0 ? '' : `options=(${c.options.map(o => item(o.name, o.summary)).join(' ')})`
    return `    ${c.name}) ${[own, c.takesFlags ? 'options+=($flags)' : ''].filter(s => s !== '').join('; ') || ':'} ;;`
  })
  return `#compdef dxilkit dxilkit-dxc
# Completion of dxilkit for zsh: source <(dxilkit completion zsh)
_dxilkit() {
  local -a commands flags dxcflags options
${list(
  'commands',
  commands.map(c => item(c.name, c.summary)),
)}
${list('flags', flagItems(false))}
${list('dxcflags', flagItems(true))}
  case "\${words[CURRENT-1]}" in
${valueCases.join('\n')}
  esac
  if [[ "\${words[1]:t}" == dxilkit-dxc ]]; then
    options=($dxcflags)
  elif (( CURRENT == 2 )); then
    _describe -t commands command commands
    options=($flags)
  else case "\${words[2]}" in
${commandCases.join('\n')}
    help) _describe -t commands command commands; return ;;
    *) options=($flags) ;;
  esac fi
  [[ "\${words[CURRENT]}" == -* ]] && _describe -o -t flags flag options
  _files
}
compdef _dxilkit dxilkit dxilkit-dxc
`
}

function fishScript(commands: readonly CompletedCommand[]): string {
  /** -Fo is an option of the old kind to fish, --json a long one. */
  const option = (program: string, condition: string, name: string, summary: string, rest: string): string => {
    const kind = name.startsWith('--')
      ? `-l ${quoted(name.slice(2).replace(/=$/, ''))}`
      : `-o ${quoted(name.slice(1).replace(/=$/, ''))}`
    return `complete -c ${program}${condition === '' ? '' : ` -n ${quoted(condition)}`} ${kind} ${rest}-d ${quoted(summary)}`
  }
  const restOf = (f: Flag): string => {
    const values = VALUES[f.id]
    return values ? `-x -a ${quoted(values.join(' '))} ` : takesWord(f) ? '-r ' : ''
  }
  const flagsOf = (program: string, condition: string, dxcOnly: boolean): string[] =>
    OFFERED.flatMap(f =>
      spellings(f)
        .filter(n => !(dxcOnly && isOwnSpelling(n)))
        .map(n => option(program, condition, n, f.help, restOf(f))),
    )
  const others = commands.filter(c => !c.takesFlags).map(c => c.name)
  const lines = commands.flatMap(c => [
    `complete -c dxilkit -n __fish_use_subcommand -a ${c.name} -d ${quoted(c.summary)}`,
    ...c.options.map(o => option('dxilkit', `__fish_seen_subcommand_from ${c.name}`, o.name, o.summary, '')),
  ])
  return [
    '# Completion of dxilkit for fish: dxilkit completion fish | source',
    ...lines,
    ...flagsOf('dxilkit', `not __fish_seen_subcommand_from ${others.join(' ')}`, false),
    ...flagsOf('dxilkit-dxc', '', true),
    '',
  ].join('\n')
}
