// Which oracles (outside programs that tell right from wrong) this machine has, and where they are.
// Invariant: an oracle counts as there only when setup.sh has tried it and left its stamp.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `dxc`: compiler and validator; `dxc-new`: a later DXC; `d3d12`: the runtime; `llvm`: LLVM's readers; `chromium`: a browser; `packages`: other versions of Node and TypeScript, Rspack. */
export type OracleName = 'dxc' | 'dxc-new' | 'd3d12' | 'llvm' | 'chromium' | 'packages'

function findRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'package.json'))) {
    const up = dirname(dir)
    if (up === dir) throw new Error('no package.json above the oracle tests')
    dir = up
  }
  return dir
}

/** The checkout's root, also when running from dist/. */
export const ROOT = findRoot()

/** The ignored folder that setup.sh fills; the variable DXILKIT_ORACLE points elsewhere (to share one between clones). */
export const ORACLE_DIR = process.env['DXILKIT_ORACLE'] || join(ROOT, '.oracle')

/** Undefined when the oracle is ready, else one line saying why it is not. */
export function missing(name: OracleName): string | undefined {
  if (existsSync(join(ORACLE_DIR, `${name}.ready`))) return undefined
  const reason = join(ORACLE_DIR, `${name}.skipped`)
  if (existsSync(reason)) return `oracle ${name}: skipped (${readFileSync(reason, 'utf8').trim()})`
  return `oracle ${name}: not set up (run: npm run oracle)`
}

/** True when the oracle is ready on this machine. */
export const available = (name: OracleName): boolean => missing(name) === undefined
