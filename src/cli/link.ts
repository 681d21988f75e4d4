// `dxilkit link`: what help and completion say of it. compile's flags are read by compile itself, since dxc's own spelling is `dxc -link`.

import type { CommandModule } from 'yargs'

export const linkCommand: CommandModule = {
  command: 'link <files..>',
  describe: 'link libraries (lib_6_x and later, of DXC or dxilkit) to a shader or to a library',
  builder: y =>
    y
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'containers that hold libraries',
      })
      .option('T', { type: 'string', requiresArg: true, describe: 'profile of the result: ps_6_0, lib_6_3' })
      .option('E', { type: 'string', requiresArg: true, describe: 'entry point, default main' })
      .option('Fo', {
        type: 'string',
        requiresArg: true,
        describe: 'the container to write; without it the listing is printed',
      })
      .option('exports', { type: 'string', requiresArg: true, describe: 'what a library exports: name;new1,new2=name' })
      .option('export-shaders-only', { type: 'boolean', describe: 'a library exports its shaders alone' })
      .epilogue(
        'All flags of compile that are about outputs and messages work, too. dxc spells it: dxc -link "a.dxil;b.dxil"',
      ),
  handler: () => {},
}
