// Every shader of the corpus, with every set of arguments it names, lowers without errors to IR the verifier has nothing to say about.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parseHeader } from '../corpus/header.ts'
import { lowered } from './lowered.ts'

const FOLDER = join(process.cwd(), 'corpus')
const files = readdirSync(FOLDER)
  .filter(f => f.endsWith('.hlsl'))
  .sort()

test('there is a corpus', t => {
  t.true(files.length > 0)
})

for (const file of files)
  test(file, t => {
    const source = readFileSync(join(FOLDER, file), 'utf8')
    for (const { profile, entry, args } of parseHeader(source, file).compiles) {
      const { module, messages, complaints } = lowered(source, {
        entry,
        minor: Number(profile.split('_')[2]),
        native16Bit: args.includes('-enable-16bit-types'),
        ieeeStrict: args.includes('-Gis'),
        hlslVersion: args.includes('-HV') ? Number(args[args.indexOf('-HV') + 1]) : 2021,
        packMatrix: args.includes('-Zpr') ? 'row_major' : 'column_major',
        defines: args.filter((_, i) => args[i - 1] === '-D'),
      })
      const errors = messages.filter(m => / E\d/.test(m))
      t.deepEqual(errors, [], args.join(' '))
      t.is(complaints, '', args.join(' '))
      t.truthy(module)
    }
  })
