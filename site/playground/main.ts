// The page: state, editor, compiler and panes put together.

import type { TextEdit } from '../../src/api/language.ts'
import type { Message } from '../../src/diag/message.ts'
import { Cancelled, CompilerClient } from './compiler/client.ts'
import type { Compiled, Job } from './compiler/protocol.ts'
import { applyFixes, fixesIn } from './editor/diagnostics.ts'
import { edited, SourceEditor } from './editor/source_editor.ts'
import { askName, FileBar } from './file_bar.ts'
import { showMessages } from './panes/messages.ts'
import { Results } from './results.ts'
import { SAMPLES, sampleState } from './samples.ts'
import { hashOf, type PageState, stateOf } from './state.ts'
import { announce, byId, download, h } from './ui/dom.ts'
import { splitter } from './ui/splitter.ts'
import { themeSwitch } from './ui/theme_switch.ts'

/** Milliseconds of rest behind a key before the source is compiled, and before the address is written. */
const TYPING = 120
const ADDRESS = 600
const FIELDS = ['entry', 'target', 'flags'] as const
const TARGETS = ['cs', 'ps', 'vs', 'gs', 'hs', 'ds', 'ms', 'as', 'lib'].flatMap(stage =>
  ['6_0', '6_2', '6_5', '6_6', '6_8', '6_9'].map(model => `${stage}_${model}`),
)

const STALE = 'The source has errors: this is the last version that compiled.'
const NOTHING = 'The source has errors: there is nothing to show yet.'

class App {
  #state: PageState
  readonly #client = new CompilerClient()
  readonly #editor: SourceEditor
  readonly #files: FileBar
  readonly #results: Results
  #timer: ReturnType<typeof setTimeout> | undefined
  #addressTimer: ReturnType<typeof setTimeout> | undefined
  #compiled: Compiled | undefined
  #messages: readonly Message[] = []
  /** The hash that this page wrote last: other hashes come from the user. */
  #hash = ''

