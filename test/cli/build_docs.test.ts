// What docs/build.md shows is so: its files are written, its commands run, its configurations fit the published schemas.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import test from 'ava'
import { configProblems } from '../../src/cli/build_config.ts'
import { parseJson } from '../../src/cli/json_text.ts'
import { type Schema, violations } from '../reflect/schema.ts'
import { folder } from './run_cli.ts'

const TEXT = readFileSync('docs/build.md', 'utf8')
const BIN = resolve('dist', 'src', 'cli', 'process.js')
const schema = (name: string): Schema => JSON.parse(readFileSync(join('docs', name), 'utf8')) as Schema

/** Times differ, and on a busy machine a build says how far it is. */
const plain = (text: string): string => text.replace(/^\d+ of \d+ \(.*\n/gm, '').replace(/\d+\.\d\d s$/gm, 'N s')

test('the files and commands of docs/build.md', t => {
  const home = folder()
  let count = 0
  for (const [, name, content, session] of TEXT.matchAll(
    /^`([\w./]+)`:\n\n```\w*\n(.*?)^```$|^```\n(\$ .*?)^```$/gms,
  )) {
    if (name !== undefined) {
      mkdirSync(dirname(home.at(name)), { recursive: true })
      writeFileSync(home.at(name), content!)
      continue
    }
    for (const step of session!.split(/^\$ /m).slice(1)) {
      const [line = '', ...rest] = step.split('\n')
      const expected = rest.join('\n')
      // As a shell runs it, the command being this one.
      const command = line.replaceAll('dxilkit', `"${process.execPath}" "${BIN}"`)
      const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: home.path, encoding: 'utf8' })
      const [shown = '', cut] = plain(expected).split(/\.\.\.\n$/)
      const printed = plain(stderr + stdout)
      t.is(cut === undefined ? printed : printed.slice(0, shown.length), shown, line)
      count++
    }
  }
  t.is(count, 7)
  const manifest: unknown = JSON.parse(readFileSync(home.at('out/manifest.json'), 'utf8'))
  t.deepEqual(violations(schema('manifest.schema.json'), manifest), [])
  t.true(violations(schema('manifest.schema.json'), { ...(manifest as object), more: 1 }).length > 0)
  home.remove()
})

test('docs/build.schema.json and the check agree', t => {
  const build = schema('build.schema.json')
  const agree = (value: unknown, isRight: boolean): void => {
    t.is(configProblems(value).length === 0, isRight, JSON.stringify(value))
    t.is(violations(build, value).length === 0, isRight, `schema: ${JSON.stringify(value)}`)
  }
  let count = 0
  for (const [, name, text] of TEXT.matchAll(/^`([\w./]+)`:\n\n```json\n(.*?)^```$/gms)) {
    agree(parseJson(text!).value, name !== 'wrong.json')
    count++
  }
  t.is(count, 3)
  const shader = { file: 'a.hlsl' }
  const right: readonly unknown[] = [
    { shaders: [] },
    { shaders: [{ ...shader, file: ['a', 'b'], entries: ['a', { entry: 'b', when: { A: 1 } }], targets: ['ps_6_0'] }] },
    { $schema: 'x', shaders: [shader], outDir: 'o', manifest: false, archive: 'a', state: 's', output: '{name}' },
    { shaders: [shader], exclude: [{ A: [1, 'x', true, null], any: [{ B: 1 }], all: [], not: { C: 2 } }] },
    { shaders: [shader], defines: { A: 1, B: 'x', C: true, D: null }, flags: ['-Zpr'], include: ['i'] },
    { shaders: [shader], axes: { A: [1], B: { values: [1], when: { A: 1 } }, C: { values: [1] } } },
  ]
  for (const value of right) agree(value, true)
  const wrong: readonly unknown[] = [
    {},
    [],
    { shaders: {} },
    { shaders: [{}] },
    { shaders: [shader], more: 1 },
    { shaders: [{ ...shader, more: 1 }] },
    { shaders: [{ ...shader, entries: [] }] },
    { shaders: [{ ...shader, entries: [{ target: 'x' }] }] },
    { shaders: [{ ...shader, targets: [] }] },
    { shaders: [shader], manifest: true },
    { shaders: [shader], outDir: '' },
    { shaders: [shader], axes: { A: [] } },
    { shaders: [shader], axes: { A: 1 } },
    { shaders: [shader], axes: { A: { when: {} } } },
    { shaders: [shader], axes: { 'A B': [1] } },
    { shaders: [shader], defines: { A: [1] } },
    { shaders: [shader], exclude: {} },
    { shaders: [shader], when: [] },
    { shaders: [shader], flags: '-Zpr' },
  ]
  for (const value of wrong) agree(value, false)
})
