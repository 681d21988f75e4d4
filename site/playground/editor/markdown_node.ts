// The Markdown that the language service writes: fenced code, lists, rules, `code`, **bold**. Texts become text nodes.

import { h } from '../ui/dom.ts'

function inline(text: string): Node[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(part => {
    if (part.startsWith('`') && part.length > 1) return h('code', {}, part.slice(1, -1))
    if (part.startsWith('**') && part.length > 4) return h('b', {}, part.slice(2, -2))
    return document.createTextNode(part)
  })
}

function block(text: string): Node {
  const lines = text.split('\n')
  if (/^-{3,}$/.test(text.trim())) return h('hr')
  if (lines.every(line => /^[-*] /.test(line)))
    return h('ul', {}, ...lines.map(line => h('li', {}, ...inline(line.slice(2)))))
  return h('p', {}, ...lines.flatMap((line, i) => (i === 0 ? inline(line) : [h('br'), ...inline(line)])))
}

export function markdownNode(markdown: string): HTMLElement {
  const parts = markdown.split(/^```\w*\n([\s\S]*?)^```$/gm)
  const nodes = parts.flatMap((part, i) => {
    if (i % 2 === 1) return [h('pre', {}, part.replace(/\n$/, ''))]
    return part
      .split(/\n{2,}/)
      .filter(text => text.trim() !== '')
      .map(text => block(text.trim()))
  })
  return h('div', { class: 'cm-markdown' }, ...nodes)
}
