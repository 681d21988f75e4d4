// Every flag that dxc's table of options has: it works, or a warning names it, or it is refused by name. None is ignored silently.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { extractPart } from '../../src/api/index.ts'
import { FLAGS } from '../../src/cli/dxc_flags.ts'
import { folder, run } from './run_cli.ts'

/**
 * dxc 1.10's options: spelling and form. F: bare. S: the value is the next word. J: glued on. JS: either. M2: two words follow. A slash
 * in front: takes `/` for `-`, too.
 */
const DRIVER = `
  /-?:F /-all-resources-bound:F --all-warnings:F /-all_resources_bound:F /-ast-dump:F /-ast-dump-implicit:F
  /-auto-binding-space:S /-binding-table-define:S /-Cc:F /-D:JS /-default-linkage:S /-denorm:JS
  /-disable-exception-handling:F /-disable-lifetime-markers:F /-disable-payload-qualifiers:F /-dumpbin:F /-E:JS
  /-enable-16bit-types:F /-enable-lifetime-markers:F /-enable-payload-qualifiers:F /-encoding:S
  /-export-shaders-only:F /-exports:S /-external:S /-external-fn:S /-extractrootsignature:F /-Fc:JS /-fcgl:F /-Fd:JS
  -fdiagnostics-color:F -fdiagnostics-format=:J -fdiagnostics-show-option:F -fdisable-loc-tracking:F /-Fe:JS
  -ferror-limit=:J -ffinite-math-only:F /-Fh:JS /-Fi:JS /-flegacy-macro-expansion:F /-flegacy-resource-reservation:F
  -fnew-inlining-behavior:F -fno-diagnostics-show-option:F -fno-finite-math-only:F /-Fo:JS /-force-rootsig-ver:JS
  /-force-zero-store-lifetimes:F /-force_rootsig_ver:JS /-Fre:S /-Frs:S /-Fsh:S -fspv-debug=:J
  -fspv-enable-maximal-reconvergence:F -fspv-entrypoint-name=:J -fspv-extension=:J -fspv-fix-func-call-arguments:F
  -fspv-flatten-resource-arrays:F -fspv-max-id:M1 -fspv-preserve-bindings:F -fspv-preserve-interface:F
  -fspv-print-all:F -fspv-reduce-load-size:F -fspv-reflect:F -fspv-target-env=:J -fspv-use-descriptor-heap:F
  -fspv-use-emulated-heap:F -fspv-use-legacy-buffer-matrix-order:F -fspv-use-unknown-image-format:F
  -fspv-use-vulkan-memory-model:F -ftime-report:F -ftime-trace:F -ftime-trace-granularity=:J -ftime-trace=:J
  -fvk-auto-shift-bindings:F -fvk-b-shift:M2 -fvk-bind-counter-heap:M2 -fvk-bind-globals:M2 -fvk-bind-register:M4
  -fvk-bind-resource-heap:M2 -fvk-bind-sampler-heap:M2 -fvk-invert-y:F -fvk-s-shift:M2 -fvk-stage-io-order=:J
  -fvk-support-nonzero-base-instance:F -fvk-support-nonzero-base-vertex:F -fvk-t-shift:M2 -fvk-u-shift:M2
  -fvk-use-dx-layout:F -fvk-use-dx-position-w:F -fvk-use-gl-layout:F -fvk-use-scalar-layout:F /-Gec:F /-Ges:F
  /-getprivate:JS /-Gfa:F /-Gfp:F /-Gis:F -H:F /-help:F /--help:F --help-hidden:F /-HV:S /-I:JS
  /-ignore-line-directives:F /-ignore-opt-semdefs:F /-ignore-semdef:S /-import-binding-table:JS /-link:F /-Lx:F
  /-M:F /-MD:F /-memdep-block-scan-limit:S -metal:F /-MF:JS /-Ni:F /-No:F /-no-legacy-cbuf-layout:F /-no-warnings:F
  /-nologo:F /-not_use_legacy_cbuf_load:F /-O0:F /-O1:F /-O2:F /-O3:F -Oconfig=:J /-Od:F /-Odump:F /-opt-disable:S
  /-opt-enable:S /-opt-select:M2 /-override-semdef:S /-P:F /-pack-optimized:F /-pack-prefix-stable:F
  /-pack_optimized:F /-pack_prefix_stable:F /-Po:F /-precise-output:S /-preserve-intermediate-values:F
  /-print-after:S /-print-after-all:F /-print-before:S /-print-before-all:F /-Qembed_debug:F
  /-Qkeep_reflect_in_dxil:F /-Qpdb_in_private:F /-Qsource_in_debug_module:F /-Qstrip_debug:F /-Qstrip_priv:F
  /-Qstrip_reflect:F /-Qstrip_reflect_from_dxil:F /-Qstrip_rootsignature:F -Qunused-arguments:F /-recompile:F
  /-res-may-alias:F /-res_may_alias:F /-rootsig-define:S /-setprivate:JS /-setrootsignature:JS
  /-skip-serialization:F -spirv:F /-T:JS -v:F /-validator-version:S /-Vd:F -verbose:F -verify:J
  /-verifyrootsignature:JS --version:F /-Vi:F -vkbr:M4 /-Vn:JS -W:J -Wall:F -Wdeprecated:F
  -Wno-vk-emulated-features:J -Wno-vk-ignored-features:J /-WX:F /-Zi:F /-Zpc:F /-Zpr:F /-Zs:F /-Zsb:F /-Zss:F`

