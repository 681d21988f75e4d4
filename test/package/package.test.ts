// The packed package: what is in it, how large it is, and that it works in empty projects of every kind on every Node it names.

import { existsSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { build } from 'esbuild'
import { ROOT } from '../oracle/available.ts'
import { Chromium } from '../oracle/chromium.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import {
  attempt,
  cloneTo,
  emptyFolder,
  makeBundles,
  nodeOf,
  pack,
  packagePath,
  readText,
  run,
  type Tarball,
  writeFiles,
} from './tarball.ts'
import { type Project, typeCheck } from './type_matrix.ts'

const MAX_PACKED = 737_000
const MAX_UNPACKED = 2_103_000
const CONTENTS = [
  'LICENSE',
  'README.md',
  'bin/dxilkit-dxc.js',
  'bin/dxilkit.js',
  'bin/package.json',
  'binding.gyp',
  'dist/THIRD_PARTY_LICENSES',
  'dist/cli.js',
  'dist/index.cjs',
  'dist/index.d.cts',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/library.js',
  'dist/node.cjs',
  'dist/node.d.cts',
  'dist/node.d.ts',
  'dist/node.js',
  'dist/plugin.cjs',
  'dist/plugin.d.cts',
  'dist/plugin.d.ts',
  'dist/plugin.js',
  'dist/reader.cjs',
  'dist/reader.d.cts',
  'dist/reader.d.ts',
  'dist/reader.js',
  'dist/shared.d.cts',
  'dist/shared.js',
  'dist/start.cjs',
  'native/addon.c',
  'native/md5.c',
  'native/md5.h',
  'package.json',
]
const LINES = [20, 22, 24] as const
const SHADER =
  'RWStructuredBuffer<uint> o; [numthreads(1, 1, 1)] void main(uint3 t : SV_DispatchThreadID) { o[t.x] = t.x; }'

const folder = emptyFolder()
let tarball: Tarball
/** A project with the package installed; other projects lie below it and find it there. */
const home = join(folder.path, 'project')

test.before(() => {
  makeBundles()
  tarball = pack(ROOT, folder.path, '--ignore-scripts')
  writeFiles(home, { 'package.json': '{ "name": "empty", "private": true }', 'shader.hlsl': SHADER })
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--engine-strict', tarball.path], home)
})
test.after.always(() => folder.remove())

test.serial('the tarball holds these files and is small', t => {
  // An addon built for publishing is no part of a checkout.
  const names = tarball.files.map(f => f.path).filter(f => !f.startsWith('prebuilds/'))
  t.deepEqual(names.sort(), CONTENTS)
  t.log(`${tarball.size} bytes packed, ${tarball.unpackedSize} unpacked`)
  t.true(tarball.size <= MAX_PACKED, `${tarball.size} bytes packed`)
  t.true(tarball.unpackedSize <= MAX_UNPACKED, `${tarball.unpackedSize} bytes unpacked`)
  for (const { path } of tarball.files)
    if (/\.c?js$/.test(path)) t.false(readText(ROOT, path).includes('sourceMappingURL'), path)
})

test.serial('a fresh clone packs the same files', t => {
  const clone = join(folder.path, 'clone')
  writeFiles(clone, { 'README.md': '' })
  cloneTo(clone)
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  t.false(existsSync(join(clone, 'dist', 'index.js')))
  const listed = (packed: Tarball): string[] => packed.files.map(f => `${f.path} ${f.size}`).sort()
  t.deepEqual(
    listed(pack(clone, clone)),
    listed(tarball).filter(f => !f.startsWith('prebuilds/')),
  )
})

