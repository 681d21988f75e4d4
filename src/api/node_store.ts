// Results of compilations in a folder: one file each, in folders by the first two digits of the name. Files appear whole or not at all.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkArgument, STRING } from '../base/arguments.ts'
import type { ResultStore } from './context.ts'

/**
 * A store for context(). Several processes may use one folder. What cannot be read or written counts as not there: a full disk or a read-only
 * folder costs time and nothing else.
 */
export function folderStore(folder: string): ResultStore {
  checkArgument('folderStore', 'folder', folder, STRING)
  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name.slice(2))
  return {
    read(name) {
      try {
        return readFileSync(pathOf(name))
      } catch {
        return undefined
      }
    },
    write(name, bytes) {
      const path = pathOf(name)
      const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(temporary, bytes, { flag: 'wx' })
        renameSync(temporary, path)
      } catch {
        try {
          rmSync(temporary, { force: true })
        } catch {}
      }
    },
  }
}
