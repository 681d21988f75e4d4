// Shaders as modules of a bundle: `import blur from './blur.hlsl?cs_6_0&entry=main'` for Vite, Rollup, Rolldown, webpack, Rspack and esbuild, through unplugin.
// Behind `?` stand the profile and, in any order, entry=NAME, define=NAME=VALUE (as often as needed), hv=2021, 16bit.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { createUnplugin } from 'unplugin'
import { base64 } from '../base/base64.ts'
import type { BindingReflection } from '../reflect/model.ts'
import { isStagePrefix } from '../spec/stages.ts'
import { plainDefines } from './callbacks.ts'
import { checkPlugin } from './check_options.ts'
import { type CompileResult, compile } from './compile.ts'
import { decodeText, fileIncluder, ReadError, readBytes } from './node.ts'
import type { CompileOptions } from './options.ts'
import { reflect } from './reflect.ts'

/** Options for every shader; what an import says goes before them. */
export interface HlslPluginOptions extends Omit<CompileOptions, 'target' | 'entry' | 'fileName' | 'include'> {
  /** Folders to search for #include, after the including file's own; relative to the working folder. */
  readonly includeDirs?: readonly string[]
  /** File for the types of the imports, written as they are found; default: dxilkit-env.d.ts where there is a tsconfig.json, else none. */
  readonly types?: string | false
}

/** The same plugin for each bundler. */
export interface HlslPlugin {
  vite(options?: HlslPluginOptions): { name: string }
  rollup(options?: HlslPluginOptions): { name: string }
  rolldown(options?: HlslPluginOptions): { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: the bundlers' own types are not needed to use it
  webpack(options?: HlslPluginOptions): { apply(compiler: any): void }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  rspack(options?: HlslPluginOptions): { apply(compiler: any): void }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  esbuild(options?: HlslPluginOptions): { name: string; setup(build: any): void }
}

interface ShaderImport {
  readonly file: string
  readonly options: Pick<CompileOptions, 'target'> & Partial<CompileOptions>
  readonly defines: readonly string[]
}

const SHADER = /\.(?:hlsl|fx)\?/i

/** What an import asks for; undefined: it is none of ours. @throws Error for words that mean nothing */
function shaderImport(id: string): ShaderImport | undefined {
  const at = id.indexOf('?')
  if (at < 0 || !SHADER.test(id)) return undefined
  const words = id
    .slice(at + 1)
    .split('&')
    .filter(word => !/^(?:t|import|v)(?:=|$)/.test(word))
  const target = words.find(word => isProfile(word))
  // `?raw`, `?url` belong to the bundler.
  if (target === undefined) return undefined
  const more: { -readonly [K in keyof CompileOptions]?: CompileOptions[K] } = {}
  const defines: string[] = []
  for (const word of words) {
    const [name = '', ...rest] = word.split('=')
    const value = decodeURIComponent(rest.join('='))
    if (word === target) continue
    if (name === 'entry') more.entry = value
    else if (name === 'define' || name === 'D') defines.push(value)
    else if (name === 'hv') more.hlslVersion = value as NonNullable<CompileOptions['hlslVersion']>
    else if (word === '16bit') more.enable16BitTypes = true
    else throw new Error(`'${word}' says nothing of a shader: known are a profile, entry=, define=, hv= and 16bit`)
  }
  return { file: id.slice(0, at), options: { ...more, target }, defines }
}

function isProfile(word: string): boolean {
  const [, stage = ''] = /^([a-z]+)_6_(?:\d+|x)$/.exec(word) ?? []
  return isStagePrefix(stage)
}

/** The module of a shader: the container, and what binds to it. */
function moduleOf(container: Uint8Array, { options }: ShaderImport): string {
  const { bindings, threadGroup } = described(container)
  const names = { target: options.target, entry: options.entry ?? 'main', bindings, threadGroup }
  const values = Object.entries(names).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
  const text = JSON.stringify(base64(container))
  return `export default Uint8Array.from(atob(${text}), char => char.charCodeAt(0))\n${values.join('\n')}\n`
}

interface Described {
  readonly bindings: readonly Pick<BindingReflection, 'name' | 'type' | 'register' | 'space' | 'count'>[]
  /** null for shaders that are started in another way. */
  readonly threadGroup: readonly [x: number, y: number, z: number] | null
}

function described(container: Uint8Array): Described {
  const reflected = reflect(container)
  return {
    bindings: reflected.bindings.map(({ name, type, register, space, count }) => ({
      name,
      type,
      register,
      space,
      count,
    })),
    threadGroup: reflected.kind === 'shader' ? reflected.threadGroup : null,
  }
}

/** What TypeScript is told of an import. */
function declarationOf(id: string, container: Uint8Array): string {
  const { bindings, threadGroup } = described(container)
  const rows = bindings.map(
    b =>
      `{ name: ${JSON.stringify(b.name)}; type: ${JSON.stringify(b.type)}; register: ${b.register}; space: ${b.space}; count: ${b.count} }`,
  )
  return `declare module ${JSON.stringify(`*${id}`)} {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
  export const target: string
  export const entry: string
  export const bindings: readonly [${rows.join(', ')}]
  export const threadGroup: ${threadGroup ? `readonly [${threadGroup.join(', ')}]` : 'null'}
}
`
}

/** Declarations of the imports that were seen, in a file of their own. */
class Declarations {
  readonly #file: string | undefined
  readonly #seen = new Map<string, string>()

