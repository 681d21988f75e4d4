// Command: the smallest shader that still shows a fault. npm run reduce -- FILE [what it keeps] -- -T cs_6_0 [DXC's flags]

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { preprocessSource } from '../../src/api/index.ts'
import { decodeText, fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { propertyOf, type Wanted } from './properties.ts'
import { shrink } from './shrink.ts'

const USAGE = `usage: npm run reduce -- FILE [options] -- -T cs_6_0 [flags as DXC has them]
  --says TEXT         our messages have TEXT
  --crashes           our compiler throws
  --invalid           we accept, the official validator refuses
  --differs P1,P2     both accept, and these parts differ
  --longer N          both accept, and our code is at least N times as long as DXC's
  --alone ours|dxc    only one of the two accepts
  --command 'CMD {}'  a command ends with exit code 0 for the file
  --seconds S         when to stop (300)
  --output OUT        a file for the result; else it is printed
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    says: { type: 'string' },
    crashes: { type: 'boolean' },
    invalid: { type: 'boolean' },
    differs: { type: 'string' },
    longer: { type: 'string' },
    alone: { type: 'string' },
    command: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    output: { type: 'string' },
  },
})

const [file, ...words] = positionals
if (file === undefined || words.length === 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

/** One text without directives, so that headers are reduced, too. */
function flattened(path: string): string {
  const job = compileJob(parseFlags([...words, path]))
  const include = fileIncluder(job.includeDirs)
  const made = preprocessSource(decodeText(readFileSync(path)), { ...job.compile, fileName: path, include })
  if (!made.ok) throw new Error(made.text)
  return made.value.replace(/^#line.*$/gm, '').replace(/\n{2,}/g, '\n')
}

const wanted: Wanted = {
  ...(values.says === undefined ? {} : { says: values.says }),
  ...(values.crashes ? { crashes: true } : {}),
  ...(values.invalid ? { invalid: true } : {}),
  ...(values.differs === undefined ? {} : { differs: values.differs.split(',') }),
  ...(values.longer === undefined ? {} : { longer: Number(values.longer) }),
  ...(values.alone === 'ours' || values.alone === 'dxc' ? { alone: values.alone } : {}),
  ...(values.command === undefined ? {} : { command: values.command }),
}
const holds = propertyOf(wanted, words)
const source = flattened(file)
if (!(await holds(source))) {
  console.error(`${file} does not show what is to be kept`)
  process.exit(1)
}
const small = await shrink(source, holds, { tries: 100_000, seconds: Number(values.seconds) })
if (values.output === undefined) console.log(small)
else writeFileSync(values.output, `${small}\n`)
process.exit(0)
