// Writes the documentation to dist/pages/, beside the playground. A link that leads nowhere ends it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './root.ts'
import { brokenLinks, makeSite, writeAssets } from './site.ts'

const out = join(ROOT, 'dist', 'pages')
/** Files of others that pages lead to. */
const OTHERS = ['playground/index.html', 'assets/docs.css', 'assets/docs.js']

const site = await makeSite()
const broken = brokenLinks(site, OTHERS)
if (broken.length > 0) throw new Error(`these links lead nowhere:\n${broken.join('\n')}`)
for (const [path, text] of site.files) {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
await writeAssets(out)
console.log(`${site.files.size} files in ${out}`)