/** What its table has for the rewriter and for clang, and dxc itself does not take. */
const OTHERS = `
  -d:F -d:J /-decl-global-cb:F /-extract-entry-uniforms:F -fassociative-math:F -fconstexpr-backtrace-limit=:J
  -fconstexpr-depth=:J -fconstexpr-steps=:J -fdiagnostics-color=:J -fdiagnostics-show-category=:J
  -fhonor-infinities:F -fhonor-nans:F -flimited-precision=:J -fno-associative-math:F -fno-honor-infinities:F
  -fno-honor-nans:F -fno-reciprocal-math:F -fno-unsafe-math-optimizations:F -fsigned-zeros:F
  -funsafe-math-optimizations:F /-global-extern-by-default:F /-keep-user-macro:F /-line-directive:F
  /-remove-unused-functions:F /-remove-unused-globals:F /-skip-fn-body:F /-skip-static:F /-unchanged:F`

interface DxcFlag {
  readonly name: string
  readonly form: string
  readonly takesSlash: boolean
}

const flagsOf = (table: string): DxcFlag[] =>
  table
    .trim()
    .split(/\s+/)
    .map(word => {
      const split = word.lastIndexOf(':')
      return {
        name: word.slice(0, split).replace(/^\//, ''),
        form: word.slice(split + 1),
        takesSlash: word.startsWith('/'),
      }
    })

/** Values that make sense where a number or a word of a list is wanted. */
const VALUES: Readonly<Record<string, string>> = {
  '-T': 'cs_6_0',
  '-E': 'main',
  '-HV': '2021',
  '-D': 'A=1',
  '-denorm': 'any',
  '-auto-binding-space': '1',
  '-validator-version': '1.8',
  '-force-rootsig-ver': 'rootsig_1_1',
  '-force_rootsig_ver': 'rootsig_1_1',
  '-rootsig-define': 'RS',
  '-ferror-limit=': '5',
  '-fdiagnostics-format=': 'clang',
  '-fdiagnostics-color=': 'never',
  '-memdep-block-scan-limit': '100',
  '-W': 'no-conversion',
  '-Vn': 'name',
  '-print-after': 'lower',
  '-print-before': 'bind',
  '-verify': '',
  '-fspv-target-env=': 'vulkan1.1',
  '-fspv-debug=': 'line',
  '-fvk-stage-io-order=': 'decl',
}

const SHADER = `#define RS "UAV(u0)"
RWByteAddressBuffer o : register(u0); [RootSignature(RS)] [numthreads(1,1,1)] void main() { o.Store(0, 1); } // expected-no-diagnostics
`

/** The words of one use of a flag; values that are no other thing are names of files. */
function wordsOf({ name, form }: DxcFlag, prefix: string, out: string): string[] {
  const text = prefix + name.slice(1)
  const value = VALUES[name] ?? out
  // Alone it is an error, as from dxc.
  if (name === '-Gfa') return [text, '-all-resources-bound']
  if (form === 'F') return [text]
  if (form === 'J') return [`${text}${VALUES[name] ?? (name === '-ftime-trace=' ? out : '1')}`]
  if (form.startsWith('M')) return [text, ...Array.from({ length: Number(form.slice(1)) }, () => '0')]
  return [text, value]
}

test('every flag of dxc works, is warned about or is refused by its name', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const rows = new Map(
    FLAGS.flatMap(flag => flag.names.split(' ').map(n => [n.startsWith('-') ? n : `-${n}`, flag] as const)),
  )
  const ends = { works: 0, warned: 0, refused: 0 }
  for (const flag of [...flagsOf(DRIVER), ...flagsOf(OTHERS)])
    for (const prefix of flag.takesSlash ? ['-', '/'] : ['-']) {
      const words = wordsOf(flag, prefix, f.at('out'))
      const { code, stderr } = await run([f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil'), ...words])
      const where = `${words.join(' ')}: exit ${code}\n${stderr}`
      const isNamed =
        stderr.includes(words[0]!) ||
        stderr.includes(flag.name) ||
        stderr.includes(flag.name.replace(/=$/, '')) ||
        // dxc calls the flag by its other name.
        (flag.name === '-not_use_legacy_cbuf_load' && stderr.includes('-no-legacy-cbuf-layout'))
      // -Wall and its like are values of -W.
      const effect = (rows.get(flag.name) ?? (flag.name.startsWith('-W') ? rows.get('-W') : undefined))?.effect
      if (code === 0 && stderr === '') {
        // Accepted without a word: the table says so, or dxc ignores it just as well without -spirv.
        t.true(effect === 'works' || effect === 'quiet' || /^-(fvk-|fspv-|Wno-vk-)/.test(flag.name), where)
        ends.works++
      } else if (code === 0) {
        t.true(isNamed || effect === 'works' || /^-(fvk-|fspv-)/.test(flag.name), where)
        ends.warned++
      } else {
        t.true(code === 2 || (code === 1 && effect === 'works'), where)
        t.true(isNamed || effect === 'works' || /^-(fvk-|fspv-)/.test(flag.name), where)
        ends.refused++
      }
      t.notRegex(stderr, /internal error|bug in dxilkit/, where)
    }
  t.true(ends.works > 100 && ends.warned > 20 && ends.refused > 20, JSON.stringify(ends))
  f.remove()
})

test('the two tables have the flags of the program', t => {
  const theirs = new Set([...flagsOf(DRIVER), ...flagsOf(OTHERS)].map(flag => flag.name))
  t.true(theirs.size > 200)
  const own = FLAGS.filter(flag => !theirs.has(flag.shown)).map(flag => flag.shown)
  // What dxc lacks has two dashes, or is a flag of clang's.
  for (const shown of own) t.regex(shown, /^--|^-f(diagnostics|message|error)-|^-(Wextra|Weverything)/, shown)
})

test('-no-legacy-cbuf-layout is ignored in the words of DXC', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  for (const flag of ['-no-legacy-cbuf-layout', '-not_use_legacy_cbuf_load']) {
    const { code, stderr } = await run([f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil'), flag])
    t.is(code, 0)
    t.is(
      stderr,
      `dxilkit: warning: -no-legacy-cbuf-layout is no longer supported and will be ignored. Future releases will not recognize it.\n`,
    )
  }
  f.remove()
})

const LINES = `#line 30 "elsewhere.hlsl"
[numthreads(1, 1, 1)] void main() { nothing(); }
`

test('-ignore-line-directives: messages name the file itself', async t => {
  const f = folder({ 'a.hlsl': LINES })
  const words = [f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil')]
  t.regex((await run(words)).stderr, /^elsewhere\.hlsl:30:37: error/)
  t.regex((await run([...words, '-ignore-line-directives'])).stderr, /a\.hlsl:2:37: error/)
  f.remove()
})

const PASTED = `#define CAT(a, b) a ## b
#define N 1
RWBuffer<uint> CAT(out, N);
[numthreads(1, 1, 1)] void main() { NAME[0] = 1; }
`

test('-flegacy-macro-expansion: operands of ## are expanded first', async t => {
  const f = folder({ 'a.hlsl': PASTED })
  const words = [f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil')]
  t.is((await run([...words, '-DNAME=outN'])).code, 0)
  t.is((await run([...words, '-DNAME=out1'])).code, 1)
  t.is((await run([...words, '-DNAME=out1', '-flegacy-macro-expansion'])).code, 0)
  f.remove()
})

const TREE = `cbuffer C { float scale; };
RWStructuredBuffer<float> o;
float twice(float x) { return x * 2; }
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  for (int i = 0; i < 3; i++)
    if (scale > i) o[id.x] += -twice(scale);
}
`

test('-ast-dump prints the checked program', async t => {
  const f = folder({ 'a.hlsl': TREE, 'bad.hlsl': 'void main() { x; }' })
  const { code, stdout, stderr } = await run([f.at('a.hlsl'), '-T', 'cs_6_0', '-ast-dump'])
  t.is(`${code}${stderr}`, '0')
  t.is(
    stdout,
    `HLSLBufferDecl <1:9> C
  VarDecl <1:19> scale 'const float' cbuffer
VarDecl <2:27> o 'RWStructuredBuffer<float>' resource
FunctionDecl <5:6> main 'void (uint3)' [numthreads(8, 1, 1)]
  ParmVarDecl <5:17> id 'uint3' parameter : SV_DispatchThreadID
  CompoundStmt <5:43>
    ForStmt <6:3>
      DeclStmt <6:8>
        VarDecl <6:12> i 'int' local
          Literal <6:16> 'int' 0
      BinaryOperator <6:19> 'bool' '<'
        DeclRefExpr <6:19> 'int' i
        Literal <6:23> 'int' 3
      UnaryOperator <6:26> 'int' postfix '++'
        DeclRefExpr <6:26> 'int' i
      IfStmt <7:5>
        BinaryOperator <7:9> 'bool' '>'
          DeclRefExpr <7:9> 'float' scale
          ImplicitCastExpr <7:17> 'float'
            DeclRefExpr <7:17> 'int' i
        ExprStmt <7:20>
          CompoundAssignOperator <7:20> 'float' '+='
            CXXOperatorCallExpr <7:20> 'float'
              DeclRefExpr <7:20> 'RWStructuredBuffer<float>' o
              HLSLVectorElementExpr <7:22> 'uint' .x
                DeclRefExpr <7:22> 'uint3' id
            UnaryOperator <7:31> 'float' '-'
              CallExpr <7:32> 'float' twice
                DeclRefExpr <7:38> 'float' scale
FunctionDecl <3:7> twice 'float (float)'
  ParmVarDecl <3:19> x 'float' parameter
  CompoundStmt <3:22>
    ReturnStmt <3:24>
      BinaryOperator <3:31> 'float' '*'
        DeclRefExpr <3:31> 'float' x
        Literal <3:35> 'float' 2
`,
  )
  const bad = await run([f.at('bad.hlsl'), '-T', 'cs_6_0', '-ast-dump'])
  t.is(bad.code, 1)
  t.is(bad.stdout, '')
  const deep = `[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { uint x = i${'+i'.repeat(20_000)}; }`
  t.regex((await run(['-', '-T', 'cs_6_0', '-ast-dump'], { stdin: deep })).stdout, /^FunctionDecl/)
  f.remove()
})

test('-ftime-trace writes the phases as trace events', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const { code } = await run([f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil'), `-ftime-trace=${f.at('t.json')}`])
  t.is(code, 0)
  const { traceEvents } = JSON.parse(readFileSync(f.at('t.json'), 'utf8')) as {
    readonly traceEvents: readonly { readonly name: string; readonly ph: string; readonly dur: number }[]
  }
  t.deepEqual(
    traceEvents.map(e => e.name),
    ['parse', 'check', 'lower', 'optimise', 'bind', 'finish', 'emit'],
  )
  t.true(traceEvents.every(e => e.ph === 'X' && e.dur >= 0))
  f.remove()
})

test('-recompile compiles what a debug file holds', async t => {
  const f = folder({
    'a.hlsl': `#include "sub/b.hlsli"\nRWByteAddressBuffer o; [numthreads(N, 1, 1)] void go() { o.Store(0, one()); }\n`,
    'plain.hlsl': SHADER,
  })
  mkdirSync(f.at('sub'))
  writeFileSync(f.at('sub/b.hlsli'), 'uint one() { return VALUE; }\n')
  const flags = ['-T', 'cs_6_2', '-E', 'go', '-D', 'N=4', '-DVALUE=5', '-enable-16bit-types', '-HV', '2021']
  const first = await run(['compile', f.at('a.hlsl'), ...flags, '-Zs', '-Fd', f.at('a.pdb'), '-Fo', f.at('a.dxil')])
  t.is(`${first.code}${first.stderr}`, '0')
  rmSync(f.at('a.hlsl'))
  rmSync(f.at('sub'), { recursive: true })
  const program = (name: string): string =>
    Buffer.from(extractPart(readFileSync(f.at(name)), 'DXIL')).toString('base64')
  const again = await run(['compile', f.at('a.pdb'), '-recompile', '-Fo', f.at('b.dxil')])
  t.is(`${again.code}${again.stderr}`, '0')
  t.is(program('b.dxil'), program('a.dxil'))
  const other = await run(['--driver-mode=dxc', f.at('a.pdb'), '-recompile', '-D', 'VALUE=6', '-Fo', f.at('c.dxil')])
  t.is(other.code, 0, other.stderr)
  t.not(program('c.dxil'), program('a.dxil'))
  const none = await run(['compile', f.at('a.dxil'), '-recompile', '-Fo', f.at('d.dxil')])
  t.is(none.code, 2)
  t.regex(none.stderr, /holds no sources: -recompile wants a debug file, or a container of -Zi -Qembed_debug/)
  t.is((await run(['compile', f.at('plain.hlsl'), '-recompile', '-Fo', f.at('d.dxil')])).code, 1)
  f.remove()
})

test('-recompile takes containers with debug information, and debug files whose program holds the sources', async t => {
  const f = folder({
    'a.hlsl': `#include "b.hlsli"\n[numthreads(1, 1, 1)] void go(Semantic i : SV_GroupIndex) { o.Store(i, VALUE); }\n`,
    'b.hlsli': '#define Semantic uint\nRWByteAddressBuffer o;\n',
  })
  const flags = ['-T', 'cs_6_0', '-Ego', '-DVALUE=5', '-Wno-conversion', '-I', f.at('')]
  for (const [words, holder] of [
    [['-Qembed_debug'], 'a.dxil'],
    [['-Qsource_in_debug_module', '-Fd', f.at('a.pdb')], 'a.pdb'],
  ] as const) {
    const first = await run(['compile', f.at('a.hlsl'), ...flags, '-Zi', ...words, '-Fo', f.at('a.dxil')])
    t.is(`${first.code}${first.stderr}`, '0')
    const again = await run(['--driver-mode=dxc', f.at(holder), '-recompile', '-Fo', f.at('b.dxil')])
    t.is(`${again.code}${again.stderr.replace(/^warning: no output provided for debug.*\n/, '')}`, '0')
    const program = (name: string): string =>
      Buffer.from(extractPart(readFileSync(f.at(name)), 'DXIL')).toString('base64')
    t.is(program('b.dxil'), program('a.dxil'))
    const other = await run(['--driver-mode=dxc', f.at(holder), '-recompile', '-DVALUE=6', '-Fo', f.at('c.dxil')])
    t.is(other.code, 0, other.stderr)
    t.not(program('c.dxil'), program('a.dxil'))
  }
  f.remove()
})

test('of several inputs the dxc command line takes the last, and a path below a file is no file', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const last = await run(['--driver-mode=dxc', 'other', f.at('a.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('x.dxil')])
  t.is(`${last.code}${last.stderr}`, '0')
  const below = await run(['compile', f.at('a.hlsl'), f.at('a.hlsl/b.hlsl'), '-T', 'cs_6_0', '-Fo', f.at('')])
  t.is(below.code, 2)
  t.regex(below.stderr, /cannot read '.*b\.hlsl': a part of the path is not a directory/)
  f.remove()
})

test('flags that contradict each other are refused, and profiles that are none', async t => {
  const f = folder({ 'a.hlsl': SHADER })
  const complaint = async (...words: string[]): Promise<string> => {
    const { code, stderr } = await run([f.at('a.hlsl'), '-Fo', f.at('x.dxil'), ...words])
    t.is(code, 2, words.join(' '))
    return stderr
  }
  for (const [a, b] of [
    ['-Qstrip_reflect_from_dxil', '-Qkeep_reflect_in_dxil'],
    ['-Qstrip_priv', '-Qpdb_in_private'],
  ] as const)
    t.is(await complaint('-T', 'cs_6_0', b, a), `dxilkit: error: cannot specify ${a} and ${b} together\n`)
  t.is(
    await complaint('-T', 'cs_6_0', '-opt-enable', 'GVN', '-opt-disable', 'gvn'),
    "dxilkit: error: contradictory use of -opt-disable and -opt-enable with 'gvn'\n",
  )
  t.notRegex(await complaint('-T', 'cs_9_9'), /undefined/)
  f.remove()
})
