// Makes what the package ships out of the sources and of tsc's declarations: one file each of code and types in dist/.
//
//   library.js the library, without any file access or Node module, and what node.js and cli.js need of its inside
//   index.js   what of it is public
//   reader.js  the reading side alone: about a quarter of the library
//   shared.js  what these two have in common; nobody imports it by name
//   node.js    the library and what needs files
//   plugin.js  shaders as modules for bundlers
//   cli.js     the command line, on top of library.js and node.js; also what threads run
//   start.cjs  what bin/ runs: cli.js with its code from V8's cache (src/cli/start.ts)
//   index.cjs, reader.cjs, node.cjs   for require(): they load the ES modules, so that there is one copy of everything
//   *.d.cts    the types; *.d.ts take them from there, because types of ES modules cannot be imported everywhere
//   THIRD_PARTY_LICENSES              of the packages bundled
//
// long and diff are bundled; yargs, binary-parser, tinypool, chokidar and node-gyp-build are loaded when they are needed and stay dependencies.
// The code is minified, names included: as it is written it would be twice as large, and loading takes time by size. Who wants
// to read a stack trace runs dist/src, which tsc writes from the same sources: it has the names and the lines.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { rollup } from 'rollup'
import { minify } from 'terser'
import { dts } from 'rollup-plugin-dts'
import { lazyTables } from './lazy_tables.js'
import { numberTables, withNumbers } from './number_tables.js'
import { packStrings, rowsAsText } from './pack_text.js'
import { byFrequency, shortNames } from './short_names.js'
import { hotFirst, hotFunctions, LINE, pairs, scripts, withoutUnused } from './start_script.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
/** What start.ts compiles for the functions it calls to be in the cache. */
const WARM_UP = 'cbuffer C{uint n;};RWStructuredBuffer<uint> o;[numthreads(8,1,1)]void main(uint3 t:SV_DispatchThreadID){uint s=0;for(uint i=0;i<n;i++)s+=i*t.x;if(s>4)s=o[s];o[t.x]=s*2+1;}'
/** Functions that a usual compile does not call, and that alone lead to code that it does not need: LLVM text. */
const COLD = [
  ['readModuleText', './module_text.ts'],
  ['moduleOfText', './module_text.ts'],
  ['printIr', '../ll/text/print.ts'],
]
/** Files whose text repeats itself so much that packing saves more characters than it costs bytes once npm has compressed the package. */
const PACKED = [
  'src/spec/hlsl_methods.ts',
  'src/spec/hlsl_intrinsics.ts',
  'src/diag/codes_check.ts',
  'src/diag/codes_parse.ts',
  'src/diag/codes_pipeline.ts',
  'src/html/explain_style.ts',
  'src/html/page_style.ts',
  'src/diag/warning_names.ts',
]
/** A table of strings and numbers: a text of rows is smaller and made faster. */
const ROWS = { file: 'src/spec/dxil_ops.ts', name: 'DXIL_OPS' }
/** Tables that a usual compile does not read, or only a little of, by the file that has them. */
const LAZY = {
  ...Object.fromEntries(readdirSync(join(ROOT, 'src/diag')).flatMap(messageTable)),
  'src/spec/dxil_ops.ts': ['DXIL_OPS'],
  'src/spec/hlsl_methods.ts': ['METHODS', 'TEXTURE_LETTERS', 'TEXTURE_METHODS'],
  'src/spec/hlsl_intrinsics.ts': ['COMPONENT_SETS', 'INTRINSICS'],
  'src/spec/language_queries.ts': ['FEATURES', 'EXTENSIONS', 'ATTRIBUTES', 'DECLSPECS', 'VULKAN_ATTRIBUTES', 'BUILTINS', 'KEYWORDS', 'WARNINGS'],
  'src/diag/warning_groups.ts': ['GROUPS', 'EMPTY'],
  'src/html/page_script.ts': ['PAGE_SCRIPT'],
  'src/html/explain_style.ts': ['EXPLAIN_STYLE'],
  'src/html/page_style.ts': ['SHEET'],
}
const EXTERNAL = ['yargs', 'binary-parser', 'node-gyp-build', 'tinypool', 'chokidar', 'vscode-languageserver', 'vscode-languageserver-textdocument', 'unplugin']
/** Modules that node.js, plugin.js and cli.js take from library.js, so that there is one copy of them. Small functions of others are copied. */
const SHARED = /^src\/(api\/(?!node)\w+|base\/(arguments|base64|brand|closest_word|decode_text|digest|format_error|nearest|shown_name)|diag\/(message|render_text)|spec\/stages)\.ts$/
/** The sources that take them. */
const OUTSIDE = /^src\/(cli\/|api\/node)/

