// The shell of every page: one self-contained document with a content security policy that allows its own script and style, by hash, and
// nothing else. Invariant: style and script are constants of ours; text of files is in `heading`, `facts`, `body` (escaped) and `data`.

import { base64 } from '../base/base64.ts'
import { utf8 } from '../base/c_string.ts'
import { sha256 } from '../base/sha256.ts'
import { escapeHtml, scriptJson } from './escape.ts'

export interface DocumentInput {
  /** Plain text: title and heading. */
  readonly title: string
  /** HTML behind the heading. */
  readonly facts: string
  /** HTML below that, in the header: tabs. */
  readonly tabs?: string
  /** HTML: main and what follows. */
  readonly body: string
  readonly style: string
  readonly script: string
  /** What the script reads. */
  readonly data: unknown
}

export function htmlDocument({ title, facts, tabs = '', body, style, script, data }: DocumentInput): string {
  const source = (text: string): string => `'sha256-${base64(sha256(utf8(text)))}'`
  const policy =
    `default-src 'none'; script-src ${source(script)}; style-src ${source(style)}; ` +
    "base-uri 'none'; form-action 'none'"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} - dxilkit</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${facts}</p>
${tabs}</header>
${body}
<script type="application/json" id="data">${scriptJson(data)}</script>
<script>${script}</script>
</body>
</html>
`
}