  constructor(file: string | false | undefined) {
    const usual = existsSync('tsconfig.json') ? 'dxilkit-env.d.ts' : false
    this.#file = (file ?? usual) || undefined
  }

  add(id: string, container: Uint8Array): void {
    if (this.#file === undefined) return
    const at = id.indexOf('?')
    // The end of the path is what all importers write alike.
    const name = `/${basename(id.slice(0, at))}${id.slice(at)}`
    this.#seen.set(name, declarationOf(name, container))
    const text = `// Made by dxilkit's plugin: the shaders that this project imports.\n\n${[...this.#seen]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, t]) => t)
      .join('\n')}`
    if (!existsSync(this.#file) || readFileSync(this.#file, 'utf8') !== text) writeFileSync(this.#file, text)
  }
}

/** Where the first error is, as bundlers show it. */
function failure(
  result: CompileResult,
  file: string,
): { message: string; id: string; loc: { file: string; line: number; column: number }; frame: string } {
  const first = result.diagnostics.find(d => d.severity === 'error')
  const line = first?.line ?? 0
  const at = { file: first?.file || file, line: Math.max(1, line), column: Math.max(0, (first?.column ?? 1) - 1) }
  return { message: result.text.trimEnd(), id: file, loc: at, frame: first?.lineText ?? '' }
}

function sourceOf(file: string): string {
  try {
    return decodeText(readBytes(file))
  } catch (error) {
    if (error instanceof ReadError) throw new Error(`cannot read file '${file}': ${error.message}`, { cause: error })
    throw error
  }
}

const plugin = createUnplugin((given: HlslPluginOptions | undefined, { framework }) => {
  if (given !== undefined) checkPlugin('hlsl', given)
  const { includeDirs = [], defines: everywhere, types, ...common } = given ?? {}
  const defines = plainDefines(everywhere)
  const declarations = new Declarations(types)
  const folders = includeDirs.map(folder => resolve(folder))
  // webpack and Rspack find files with a query themselves.
  const resolves = framework !== 'webpack' && framework !== 'rspack'
  return {
    name: 'dxilkit',
    enforce: 'pre' as const,
    ...(resolves
      ? {
          resolveId(id: string, importer: string | undefined) {
            const wanted = shaderImport(id)
            if (!wanted || importer === undefined || !/^\.{0,2}\//.test(wanted.file)) return null
            const beside = resolve(dirname(importer.replace(/\?.*/, '')), wanted.file)
            if (!isAbsolute(wanted.file)) return `${beside}${id.slice(wanted.file.length)}`
            // Vite's addresses begin at the project's folder.
            const file = existsSync(wanted.file) ? wanted.file : resolve(`.${wanted.file}`)
            return `${file}${id.slice(wanted.file.length)}`
          },
        }
      : {}),
    // webpack asks with the path alone.
    loadInclude: (id: string) => (resolves ? SHADER.test(id) : /\.(?:hlsl|fx)(?:\?|$)/i.test(id)),
    load(id: string) {
      const wanted = shaderImport(id)
      if (!wanted) return null
      const find = fileIncluder(folders)
      const result = compile(sourceOf(wanted.file), {
        ...common,
        ...wanted.options,
        defines: [...defines, ...wanted.defines],
        fileName: wanted.file,
        include: find,
      })
      for (const file of [wanted.file, ...result.includes]) this.addWatchFile(resolve(file))
      if (!result.ok) {
        // webpack and Rspack take note of the error and go on.
        this.error(failure(result, wanted.file) as never)
        return `throw new Error(${JSON.stringify(result.text)})`
      }
      if (result.text !== '') this.warn(result.text.trimEnd())
      declarations.add(id, result.container)
      return moduleOf(result.container, wanted)
    },
  }
})

export default plugin as unknown as HlslPlugin
