// All combinations of some macros: each is compiled, and those with equal code are marked.

import { Cancelled } from '../compiler/client.ts'
import type { Variant } from '../compiler/protocol.ts'
import { announce, type Cell, h, note, table } from '../ui/dom.ts'
import { type Axis, combinations, deadAxes, definesOf, parseAxes } from './axes.ts'
import type { Pane, PaneHost } from './pane.ts'

const HUES = [210, 30, 130, 275, 350, 175, 55, 310]

export const permutationsPane = (host: PaneHost): Pane => new Permutations(host)

class Permutations implements Pane {
  readonly element: HTMLElement
  readonly #host: PaneHost
  readonly #axes: HTMLTextAreaElement
  readonly #out = h('div')
  readonly #progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Permutations compiled' })
  readonly #status = h('span', { class: 'note', role: 'status' })
  /** Number of the run whose results are shown. */
  #run = 0

  constructor(host: PaneHost) {
    this.#host = host
    this.#axes = h('textarea', { id: 'axes', rows: 4, spellcheck: 'false', oninput: () => this.#edited() })
    this.element = h(
      'div',
      { class: 'page' },
      h(
        'label',
        { for: 'axes', class: 'block' },
        'Axes, one a line: NAME = value value ... (the value - leaves the macro undefined)',
      ),
      this.#axes,
      h(
        'div',
        { class: 'panebar flush' },
        h('button', { type: 'button', class: 'plain strong', onclick: () => void this.#start() }, 'Compile all'),
        this.#progress,
        this.#status,
      ),
      this.#out,
    )
  }

  async update(): Promise<void> {
    if (this.#axes.value === '') this.#axes.value = this.#host.axes
    await this.#start()
  }

  #edited(): void {
    this.#host.axes = this.#axes.value
    this.#run++
    this.#progress.hidden = true
    this.#status.textContent = 'Edited: compile again.'
  }

  async #start(): Promise<void> {
    const run = ++this.#run
    const { axes, problem } = parseAxes(this.#axes.value)
    if (problem !== '') {
      this.#out.replaceChildren(
        note(problem === 'no axis' ? 'Name macros of the source and their values above.' : problem),
      )
      return
    }
    const rows = combinations(axes)
    const results: Variant[] = []
    this.#progress.hidden = false
    const start = performance.now()
    try {
      for (const row of rows) {
        results.push(await this.#host.ask('variant', { defines: definesOf(axes, row) }))
        if (run !== this.#run) return
        this.#progress.value = results.length / rows.length
        this.#status.textContent = `${results.length} of ${rows.length}`
      }
    } catch (error) {
      if (error instanceof Cancelled) return
      throw error
    } finally {
      if (run === this.#run) this.#progress.hidden = true
    }
    this.#show(axes, rows, results, performance.now() - start)
  }

  #show(axes: readonly Axis[], rows: readonly string[][], results: readonly Variant[], ms: number): void {
    const codes = [...new Set(results.filter(r => r.ok).map(r => r.code))]
    const failed = results.filter(r => !r.ok).length
    const dead = deadAxes(axes, rows, results)
    const words = [
      `${rows.length} permutations in ${Math.round(ms)} ms`,
      `${codes.length} different programs`,
      failed > 0 ? `${failed} do not compile` : '',
      dead.length > 0 ? `${dead.join(', ')}: no effect on the code` : '',
    ]
    this.#status.textContent = words.filter(word => word !== '').join('; ')
    announce(this.#status.textContent)
    const sizes = codes.map(code => results.filter(r => r.code === code).length)
    const cells = rows.map((row, i): Cell[] => {
      const { ok, bytes, instructions, registers, code, error } = results[i]!
      if (!ok) return [...row, { value: error, class: 'bad', span: 4 }]
      const group = codes.indexOf(code)
      return [...row, instructions, registers ?? '?', bytes, groupCell(group, sizes[group]!)]
    })
    const titles = [...axes.map(axis => axis.name), '#Instr', '#Regs', '#Bytes', 'Code']
    this.#out.replaceChildren(table(titles, cells, 'Permutations'))
  }
}

/** Programs that stand alone have no colour. */
function groupCell(group: number, size: number): Cell {
  const name = `P${group + 1}`
  if (size === 1) return name
  const chip = h('span', { class: 'chip' }, `${name} = ${size} equal`)
  chip.style.setProperty('--hue', String(HUES[group % HUES.length]))
  return chip
}
