// The links that the RUN lines of a folder ask for, through DXC's linker and ours: npx tsx test/parity/links.ts FOLDER [FILTER].

import { linkFolder } from './folder_links.ts'

const [folder = '.', filter = ''] = process.argv.slice(2)
console.log(Object.fromEntries(await linkFolder(folder, filter, line => console.log(line))))
process.exit(0)
