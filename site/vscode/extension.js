// The extension for Visual Studio Code: the language service in the editor's own process, its answers handed over as they are.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { languageService, TOKEN_MODIFIERS, TOKEN_TYPES } from '../../dist/src/api/language.js'
import * as vscode from 'vscode'

const LANGUAGE = { language: 'hlsl' }
/** Milliseconds without a key before a whole compilation. */
const WAIT = 400

/** Called by the editor with the first document of the language. */
export function activate({ subscriptions }) {
  const fileOf = uri => (uri.scheme === 'file' ? uri.fsPath : uri.toString())
  const uriOf = file => (isAbsolute(file) ? vscode.Uri.file(file) : vscode.Uri.parse(file))
  const service = languageService({ include, settings })
  const shown = vscode.languages.createDiagnosticCollection('dxilkit')
  const timers = new Map()
  const fileRange = ({ file, range }) => new vscode.Location(uriOf(file), rangeOf(range))
  const ask = (document, answer) => {
    service.open(fileOf(document.uri), document.getText())
    return answer(fileOf(document.uri))
  }
  const publish = (document, whole) => {
    const list = ask(document, file => service.diagnostics(file, { whole }))
    shown.set(document.uri, list.map(d => diagnosticOf(d, fileRange)))
  }
  const changed = document => {
    if (document.languageId !== 'hlsl') return
    publish(document, false)
    const key = document.uri.toString()
    clearTimeout(timers.get(key))
    timers.set(key, setTimeout(() => publish(document, true), WAIT))
  }
  const closed = document => {
    const key = document.uri.toString()
    clearTimeout(timers.get(key))
    timers.delete(key)
    shown.delete(document.uri)
    service.close(fileOf(document.uri))
  }
  const { languages, workspace } = vscode
  subscriptions.push(
    shown,
    workspace.onDidOpenTextDocument(changed),
    workspace.onDidChangeTextDocument(({ document }) => changed(document)),
    workspace.onDidCloseTextDocument(closed),
    workspace.onDidSaveTextDocument(document => service.changed(fileOf(document.uri))),
    languages.registerHoverProvider(LANGUAGE, {
      provideHover: (document, at) => {
        const found = ask(document, file => service.hover(file, at))
        return found && new vscode.Hover(new vscode.MarkdownString(found.markdown), rangeOf(found.range))
      },
    }),
    languages.registerCompletionItemProvider(
      LANGUAGE,
      { provideCompletionItems: (document, at) => ask(document, file => service.completions(file, at)).map(completionOf) },
      ...['.', ':', '[', '#'],
    ),
    languages.registerSignatureHelpProvider(
      LANGUAGE,
      { provideSignatureHelp: (document, at) => signatureOf(ask(document, file => service.signatureHelp(file, at))) },
      ...['(', ','],
    ),
    languages.registerDefinitionProvider(LANGUAGE, {
      provideDefinition: (document, at) => {
        const found = ask(document, file => service.definition(file, at))
        return found && fileRange(found)
      },
    }),
    languages.registerReferenceProvider(LANGUAGE, {
      provideReferences: (document, at, { includeDeclaration: declaration }) =>
        ask(document, file => service.references(file, at, { declaration })).map(fileRange),
    }),
    languages.registerRenameProvider(LANGUAGE, {
      provideRenameEdits: (document, at, name) => {
        const found = ask(document, file => service.rename(file, at, name))
        if ('problem' in found) throw new Error(found.problem)
        const edits = new vscode.WorkspaceEdit()
        for (const [file, list] of found.edits) for (const e of list) edits.replace(uriOf(file), rangeOf(e.range), e.newText)
        return edits
      },
    }),
    languages.registerDocumentSymbolProvider(LANGUAGE, {
      provideDocumentSymbols: document => ask(document, file => service.outline(file)).map(symbolOf),
    }),
    languages.registerDocumentSemanticTokensProvider(
      LANGUAGE,
      { provideDocumentSemanticTokens: document => new vscode.SemanticTokens(Uint32Array.from(ask(document, file => service.semanticTokens(file)))) },
      new vscode.SemanticTokensLegend([...TOKEN_TYPES], [...TOKEN_MODIFIERS]),
    ),
    languages.registerInlayHintsProvider(LANGUAGE, {
      provideInlayHints: (document, range) =>
        ask(document, file => service.inlayHints(file, range)).map(h => new vscode.InlayHint(positionOf(h.position), h.label)),
    }),
    languages.registerCodeActionsProvider(LANGUAGE, {
      provideCodeActions: (document, range) =>
        ask(document, file => service.codeActions(file, range)).map(({ title, edits }) => {
          const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
          action.edit = new vscode.WorkspaceEdit()
          for (const { range: at, newText } of edits) action.edit.replace(document.uri, rangeOf(at), newText)
          return action
        }),
    }),
  )
  for (const document of workspace.textDocuments) changed(document)
}

const positionOf = ({ line, character }) => new vscode.Position(line, character)
const rangeOf = ({ start, end }) => new vscode.Range(positionOf(start), positionOf(end))

/** "x" beside the including file, then the folders of the settings. */
function include(path, from, angled, { includePaths = [] }) {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '.'
  const folders = [...(angled ? [] : [dirname(from)]), ...includePaths.flatMap(f => (isAbsolute(f) ? [f] : [join(root, f), join(dirname(from), f)])), root]
  for (const folder of folders) {
    const name = join(folder, path)
    if (existsSync(name)) return { name, text: readFileSync(name, 'utf8') }
  }
  return { searched: folders }
}

function settings() {
  const given = vscode.workspace.getConfiguration('dxilkit')
  const names = ['target', 'entry', 'defines', 'includePaths']
  return Object.fromEntries(names.map(name => [name, given.get(name)]).filter(([, value]) => value !== undefined && value.length > 0))
}

function diagnosticOf({ range, message, severity, code, related }, fileRange) {
  // The protocol counts from 1, the editor from 0.
  const made = new vscode.Diagnostic(rangeOf(range), message, severity - 1)
  made.source = 'dxilkit'
  made.code = code
  made.relatedInformation = related.map(r => new vscode.DiagnosticRelatedInformation(fileRange(r), r.message))
  return made
}

function completionOf({ label, kind, detail, documentation, sortText }) {
  const made = new vscode.CompletionItem(label, kind - 1)
  return Object.assign(made, { detail, sortText, documentation: new vscode.MarkdownString(documentation) })
}

function signatureOf(found) {
  if (!found) return undefined
  const help = new vscode.SignatureHelp()
  help.signatures = found.signatures.map(({ label, documentation, parameters }) => {
    const made = new vscode.SignatureInformation(label, documentation)
    made.parameters = parameters.map(([start, end]) => new vscode.ParameterInformation([start, end]))
    return made
  })
  return Object.assign(help, { activeSignature: found.activeSignature, activeParameter: found.activeParameter })
}

function symbolOf({ name, detail, kind, range, selectionRange, children }) {
  const made = new vscode.DocumentSymbol(name, detail, kind - 1, rangeOf(range), rangeOf(selectionRange))
  made.children = children.map(symbolOf)
  return made
}
