// The tabs of the files, with new, rename, remove and which of them is compiled.

import type { PageState } from './state.ts'
import { byId } from './ui/dom.ts'
import { TabList } from './ui/tabs.ts'

export interface FileEvents {
  state(): PageState
  open(file: string): void
  change(change: Partial<PageState>): void
}

/** Asks for a name; '' when nothing was said. */
export function askName(title: string, value: string): Promise<string> {
  const dialog = byId<HTMLDialogElement>('ask-name')
  const input = byId<HTMLInputElement>('ask-input')
  byId('ask-title').textContent = title
  input.setAttribute('aria-label', title)
  input.value = value
  dialog.returnValue = ''
  dialog.showModal()
  input.select()
  return new Promise(resolve => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'ok' ? input.value.trim() : ''), {
      once: true,
    })
  })
}

export class FileBar {
  readonly #events: FileEvents
  readonly #tabs: TabList

  constructor(events: FileEvents) {
    this.#events = events
    this.#tabs = new TabList({ label: 'Files', prefix: 'file', controls: 'editor', chosen: id => events.open(id) })
    byId('files').replaceWith(this.#tabs.element)
    byId('add-file').addEventListener('click', () => void this.#add())
    byId('rename-file').addEventListener('click', () => void this.#rename())
    byId('remove-file').addEventListener('click', () => this.#remove())
    byId('main-file').addEventListener('click', () => events.change({ main: events.state().open }))
  }

  show(): void {
    const { files, open, main } = this.#events.state()
    this.#tabs.show(
      files.map(({ name }) => ({ id: name, label: name, badge: name === main && files.length > 1 ? 'compiled' : '' })),
      open,
    )
    byId<HTMLButtonElement>('remove-file').disabled = files.length === 1
    byId('main-file').hidden = open === main
  }

  #isTaken(name: string): boolean {
    return this.#events.state().files.some(file => file.name === name)
  }

  async #add(): Promise<void> {
    const name = await askName('Name of the new file', 'common.hlsli')
    if (name === '') return
    const { files } = this.#events.state()
    if (!this.#isTaken(name)) this.#events.change({ files: [...files, { name, text: '' }] })
    this.#events.open(name)
  }

  async #rename(): Promise<void> {
    const { files, open, main } = this.#events.state()
    const name = await askName(`New name of ${open}`, open)
    if (name === '' || this.#isTaken(name)) return
    const renamed = files.map(file => (file.name === open ? { ...file, name } : file))
    this.#events.change({ files: renamed, open: name, main: main === open ? name : main })
  }

  #remove(): void {
    const { files, open, main } = this.#events.state()
    const rest = files.filter(file => file.name !== open)
    const next = rest[0]
    if (!next || !confirm(`Remove ${open}?`)) return
    this.#events.change({ files: rest, open: next.name, main: main === open ? next.name : main })
  }
}