  constructor(state: PageState) {
    this.#state = state
    this.#editor = new SourceEditor(byId('editor'), {
      changed: (file, text) => this.#edited(file, text),
      hovered: (file, line) => this.#results.sourceLine(file, line, false),
      moved: (file, line) => this.#results.sourceLine(file, line, true),
    })
    this.#files = new FileBar({
      state: () => this.#state,
      open: file => this.#openFile(file),
      change: change => this.#change(change),
    })
    const self = this
    this.#results = new Results(
      this.#client,
      {
        light: (file, lines) => this.#editor.light(file === this.#editor.file ? lines : []),
        goTo: (file, line, column) => this.#goTo(file, line, column),
        get axes() {
          return self.#state.axes
        },
        set axes(axes) {
          self.#state = { ...self.#state, axes }
          self.#writeAddress()
        },
      },
      { paneChosen: id => this.#openPane(id) },
    )
  }

  start(): void {
    this.#controls()
    this.#load(this.#state)
    const editor = byId('editor')
    const load = (): void => {
      for (const event of ['focusin', 'pointerenter']) editor.removeEventListener(event, load)
      void this.#loadFeatures()
    }
    for (const event of ['focusin', 'pointerenter']) editor.addEventListener(event, load)
  }

  /** The language service, when somebody comes to the editor. */
  async #loadFeatures(): Promise<void> {
    const { features } = await import('./editor/features.ts')
    this.#editor.setFeatures(
      features({
        file: () => this.#editor.file,
        ask: (kind, ask) => this.#client.ask(kind, this.#job(), ask),
        goTo: (file, line, column) => this.#goTo(file, line, column),
        askName,
        edit: edits => this.#editFiles(edits),
      }),
    )
    document.documentElement.dataset['features'] = 'yes'
  }

  /** Edits of the open file go through the editor, so that they can be taken back. */
  #editFiles(edits: readonly (readonly [file: string, edits: readonly TextEdit[]])[]): void {
    const others = new Map(edits.filter(([file]) => file !== this.#editor.file))
    const files = this.#state.files.map(f => {
      const own = others.get(f.name)
      return own ? { ...f, text: edited(f.text, own) } : f
    })
    this.#state = { ...this.#state, files }
    this.#editor.edit(edits.find(([file]) => file === this.#editor.file)?.[1] ?? [])
    this.#compileSoon()
    this.#writeAddress()
  }

  #controls(): void {
    const sample = byId<HTMLSelectElement>('sample')
    sample.append(h('option', { value: '' }, 'Choose...'), ...SAMPLES.map(s => h('option', { value: s.id }, s.label)))
    sample.addEventListener('change', async () => {
      if (sample.value === '') return
      const state = await sampleState(sample.value, '')
      // Another pane may have been chosen while the sample was loaded.
      this.#load({ ...state, pane: this.#state.pane })
    })
    byId('targets').append(...TARGETS.map(value => h('option', { value })))
    for (const field of FIELDS) {
      const input = byId<HTMLInputElement>(field)
      input.addEventListener('input', () => this.#change({ [field]: input.value.trim() }))
    }
    byId('job').addEventListener('submit', event => event.preventDefault())
    byId('download').addEventListener('click', () => this.#download())
    byId('download-pdb').addEventListener('click', () => {
      const pdb = this.#compiled?.pdb
      if (pdb) download(pdb.name.replace(/^.*[/\\]/, ''), pdb.bytes)
    })
    byId('share').addEventListener('click', () => void this.#share())
    splitter(byId('splitter'), byId('frame'))
    themeSwitch(byId('theme'), () => this.#results.themed())
    addEventListener('hashchange', async () => {
      if (location.hash === this.#hash) return
      const state = await stateOf(location.hash)
      if (state) this.#load(state)
    })
  }

  /** Shows a whole state: other files, fields and pane. */
  #load(state: PageState): void {
    this.#state = state
    this.#compiled = undefined
    byId<HTMLButtonElement>('download').disabled = true
    for (const field of FIELDS) byId<HTMLInputElement>(field).value = state[field]
    this.#editor.reset()
    this.#results.reset()
    this.#editor.open(state.open, this.#textOf(state.open))
    this.#files.show()
    this.#compile()
    void this.#results.open(state.pane)
    this.#writeAddress()
  }

  #textOf(name: string): string {
    return this.#state.files.find(file => file.name === name)?.text ?? ''
  }

  #edited(file: string, text: string): void {
    const { files } = this.#state
    this.#state = { ...this.#state, files: files.map(f => (f.name === file ? { name: file, text } : f)) }
    this.#compileSoon()
    this.#writeAddress()
  }

  #change(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change }
    if (this.#editor.file !== this.#state.open) this.#editor.open(this.#state.open, this.#textOf(this.#state.open))
    this.#files.show()
    this.#compileSoon()
    this.#writeAddress()
  }

  #openFile(file: string): void {
    if (file === this.#editor.file) return
    this.#state = { ...this.#state, open: file }
    this.#editor.open(file, this.#textOf(file))
    this.#editor.show(this.#messages)
    this.#files.show()
    this.#writeAddress()
  }

  #openPane(id: string): void {
    this.#state = { ...this.#state, pane: id }
    void this.#results.open(id)
    this.#writeAddress()
  }

  #goTo(file: string, line: number, column: number): void {
    if (!this.#state.files.some(f => f.name === file)) return
    this.#openFile(file)
    this.#editor.goTo(line, column)
  }

  #compileSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#compile(), TYPING)
  }

  #job(): Job {
    const { files, main, entry, target, flags } = this.#state
    return { files, main, entry, target, flags }
  }

  #compile(): void {
    clearTimeout(this.#timer)
    const job = this.#job()
    this.#client.ask('compile', job, {}).then(
      result => this.#show(job, result),
      error => {
        if (!(error instanceof Cancelled)) this.#status(`The compiler failed: ${(error as Error).message}`, true)
      },
    )
  }

  #show(job: Job, result: Compiled): void {
    this.#messages = result.messages
    this.#editor.show(result.messages)
    showMessages(byId('message-list'), result.messages, {
      goTo: (file, line, column) => this.#goTo(file, line, column),
      fix: message => this.#fix(message),
    })
    const errors = result.messages.filter(m => m.severity === 'error').length
    const warnings = result.messages.filter(m => m.severity === 'warning').length
    const counted = (n: number, what: string): string => (n === 0 ? '' : `${n} ${what}${n === 1 ? '' : 's'}`)
    const count = [counted(errors, 'error'), counted(warnings, 'warning')].filter(word => word !== '').join(', ')
    byId('count').textContent = count
    byId('stale').hidden = result.ok
    byId('stale').textContent = this.#compiled ? STALE : NOTHING
    const size = result.container ? `${result.container.length} bytes` : 'no container'
    this.#status(
      [count, size, `compiled in ${result.ms.toFixed(1)} ms`].filter(word => word !== '').join(' - '),
      !result.ok,
    )
    document.documentElement.dataset['compiled'] = result.ok ? 'ok' : 'failed'
    if (!result.ok) return
    this.#compiled = result
    byId<HTMLButtonElement>('download').disabled = false
    byId('download-pdb').hidden = result.pdb === undefined
    void this.#results.show(job)
  }

  #status(text: string, isBad: boolean): void {
    const status = byId('status')
    // The time differs with each key: only what changes otherwise is said.
    const said = text.replace(/ - compiled in .*/, '')
    if (status.dataset['said'] !== said) announce(said)
    status.dataset['said'] = said
    status.textContent = text
    status.classList.toggle('bad', isBad)
  }

  #fix(message: Message): void {
    this.#goTo(message.file, message.line, message.column)
    applyFixes(this.#editor.view, fixesIn(message, message.file))
  }

  #download(): void {
    if (this.#compiled?.container)
      download(`${this.#state.main.replace(/^.*[/\\]|\.[^.]*$/g, '')}.dxil`, this.#compiled.container)
  }

  #writeAddress(): void {
    clearTimeout(this.#addressTimer)
    this.#addressTimer = setTimeout(() => void this.#addressNow(), ADDRESS)
  }

  async #addressNow(): Promise<void> {
    this.#hash = `#${await hashOf(this.#state)}`
    history.replaceState(null, '', this.#hash)
  }

  async #share(): Promise<void> {
    await this.#addressNow()
    const button = byId('share')
    button.textContent = 'Link in address bar'
    try {
      await navigator.clipboard.writeText(location.href)
      button.textContent = 'Link copied'
    } catch {
      // Not allowed: the address bar has it.
    }
    announce(button.textContent ?? '')
    setTimeout(() => {
      button.textContent = 'Share'
    }, 3000)
  }
}

const first = (await stateOf(location.hash)) ?? (await sampleState(SAMPLES[0]!.id, 'disassembly'))
new App(first).start()
