// The numbering of the sample module, as text: densely ordered, and as a module that keeps use lists.

import { readModule } from '../../src/llvm/read/read_module.ts'
import { formatEnumeration } from '../../src/llvm/text/format_enumeration.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { golden } from '../golden.ts'
import { sampleModule } from './sample_module.ts'

golden('test/llvm/enumeration.txt', input => {
  const module = sampleModule()
  if (input === 'use lists kept') module.useLists = []
  return formatEnumeration(input === 'read back' ? readModule(writeModule(module)) : module)
})