/** Comments of declarations that are longer lose what stands behind a colon, too; all lose what stands in brackets. */
const LONG_COMMENT = 20

/** Entries whose source has another name. */
const SOURCES = { plugin: 'node_plugin' }

/** The sources that all files of dist/ are made from, below src/. */
const SOURCE_ENTRIES = ['api/index.ts', 'api/reader.ts', 'api/node.ts', 'api/node_plugin.ts', 'cli/process.ts', 'cli/start.ts']

const options = {
  absWorkingDir: ROOT,
  outdir: DIST,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  lineLimit: LINE,
  external: EXTERNAL,
  legalComments: 'none',
  metafile: true,
  // node_modules may be a link: what is in it stays in it.
  preserveSymlinks: true,
  write: false,
  logLevel: 'warning',
}
/** The address of a module under a name, which a script can have too. */
const URL_NAME = {
  define: { 'import.meta.url': 'dxilkitModuleUrl' },
  banner: { js: 'const dxilkitModuleUrl=import.meta.url;' },
}
/** The list of exports at the end of a file. */
const EXPORTS = /export\{[^{}]*\};?\n*$/
/** The list of what library.js and reader.js import from shared.js. */
const FROM_SHARED = /(?<=import\s*\{)[^{}]*(?=\}\s*from\s*"\.\/shared\.js")/
/** Text of each file made, by its name in dist/. */
const made = new Map()
const packages = new Set()

/**
 * The names that files of dist/ export, by file, once the file is made. A file made later sees such a file as a module that exports these names
 * again: esbuild then imports each name once, and not once for each source file.
 */
const ours = new Map()
const fromLibrary = {
  name: 'from-library',
  setup(api) {
    const at = name => (ours.has(name) ? { path: name, namespace: 'ours' } : { path: `./${name}`, external: true })
    api.onResolve({ filter: /^\.\.?\// }, ({ path, importer, namespace, resolveDir, kind }) => {
      if (namespace === 'ours') return { path, external: true }
      if (kind === 'entry-point') return undefined
      const file = relative(ROOT, resolve(resolveDir, path)).replaceAll('\\', '/')
      if (file === 'src/api/node.ts') return at('node.js')
      // node.js hands on all of index.js, and no more.
      if (file === 'src/api/index.ts') return importer.endsWith('node.ts') ? at('index.js') : at('library.js')
      return SHARED.test(file) && isExported(importer, path) ? at('library.js') : undefined
    })
    api.onLoad({ filter: /./, namespace: 'ours' }, ({ path }) => ({ contents: `export{${ours.get(path)}}from"./${path}"` }))
  },
}

/** Whether library.js has everything that a source file imports from another. */
function isExported(importer, from) {
  const text = readFileSync(importer, 'utf8')
  const lists = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']*)'/gm)].filter(m => m[2] === from)
  const names = lists.flatMap(m => m[1].split(',')).map(n => n.trim().split(' as ')[0])
  return names.every(name => name === '' || name.startsWith('type ') || ours.get('library.js').includes(name))
}