test.serial('the checkers of packages have nothing to say', async t => {
  const { publint } = await import('publint')
  const { formatMessage } = await import('publint/utils')
  const unpacked = join(home, 'node_modules', 'dxilkit')
  const manifest = JSON.parse(readText(unpacked, 'package.json')) as Record<string, unknown>
  const { messages } = await publint({ pkgDir: unpacked, strict: true, pack: false })
  t.deepEqual(
    messages.map(m => formatMessage(m, manifest, { color: false })),
    [],
  )
  const attw = attempt(
    process.execPath,
    [join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js'), tarball.path, '--format', 'ascii', '--no-color'],
    folder.path,
  )
  t.is(attw.status, 0, attw.stdout + attw.stderr)
})

/** What a program prints when the three entries do what they should. */
const EXPECTED = 'retail 7 parts, same, true, refused, E4000\n'
const PROGRAM = `
const made = library.compile(${JSON.stringify(SHADER)}, { target: 'cs_6_0' })
if (!made.ok) throw new Error(made.text)
const { parts } = reader.readContainer(made.container)
const state = reader.digestState(reader.readContainer(made.container))
const again = node.compileFile('../shader.hlsl', { target: 'cs_6_0' })
const same = reader.diffContainers(made.container, again.container).same ? 'same' : 'different'
let verdict = 'accepted'
try { reader.dumpContainer(new Uint8Array(3)) } catch (error) { if (error instanceof reader.FormatError) verdict = 'refused' }
const missing = node.compileFile('nowhere.hlsl', { target: 'cs_6_0' })
const isListed = reader.listing(made.container).includes('define void @main()')
process.stdout.write(\`\${state} \${parts.length} parts, \${same}, \${isListed}, \${verdict}, \${missing.diagnostics[0].code}\\n\`)
`

oracleTest('packages', 'ES modules and CommonJS, on every Node that engines names', t => {
  const entries = { library: 'dxilkit', reader: 'dxilkit/reader', node: 'dxilkit/node' }
  const lines = (one: (name: string, from: string) => string): string =>
    Object.entries(entries)
      .map(e => one(...e))
      .join('\n')
  writeFiles(home, {
    'esm/package.json': '{ "type": "module" }',
    'esm/main.js': `${lines((name, from) => `import * as ${name} from '${from}'`)}\n${PROGRAM}`,
    'cjs/package.json': '{}',
    'cjs/main.js': `'use strict'\n${lines((name, from) => `const ${name} = require('${from}')`)}\n${PROGRAM}`,
  })
  const { node: range } = (JSON.parse(readText(ROOT, 'package.json')) as { engines: { node: string } }).engines
  for (const line of LINES) {
    for (const kind of ['esm', 'cjs']) {
      const { status, stdout, stderr } = attempt(nodeOf(line), ['main.js'], join(home, kind))
      t.deepEqual([status, stdout, stderr], [0, EXPECTED, ''], `${kind}, Node ${line}`)
    }
    const version = run(nodeOf(line), ['-p', 'process.versions.node'], home).trim()
    if (line < 24) t.true(range.includes(`^${version}`), `engines: ${range} names ${version}, the least that is tried`)
  }
})

oracleTest('packages', 'the installed command, on every Node that engines names', t => {
  for (const line of LINES) {
    const node = nodeOf(line)
    const command = (...words: string[]): string => run(node, ['node_modules/.bin/dxilkit', ...words], home)
    t.is(command('compile', 'shader.hlsl', '-T', 'cs_6_0', '-Fo', 'shader.dxil'), '')
    t.regex(command('dump', 'shader.dxil'), /\(matches\)/)
    t.regex(command('disasm', 'shader.dxil'), /define void @main\(\)/)
    t.is(command('diff', 'shader.dxil', 'shader.dxil'), '')
    t.regex(command('bindings', 'shader.hlsl', '-T', 'cs_6_0'), /u0/)
    t.regex(command('--help'), /dxilkit compile/)
    t.is(attempt(node, ['node_modules/.bin/dxilkit', 'compile', 'nowhere.hlsl', '-T', 'cs_6_0'], home).status, 2)
  }
})

const USE = `
import { compile, formatMessages, type CompileOptions, type CompileResult, FormatError } from 'dxilkit'
import { diffContainers, dumpContainer, listing, readContainer } from 'dxilkit/reader'
import { compileFile, fileIncluder } from 'dxilkit/node'

const options: CompileOptions = { target: 'cs_6_0', include: fileIncluder(['.']) }
const result: CompileResult = compile('', options)
export const bytes: Uint8Array | undefined = result.ok ? result.container : undefined
export const text: string = result.ok ? listing(result.container) : formatMessages(result.diagnostics)
export const names: string[] = bytes ? readContainer(bytes).parts.map(p => p.name) : []
export const other = compileFile('a.hlsl', { target: 'ps_6_0', includeDirs: ['x'] }).ok
export const dump = bytes ? dumpContainer(bytes) : undefined
export const difference = bytes ? diffContainers(bytes, bytes) : undefined
export const isDamage = (error: unknown): boolean => error instanceof FormatError
// @ts-expect-error there is no container unless ok
export const wrong: Uint8Array = result.container
// @ts-expect-error a target is needed
export const targetless = (): unknown => compile('', {})
`

/** Projects by their module resolution, each without and with @types/node. */
function projects(typescript: string): Project[] {
  const strict = { strict: true, noEmit: false, skipLibCheck: false, exactOptionalPropertyTypes: true }
  const base = { ...strict, target: 'es2020', lib: ['es2020'] }
  const isOld = typescript !== 'ts60'
  const kinds: readonly (readonly [name: string, folder: string, options: Record<string, unknown>])[] = [
    [
      'node10',
      'cjs',
      { module: 'commonjs', moduleResolution: 'node10', ...(isOld ? {} : { ignoreDeprecations: '6.0' }) },
    ],
    ['node16 in an ES module', 'esm', { module: 'node16', moduleResolution: 'node16' }],
    ['node16 in CommonJS', 'cjs', { module: 'node16', moduleResolution: 'node16' }],
    ['bundler', 'esm', { module: 'esnext', moduleResolution: 'bundler' }],
  ]
  return kinds.flatMap(([name, where, options]) =>
    [[], ['node']].map(types => ({
      name: `${name}${types.length > 0 ? ' with @types/node' : ''}`,
      files: [`${where}/use.ts`],
      options: {
        ...base,
        ...options,
        types,
        typeRoots: [join(ROOT, 'node_modules', '@types')],
        outDir: join(home, where, 'out', typescript, name.replaceAll(' ', '_')),
      },
    })),
  )
}

for (const typescript of ['ts50', 'ts59', 'ts60'])
  oracleTest('packages', `types: ${typescript} in every module resolution`, t => {
    writeFiles(home, {
      'esm/package.json': '{ "type": "module" }',
      'esm/use.ts': USE,
      'cjs/package.json': '{}',
      'cjs/use.ts': USE,
    })
    t.deepEqual(typeCheck(typescript, home, projects(typescript)), [])
    // What it made of CommonJS sources runs.
    for (const made of ['node10', 'node16_in_CommonJS'])
      run(nodeOf(20), ['-e', `require('./cjs/out/${typescript}/${made}/use.js')`], home)
  })

oracleTest('packages', 'types: the TypeScript in native code', t => {
  writeFiles(home, {
    'native/package.json': '{ "type": "module" }',
    'native/use.ts': USE,
    'native-cjs/package.json': '{}',
    'native-cjs/use.ts': USE,
  })
  const words = ['--strict', '--noEmit', '--target', 'es2020', '--lib', 'es2020', '--types', '']
  const tsc = packagePath('ts70', 'bin', 'tsc')
  for (const resolution of [
    ['--module', 'node16'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ])
    for (const where of ['native', 'native-cjs']) {
      const { status, stdout } = attempt(process.execPath, [tsc, ...words, ...resolution, `${where}/use.ts`], home)
      t.deepEqual([stdout, status], ['', 0])
    }
})

/** The fenced blocks of a language in the README. */
const fences = (language: string): string[] =>
  [...readText(ROOT, 'README.md').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(m => m[1]!)

oracleTest('packages', "the README's library examples compile and run", t => {
  const examples = fences('ts')
  t.true(examples.length > 0)
  examples.forEach((text, i) => {
    writeFiles(home, { 'readme/package.json': '{ "type": "module" }', [`readme/example${i}.ts`]: text })
    const options = {
      module: 'node16',
      moduleResolution: 'node16',
      strict: true,
      target: 'es2022',
      outDir: join(home, 'readme'),
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      types: ['node'],
    }
    t.deepEqual(typeCheck('ts60', home, [{ name: 'README', files: [`readme/example${i}.ts`], options }]), [])
    const { status, stdout, stderr } = attempt(nodeOf(22), [`example${i}.js`], join(home, 'readme'))
    t.deepEqual([status, stderr], [0, ''])
    t.regex(stdout, /^\d+ bytes of DXIL\n/)
  })
})

test.serial("the README's command lines run", t => {
  const lines = fences('').flatMap(text => text.trim().split('\n'))
  // Installed as it says: the tarball has this name, and the command runs where it is installed.
  const [install = '', version = ''] = lines.find(line => line.startsWith('npm install ../'))!.split(' && ')
  t.is(install, `npm install ../dxilkit/${basename(tarball.path)}`)
  t.regex(version, /^npx dxilkit --version$/)
  const manifest = JSON.parse(readText(ROOT, 'package.json')) as { version: string }
  t.is(run('npx', version.split(' ').slice(1), home), `${manifest.version}\n`)
  // Set up in a clone: everything behind the build, which the tests themselves come from.
  const setUp = lines.find(line => line.startsWith('npm install && npm run build && '))!
  const [, , ...rest] = setUp.split(' && ')
  t.true(rest.length > 0)
  const place = join(folder.path, 'set-up')
  writeFiles(place, { 'package.json': readText(ROOT, 'package.json') })
  for (const name of ['bin', 'dist', 'corpus', 'node_modules']) symlinkSync(join(ROOT, name), join(place, name))
  for (const command of rest) {
    const [program, ...words] = command.split(' ')
    t.is(program, 'node')
    run(process.execPath, words, place)
  }
})

oracleTest(
  'chromium',
  'the library runs in a browser: bundled, and as it is; without making code at run time',
  async t => {
    const site = join(folder.path, 'site')
    const body = (from: string): string => `
    import { compile, readContainer } from '${from}'
    import { dumpContainer } from '${from.replace('index', 'reader').replace(/^dxilkit$/, 'dxilkit/reader')}'
    const { container } = compile(${JSON.stringify(SHADER)}, { target: 'cs_6_0' })
    window.result = [...container].join(' ') + ' ' + dumpContainer(container).parts.length + readContainer(container).parts.length`
    writeFiles(home, { 'site/main.js': body('dxilkit') })
    await build({
      entryPoints: [join(home, 'site', 'main.js')],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      outfile: join(site, 'bundle.js'),
      external: ['binary-parser'],
      logLevel: 'error',
    })
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data: file:">`
    // A data: address has no neighbours, so that what is next to it is named by the map.
    const dataOf = (name: string): string => {
      const text = readText(ROOT, 'dist', name).replace(/"\.\/((?:library|shared)\.js)"/, '"lib/$1"')
      return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
    }
    const files = ['index.js', 'library.js', 'reader.js', 'shared.js']
    const map = { imports: Object.fromEntries(files.map(name => [`lib/${name}`, dataOf(name)])) }
    writeFiles(site, {
      'bundled.html': `<!doctype html>${policy}<script src="bundle.js"></script>`,
      'plain.html': `<!doctype html>${policy}<script type="importmap">${JSON.stringify(map)}</script><script type="module">${body('lib/index.js')}</script>`,
    })
    const { compile } = (await import(
      pathToFileURL(join(ROOT, 'dist', 'index.js')).href
    )) as typeof import('../../src/api/index.ts')
    const expected = compile(SHADER, { target: 'cs_6_0' })
    if (!expected.ok) return t.fail(expected.text)
    const browser = await Chromium.start()
    try {
      for (const name of ['bundled', 'plain']) {
        const page = await browser.open(pathToFileURL(join(site, `${name}.html`)).href)
        t.is(await page.evaluate('window.result'), `${[...expected.container].join(' ')} 77`, name)
        t.deepEqual(page.complaints, [], name)
      }
    } finally {
      await browser.close()
    }
  },
)

// Node prints the line that an error was thrown in, which in a file of one line would be the whole file.
test.serial('an exception that nobody catches fits a terminal', t => {
  const home = join(folder.path, 'thrown')
  const calls = [
    "compile('', { targett: 'ps_6_0' })",
    'compile(1)',
    'readContainer(new Uint8Array(40))',
    "disassemble('')",
  ]
  const names = ['TypeError', 'TypeError', 'FormatError', 'TypeError']
  const from = JSON.stringify(pathToFileURL(join(ROOT, 'dist/index.js')).href)
  writeFiles(
    home,
    Object.fromEntries(
      calls.map((call, i) => [
        `throws${i}.mjs`,
        `import { compile, disassemble, readContainer } from ${from}\n${call}\n`,
      ]),
    ),
  )
  for (const [i, name] of names.entries()) {
    const { stderr } = attempt(process.execPath, [`throws${i}.mjs`], home)
    t.true(stderr.includes(name) && stderr.length < 4000, `${calls[i]} prints ${stderr.length} characters`)
  }
})
