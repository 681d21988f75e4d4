// Documents that are held to the code.

import { readFileSync } from 'node:fs'
import test from 'ava'

test('docs/contributing.md explains every script of package.json, and no other', t => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const text = readFileSync('docs/contributing.md', 'utf8')
  const rows = [...text.matchAll(/^\| (`[^|]*) \|/gm)].map(m => m[1]!)
  const explained = rows.flatMap(row => [...row.matchAll(/`([\w:]+)`/g)].map(m => m[1]!))
  t.deepEqual(explained.sort(), Object.keys(scripts).sort())
})
