// The language server: the language service behind the Language Server Protocol. The protocol is vscode-languageserver's, the answers are the
// library's; what is here puts them together: addresses and paths, the disk, settings, and when to look at a file again.

import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type Connection,
  createConnection,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocuments,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { languageService, TOKEN_MODIFIERS, TOKEN_TYPES } from '../api/language.ts'
import { fileIncluder } from '../api/node.ts'
import { handleRequests, type Server, toDiagnostic } from './lsp_requests.ts'
import { LspSettings } from './lsp_settings.ts'
import { packageVersion } from './version.ts'

/** What is waited for after a keystroke, in milliseconds: other files that see the text, and a whole compilation. */
const WAIT = { others: 150, compile: 350 } as const
/** As long as what was read from the disk is taken as it is. */
const FRESH = 1000

/** Serves over standard input and output until the client ends it. */
export function runLsp(): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout)
  serve(connection, new TextDocuments(TextDocument))
  return new Promise(resolve => connection.onExit(() => resolve()))
}

function serve(connection: Connection, documents: TextDocuments<TextDocument>): void {
  const uris = new Map<string, string>()
  const fileOf = (uri: string): string => {
    const file = uri.startsWith('file:') ? fileURLToPath(uri) : uri
    uris.set(file, uri)
    return file
  }
  const uriOf = (file: string): string => uris.get(file) ?? (isAbsolute(file) ? pathToFileURL(file).href : file)
  const settings = new LspSettings()
  const service = languageService({ include: diskIncluder(settings), settings: file => settings.of(file) })
  const server: Server = {
    connection,
    service,
    settings,
    fileOf,
    uriOf,
    isOpen: uri => documents.get(uri) !== undefined,
  }
  initialise(server)
  watchDocuments(server, documents)
  handleRequests(server)
  documents.listen(connection)
  connection.listen()
}

type Include = NonNullable<NonNullable<Parameters<typeof languageService>[0]>['include']>

/** Included files from the disk, read anew after a second. */
function diskIncluder(settings: LspSettings): Include {
  const known = new Map<string, { readonly find: ReturnType<typeof fileIncluder>; readonly since: number }>()
  return (path, from, angled, outer, { includePaths = [] }) => {
    const base = dirname(from)
    const folders = includePaths.map(folder => (isAbsolute(folder) ? folder : join(settings.root ?? base, folder)))
    // A comment in the file means its own folder.
    const near = includePaths.filter(folder => !isAbsolute(folder)).map(folder => join(base, folder))
    const all = [...folders, ...near]
    const key = all.join('\n')
    let includer = known.get(key)
    if (!includer || Date.now() - includer.since > FRESH) {
      includer = { find: fileIncluder(all), since: Date.now() }
      known.set(key, includer)
    }
    const found = includer.find(path, from, angled, outer)
    return found && 'text' in found && typeof found.text !== 'string' ? undefined : (found as ReturnType<Include>)
  }
}

function initialise({ connection, service, settings, fileOf }: Server): void {
  let asksSettings = false
  let watchesFiles = false
  let early: readonly string[] = []
  connection.onInitialize(({ capabilities, initializationOptions, workspaceFolders, rootUri }) => {
    asksSettings = capabilities.workspace?.configuration === true
    settings.refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport === true
    watchesFiles = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    const root = workspaceFolders?.[0]?.uri ?? rootUri
    if (root?.startsWith('file:')) settings.root = fileOf(root)
    early = settings.take(initializationOptions)
    return { capabilities: CAPABILITIES, serverInfo: { name: 'dxilkit', version: packageVersion() } }
  })
  const fetch = async (): Promise<void> => {
    if (!asksSettings) return
    complain(settings.take(await connection.workspace.getConfiguration('dxilkit')))
    service.changed()
  }
  const complain = (problems: readonly string[]): void => {
    if (problems.length > 0)
      void connection.sendNotification('window/showMessage', { type: 2, message: `dxilkit: ${problems.join('; ')}` })
  }
  connection.onInitialized(() => {
    complain(early)
    void fetch()
    if (!watchesFiles) return
    void connection.client.register(
      { method: 'workspace/didChangeWatchedFiles' } as never,
      {
        watchers: [{ globPattern: '**/*.{hlsl,hlsli,fx,fxh,h,inc}' }],
      } as never,
    )
  })
  connection.onDidChangeConfiguration(({ settings: given }) => {
    if (!asksSettings) {
      complain(settings.take((given as { dxilkit?: unknown } | null)?.dxilkit))
      service.changed()
    } else void fetch()
  })
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: 2, save: true },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['.', ':', '[', '#'] },
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  inlayHintProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
    full: true,
  },
}

/** Diagnostics: the file at once, what includes it and a whole compilation when nobody types. */
function watchDocuments(server: Server, documents: TextDocuments<TextDocument>): void {
  const { connection, service, settings, fileOf, uriOf } = server
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const publish = (uri: string, whole: boolean): void => {
    const document = documents.get(uri)
    if (!document) return
    const diagnostics = service.diagnostics(fileOf(uri), { whole }).map(d => toDiagnostic(d, uriOf))
    void connection.sendDiagnostics({ uri, version: document.version, diagnostics })
  }
  const after = (key: string, wait: number, run: () => void): void => {
    clearTimeout(timers.get(key))
    timers.set(key, setTimeout(run, wait))
  }
  const others = (file: string): void => {
    for (const document of documents.all())
      if (fileOf(document.uri) !== file && service.includesOf(fileOf(document.uri)).includes(file))
        publish(document.uri, false)
  }
  const whole = (uri: string): void => {
    publish(uri, true)
    if (settings.refreshesHints) void connection.languages.inlayHint.refresh()
  }
  documents.onDidChangeContent(({ document }) => {
    const file = fileOf(document.uri)
    service.open(file, document.getText())
    after(`now ${file}`, 0, () => publish(document.uri, false))
    after('others', WAIT.others, () => others(file))
    after(`whole ${file}`, WAIT.compile, () => whole(document.uri))
  })
  documents.onDidClose(({ document }) => {
    const file = fileOf(document.uri)
    for (const key of ['now', 'whole']) clearTimeout(timers.get(`${key} ${file}`))
    service.close(file)
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] })
  })
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) service.changed(fileOf(uri))
    after('disk', WAIT.others, () => {
      for (const { uri } of documents.all()) whole(uri)
    })
  })
  connection.onShutdown(() => {
    for (const timer of timers.values()) clearTimeout(timer)
  })
}
