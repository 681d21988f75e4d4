// Documents and the lock file, held to the code.

import { readFileSync } from 'node:fs'
import test from 'ava'

test('docs/contributing.md explains every script of package.json, and no other', t => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const text = readFileSync('docs/contributing.md', 'utf8')
  const rows = [...text.matchAll(/^\| (`[^|]*) \|/gm)].map(m => m[1]!)
  const explained = rows.flatMap(row => [...row.matchAll(/`([\w:]+)`/g)].map(m => m[1]!))
  t.deepEqual(explained.sort(), Object.keys(scripts).sort())
})

test('the lock file has the packages of every platform, which npm ci asks for', t => {
  interface Locked {
    readonly optionalDependencies?: Record<string, string>
  }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(name => {
      const folders = [`${at}/node_modules/${name}`, `node_modules/${name}`]
      return !folders.some(folder => packages[folder])
    }),
  )
  t.deepEqual(missing, [])
  t.true(Object.keys(packages).length > 300)
})
