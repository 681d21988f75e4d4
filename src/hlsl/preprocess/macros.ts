// Macro definitions: what `#define` makes, and when two definitions are the same.
// Invariant: tokens are never changed after they are made; a token that moves or changes a flag is a new object.

import { SPACE_BEFORE } from '../lex/token.ts'

/** A token on its own, as macro bodies and arguments hold it; the fields mean what the columns of TokenColumns mean. */
export interface Token {
  readonly kind: number
  readonly value: number
  readonly pos: number
  readonly end: number
  readonly flags: number
}

/** Names whose expansion is computed. */
export type Builtin =
  | '__LINE__'
  | '__FILE__'
  | '__BASE_FILE__'
  | '__COUNTER__'
  | '__INCLUDE_LEVEL__'
  | '__DATE__'
  | '__TIME__'
  | 'defined'
  | '__has_include'
  | '_Pragma'
  | '__has_feature'
  | '__has_extension'
  | '__has_builtin'
  | '__has_attribute'
  | '__has_warning'
  | '__has_cpp_attribute'
  | '__has_declspec_attribute'
  | '__has_include_next'
  | '__is_identifier'
  | '__TIMESTAMP__'

export interface Macro {
  readonly name: string
  /** Span of the name in its definition; pos 0 for predefined ones. */
  readonly pos: number
  readonly end: number
  /** Name ids; undefined for object-like macros. The last one is `__VA_ARGS__` (or the GNU name) if variadic. */
  readonly params: readonly number[] | undefined
  readonly variadic: boolean
  readonly body: readonly Token[]
  /** For each body token the parameter it names, or -1. */
  readonly paramOf: readonly number[]
  /** The body holds `##` (or, in function-like macros, `#`). */
  readonly hasPaste: boolean
  /** The body's extent in the source. */
  readonly bodyPos: number
  readonly bodyLength: number
  readonly builtin: Builtin | undefined
  /** True while its expansion is being read: the names in it stay as they are. */
  disabled: boolean
}

/** What of the limits of the preprocessor is used up. */
export interface Spent {
  readonly expanded: number
  readonly text: number
}

interface MacroParts {
  readonly params?: readonly number[] | undefined
  readonly variadic?: boolean
  readonly body?: readonly Token[]
  readonly hasPaste?: boolean
  readonly builtin?: Builtin
}

/** Completes a macro from its parts. */
export function makeMacro(
  name: string,
  span: { readonly pos: number; readonly end: number },
  { params, variadic = false, body = [], hasPaste = false, builtin }: MacroParts,
): Macro {
  const first = body[0]
  const bodyPos = first ? first.pos : span.end
  const bodyLength = first ? body[body.length - 1]!.end - bodyPos : 0
  const paramOf = params && params.length > 0 ? body.map(t => (t.value === 0 ? -1 : params.indexOf(t.value))) : []
  return {
    name,
    pos: span.pos,
    end: span.end,
    params,
    variadic,
    body,
    paramOf,
    hasPaste,
    bodyPos,
    bodyLength,
    builtin,
    disabled: false,
  }
}

/** C's rule: same parameters, same tokens, blanks at the same places (how many does not matter). */
export function sameDefinition(a: Macro, b: Macro): boolean {
  if (a.builtin !== b.builtin || a.variadic !== b.variadic || a.body.length !== b.body.length) return false
  if ((a.params === undefined) !== (b.params === undefined)) return false
  if (a.params && (a.params.length !== b.params!.length || a.params.some((p, i) => p !== b.params![i]))) return false
  return a.body.every((t, i) => {
    const u = b.body[i]!
    return (
      t.kind === u.kind && t.value === u.value && (i === 0 || (t.flags & SPACE_BEFORE) === (u.flags & SPACE_BEFORE))
    )
  })
}
