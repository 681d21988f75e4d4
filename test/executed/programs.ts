// The generators whose programs no runtime of the tests executes, or not all of them: what each seed is compiled as.

import { generateDependence } from '../dependence/generate.ts'
import { generatePipeline } from '../geometry/generate.ts'
import { generateExports } from '../libraries/exports.ts'
import { generateLibrary } from '../libraries/generate.ts'
import { generateHitObjects } from '../libraries/hit_objects.ts'
import { generateNodes } from '../libraries/nodes.ts'
import { generateMesh } from '../mesh/generate.ts'
import { generateStage } from '../stages/generate.ts'
import { generateTessellation } from '../tessellation/generate.ts'
import { generate as generateWaves } from '../waves/generate.ts'
import { printProgram } from '../waves/print.ts'
import { generateAttempts } from './attempt_program.ts'
import { generateBytes } from './bytes_program.ts'
import { generateChoices } from './choice_program.ts'
import { generateCopies } from './copy_program.ts'
import { generateExacts } from './exact_program.ts'
import { generateExchanges } from './exchange_program.ts'
import { generateFloats } from './float_program.ts'
import { generateLoops } from './loop_program.ts'
import { generateMatrices } from './matrix_program.ts'
import { generateMemory } from './memory_program.ts'
import { generateMerges } from './merge_program.ts'
import { generateNumbers } from './number_program.ts'
import { generateObjects } from './object_program.ts'
import type { Source } from './sources.ts'
import { generateTextures } from './texture_program.ts'
import { generateWides } from './wide_program.ts'
import { generateWidths } from './width_program.ts'
import { generateWraps } from './wrap_program.ts'

/** By kind: from a seed to what is compiled of its program. */
export const KINDS: Readonly<Record<string, (seed: number) => readonly Source[]>> = {
  library: seed => [generateLibrary(seed)],
  exports: seed => [generateExports(seed)],
  nodes: seed => [generateNodes(seed)],
  hitObjects: seed => [generateHitObjects(seed)],
  copies: seed => [generateCopies(seed)],
  memory: seed => [generateMemory(seed)],
  attempts: seed => [generateAttempts(seed)],
  merges: seed => [generateMerges(seed)],
  loops: seed => [generateLoops(seed)],
  numbers: seed => [generateNumbers(seed)],
  floats: seed => [generateFloats(seed)],
  exacts: seed => [generateExacts(seed)],
  choices: seed => [generateChoices(seed)],
  matrices: seed => [generateMatrices(seed)],
  objects: seed => [generateObjects(seed)],
  bytes: seed => [generateBytes(seed)],
  textures: seed => [generateTextures(seed)],
  exchanges: seed => [generateExchanges(seed)],
  widths: seed => [generateWidths(seed)],
  wides: seed => [generateWides(seed)],
  wraps: seed => [generateWraps(seed)],
  waves: seed => {
    // They run as one group; here a world says which.
    const source = printProgram(generateWaves(seed)).replace('SV_DispatchThreadID', 'SV_GroupIndex')
    return [{ source, args: ['-T', 'cs_6_0'] }]
  },
  mesh: seed => [generateMesh(seed)],
  stage: seed => [generateStage(seed)],
  dependence: seed => [generateDependence(seed)],
  geometry: seed => {
    const { source, profile, args } = generatePipeline(seed)
    return [{ source, args: ['-T', profile, '-E', 'GeometryMain', ...args] }]
  },
  tessellation: seed => {
    const { source, minor, args } = generateTessellation(seed)
    return [
      { source, args: ['-T', `hs_6_${minor}`, '-E', 'HullMain', ...args] },
      { source, args: ['-T', `ds_6_${minor}`, '-E', 'DomainMain', ...args] },
    ]
  },
}
