// The flag table and the parser over it: every form, prefix and spelling DXC has.

import test from 'ava'
import { FLAGS } from '../../src/cli/dxc_flags.ts'
import { FlagValues, parseFlags } from '../../src/cli/flag_parser.ts'

const values = (...words: string[]): FlagValues => new FlagValues(parseFlags(words).uses)

test('every spelling of every flag parses to that flag, in each form it has', t => {
  for (const flag of FLAGS)
    for (const name of flag.names.split(' '))
      for (const text of name.startsWith('-') ? [name] : [`-${name}`, `/${name}`]) {
        const lines: string[][] = []
        if (flag.form === 'F') lines.push([text])
        if (flag.form === 'S' || flag.form === 'JS') lines.push([text, 'value'])
        if (flag.form === 'J' || flag.form === 'JS') lines.push([`${text}value`])
        if (flag.form === 'S2') lines.push([text, 'one', 'two'])
        if (flag.form === 'S4') lines.push([text, 'one', 'two', 'three', 'four'])
        for (const words of lines) {
          const parsed = parseFlags(words)
          t.deepEqual(
            parsed.uses.map(u => u.flag.id),
            [flag.id],
            words.join(' '),
          )
          t.deepEqual([parsed.inputs, parsed.errors, parsed.unknown], [[], [], []])
          t.is(
            parsed.uses[0]!.value,
            { F: '', S2: 'one two', S4: 'one two three four', S: 'value', J: 'value', JS: 'value' }[flag.form],
          )
        }
      }
})

test('no two flags share a spelling, and each has help and an effect', t => {
  const names = FLAGS.flatMap(f => f.names.split(' '))
  t.is(new Set(names).size, names.length)
  for (const f of FLAGS) {
    t.true(f.help.length > 5, f.id)
    t.is(f.value === '', f.form === 'F' || f.id === 'verify', f.id)
  }
  t.true(FLAGS.length >= 60)
})

test('joined and separate values, the last one wins', t => {
  t.is(values('-Tcs_6_0').last('T'), 'cs_6_0')
  t.is(values('/T', 'cs_6_0', '-T', 'cs_6_2').last('T'), 'cs_6_2')
  t.deepEqual(values('-DA', '-D', 'B=2', '/DC=3').all('D'), ['A', 'B=2', 'C=3'])
  t.is(values('-Fodir/out.dxil').last('Fo'), 'dir/out.dxil')
  t.is(values('-O0', '-O3', '-Od').lastOf('O0', 'O3', 'Od'), 'Od')
})

test('long flags are not taken for short ones with a value', t => {
  t.deepEqual(
    parseFlags(['-Fre', 'a', '-Fo', 'b', '-Wall', '-WX', '-Wno-conversion', '-MD', '-MFx']).uses.map(u => u.flag.id),
    ['Fre', 'Fo', 'W', 'WX', 'W', 'MD', 'MF'],
  )
})

test('a value may look like a flag', t => {
  t.is(values('-E', '-Fo').last('E'), '-Fo')
})

test('inputs stand anywhere; a path with a slash is an input unless it is a flag', t => {
  t.deepEqual(parseFlags(['a.hlsl', '-Tcs_6_0']).inputs, ['a.hlsl'])
  t.deepEqual(parseFlags(['/tmp/a.hlsl', '-']).inputs, ['/tmp/a.hlsl', '-'])
  t.deepEqual(parseFlags(['/Data/a.hlsl'], p => p === '/Data/a.hlsl').inputs, ['/Data/a.hlsl'])
  t.is(new FlagValues(parseFlags(['/Data/a.hlsl']).uses).last('D'), 'ata/a.hlsl')
  t.deepEqual(parseFlags(['--', '-odd.hlsl']).inputs, ['-odd.hlsl'])
})

test('unknown flags and what they may have been', t => {
  const said = (word: string): string => parseFlags([word]).unknown.join()
  t.is(said('-frobnicate'), "unknown argument '-frobnicate'")
  t.is(said('-fo'), "unknown argument '-fo'; did you mean '-Fo'?")
  t.is(said('-all-resource-bound'), "unknown argument '-all-resource-bound'; did you mean '-all-resources-bound'?")
  t.is(said('-HV2021'), "unknown argument '-HV2021'; did you mean '-HV 2021'?")
  t.regex(said('-spirv'), /DXIL only/)
  t.regex(said('/metal'), /DXIL only/)
  t.is(said('-fspv-reflekt'), "unknown argument '-fspv-reflekt'; did you mean '-fspv-reflect'?")
  t.true(said(`-${'x'.repeat(100_000)}`).length < 200)
})

test('a missing value is an error and swallows nothing', t => {
  const parsed = parseFlags(['a.hlsl', '-E'])
  t.deepEqual(parsed.errors, ["argument to '-E' is missing (expected <name>)"])
  t.deepEqual(parsed.inputs, ['a.hlsl'])
})
