// What pages of the documentation do by themselves: search, theme. Everything is there without it.

import MiniSearch from 'minisearch'
import { themeSwitch } from '../../playground/ui/theme_switch.ts'

interface Hit {
  readonly id: string
  readonly title: string
  readonly page: string
}

const SHOWN = 12
const root = document.currentScript?.dataset['root'] ?? ''
const input = document.getElementById('search') as HTMLInputElement
const list = document.getElementById('found') as HTMLElement
let index: Promise<MiniSearch> | undefined
let chosen = -1

/** The index is loaded with the first word. */
function load(): Promise<MiniSearch> {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}assets/search.js`
    script.onload = () => {
      const text = (window as unknown as { dxilkitSearch: string }).dxilkitSearch
      resolve(MiniSearch.loadJSON(text, { fields: ['title', 'text'], storeFields: ['title', 'page'] }))
    }
    script.onerror = reject
    document.head.append(script)
  })
  return index
}

function choose(at: number): void {
  const items = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  chosen = items.length === 0 ? -1 : (at + items.length) % items.length
  items.forEach((item, i) => {
    item.setAttribute('aria-selected', String(i === chosen))
  })
  items[chosen]?.scrollIntoView({ block: 'nearest' })
  const item = items[chosen]
  if (item) input.setAttribute('aria-activedescendant', item.id)
  else input.removeAttribute('aria-activedescendant')
}

function show(hits: readonly Hit[]): void {
  list.replaceChildren(
    ...hits.map(({ id, title, page }, i) => {
      const item = document.createElement('li')
      item.role = 'option'
      item.id = `hit-${i}`
      const link = document.createElement('a')
      link.href = root + id
      link.tabIndex = -1
      link.append(title, Object.assign(document.createElement('small'), { textContent: page }))
      item.append(link)
      return item
    }),
  )
  list.hidden = hits.length === 0
  input.setAttribute('aria-expanded', String(!list.hidden))
  choose(0)
}

async function search(): Promise<void> {
  const words = input.value.trim()
  if (words === '') return show([])
  const found = (await load()).search(words, { prefix: true, fuzzy: 0.15, boost: { title: 4 }, combineWith: 'AND' })
  if (words === input.value.trim()) show(found.slice(0, SHOWN) as unknown as Hit[])
}

input.addEventListener('input', () => void search())
input.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') choose(chosen + 1)
  else if (event.key === 'ArrowUp') choose(chosen - 1)
  else if (event.key === 'Escape') show([])
  else if (event.key === 'Enter') list.querySelectorAll('a')[chosen]?.click()
  else return
  event.preventDefault()
})
input.addEventListener('blur', () => setTimeout(() => show([]), 200))
document.addEventListener('keydown', event => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  input.focus()
})
themeSwitch(document.getElementById('theme')!, () => {})
const side = document.querySelector<HTMLDetailsElement>('details.side')
if (side && matchMedia('(max-width: 800px)').matches) side.open = false
