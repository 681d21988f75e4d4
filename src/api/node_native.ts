// Loads the native addon when it has been built; the one place that knows of it. Everything works without it.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../base/brand.ts'
import { type DigestImplementation, useDigest } from '../base/digest.ts'

/** What native/addon.c exports. */
interface Addon {
  md5(data: Uint8Array): Uint8Array
  containerDigest(container: Uint8Array, debug: boolean): Uint8Array
}

/** The native implementation of both digests, or why there is none. */
export type NativeDigest =
  | { readonly digest: DigestImplementation; readonly reason?: undefined }
  | { readonly digest?: undefined; readonly reason: string }

/**
 * Loads the addon from build/ or prebuilds/ of this package. Never throws: no addon, or one for another platform, gives
 * the reason in one line.
 */
export function loadNativeDigest(): NativeDigest {
  try {
    // Not imported: no start of the command line needs it.
    const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
    const load = require('node-gyp-build') as (directory: string) => unknown
    const addon = load(packageDirectory(require)) as Partial<Addon>
    const { md5, containerDigest } = addon
    if (typeof md5 !== 'function' || typeof containerDigest !== 'function')
      return { reason: 'the addon lacks its functions' }
    return {
      digest: { name: 'native', md5, containerDigest: (bytes, flavour) => containerDigest(bytes, flavour === 'debug') },
    }
  } catch (error) {
    return { reason: messageOf(error).split('\n')[0]! }
  }
}

/** Uses the native digests from now on if they can be loaded; tells whether they can. */
export function useNativeDigest(): boolean {
  const { digest } = loadNativeDigest()
  if (digest === undefined) return false
  useDigest(digest)
  return true
}

/** This file lies at src/api/ or dist/src/api/ of the package, so the nearest package.json above is the package's own. */
function packageDirectory(require: NodeJS.Require): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    try {
      require.resolve(join(directory, 'package.json'))
      return directory
    } catch (error) {
      if (directory === dirname(directory)) throw error
    }
  }
}
