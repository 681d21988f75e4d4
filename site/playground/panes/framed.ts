// A page of src/html in a frame of its own: it runs without access to this page and without network.

import { h } from '../ui/dom.ts'
import { isDark } from '../ui/theme_switch.ts'
import type { Pane, PaneHost } from './pane.ts'

/** The pages follow the system; this page has a switch. */
const DARK = '@media (prefers-color-scheme:dark)'

export const bytesPane = (host: PaneHost): Pane => {
  const frame = h('iframe', { title: 'Bytes of the container', sandbox: 'allow-scripts' })
  const element = h('div', { class: 'fill' }, frame)
  let page = ''
  const show = (): void => {
    // The policy of this page holds in the frame as well, and the page's own one has the digest of the style that is changed here.
    const bare = page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    frame.srcdoc = bare.replaceAll(DARK, isDark() ? '@media all' : '@media not all')
  }
  return {
    element,
    async update() {
      page = await host.ask('bytes', {})
      show()
    },
    themed: show,
  }
}
