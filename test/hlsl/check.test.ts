import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { methodNames, methodsOf, signaturesOf } from '../../src/hlsl/check/core/signatures.ts'
import { printProgram } from '../../src/hlsl/check/print.ts'
import { COMPONENT_SETS, INTRINSICS } from '../../src/spec/hlsl_intrinsics.ts'
import { OBJECT_TYPES } from '../../src/spec/object_types.ts'
import { golden } from '../golden.ts'
import { argsOf, check, sourceOf } from './check_source.ts'

golden('test/hlsl/check_tree.txt', snippet => {
  const { program, messages } = check(sourceOf(snippet), argsOf(snippet))
  return [...messages, program ? printProgram(program) : 'rejected'].join('\n')
})

golden('test/hlsl/check_verdicts.txt', snippet => {
  const { program, messages } = check(sourceOf(snippet), argsOf(snippet))
  return [program ? 'accepted' : 'rejected', ...messages].join('\n')
})

test('every corpus shader checks without an error under each of its argument lines', t => {
  const folder = join(process.cwd(), 'corpus')
  let lines = 0
  for (const file of readdirSync(folder).filter(name => name.endsWith('.hlsl'))) {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const [, args] of source.matchAll(/^\/\/ args: (.*)$/gm)) {
      lines++
      const { program, messages } = check(source, args!.trim().split(/\s+/))
      t.truthy(program, `${file} ${args}: ${messages.join('; ')}`)
    }
  }
  t.true(lines >= 40)
})

test('every signature of the tables parses', t => {
  for (const name of INTRINSICS.keys()) t.true(signaturesOf(name).length > 0, name)
  for (const { name: object } of OBJECT_TYPES)
    for (const name of methodNames(object)) t.true(methodsOf(object, name).length > 0, `${object}.${name}`)
  for (const [name, members] of COMPONENT_SETS) if (name !== 'void') t.not(members, '', name)
})

test('chains of a hundred thousand operators are no problem', t => {
  const chain = (link: string, count: number): string => link.repeat(count)
  const body = `float a = id.x; a = a${chain('+a', 100_000)}; bool b = a > 0${chain('&&a>0', 50_000)}; a = (a${chain(',a', 50_000)});`
  const { program, messages } = check(sourceOf(`>> ${body}`))
  t.deepEqual(messages, [])
  t.truthy(program)
})
