#!/usr/bin/env node
// The command line in dxc's manner: takes dxc's flags, and ends with dxc's exit codes.

'use strict'

process.argv.splice(2, 0, '--driver-mode=dxc')
require('./dxilkit.js')
