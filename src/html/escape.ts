// Text from files made safe for HTML. Invariant: nothing a file says leaves this room without passing here or JSON.

import { table } from '../base/table.ts'

const ENTITIES: ReadonlyMap<string, string> = table({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** For element content and quoted attributes. Control characters and marks that turn the direction of text become \xNN. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, c =>
      c === '\n' || c === '\t' ? c : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replace(/[&<>"']/g, c => ENTITIES.get(c)!)
}

/** JSON for a data block: no `<`, so that neither `</script` nor `<!--` can end or bend the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
