// The process of the package dxilkit-language-server: `dxilkit-language-server --stdio`.

import { EXIT } from './host.ts'
import { runLsp } from './lsp.ts'
import { packageVersion } from './version.ts'

const USAGE = 'usage: dxilkit-language-server --stdio   (the Language Server Protocol over standard input and output)\n'

const words = process.argv.slice(2)
if (words.length === 1 && words[0] === '--stdio') {
  await runLsp()
  process.exit(EXIT.ok)
} else if (words.length === 1 && words[0] === '--version') process.stdout.write(`${packageVersion()}\n`)
else {
  process.stderr.write(USAGE)
  process.exitCode = EXIT.usage
}
