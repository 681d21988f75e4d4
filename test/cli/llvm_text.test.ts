// `dxilkit compile x.ll`: LLVM text told by its name, profile from the triple or -T, entry from the attribute or -E.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { moduleText } from '../ll/module_case.ts'
import { folder, run } from './run_cli.ts'

const BUFFER = 'target("dx.RawBuffer", i8, 1, 0)'
const HANDLE = `  %h = call ${BUFFER} @llvm.dx.resource.handlefromimplicitbinding(i32 3, i32 0, i32 4, i32 1, ptr @Out.str)
  call void @llvm.dx.resource.store.rawbuffer(${BUFFER} %h, i32 0, i32 0, i32 1)`
const TEXT = moduleText({
  more: '@Out.str = private unnamed_addr constant [4 x i8] c"Out\\00", align 1',
  body: HANDLE,
  model: '6.0',
})

test('a .ll file needs no -T: the triple names the profile', async t => {
  const f = folder({ 'x.ll': TEXT })
  try {
    const { code, stderr } = await run(['compile', f.at('x.ll'), '-Fo', f.at('x.dxil'), '-Fc', f.at('x.txt')])
    t.is(stderr, '')
    t.is(code, 0)
    t.is(readFileSync(f.at('x.dxil')).subarray(0, 4).toString(), 'DXBC')
    const listing = readFileSync(f.at('x.txt'), 'utf8')
    t.regex(listing, /"cs", i32 6, i32 0/)
    // LLVM keeps the array one resource of four.
    t.regex(listing, /; Out +UAV +byte +r\/w +U0 +u0 +4/)
  } finally {
    f.remove()
  }
})

test('-T and -E go before what the text says', async t => {
  const f = folder({ 'x.ll': `${TEXT}\ndefine void @other() {\n  ret void\n}\n` })
  try {
    const { code, stdout } = await run(['compile', f.at('x.ll'), '-T', 'cs_6_5', '-E', 'other'])
    t.is(code, 0)
    t.regex(stdout, /"cs", i32 6, i32 5/)
    t.regex(stdout, /define void @other\(\)/)
    t.notRegex(stdout, /define void @main\(\)/)
  } finally {
    f.remove()
  }
})

test('an error is said with file, line and column, and nothing is written', async t => {
  const f = folder({ 'bad.ll': TEXT.replace('%h, i32 0', '%g, i32 0') })
  try {
    const { code, stderr } = await run(['compile', f.at('bad.ll'), '-Fo', f.at('x.dxil')])
    t.is(code, 1)
    t.regex(stderr, /bad\.ll:7:\d+: error: use of undefined value '%g'\n.*\n +\^~/)
    t.false(existsSync(f.at('x.dxil')))
  } finally {
    f.remove()
  }
})

test('a file that is no LLVM text at all', async t => {
  const f = folder({ 'x.ll': 'float4 main() : SV_Target { return 0; }' })
  try {
    const { code, stderr } = await run(['compile', f.at('x.ll')])
    t.is(code, 1)
    t.regex(stderr, /x\.ll:1:1: error: expected a definition/)
  } finally {
    f.remove()
  }
})
