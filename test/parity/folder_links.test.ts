// The comparison of links over a folder follows what RUN lines ask for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oracleTest } from '../oracle/oracle_test.ts'
import { linkFolder } from './folder_links.ts'

const FILES = {
  'half.hlsl': 'export float half_of(float a) { return a / 2; }\n',
  'main.hlsl': `// RUN: %dxc -T lib_6_x %s -Fo %t.1
// RUN: %dxc -T lib_6_x %S/half.hlsl -Fo %t.2
// RUN: %dxl "%t.1;%t.2" -E main -T ps_6_0 -Fc %t.ll | FileCheck %s
// RUN: %dxl "%t.1" -E main -T ps_6_0
// RUN: %dxl "%t.1;%t.3" -E main -T ps_6_0
float half_of(float a);
[shader("pixel")] float main(float a : A) : SV_Target { return half_of(a); }
`,
  'nothing.hlsl': '// RUN: %dxc -T ps_6_0 %s\nfloat main() : SV_Target { return 0; }\n',
}

oracleTest('dxc', 'links are followed with the libraries of each compiler', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-links-'))
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
    const lines: string[] = []
    const counts = await linkFolder(folder, 'main', line => lines.push(line))
    t.deepEqual(lines, [])
    t.deepEqual(Object.fromEntries(counts), { same: 4, 'without a library': 2 })
    t.is((await linkFolder(folder, 'nothing', () => {})).size, 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
