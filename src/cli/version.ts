// Version of the package, read from its package.json when asked for.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's folder: the nearest one above this file with a package.json, from src/cli/ as from dist/src/cli/. */
export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    try {
      readFileSync(join(folder, 'package.json'))
      return folder
    } catch (error) {
      if (folder === dirname(folder)) throw error
    }
  }
}

export function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export function versionText(): string {
  return `dxilkit ${packageVersion()} (writes validator version 1.8, for shader model 6.9 1.9)\n`
}
