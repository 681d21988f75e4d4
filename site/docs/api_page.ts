// The library's functions and types as pages, from the sources' own types and comments (read by TypeDoc).

import {
  Application,
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  ReflectionKind,
  type SignatureReflection,
} from 'typedoc'
import { escapeHtml } from '../../src/html/escape.ts'
import type { Heading } from './markdown.ts'
import { ROOT } from './root.ts'

interface EntryPoint {
  readonly name: string
  readonly file: string
  readonly text: string
}

const ENTRIES: readonly EntryPoint[] = [
  {
    name: 'dxilkit',
    file: 'src/api/index.ts',
    text: 'The library: nothing of Node, so that it runs in browsers as it is.',
  },
  {
    name: 'dxilkit/node',
    file: 'src/api/node.ts',
    text: 'What needs files, threads or the native digest. What dxilkit exports is here as well.',
  },
  {
    name: 'dxilkit/reader',
    file: 'src/api/reader.ts',
    text: 'The reading side alone, a quarter of the size. Everything in it is in dxilkit as well.',
  },
]

const partsText = (parts: readonly CommentDisplayPart[] = []): string =>
  parts
    .map(part => part.text)
    .join('')
    .trim()

/** Comments are plain text with code between backticks. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const paragraph = (text: string): string => (text === '' ? '' : `<p>${prose(text)}</p>\n`)

function tagList(comment: Comment | undefined): string {
  const shown = (comment?.blockTags ?? []).filter(tag => ['@returns', '@throws'].includes(tag.tag))
  return shown.map(tag => `<p><b>${tag.tag.slice(1)}</b> ${prose(partsText(tag.content))}</p>\n`).join('')
}

const typeText = (type: { toString(): string } | undefined): string => type?.toString() ?? 'void'

function signatureText(name: string, s: SignatureReflection): string {
  const parameters = (s.parameters ?? []).map(p => {
    const isOptional = p.flags.isOptional || p.defaultValue !== undefined
    return `${p.flags.isRest ? '...' : ''}${p.name}${isOptional ? '?' : ''}: ${typeText(p.type)}`
  })
  const one = `${name}(${parameters.join(', ')}): ${typeText(s.type)}`
  return one.length <= 100 ? one : `${name}(\n${parameters.map(p => `  ${p},\n`).join('')}): ${typeText(s.type)}`
}

function functionHtml(d: DeclarationReflection): string {
  return (d.signatures ?? [])
    .map(s => {
      const parameters = (s.parameters ?? []).filter(p => p.comment)
      const rows = parameters.map(
        p => `<tr><td><code>${escapeHtml(p.name)}</code></td><td>${prose(partsText(p.comment?.summary))}</td></tr>`,
      )
      const list = rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>\n`
      return `<pre tabindex="0"><code>${escapeHtml(signatureText(d.name, s))}</code></pre>\n${paragraph(partsText(s.comment?.summary))}${list}${tagList(s.comment)}`
    })
    .join('')
}

function memberRow(member: DeclarationReflection): string {
  const [signature] = member.signatures ?? []
  const comment = member.comment ?? signature?.comment
  const type = signature ? signatureText('', signature) : typeText(member.type ?? member.getSignature?.type)
  const name = `${member.name}${member.flags.isOptional ? '?' : ''}`
  return `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${escapeHtml(type)}</code></td><td>${prose(partsText(comment?.summary))}</td></tr>`
}

function membersHtml(members: readonly DeclarationReflection[]): string {
  const own = members.filter(m => m.kind !== ReflectionKind.Constructor && !m.inheritedFrom)
  if (own.length === 0) return ''
  const rows = own.map(memberRow).join('\n')
  return `<div class="scroll" tabindex="0" role="region" aria-label="Members"><table><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>\n${rows}\n</tbody></table></div>\n`
}

function declarationHtml(d: DeclarationReflection): string {
  const text = partsText(d.comment?.summary)
  if (d.kind === ReflectionKind.Function) return functionHtml(d)
  if (d.kind === ReflectionKind.TypeAlias)
    return `<pre tabindex="0"><code>${escapeHtml(`type ${d.name} = ${typeText(d.type)}`)}</code></pre>\n${paragraph(text)}`
  if (d.kind === ReflectionKind.Variable)
    return `<pre tabindex="0"><code>${escapeHtml(`const ${d.name}: ${typeText(d.type)}`)}</code></pre>\n${paragraph(text)}`
  const extended = (d.extendedTypes ?? []).map(typeText).join(', ')
  const head = extended === '' ? '' : `<p>extends <code>${escapeHtml(extended)}</code></p>\n`
  return `${paragraph(text)}${head}${membersHtml(d.children ?? [])}`
}

const KIND_NAMES: readonly (readonly [kind: ReflectionKind, title: string])[] = [
  [ReflectionKind.Function, 'Functions'],
  [ReflectionKind.Interface, 'Interfaces'],
  [ReflectionKind.TypeAlias, 'Types'],
  [ReflectionKind.Class, 'Classes'],
  [ReflectionKind.Variable, 'Constants'],
]

export interface ApiSection {
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface ApiPage {
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly ApiSection[]
}

/** Entry points one after the other; what two of them export is under the first. */
export async function apiPage(): Promise<ApiPage> {
  const app = await Application.bootstrap({
    entryPoints: ENTRIES.map(e => `${ROOT}/${e.file}`),
    tsconfig: `${ROOT}/tsconfig.json`,
    skipErrorChecking: true,
    disableSources: true,
    readme: 'none',
    logLevel: 'Error',
  })
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc found nothing')
  const seen = new Set<string>()
  const sections: ApiSection[] = []
  const html = ENTRIES.map(entry => {
    const module = project.children?.find(m => entry.file.endsWith(`/${m.name.replace(/^.*\//, '')}.ts`))
    const fresh = (module?.children ?? []).filter(d => d.kind !== ReflectionKind.Reference && !seen.has(d.name))
    for (const d of fresh) seen.add(d.name)
    const groups = KIND_NAMES.map(([kind, title]) => {
      const own = fresh.filter(d => d.kind === kind)
      if (own.length === 0) return ''
      const entries = own.map(d => {
        const body = declarationHtml(d)
        const words = body.replace(/<[^>]+>/g, ' ')
        sections.push({ id: d.name, title: d.name, text: words })
        return `<section class="api"><h4 id="${escapeHtml(d.name)}">${escapeHtml(d.name)}</h4>\n${body}</section>`
      })
      return `<h3>${title}</h3>\n${entries.join('\n')}`
    })
    return `<h2 id="${entry.name.replace('/', '-')}">${entry.name}</h2>\n<p>${entry.text}</p>\n${groups.join('\n')}`
  })
  const intro =
    '<h1>Library</h1>\n<p>Made from the types and comments of the sources. Offsets and sizes are bytes unless a comment says otherwise.</p>\n'
  const headings = ENTRIES.map(({ name }) => ({ level: 2, id: name.replace('/', '-'), text: name }))
  return { html: intro + html.join('\n'), headings, sections }
}