/** Sources with numbers in place of members of tables, packed text, and tables that are made late. */
const constants = {
  name: 'constants',
  async setup(api) {
    const tables = await numberTables()
    api.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      let contents = withNumbers(readFileSync(path, 'utf8'), path, tables)
      const file = relative(ROOT, path).replaceAll('\\', '/')
      const lazy = lazyNames(contents, path)
      if (file === ROWS.file) contents = await rowsAsText(contents, ROWS.name, '../base/unpack_text.ts')
      if (lazy.size > 0) contents = await lazyTables(contents, file, lazy, '../base')
      if (PACKED.includes(file)) contents = await packStrings(contents, '../base/unpack_text.ts')
      return { contents, loader: 'ts' }
    })
  },
}

/** The table of messages of a file of src/diag, if it is one. */
function messageTable(file) {
  if (!/^codes_\w+\.ts$/.test(file)) return []
  const [, name] = /^export const (\w+_MESSAGES) = \{/m.exec(readFileSync(join(ROOT, 'src/diag', file), 'utf8')) ?? []
  if (name === undefined) throw new Error(`${file} has no table of messages`)
  return [[`src/diag/${file}`, [name]]]
}

/** The names of LAZY that a module declares or imports. */
function lazyNames(contents, path) {
  const own = LAZY[relative(ROOT, path).replaceAll('\\', '/')] ?? []
  const taken = [...contents.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(([, names, from]) => {
    const there = LAZY[relative(ROOT, resolve(path, '..', from)).replaceAll('\\', '/')] ?? []
    return names.split(',').map(n => n.trim()).filter(n => there.includes(n))
  })
  return new Set([...own, ...taken])
}

/** The script that pages hold is text to the bundler, and made small here. */
const pageScript = {
  name: 'page-script',
  setup(api) {
    api.onLoad({ filter: /[\\/]html[\\/]page_script\.ts$/ }, async ({ path }) => {
      const [, script] = /^export const PAGE_SCRIPT = `([^`\\$]*)`$/m.exec(readFileSync(path, 'utf8')) ?? []
      if (script === undefined) throw new Error(`${path} is not as expected`)
      const { code } = await transform(script, { minify: true, target: 'es2022' })
      const contents = await lazyTables(`export const PAGE_SCRIPT = ${JSON.stringify(code)}`, path, new Set(LAZY['src/html/page_script.ts']), '../base')
      return { contents: await packStrings(contents, '../base/unpack_text.ts') }
    })
  },
}

/** `long` without its WebAssembly, whose making takes longer than what a compile multiplies and divides with it, and without what nobody calls. */
const longAlone = {
  name: 'long-alone',
  setup(api) {
    api.onLoad({ filter: /[\\/]node_modules[\\/]long[\\/]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace(COMMENT, '')
      const changes = [
        [/^var wasm = null;\ntry \{[^]*?^\} catch \{[^}]*\}/m, 'const wasm = null;'],
        // Numbers are read from files, never from strings.
        [/^ *if \(typeof val === "string"\).*;$/m, ''],
      ]
      const contents = changes.reduce((left, [part, by]) => left.replace(part, by), text)
      if (changes.some(([part]) => !part.test(text))) throw new Error('long is not as expected')
      return { contents: withoutUncalled(contents) }
    })
  },
}

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g

/** The module `long` without the functions and methods that neither our sources name nor what is left of it. */
function withoutUncalled(text) {
  const part = /^(?:function (\w+)\([^]*?^\}|Long(?:Prototype)?\.(\w+) = (?:function[^]*?^\}|.*);)$/gm
  const left = new Map([...text.matchAll(part)].map((m, i) => [i, { name: m[1] ?? m[2], text: m[0] }]))
  const sources = readdirSync(join(ROOT, 'src/bitcode')).map(file => readFileSync(join(ROOT, 'src/bitcode', file), 'utf8'))
  const users = sources.filter(source => source.includes("from 'long'")).map(source => source.replace(COMMENT, ''))
  const kept = new Set()
  for (let named = [text.replace(part, ''), ...users].join(); named !== ''; ) {
    const words = new Set(named.match(/\w+/g))
    const found = [...left].filter(([, { name }]) => words.has(name))
    for (const [i] of found) {
      kept.add(i)
      left.delete(i)
    }
    named = found.map(([, item]) => item.text).join()
  }
  let i = 0
  return text.replace(part, whole => (kept.has(i++) ? whole : ''))
}

/** What OUTSIDE takes of SHARED, by file. */
async function innerNames() {
  const entryPoints = { node: 'src/api/node.ts', plugin: `src/api/${SOURCES.plugin}.ts`, cli: 'src/cli/process.ts' }
  const { metafile } = await build({ ...options, entryPoints, platform: 'node' })
  const found = new Map()
  for (const file of Object.keys(metafile.inputs).filter(f => OUTSIDE.test(f)))
    for (const [, list, from] of readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']*)'/gm)) {
      const source = relative(ROOT, resolve(ROOT, file, '..', from)).replaceAll('\\', '/')
      if (!SHARED.test(source)) continue
      const names = list.split(',').map(n => n.trim().split(' as ')[0]).filter(n => n !== '' && !n.startsWith('type '))
      found.set(source, new Set([...(found.get(source) ?? []), ...names]))
    }
  return found
}

/** Adds what library.js has for our own files, and marks the functions of COLD for start_script.js, which takes the marks away. */
const innerExports = {
  name: 'inner-exports',
  async setup(api) {
    const taken = await innerNames()
    api.onLoad({ filter: /[\\/]src[\\/]api[\\/]index\.ts$/ }, ({ path }) => {
      const marks = COLD.map(([name, from], i) => `export { ${name} as $cold${i} } from '${from}'`)
      const inner = [...taken].map(([file, names]) => `export { ${[...names].filter(n => !published.has(n)).join()} } from '../../${file}'`)
      return { contents: [readFileSync(path, 'utf8'), ...marks, ...inner].join('\n'), loader: 'ts' }
    })
  },
}

/**
 * `import` of a builtin module makes Node load all that hangs on it (fs/promises, streams); this way it does not. What is taken
 * from the module is named, because esbuild would copy all its properties at every start.
 */
const builtins = {
  name: 'builtins',
  setup(api) {
    api.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }))
    api.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `const m = process.getBuiltinModule(${JSON.stringify(path)})
        export default m
        export const { ${builtinNames(path).join()} } = m`,
    }))
  },
}

/** What the sources import from a builtin module. */
function builtinNames(module) {
  const found = new Set()
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true }).filter(f => f.endsWith('.ts')))
    for (const [, list, from] of readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/^import \{([^}]*)\} from '(node:[^']*)'/gm))
      if (from === module) for (const name of list.split(',')) found.add(name.trim().split(' as ')[0])
  return [...found].filter(name => name !== '' && !name.startsWith('type ')).sort()
}

const { metafile } = await build({ ...options, entryPoints: { index: 'src/api/index.ts' }, platform: 'neutral' })
const published = new Set(metafile.outputs['dist/index.js'].exports)
const entries = { library: 'src/api/index.ts', reader: 'src/api/reader.ts' }
const library = await bundled(entries, 'neutral', [innerExports, pageScript, longAlone, constants], { splitting: true, chunkNames: 'shared' })
if (!made.has('shared.js') || made.size !== 3) throw new Error(`the library is in ${[...made.keys()].join(', ')}`)
ours.set('library.js', library.outputs['dist/library.js'].exports)
const outside = await bundled({ node: 'src/api/node.ts', plugin: `src/api/${SOURCES.plugin}.ts` }, 'node', [fromLibrary, builtins, constants], URL_NAME)
ours.set('node.js', outside.outputs['dist/node.js'].exports)
const pluginNames = outside.outputs['dist/plugin.js'].exports
await bundled({ cli: 'src/cli/process.ts' }, 'node', [fromLibrary, builtins, constants], URL_NAME)
for (const names of [['index', 'reader'], ['node'], ['plugin']]) await addTypes(names, names[0] !== 'index')
await makeSmaller()
const plan = hotFirst(made)
made.set('index.js', `export{${[...published]}}from"./library.js";\n`)
// A CommonJS module, because Node's loader of ES modules takes a tenth of the start.
await bundled({ start: 'src/cli/start.ts' }, 'node', [builtins], {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { ...URL_NAME.define, SCRIPTS: JSON.stringify(scripts(made, plan, WARM_UP)) },
  banner: { js: 'const dxilkitModuleUrl=require("node:url").pathToFileURL(__filename).href;' },
})
for (const name of ['index', 'reader', 'node']) made.set(`${name}.cjs`, `module.exports = require('./${name}.js')\n`)
// A default export is a property of what require() gives, which tools only see when it is written so.
made.set('plugin.cjs', `const plugin = require('./plugin.js')\nexports.__esModule = true\n${pluginNames.map(name => `exports.${name} = plugin.${name}\n`).join('')}`)
made.set('plugin.d.ts', `${made.get('plugin.d.ts')}export { default } from './plugin.cjs'\n`)
made.set('THIRD_PARTY_LICENSES', licenses())
writeAll()

async function bundled(entryPoints, platform, plugins, more = {}) {
  const { outputFiles, metafile } = await build({ ...options, entryPoints, platform, plugins, ...more })
  for (const { path, text } of outputFiles) made.set(relative(DIST, path), more.format === 'cjs' ? text : withoutUnused(text))
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)
    if (found) packages.add(found[1])
  }
  return metafile
}

/** esbuild's code once more through another minifier, which takes away what a look at the whole module shows to be needless. */
async function makeSmaller() {
  const modules = ['shared.js', ...[...made.keys()].filter(name => name.endsWith('.js') && name !== 'shared.js')]
  const types = [...made].filter(([name]) => name.endsWith('.d.cts')).map(([, text]) => text)
  const texts = names => names.map(name => made.get(name))
  const names = shortNames(texts(['library.js', 'shared.js']), texts(modules), types, join(ROOT, 'src'), SOURCE_ENTRIES)
  const properties = { regex: new RegExp(`^(?:${names.join('|')})$`) }
  const hot = hotFunctions(made)
  const nameCache = { props: { props: byFrequency(names, texts(modules)) } }
  for (const name of modules) {
    const text = made.get(name)
    const head = text.startsWith(URL_NAME.banner.js) ? URL_NAME.banner.js : ''
    // Names of members are the same in all files; names of variables are each file's own, but for those that shared.js exports.
    nameCache.vars = { props: importedNames(text) }
    const { code } = await minify(text.slice(head.length), {
      module: true,
      ecma: 2022,
      compress: {
        passes: 6,
        // What a sequence saves in characters costs more when it is compressed.
        sequences: false,
        // So does a variable for each property of a constant object.
        hoist_props: false,
        lhs_constants: false,
        inline: 1,
        keep_fargs: false,
        pure_getters: true,
        unsafe_arrows: true,
        // Texts are put together with `+`, errors made without `new`: no value here is a symbol or has a valueOf() of its own,
        // and no builtin is called for its exception alone.
        unsafe: true,
        // A function that is called in one place would be written there, `((a,b)=>{...})(x,y)`: each call would make a new function
        // that V8 knows nothing of, and a compile would take half as long again.
        top_retain: ({ name: own, orig }) => orig[0].TYPE === 'SymbolDefun' && hot.get(name)?.has(own) === true,
      },
      mangle: { properties: { ...properties, builtins: true } },
      nameCache,
      format: { ascii_only: true, max_line_len: LINE },
    })
    made.set(name, (head + code).replace(EXPORTS, '\n$&'))
    if (name === 'shared.js') plainNames()
  }
}

/** Gives the exports of shared.js the names they have inside, also where they are imported: `import{a}` is shorter than `import{lt as e}`. */
function plainNames() {
  const [list] = EXPORTS.exec(made.get('shared.js'))
  const local = new Map(pairs(list.slice(list.indexOf('{') + 1, list.indexOf('}'))).map(([own, name]) => [name, own]))
  // In order, which compresses well. A function, because `$` in the text of a replacement has a meaning.
  made.set('shared.js', made.get('shared.js').replace(EXPORTS, () => `export{${[...local.values()].sort()}};\n`))
  for (const file of ['library.js', 'reader.js'])
    made.set(file, made.get(file).replace(FROM_SHARED, names => pairs(names).map(([name, own]) => `${local.get(name)} as ${own}`).sort().join()))
}

/**
 * What a comment of a declaration says first: a line for editors to show. All of it is in the documentation that `npm run build:site` makes
 * from the sources; with all of it the package would be a hundredth larger.
 */
function shortComment(comment) {
  const words = comment.slice('/**'.length, -'*/'.length).replace(/\s+(?:\* ?)?/g, ' ').trim().replace(/ @(?:param|returns|throws) .*/, '')
  const [first] = words.split(/(?<=[.;])(?<!e\.g\.) /)
  const line = first.length > LONG_COMMENT ? first.split(/(?<=:) /)[0] : first
  return `/** ${line.replace(/ \([^()]*\)/g, '').replace(/[;:]$/, '.')} */`
}

/** The names that a file takes from shared.js: those there by those here. */
function importedNames(text) {
  return new Map(pairs(FROM_SHARED.exec(text)?.[0] ?? '').map(([name, own]) => [own, name]))
}

/**
 * The declarations of entries in a file each, and what they share in one more. They are CommonJS's, because ES modules can take
 * types from there, but not the other way round.
 */
async function addTypes(names, onLibrary = false) {
  const library = {
    name: 'from-library',
    resolveId(id, importer) {
      if (!onLibrary || importer === undefined || !/^\.\/(?!node)\w+\.(ts|js)$/.test(id)) return null
      return { id: './index.js', external: true }
    },
  }
  const bundle = await rollup({
    input: Object.fromEntries(names.map(name => [name, join(DIST, 'src', 'api', `${SOURCES[name] ?? name}.d.ts`)])),
    plugins: [library, dts()],
    onwarn: warning => {
      throw new Error(`${names.join(', ')}: ${warning.message}`)
    },
  })
  const form = { entryFileNames: '[name].d.cts', chunkFileNames: 'shared.d.cts', minifyInternalExports: false }
  const { output } = await bundle.generate({ format: 'es', ...form })
  await bundle.close()
  for (const { fileName, code } of output) {
    // Typed arrays are generic from TypeScript 5.7 on.
    const plain = code.replace(/\b(\w+Array)<ArrayBuffer(?:Like)?>/g, '$1')
    const text = plain.replace(/^(?: {4})+/gm, indent => '\t'.repeat(indent.length / 4))
    made.set(fileName, text.replace(/\/\*\*[^]*?\*\//g, shortComment).replace(/'\.\/(index|shared)\.(?:js|d\.cts)'/g, "'./$1.cjs'"))
  }
  for (const name of names) made.set(`${name}.d.ts`, `export * from './${name}.cjs'\n`)
}

/** The licences of what is bundled, which ask to go with it. */
function licenses() {
  const texts = [...packages].sort().map(name => {
    const folder = join(ROOT, 'node_modules', name)
    const file = readdirSync(folder).find(f => /^licen[cs]e/i.test(f))
    if (file === undefined) throw new Error(`${name} has no licence file`)
    // The appendix of the Apache License tells how to use it for other work.
    const text = readFileSync(join(folder, file), 'utf8').replace(/\n\s*APPENDIX: How to apply[^]*/, '').trim()
    return `${name}\n\n${text.replace(/^[ \t]+/gm, '')}\n`
  })
  return `The files of this folder contain code of these packages:\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Each file as a whole, and only when it is another one: somebody may be running it. */
function writeAll() {
  mkdirSync(DIST, { recursive: true })
  for (const file of readdirSync(DIST)) if (/\.(c?js|d\.c?ts)$/.test(file) && !made.has(file)) rmSync(join(DIST, file))
  for (const [name, text] of made) {
    const path = join(DIST, name)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  }
}

if (process.argv.includes('--sizes'))
  for (const [name, text] of made) console.log(`${String(Buffer.byteLength(text)).padStart(9)} ${name}`)
