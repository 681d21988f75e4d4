// A container as a self-contained HTML page, from its bytes alone.

import { checkArgument, checkBytes, OBJECT, STRING } from '../base/arguments.ts'
import { FormatError } from '../base/format_error.ts'
import { readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { containerPage } from '../html/page.ts'
import type { SourceInput } from '../html/source_panel.ts'
import { type BufferLayout, bufferLayouts } from '../inspect/buffer_layouts.ts'
import { byteRanges } from '../inspect/byte_map.ts'
import { dumpContainer } from '../inspect/dump.ts'
import { sourceProgram } from '../listing/listing.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { containerStatistics } from '../stats/stats.ts'
import { type ListingOptions, listing } from './disassemble.ts'

/**
 * The page of a container: clickable byte map, tables, disassembly, and the source as a heat map where there is debug information. It loads nothing, and needs JavaScript for the map only.
 * @param title heading of the page, usually the name of the file
 * @param options lines of HLSL in the disassembly, which are shown by default where there is debug information
 * @throws FormatError when there is no container header or its part table does not fit; lesser damage is shown on the page
 */
export function htmlPage(bytes: Uint8Array, title = 'container', options: ListingOptions = {}): string {
  checkBytes('htmlPage', bytes)
  checkArgument('htmlPage', 'title', title, STRING)
  checkArgument('htmlPage', 'options', options, OBJECT)
  const container = readContainer(bytes)
  const text = attempt(() => listing(bytes, { source: true, ...options }))
  return containerPage({
    title,
    container,
    dump: dumpContainer(bytes),
    ranges: byteRanges(bytes),
    layouts: layouts(bytes),
    listing: text instanceof FormatError ? undefined : text,
    listingProblem: text instanceof FormatError ? text.message : undefined,
    source: sourceInput(bytes, options.debugContainer),
  })
}

/** Undefined where no instruction has a line. */
function sourceInput(bytes: Uint8Array, debugContainer: Uint8Array | undefined): SourceInput | undefined {
  const found = attempt(() => {
    const linked = sourceProgram(bytes, debugContainer)
    if (!linked) return undefined
    const statistics = containerStatistics(readContainer(bytes), debugContainer && readContainer(debugContainer))
    return { statistics, sources: linked.sources.files }
  })
  return found instanceof FormatError || !found || found.statistics.lines.length === 0 ? undefined : found
}

/** From the reflection program if there is one: it keeps the names. */
function layouts(bytes: Uint8Array): readonly BufferLayout[] {
  for (const name of ['STAT', 'ILDB', 'DXIL'] as const) {
    const part = readContainer(bytes).parts.find(p => p.name === name)
    if (!part) continue
    const found = attempt(() => bufferLayouts(readModule(decodePart(name, part.data, part.offset).bitcode)))
    if (!(found instanceof FormatError) && found.length > 0) return found
  }
  return []
}

function attempt<T>(run: () => T): T | FormatError {
  try {
    return run()
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
}
