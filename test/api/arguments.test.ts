// What callers get wrong is a TypeError that names the function and the option, with the nearest right one; what their callbacks throw
// comes out as it was; an InternalError is a bug of ours and nothing else.

import { runInNewContext } from 'node:vm'
import test from 'ava'
import * as library from '../../src/api/index.ts'
import * as node from '../../src/api/node.ts'
import { containerDigest, md5 } from '../../src/base/digest.ts'

const { compile, compileToIr, explainBindings, explainLayout, explainProgram, preprocessSource, slangLayout } = library

const SOURCE = '#include "a.h"\nRWBuffer<uint> o; [numthreads(1,1,1)] void main() { o[0] = N; }'
const PLAIN = 'RWBuffer<uint> o; [numthreads(1,1,1)] void main() { o[0] = N; }'
const target = 'cs_6_0'

/** Calls without types, as JavaScript makes them. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to break the types
const untyped = library as any
// biome-ignore lint/suspicious/noExplicitAny: the point is to break the types
const untypedNode = node as any

test('unknown options are answered with the nearest one', t => {
  const nearest: readonly [string, string | undefined][] = [
    ['entryPoint', 'entry'],
    ['entrypoint', 'entry'],
    ['entryName', 'entry'],
    ['Entry', 'entry'],
    ['profile', 'target'],
    ['Target', 'target'],
    ['targte', 'target'],
    ['macros', 'defines'],
    ['define', 'defines'],
    ['includes', 'include'],
    ['includeHandler', 'include'],
    ['optimisation', 'optimization'],
    ['optimizationLevel', 'optimization'],
    ['optimize', 'optimization'],
    ['filename', 'fileName'],
    ['file_name', 'fileName'],
    ['enable16bittypes', 'enable16BitTypes'],
    ['werror', 'warningsAsErrors'],
    ['HLSLVersion', 'hlslVersion'],
    ['stripReflect', 'stripReflection'],
    ['zzzzzz', undefined],
    ['__proto', undefined],
    ['constructor', undefined],
    ['toString', undefined],
  ]
  for (const [name, near] of nearest) {
    const error = t.throws(() => untyped.compile(PLAIN, { target, [name]: 'x' }), { instanceOf: TypeError }, name)
    const start = `compile: unknown option '${name}'`
    t.is(
      error?.message.slice(0, start.length + (near ? near.length + 19 : 0)),
      start + (near ? `; did you mean '${near}'?` : ''),
      error?.message,
    )
  }
  // A row named like JavaScript's own objects' properties.
  const own = JSON.parse('{ "target": "cs_6_0", "__proto__": 1 }') as object
  t.throws(() => untyped.compile(PLAIN, own), { instanceOf: TypeError, message: /unknown option '__proto__'/ })
})

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  target: [6, null, ['cs_6_0'], {}],
  language: ['glsl', 1, true],
  entry: [1, null, []],
  fileName: [1, new URL('file:///a.hlsl')],
  defines: [
    1,
    'A=1',
    true,
    [1],
    [['A', 1]],
    { A: {} },
    { A: Number.NaN },
    { A: () => 1 },
    { '1A': 1 },
    ['1A'],
    { '': 1 },
    ['=1'],
    { 'A B': 1 },
    new Map([['A', '1']]),
    new Set(['A']),
    new Date(),
  ],
  include: ['a.h', {}, true],
  hlslVersion: [2021, '2020', '202X', null],
  optimization: [7, -1, '3', 1.5, true, null],
  packMatrix: ['row', true],
  legacySemantics: ['yes', 1],
  avoidFlowControl: ['yes', 1],
  packSignatures: ['tight'],
  enable16BitTypes: [1, 'true', null],
  ieeeStrict: [1],
  denorm: ['Any', true],
  resMayAlias: [0],
  allResourcesBound: ['x'],
  autoBindingSpace: [-1, 1.5, '1', 2 ** 32],
  binding: ['vulkan', 1],
  printAfter: ['all', [1]],
  printBefore: [{}, [null]],
  warningsAsErrors: [1],
  noWarnings: ['x'],
  warnings: ['error', [1]],
  disabledWarnings: ['W2100', [2100]],
  errorLimit: [-1, 1.5, '20', Number.NaN, Number.POSITIVE_INFINITY],
  validatorVersion: [
    '1.8',
    { major: 1 },
    [1, 8],
    { major: '1', minor: '8' },
    { major: 99, minor: 0 },
    { major: 1, minor: 11 },
    { major: 0, minor: 1 },
  ],
  sign: ['retail', 0],
  stripReflection: [1],
  keepReflectionInDxil: [1],
  rootSignatureDefine: [1, true],
  rootSignatureVersion: [1.1, '1.2'],
  stripRootSignature: [null],
}

test('every option of compile() has its type, and a wrong one is named', t => {
  const takers = ['compile', 'preprocessSource', 'listIncludes', 'explainBindings', 'compareBindings', 'explainLayout']
  let count = 0
  for (const taker of takers)
    for (const [name, values] of Object.entries(WRONG))
      for (const value of values) {
        const options = { target, [name]: value }
        const error = t.throws(() => untyped[taker](PLAIN, options), { instanceOf: TypeError }, `${taker} ${name}`)
        t.regex(error!.message, new RegExp(`^${taker}: option '${name}'`))
        count++
      }
  t.true(count > 300)
  // As good as left out.
  for (const name of Object.keys(WRONG))
    if (name !== 'target')
      t.true(compile(PLAIN, { target, defines: ['N'], [name]: name === 'defines' ? ['N'] : undefined }).ok, name)
})

test('what is missing is named', t => {
  for (const options of [{}, { entry: 'main' }, { target: undefined }])
    t.throws(() => untyped.compile(PLAIN, options), {
      instanceOf: TypeError,
      message: /^compile: option 'target' is missing/,
    })
  for (const options of [undefined, null, 'cs_6_0', 1, []])
    t.throws(() => untyped.compile(PLAIN, options), {
      instanceOf: TypeError,
      message: /^compile: the options must be an object, not /,
    })
  t.throws(() => untyped.compileToIr(PLAIN, { target }), {
    instanceOf: TypeError,
    message: /^compileToIr: option 'stopAfter' is missing/,
  })
  for (const source of [undefined, null, 1, {}, new Uint8Array(3)])
    t.throws(() => untyped.compile(source, { target }), {
      instanceOf: TypeError,
      message: /^compile: the source must be a string, not /,
    })
  t.throws(() => untyped.compileModule('', { language: 'hlsl' }), { message: /unknown option 'language'/ })
})

const BYTES = compile(PLAIN, { target, defines: ['N=1'] }).container!

/** Every function of the library: arguments that are right, by name, so that each can be made wrong. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  assembleText: ['', {}],
  bindingsPage: [explainBindings(PLAIN, { defines: ['N=1'] }).explanation],
  byteRanges: [BYTES],
  checkPipeline: [[{ name: 'a', container: BYTES }], {}],
  checkShaderRootSignature: [{ name: 'a', container: BYTES }, BYTES],
  compareBindings: [PLAIN, {}],
  comparisonPage: [library.compareBindings(PLAIN, { defines: ['N=1'] }).comparison],
  compile: [PLAIN, { target }],
  compileAsync: [PLAIN, { target }],
  compileModule: ['', {}],
  compileToIr: [PLAIN, { target, stopAfter: 'lower' }],
  containerBytes: [BYTES],
  context: [{}],
  diffContainers: [BYTES, BYTES, {}],
  diffLines: [library.diffContainers(BYTES, BYTES), { nameA: 'a', nameB: 'b' }],
  digestState: [library.readContainer(BYTES)],
  debugNameOf: [BYTES],
  debugSources: [BYTES],
  linkedListing: [BYTES],
  disassemble: [BYTES, {}],
  dumpContainer: [BYTES, {}],
  editContainer: [BYTES, [], {}],
  explainBindings: [PLAIN, {}],
  explainContainer: [BYTES, 'a'],
  explainLayout: [PLAIN, {}],
  explainProgram: [[], [], {}],
  extractPart: [BYTES, 'DXIL', {}],
  formatDiff: [library.diffContainers(BYTES, BYTES), { nameA: 'a', nameB: 'b' }],
  formatDump: [library.dumpContainer(BYTES)],
  formatMessages: [[], {}],
  hashContainer: [BYTES],
  hexLines: [BYTES, 'DXIL'],
  htmlPage: [BYTES, 'title', {}],
  isPdb: [BYTES],
  layoutPage: [explainLayout(PLAIN, { defines: ['N=1'] }).explanation],
  link: [[{ name: 'a', container: BYTES }], { target }],
  listIncludes: [PLAIN, { target }],
  listParts: [BYTES],
  listing: [BYTES, {}],
  listingOf: [BYTES, {}],
  losslessListing: [BYTES],
  mapBytes: [BYTES],
  messageWithSources: ['', BYTES, BYTES],
  passNames: [],
  preprocessSource: [PLAIN, { target }],
  printBindings: [explainBindings(PLAIN, { defines: ['N=1'] }).explanation, {}],
  printComparison: [library.compareBindings(PLAIN, { defines: ['N=1'] }).comparison, {}],
  printLayout: [explainLayout(PLAIN, { defines: ['N=1'] }).explanation, {}],
  printProgram: [explainProgram([{ name: 'a', source: PLAIN }], [], { defines: ['N=1'] }).explanation, {}],
  readContainer: [BYTES],
  readPdbStream: [BYTES, 5],
  reflect: [BYTES],
  replaceBitcode: [BYTES, 'DXIL', BYTES, {}],
  rootSignatureContainer: [BYTES, true],
  serveCompiles: [new EventTarget()],
  signContainer: [BYTES.slice(), 'retail'],
  signedCopy: [BYTES, 'retail'],
  slangLayout: [[], [], {}],
  stats: [BYTES, {}],
  statisticsCsv: [[{ file: 'a', statistics: library.stats(BYTES) }]],
  suggestRootSignature: [[BYTES]],
  syntaxTree: [PLAIN, { target }],
  toSarif: [[], { version: '1', ok: true }],
  typedBindings: [PLAIN, { bindingLanguage: 'ts', target, defines: ['N=1'] }],
  useDigest: [{ name: 'own', md5, containerDigest }],
  writeContainer: [[], { major: 1, minor: 0 }, 'none'],
}
const NO_FUNCTIONS = ['DIGEST_TEXT', 'EditError', 'FormatError', 'InternalError', 'OP_GROUPS', 'Reuse']

test('every function of the library checks every argument', async t => {
  t.deepEqual(
    Object.keys(library)
      .filter(name => !NO_FUNCTIONS.includes(name))
      .sort(),
    Object.keys(CALLS).sort(),
  )
  let count = 0
  for (const [name, right] of Object.entries(CALLS))
    for (let i = 0; i < right.length; i++)
      for (const wrong of [null, 42, 'text', true, () => 1, { nothing: 1 }, [1], new Map(), Symbol('s')]) {
        // A string where there was one may be right, and so may a list of things that are checked one by one, or a word.
        if (typeof wrong === typeof right[i] && typeof wrong !== 'object') continue
        const words = right.map((value, at) => (at === i ? wrong : value))
        const call = async () => {
          const result = untyped[name](...words)
          return typeof result?.next === 'function' ? [...result] : result
        }
        const error = await t.throwsAsync(
          call,
          { instanceOf: TypeError },
          `${name} argument ${i + 1}: ${String(wrong)}`,
        )
        t.regex(error!.message, /^\w+: (the |option |unknown option )/, `${name} argument ${i + 1}: ${String(wrong)}`)
        count++
      }
  t.true(count > 500)
})

test('options of the other functions are checked, too', t => {
  const wrong: readonly [call: () => unknown, message: RegExp][] = [
    [() => untyped.dumpContainer(BYTES, { field: true }), /unknown option 'field'; did you mean 'fields'\?/],
    [() => untyped.dumpContainer(BYTES, { part: 7 }), /option 'part' must be a string/],
    [() => untyped.diffContainers(BYTES, BYTES, { ignore: 'HASH' }), /option 'ignore' must be an array/],
    [() => untyped.diffContainers(BYTES, BYTES, { contxt: 1 }), /did you mean 'context'\?/],
    [() => untyped.diffLines(library.diffContainers(BYTES, BYTES), { nameA: 'a' }), /option 'nameB' is missing/],
    [() => untyped.editContainer(BYTES, [{ edit: 'rename', part: 'DXIL' }]), /the edits must be an array of/],
    [
      () => untyped.editContainer(BYTES, [{ edit: 'add', part: 'PRIV', data: 'text' }]),
      /the edits must be an array of/,
    ],
    [() => untyped.editContainer(BYTES, [], { sign: 'retail' }), /did you mean 'signing'\?/],
    [() => untyped.editContainer(BYTES, [], { pad: 1 }), /option 'pad' must be true or false/],
    [
      () => untyped.signedCopy(BYTES, 'release'),
      /signing must be 'retail', 'debug', 'none' or 'preview', not 'release'/,
    ],
    [() => untyped.assembleText('', { signing: 'x' }), /option 'signing' must be/],
    [() => untyped.assembleText('', { fileName: 'x' }), /unknown option 'fileName'/],
    [() => untyped.formatMessages([], { colour: true }), /did you mean 'color'\?/],
    [() => untyped.extractPart(BYTES, 'DXIL', { bitcod: true }), /did you mean 'bitcode'\?/],
    [
      () => untyped.printLayout(explainLayout('').explanation, { color: 'always' }),
      /option 'color' must be true or false/,
    ],
    [() => untyped.explainProgram([{ name: 'a' }]), /the units must be an array of \{ name, source \}/],
    [() => untyped.slangLayout([], [], { fileName: 'a' }), /unknown option 'fileName'/],
    [
      () => untypedNode.compileFile('a.hlsl', { target, include: () => '' }),
      /unknown option 'include'; did you mean 'includeDirs'\?/,
    ],
    [
      () => untypedNode.compileFile('a.hlsl', { target, includeDirs: 'x' }),
      /option 'includeDirs' must be an array of strings/,
    ],
    [() => untypedNode.compileFile(7, { target }), /the path must be a string/],
    [() => untypedNode.fileIncluder('x'), /the includeDirs must be an array of folders/],
  ]
  for (const [call, message] of wrong) t.throws(call, { instanceOf: TypeError, message }, String(message))
})

test('bytes of another realm are bytes, an ArrayBuffer is not', t => {
  const foreign = runInNewContext('new Uint8Array(bytes)', { bytes: [...BYTES] }) as Uint8Array
  t.false(foreign instanceof Uint8Array)
  t.is(library.dumpContainer(foreign).parts.length, library.dumpContainer(BYTES).parts.length)
  t.throws(() => untyped.dumpContainer(BYTES.buffer), {
    message: /^dumpContainer: the bytes must be a Uint8Array, not an ArrayBuffer$/,
  })
})

test('defines are a list or an object', t => {
  const value = (defines: library.CompileOptions['defines']) =>
    preprocessSource('[N] [M] [F(2)]', { target, ...(defines ? { defines } : {}) })
      .value.replace(/^#line.*\n/, '')
      .trim()
  t.is(value(['N=7', 'M', 'F(x)=x+1']), '[7] [1] [2+1]')
  t.is(value({ N: 7, M: true, 'F(x)': 'x*2' }), '[7] [1] [2*2]')
  t.is(value({ N: false, M: '' }), '[0] [] [F(2)]')
  t.is(value({ N: null, M: undefined }), '[N] [M] [F(2)]')
  t.is(value({ N: -1.5, M: 'a b' }), '[-1.5] [a b] [F(2)]')
})

test('an include callback returns text, bytes, a named file or nothing', t => {
  const encoder = new TextEncoder()
  const text = '#define N 3\n'
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const answers: readonly unknown[] = [
    text,
    encoder.encode(text),
    Buffer.from(text),
    utf16,
    { text },
    { name: 'x.h', text },
    { text: encoder.encode(text) },
  ]
  for (const answer of answers) {
    const result = untyped.compile(SOURCE, { target, include: () => answer }) as library.CompileResult
    t.true(result.ok, result.text)
  }
  for (const answer of [undefined, null]) {
    const result = untyped.compile(SOURCE, { target, include: () => answer }) as library.CompileResult
    t.false(result.ok)
    t.regex(result.text, /'a\.h' file not found/)
  }
  for (const answer of [
    1,
    true,
    {},
    [],
    { text: 1 },
    { name: 1, text },
    Symbol('s'),
    () => text,
    Promise.resolve(text),
    new ArrayBuffer(3),
  ])
    t.throws(() => untyped.compile(SOURCE, { target, include: () => answer }), {
      instanceOf: TypeError,
      message:
        /^include: for 'a\.h' the callback must return a string, a Uint8Array, \{ name, text \}, \{ searched \} or nothing, not /,
    })
})

test('a promise of an include callback is refused, and what it rejects with is lost', async t => {
  const rejected: unknown[] = []
  const note = (reason: unknown): void => void rejected.push(reason)
  process.on('unhandledRejection', note)
  const include = async () => {
    throw new Error('late')
  }
  t.throws(() => untyped.compile(SOURCE, { target, include }), { instanceOf: TypeError, message: /not a promise/ })
  await new Promise(resolve => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  t.deepEqual(rejected, [])
})

test('what reads files says what it was given', t => {
  t.throws(() => node.decodeText(undefined as never), {
    message: /^decodeText: the bytes must be a Uint8Array, not undefined/,
  })
  t.throws(() => node.systemReason(undefined as never), {
    message: /^systemReason: the error must be an error of the system/,
  })
})

test('files without a name are known by their path', t => {
  const files = new Map([
    ['lib/a.h', '#include "sub/b.h"\n#include "../c.h"\n'],
    ['sub/b.h', '#pragma once\n#include "../a2.h"\n'],
    ['../c.h', 'int c;\n'],
    ['../a2.h', 'int a2;\n'],
  ])
  const seen: string[] = []
  const include = (path: string, from: string) => {
    seen.push(`${from}: ${path}`)
    return files.get(path)
  }
  const { value } = library.listIncludes('#include "lib/a.h"\n', { target, fileName: 'main.hlsl', include })
  t.deepEqual(value, ['lib/a.h', 'lib/sub/b.h', 'lib/a2.h', 'c.h'])
  t.deepEqual(seen, ['main.hlsl: lib/a.h', 'lib/a.h: sub/b.h', 'lib/sub/b.h: ../a2.h', 'lib/a.h: ../c.h'])
})

test('what a callback throws comes out as it was', t => {
  const throwers: readonly unknown[] = [
    new Error('disk'),
    new RangeError('Maximum call stack size exceeded'),
    new TypeError('x'),
    'text',
    42,
    null,
    undefined,
    { code: 'ENOENT' },
  ]
  const calls: Readonly<Record<string, (include: () => never) => unknown>> = {
    compile: include => compile(SOURCE, { target, include }),
    compileToIr: include => compileToIr(SOURCE, { target, stopAfter: 'lower', include }),
    library: include => compile(SOURCE, { target: 'lib_6_3', include }),
    rootSignature: include => compile(SOURCE, { target: 'rootsig_1_1', include }),
    rootSignatureDefine: include => compile(SOURCE, { target, rootSignatureDefine: 'N', include }),
    preprocess: include => preprocessSource(SOURCE, { target, include }),
    includes: include => library.listIncludes(SOURCE, { target, include }),
    bindings: include => explainBindings(SOURCE, { include }),
    comparison: include => library.compareBindings(SOURCE, { include }),
    layout: include => explainLayout(SOURCE, { include }),
    program: include => explainProgram([{ name: 'a', source: SOURCE }], [], { include }),
    slang: include => slangLayout([{ name: 'a', source: SOURCE }], [], { include }),
    query: include => compile('#if __has_include("a.h")\n#endif', { target, include }),
  }
  for (const [name, call] of Object.entries(calls))
    for (const thrown of throwers) {
      let caught: unknown = t
      try {
        call(() => {
          throw thrown
        })
      } catch (error) {
        caught = error
      }
      t.is(caught, thrown, `${name}: ${String(thrown)}`)
    }
})
