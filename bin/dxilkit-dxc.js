#!/usr/bin/env node
// The command line in dxc's manner: takes dxc's flags, and ends with dxc's exit codes.

import process from 'node:process'

process.argv.splice(2, 0, '--driver-mode=dxc')
await import('./dxilkit.js')
