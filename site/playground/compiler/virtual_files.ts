// #include among the files of the page, by the rules of the command line: beside the including file, then in the folders of -I.

import type { Includer } from '../../../src/api/options.ts'
import type { SourceFile } from './protocol.ts'

const folderOf = (name: string): string => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '.')

/** `a/./b/../c` as `a/c`. */
function normalized(path: string): string {
  const out: string[] = []
  for (const word of path.replaceAll('\\', '/').split('/')) {
    if (word === '' || word === '.') continue
    if (word === '..' && out.length > 0 && out.at(-1) !== '..') out.pop()
    else out.push(word)
  }
  return out.join('/')
}

export function includerOf(files: readonly SourceFile[], folders: readonly string[]): Includer {
  const byName = new Map(files.map(file => [normalized(file.name), file]))
  return (path, from, angled) => {
    const searched = angled ? [...folders, '.'] : [folderOf(from), ...folders, '.']
    for (const folder of searched) {
      const file = byName.get(normalized(`${folder}/${path}`))
      if (file) return { name: normalized(file.name), text: file.text }
    }
    return { searched: [...new Set(searched)] }
  }
}
