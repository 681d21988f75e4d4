// Every bundler that the plugin is for, as one function: a build of a module, or what it says of an error.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import webpack from 'webpack'
import hlsl from '../../src/api/node_plugin.ts'
import { packagePath } from '../package/tarball.ts'
import type { Project } from './projects.ts'

/** Builds a project's main module into a file. @returns what it says of the first error; '' when there is none */
export type Build = (project: Project, outFile: string) => Promise<string>

const OPTIONS = { types: false } as const

/** Errors that a build throws. */
const thrown = (build: Build): Build => {
  return async (...words) => {
    try {
      return await build(...words)
    } catch (error) {
      return (error as Error).message
    }
  }
}

interface WebpackLike {
  run(
    done: (
      error: Error | null,
      stats: { toJson(): { errors?: readonly { readonly message: string }[] } } | undefined,
    ) => void,
  ): void
  close(done: () => void): void
}

/** webpack and Rspack take the same configuration. */
const webpackLike =
  (make: (configuration: Record<string, unknown>) => WebpackLike, plugin: unknown): Build =>
  ({ root }, outFile) => {
    const compiler = make({
      mode: 'development',
      devtool: false,
      context: root,
      entry: './main.js',
      output: { path: join(root, 'out'), filename: outFile, library: { type: 'module' }, module: true },
      experiments: { outputModule: true },
      plugins: [plugin],
    })
    return new Promise((resolve, reject) =>
      compiler.run((error, stats) =>
        compiler.close(() => (error ? reject(error) : resolve(stats!.toJson().errors?.[0]?.message ?? ''))),
      ),
    )
  }

/** Rspack is a package of the oracle `packages`: it is large, and nothing else needs it. */
const rspack = (): ((configuration: Record<string, unknown>) => WebpackLike) => {
  const require = createRequire(packagePath('x.js'))
  return (require('@rspack/core') as { rspack: (configuration: Record<string, unknown>) => WebpackLike }).rspack
}

export const BUNDLERS: ReadonlyMap<string, Build> = new Map([
  [
    'Vite',
    thrown(async ({ root, main }, outFile) => {
      const lib = { entry: main, formats: ['es' as const], fileName: () => outFile }
      const plugins = [hlsl.vite(OPTIONS)]
      await vite({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins,
        build: { lib, outDir: join(root, 'out'), emptyOutDir: false },
      })
      return ''
    }),
  ],
  [
    'Rollup',
    thrown(async ({ root, main }, outFile) => {
      const bundle = await rollup({ input: main, plugins: [hlsl.rollup(OPTIONS)] })
      await bundle.write({ file: join(root, 'out', outFile) })
      return ''
    }),
  ],
  [
    'Rolldown',
    thrown(async ({ root, main }, outFile) => {
      const bundle = await rolldown({ input: main, plugins: [hlsl.rolldown(OPTIONS)], logLevel: 'silent' })
      await bundle.write({ file: join(root, 'out', outFile) })
      await bundle.close()
      return ''
    }),
  ],
  [
    'esbuild',
    thrown(async ({ root, main }, outFile) => {
      const outfile = join(root, 'out', outFile)
      const plugins = [hlsl.esbuild(OPTIONS)]
      await esbuild({ entryPoints: [main], bundle: true, format: 'esm', outfile, plugins, logLevel: 'silent' })
      return ''
    }),
  ],
  ['webpack', webpackLike(webpack as never, hlsl.webpack(OPTIONS))],
  ['Rspack', (project, outFile) => webpackLike(rspack(), hlsl.rspack(OPTIONS))(project, outFile)],
])
