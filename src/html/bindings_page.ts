// An explanation of bindings as a page: the table, a bar for each register space, and a panel that says why the chosen resource is there.

import { ARRAY, checkArgument, record } from '../base/arguments.ts'
import type { BindingPolicy } from '../binding/binding.ts'
import type { BindingsExplanation, ResourceExplanation, SpaceMap, SpaceSegment } from '../explain/bindings_model.ts'
import type { BindingsComparison, ComparedRow } from '../explain/compare_bindings.ts'
import { bindingText, howText, roleOf } from '../explain/print_bindings.ts'
import { listed, ordinal, registersText } from '../explain/register_text.ts'
import { htmlDocument } from './document.ts'
import { escapeHtml } from './escape.ts'
import { EXPLAIN_SCRIPT } from './explain_script.ts'
import { EXPLAIN_STYLE } from './explain_style.ts'
import { pageStyle } from './page_style.ts'
import { htmlFacts, htmlNone, htmlSection } from './tables.ts'

const style = (): string => pageStyle() + EXPLAIN_STYLE

const POLICIES = { dxc: "DXC's rules", llvm: "LLVM's rules (0024, 0038)", slang: "Slang's rules" } as const
const NAMES = { dxc: 'DXC', llvm: 'LLVM', slang: 'Slang' } as const
const CLASSES = { cbv: 'CBV', srv: 'SRV', uav: 'UAV', sampler: 'sampler' } as const

/** The page, a whole HTML document. It loads nothing; without JavaScript all reasons are listed. */
export function bindingsPage(e: BindingsExplanation): string {
  checkArgument('bindingsPage', 'explanation', e, record('what explainBindings() returns', { resources: ARRAY }))
  const facts = [
    e.entry && `entry <b>${escapeHtml(e.entry)}</b>`,
    e.target && escapeHtml(e.target),
    e.policy ? POLICIES[e.policy] : 'as the container says',
    `${e.resources.length} resources`,
    e.problems.length > 0 ? `<span class="bad">${e.problems.length} without a place of its own</span>` : '',
  ]
  const body = `<main class="explain">
<div class="views">
${e.problems.map(p => `<p class="problem">${escapeHtml(p.message)}</p>\n`).join('')}${htmlSection('Resources', resourceTable(e))}
${e.spaces.length > 0 ? legend(e) : ''}${e.spaces.map(map => htmlSection(mapTitle(map), bars(e, map, ''), 3)).join('\n')}
</div>
<aside id="why" aria-live="polite">
${e.resources.map((r, i) => whyArticle(e, r, i)).join('\n')}
</aside>
</main>`
  const first = Math.max(
    0,
    e.resources.findIndex(r => r.search.some(s => s.verdict === 'too-small')),
  )
  return htmlDocument({
    title: lastName(e.file),
    facts: facts.filter(f => f !== '').join(' · '),
    body,
    style: style(),
    script: EXPLAIN_SCRIPT,
    data: { first, resources: e.resources.map(scriptFacts) },
  })
}

const lastName = (file: string): string => file.replace(/^.*[/\\]/, '') || file

const END = 0xffffffff

const spaceKey = (letter: string, space: number): string => `${letter} ${space}`

function scriptFacts(r: ResourceExplanation) {
  const small = r.search.filter(s => s.verdict === 'too-small').map(s => [s.lower, s.upper ?? END])
  return { space: spaceKey(r.letter, r.binding?.space ?? r.written.space ?? 0), turn: r.turn, small }
}

