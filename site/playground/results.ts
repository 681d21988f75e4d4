// The right half: tabs, and the pane that is open. A pane is made when it is opened first, and brought up to date only while it is open.

import { Cancelled, type CompilerClient } from './compiler/client.ts'
import type { Job } from './compiler/protocol.ts'
import { PANES } from './panes/index.ts'
import type { Pane, PaneHost } from './panes/pane.ts'
import { byId, h } from './ui/dom.ts'
import { TabList } from './ui/tabs.ts'

interface Opened {
  readonly pane: Pane
  /** The job it shows. */
  shown: Job | undefined
}

export interface ResultsEvents {
  paneChosen(id: string): void
}

export class Results {
  readonly #tabs: TabList
  readonly #opened = new Map<string, Opened>()
  readonly #frame = byId('pane')
  readonly #host: PaneHost
  #current = ''
  #job: Job | undefined

  constructor(client: CompilerClient, host: Omit<PaneHost, 'ask' | 'job'>, events: ResultsEvents) {
    this.#tabs = new TabList({
      label: 'Results',
      prefix: 'pane',
      controls: 'pane',
      chosen: id => events.paneChosen(id),
    })
    byId('panes').replaceWith(this.#tabs.element)
    const self = this
    this.#host = {
      ask: (kind, ask) => client.ask(kind, self.#lastJob, ask),
      get job() {
        return self.#lastJob
      },
      light: host.light,
      goTo: host.goTo,
      get axes() {
        return host.axes
      },
      set axes(value) {
        host.axes = value
      },
    }
  }

  get #lastJob(): Job {
    if (!this.#job) throw new Error('nothing was compiled yet')
    return this.#job
  }

  async open(id: string): Promise<void> {
    const row = PANES.find(p => p.id === id) ?? PANES[0]!
    this.#current = row.id
    this.#tabs.show(PANES, row.id)
    this.#frame.setAttribute('aria-labelledby', `pane-${row.id}`)
    if (!this.#opened.has(row.id)) {
      const make = await row.load()
      if (!this.#opened.has(row.id)) this.#opened.set(row.id, { pane: make(this.#host), shown: undefined })
    }
    if (this.#current !== row.id) return
    // Panes stay where they are: what is taken out of the page forgets how far it was scrolled.
    const { element } = this.#opened.get(row.id)!.pane
    for (const { pane } of this.#opened.values()) pane.element.hidden = pane.element !== element
    if (element.parentElement !== this.#frame) this.#frame.append(element)
    await this.#update()
  }

  /** A job compiled: the open pane shows it, the others when they are opened. */
  async show(job: Job): Promise<void> {
    this.#job = job
    await this.#update()
  }

  /** Other files: panes keep nothing of the old ones. */
  reset(): void {
    this.#opened.clear()
    this.#frame.replaceChildren()
    this.#job = undefined
  }

  async #update(): Promise<void> {
    const opened = this.#opened.get(this.#current)
    const job = this.#job
    if (!opened || !job) return
    if (opened.shown === job) {
      this.#frame.dataset['shown'] = this.#current
      return
    }
    opened.shown = job
    try {
      await opened.pane.update()
      this.#frame.querySelector('.failed')?.remove()
      this.#frame.dataset['shown'] = this.#current
      if (performance.getEntriesByName('shown').length === 0) performance.mark('shown')
    } catch (error) {
      opened.shown = undefined
      if (!(error instanceof Cancelled)) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#frame.querySelector('.failed')?.remove()
    const text = error instanceof Error ? error.message : String(error)
    this.#frame.append(h('p', { class: 'problem failed', role: 'alert' }, text))
  }

  sourceLine(file: string, line: number, moved: boolean): void {
    this.#opened.get(this.#current)?.pane.sourceLine?.(file, line, moved)
  }

  themed(): void {
    for (const { pane } of this.#opened.values()) pane.themed?.()
  }
}
