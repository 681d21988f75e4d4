// Requests of the protocol, one after the other handed to the language service. What it does not know gets no answer, never an error.

import type { Connection, Diagnostic, DocumentSymbol, Range } from 'vscode-languageserver/node'
import type { FileRange, LanguageDiagnostic, LanguageService, OutlineItem, TextRange } from '../api/language.ts'
import type { LspSettings } from './lsp_settings.ts'

export interface Server {
  readonly connection: Connection
  readonly service: LanguageService
  readonly settings: LspSettings
  /** Name of a document in the service: a path where it has one, else its address. */
  readonly fileOf: (uri: string) => string
  readonly uriOf: (file: string) => string
  readonly isOpen: (uri: string) => boolean
}

interface At {
  readonly textDocument: { readonly uri: string }
  readonly position: TextRange['start']
}

export function toDiagnostic(diagnostic: LanguageDiagnostic, uriOf: (file: string) => string): Diagnostic {
  const { range, severity, code, message, related } = diagnostic
  return {
    range,
    severity,
    code,
    source: 'dxilkit',
    message,
    relatedInformation: related.map(r => ({ location: { uri: uriOf(r.file), range: r.range }, message: r.message })),
  }
}

export function handleRequests(server: Server): void {
  const { connection } = server
  connection.onHover(params => {
    const found = ask(server, params, (service, file) => service.hover(file, params.position))
    return found ? { contents: { kind: 'markdown', value: found.markdown }, range: found.range } : null
  })
  connection.onSignatureHelp(params => {
    const found = ask(server, params, (service, file) => service.signatureHelp(file, params.position))
    if (!found) return null
    const signatures = found.signatures.map(({ label, documentation, parameters }) => ({
      label,
      ...(documentation === '' ? {} : { documentation }),
      parameters: parameters.map(([start, end]) => ({ label: [start, end] as [number, number] })),
    }))
    return { ...found, signatures }
  })
  connection.onCompletion(params => {
    const found = ask(server, params, (service, file) => service.completions(file, params.position)) ?? []
    return found.map(({ label, kind, detail, documentation, sortText }) => ({
      label,
      kind: kind as 1,
      detail,
      sortText,
      ...(documentation === '' ? {} : { documentation: { kind: 'markdown' as const, value: documentation } }),
    }))
  })
  handleNames(server)
  handleDocuments(server)
}

/** undefined for documents that are not open. */
function ask<T>(
  { service, fileOf, isOpen }: Server,
  { textDocument: { uri } }: Pick<At, 'textDocument'>,
  answer: (service: Server['service'], file: string) => T,
): T | undefined {
  return isOpen(uri) ? answer(service, fileOf(uri)) : undefined
}

function handleNames(server: Server): void {
  const { connection, uriOf } = server
  const locationOf = ({ file, range }: FileRange) => ({ uri: uriOf(file), range: range as Range })
  connection.onDefinition(params => {
    const found = ask(server, params, (service, file) => service.definition(file, params.position))
    return found ? locationOf(found) : null
  })
  connection.onReferences(params => {
    const { includeDeclaration: declaration } = params.context
    const found = ask(server, params, (service, file) => service.references(file, params.position, { declaration }))
    return (found ?? []).map(locationOf)
  })
  connection.onDocumentHighlight(params => {
    const found = ask(server, params, (service, file) =>
      service.references(file, params.position).filter(r => r.file === file),
    )
    return (found ?? []).map(({ range }) => ({ range }))
  })
  connection.onPrepareRename(params => {
    const found = ask(server, params, (service, file) => service.prepareRename(file, params.position))
    return found && 'range' in found ? { range: found.range, placeholder: found.name } : null
  })
  connection.onRenameRequest(async params => {
    const found = ask(server, params, (service, file) => service.rename(file, params.position, params.newName))
    if (!found) return null
    if ('problem' in found) {
      const { ResponseError } = await import('vscode-languageserver/node')
      // RequestFailed: the client shows the message.
      return new ResponseError(-32803, found.problem)
    }
    return { changes: Object.fromEntries([...found.edits].map(([file, edits]) => [uriOf(file), [...edits]])) }
  })
}

function handleDocuments(server: Server): void {
  const { connection } = server
  const symbolOf = (item: OutlineItem): DocumentSymbol => ({
    name: item.name,
    detail: item.detail,
    kind: item.kind as 1,
    range: item.range,
    selectionRange: item.selectionRange,
    children: item.children.map(symbolOf),
  })
  connection.onDocumentSymbol(
    params => ask(server, params, (service, file) => service.outline(file))?.map(symbolOf) ?? [],
  )
  connection.languages.semanticTokens.on(params => ({
    data: [...(ask(server, params, (service, file) => service.semanticTokens(file)) ?? [])],
  }))
  connection.languages.inlayHint.on(params => {
    const found = ask(server, params, (service, file) => service.inlayHints(file, params.range)) ?? []
    return found.map(({ position, label, tooltip, kind }) => ({
      position,
      label,
      tooltip: { kind: 'markdown' as const, value: tooltip },
      ...(kind === 'conversion' ? { kind: 1 as const, paddingRight: false } : {}),
    }))
  })
  connection.onCodeAction(params => {
    const { uri } = params.textDocument
    const found = ask(server, params, (service, file) => service.codeActions(file, params.range)) ?? []
    return found.map(({ title, edits, diagnostic }) => {
      const mended = ask(server, params, (service, file) => service.shownDiagnostics(file)[diagnostic])
      return {
        title,
        kind: 'quickfix',
        ...(mended ? { diagnostics: [toDiagnostic(mended, server.uriOf)] } : {}),
        edit: { changes: Object.fromEntries([[uri, [...edits]]]) },
        isPreferred: true,
      }
    })
  })
}
