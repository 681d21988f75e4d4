// What a message in an instance of a template says of who asked for it, in clang's words: in instantiation of member function 'N::C<vector<float, 3>, 2>::m'.

import type { Request } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'
import { isVariableTemplate } from '../core/names.ts'
import type { FunctionEntity, RecordInfo, TemplateName } from '../core/scopes.ts'
import { canonicalName } from '../core/type_names.ts'

/** Something needs the body of an instance, for the first time. */
export function requestBody(checker: Checker, entity: FunctionEntity, span: Span): void {
  entity.isWaiting = false
  entity.requested = functionRequest(checker, entity, span)
  checker.pendingBodies.push(entity)
}

/** Bodies are instantiated when the whole unit is read. */
const functionRequest = (checker: Checker, entity: FunctionEntity, span: Span): Request => ({
  span,
  outer: checker.diagnostics.request,
  isLater: true,
  template: templateOf(entity),
  what: () =>
    entity.pattern
      ? `function template specialization '${functionName(entity)}'`
      : `member function '${functionName(entity)}'`,
})

interface Around {
  readonly request: Request | undefined
  readonly limit: number
}

/** An instance of a class begins. Two functions, for instances nest and each frame of the stack counts. */
export function enterClass(
  checker: Checker,
  template: TemplateName,
  args: readonly (Type | ConstantValue)[],
  span: Span,
): Around {
  const { diagnostics, global } = checker
  const around = { request: diagnostics.request, limit: global.visibility.limit }
  global.visibility.limit = template.seenAt ?? Number.POSITIVE_INFINITY
  diagnostics.request = classRequest(checker, template, args, span)
  return around
}

export function leaveClass({ diagnostics, global }: Checker, { request, limit }: Around): void {
  diagnostics.request = request
  global.visibility.limit = limit
}

function classRequest(
  checker: Checker,
  template: TemplateName,
  args: readonly (Type | ConstantValue)[],
  span: Span,
): Request {
  const outer = checker.diagnostics.request
  return {
    span,
    outer,
    isLater: outer?.isLater ?? false,
    template: outer?.template ?? template,
    what: () => {
      const name = template.scope.prefix() + template.decl.name
      if (template.decl.kind === 'type_alias') return `template type alias '${name}'`
      const kind = isVariableTemplate(template) ? 'variable template specialization' : 'template class'
      return `${kind} '${name}${argumentList(args)}'`
    },
  }
}

/** `N::f<int>`, `S<int>::f` */
export function functionName({ owner, symbol, name }: FunctionEntity): string {
  const args = symbol?.templateArgs
  const own = owner ? `${className(owner)}::${name}` : (symbol?.qualifiedName ?? name)
  return args ? `${own}${argumentList(args.map(arg => arg.value))}` : own
}

/** That of the function, or of the outermost class around it. */
function templateOf({ pattern, owner }: FunctionEntity): object | undefined {
  return owner ? (outermost(owner).template ?? pattern) : pattern
}

/** The outermost class around a member of `owner`. */
export function outermost(owner: RecordInfo): RecordInfo {
  let found = owner
  for (let at: RecordInfo | undefined = owner; at; at = at.scope.parent?.record) found = at
  return found
}

function className({ type, template, templateArgs, scope }: RecordInfo): string {
  const outer = scope.parent?.record
  if (outer && !template) return `${className(outer)}::${type.name.slice(type.name.lastIndexOf(':') + 1)}`
  return template && templateArgs.length > 0
    ? `${template.scope.prefix()}${template.decl.name}${argumentList(templateArgs)}`
    : type.name
}

/** `<int, vector<float, 3> >` */
function argumentList(args: readonly (Type | ConstantValue)[]): string {
  const text = args.map(arg => (typeof arg === 'object' ? canonicalName(arg) : String(arg))).join(', ')
  return `<${text}${text.endsWith('>') ? ' ' : ''}>`
}