function resourceTable({ resources, file, policy }: BindingsExplanation): string {
  if (resources.length === 0) return htmlNone('No resources.')
  const rows = resources.map((r, i) => {
    const place =
      r.declared && `${r.declared.file === file ? '' : `${r.declared.file}:`}${r.declared.line}:${r.declared.column}`
    const cells = [
      `<td><button type="button" class="name" data-r="${i}" data-hot="r${i}">${escapeHtml(r.name)}</button></td>`,
      `<td>${escapeHtml(r.type)}</td>`,
      `<td>${CLASSES[r.class]}</td>`,
      `<td class="mono role-${roleOf(r)}">${escapeHtml(bindingText(r))}</td>`,
      `<td class="num">${r.binding ? r.binding.space : '-'}</td>`,
      `<td class="num">${r.count ?? 'unbounded'}</td>`,
      ...(policy
        ? [
            `<td>${escapeHtml(howText(r))}</td>`,
            `<td>${r.used ? 'yes' : 'no'}</td>`,
            `<td class="mono">${escapeHtml(place ?? '')}</td>`,
          ]
        : []),
    ]
    return `<tr data-r="${i}" data-hot="r${i}">${cells.join('')}</tr>`
  })
  const heads = ['Name', 'Type', 'Class', 'Register', 'Space', 'Count', ...(policy ? ['How', 'Used', 'Declared'] : [])]
  const head = heads.map(h => `<th scope="col">${h}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>\n`
}

function legend({ policy }: BindingsExplanation): string {
  if (!policy) return ''
  return '<p class="legend">Blue: register written in the source. Green: placed by the rules, in the order of the small numbers. Dashed: free. Choose a resource to see the space as it was when its turn came: what came later fades, gaps that were too small are striped.</p>\n'
}

const mapTitle = ({ letter, space }: SpaceMap): string => `${letter} registers, space ${space}`

/** @param group keeps the highlights of several pictures on one page apart; '' makes the cells buttons */
function bars(e: BindingsExplanation, map: SpaceMap, group: string): string {
  const lanes = map.lanes.map((lane, i) => {
    const shown = i === 0 ? lane : lane.filter(s => s.resource !== null)
    const items = shown.map(s => barItem(e, map, s, group)).join('\n')
    const label = `${mapTitle(map)}${i === 0 ? '' : ', overlapping'}`
    return `${i === 0 ? '' : '<p class="bad">overlapping these:</p>\n'}<ol class="bar" aria-label="${label}">\n${items}\n</ol>\n`
  })
  return lanes.join('')
}

function barItem(e: BindingsExplanation, { letter, space }: SpaceMap, segment: SpaceSegment, group: string): string {
  const { lower, upper, resource } = segment
  const size = upper === null ? END : upper - lower + 1
  const wide = size === 1 ? 0 : size < 8 ? 1 : size < 64 ? 2 : size < 65536 ? 3 : 4
  const place = `data-space="${spaceKey(letter, space)}" data-lower="${lower}" data-upper="${upper ?? END}"`
  const register = `<span class="reg">${escapeHtml(registersText(letter, lower, upper))}</span>`
  const open = upper === null ? ' open' : ''
  if (resource === null) {
    const text = upper === null ? 'free to the end' : size === 1 ? 'free' : `${size} free`
    return `<li class="s${Math.min(wide, 2)}">${register}<span class="cell free${open}" ${place}>${text}</span></li>`
  }
  const r = e.resources[resource]!
  const role = r.how === 'explicit' ? 'explicit' : r.how === 'given' ? 'given' : 'implicit'
  const turn = r.how === 'explicit' ? 'fixed' : r.turn > 0 ? ordinal(r.turn) : ''
  const count = upper === null ? '[]' : size > 1 ? `[${size}]` : ''
  const inside = `${escapeHtml(r.name)}${count}<small>${turn}</small>`
  const common = `class="cell ${role}${open}" data-hot="${group}r${resource}" ${place}`
  const cell =
    group === ''
      ? `<button type="button" ${common} data-r="${resource}" aria-pressed="false">${inside}</button>`
      : `<span ${common}>${inside}</span>`
  return `<li class="s${wide}">${register}${cell}</li>`
}

function whyArticle(e: BindingsExplanation, r: ResourceExplanation, index: number): string {
  const written = [
    r.written.register === null ? '' : `${r.letter}${r.written.register}`,
    r.written.space === null ? '' : `space${r.written.space}`,
  ]
  const annotation = written.filter(w => w !== '').join(', ')
  return `<article data-r="${index}">
<h2>${escapeHtml(r.name)}</h2>
<p class="range role-${roleOf(r)}">${escapeHtml(r.binding ? `${bindingText(r)}, space ${r.binding.space}` : howText(r))}</p>
${r.reason === '' ? '' : `<p>${escapeHtml(r.reason)}</p>\n`}${stepTable(e, r)}${htmlFacts([
  ['Type', r.type],
  ['Written', annotation === '' ? undefined : `register(${annotation})`],
  ['Declared', r.declared ? `${r.declared.file}:${r.declared.line}:${r.declared.column}` : undefined],
])}</article>`
}

function stepTable({ resources }: BindingsExplanation, { search, letter, need }: ResourceExplanation): string {
  if (search.length === 0) return ''
  const rows = search.map(({ lower, upper, verdict, owners, more }) => {
    const free = upper === null ? 'free to the end' : `${upper - lower + 1} free`
    const text = {
      taken: () =>
        `taken by ${listed(
          owners.map(i => resources[i]!.name),
          6,
          more,
        )}`,
      'too-small': () => `${free}, too small for ${need ?? 'an unbounded array'}`,
      passed: () => `${free}, below the highest taken register`,
      chosen: () => 'fits',
    }[verdict]()
    return `<tr class="${verdict}"><td>${escapeHtml(registersText(letter, lower, upper))}</td><td>${escapeHtml(text)}</td></tr>`
  })
  return `<table class="steps"><thead><tr><th scope="col">Looked at</th><th scope="col">Found</th></tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>\n`
}

// ---- comparison ----------------------------------------------------------------------------------------------------------------------

const ORDER: readonly BindingPolicy[] = ['dxc', 'llvm', 'slang']

/** The three policies side by side, with the pictures of each. */
export function comparisonPage(c: BindingsComparison): string {
  checkArgument('comparisonPage', 'comparison', c, record('what compareBindings() returns', { rows: ARRAY }))
  const differing = c.rows.filter(r => !r.same).length
  const facts = [
    `entry <b>${escapeHtml(c.entry)}</b>`,
    escapeHtml(c.target),
    c.same ? 'the three policies agree' : `<span class="bad">${differing} of ${c.rows.length} differ</span>`,
  ]
  return htmlDocument({
    title: lastName(c.file),
    facts: facts.join(' · '),
    body: `<main class="single">\n${comparisonBody(c)}</main>`,
    style: style(),
    script: EXPLAIN_SCRIPT,
    data: {},
  })
}

/** What comparisonPage() shows: a table and the pictures, as HTML with the classes of explain_style.ts. */
export function comparisonBody(c: BindingsComparison): string {
  const errors = c.errors.map(e => `<p class="problem">${NAMES[e.policy]}: ${escapeHtml(e.message)}</p>\n`).join('')
  const pictures = ORDER.flatMap(policy => {
    const e = c.explanations[policy]
    if (!e) return []
    return [
      htmlSection(POLICIES[policy], e.spaces.map(map => htmlSection(mapTitle(map), bars(e, map, policy), 3)).join('')),
    ]
  })
  return `${errors}${htmlSection('Policies', comparedTable(c))}${pictures.join('')}`
}

function comparedTable({ rows }: BindingsComparison): string {
  if (rows.length === 0) return htmlNone('No resources.')
  const line = (r: ComparedRow): string => {
    const cells = ORDER.map(
      p => `<td class="mono${r.cells[p].text === r.cells.dxc.text ? '' : ' diff'}">${escapeHtml(r.cells[p].text)}</td>`,
    )
    const why = r.differences.map(d => `<div><b>${NAMES[d.policy]}</b> ${escapeHtml(d.rule)}</div>`).join('')
    return `<tr><td>${escapeHtml(r.name)}</td><td>${escapeHtml(r.type)}</td>${cells.join('')}<td>${why}</td></tr>`
  }
  const head = ['Name', 'Type', 'DXC', 'LLVM', 'Slang', 'Why it differs'].map(h => `<th scope="col">${h}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.map(line).join('\n')}\n</tbody></table></div>\n`
}
