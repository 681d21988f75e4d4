// SARIF logs, held against what the standard says of their shape: indexes that point where they should, regions in order, required members.

import test from 'ava'
import { type CompileResult, compile } from '../../src/api/index.ts'
import { toSarif, uriOf } from '../../src/diag/sarif.ts'

type Data = Readonly<Record<string, unknown>>
interface Region {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}
interface Physical {
  readonly artifactLocation: { readonly uri: string }
  readonly region: Region
  readonly contextRegion?: Region & { readonly snippet?: { readonly text: string } }
}
interface Place {
  readonly id?: number
  readonly physicalLocation: Physical
  readonly message?: { readonly text: string }
  readonly annotations?: readonly Region[]
}
interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly Place[]
  readonly relatedLocations?: readonly Place[]
  readonly fixes?: readonly {
    readonly description: { readonly text: string }
    readonly artifactChanges: readonly {
      readonly artifactLocation: { readonly uri: string }
      readonly replacements: readonly { readonly deletedRegion: Region; readonly insertedContent?: { text: string } }[]
    }[]
  }[]
}
interface Log {
  readonly $schema: string
  readonly version: string
  readonly runs: readonly {
    readonly tool: { readonly driver: { name: string; version: string; rules: readonly (Data & { id: string })[] } }
    readonly columnKind: string
    readonly artifacts: readonly { readonly location: { readonly uri: string } }[]
    readonly invocations: readonly { readonly executionSuccessful: boolean }[]
    readonly results: readonly Result[]
  }[]
}

const PIXEL = { target: 'ps_6_0', fileName: 'dir with blank/x.hlsl' } as const
const logOf = (result: CompileResult): Log =>
  JSON.parse(JSON.stringify(toSarif(result.diagnostics, { version: '1.2.3', ok: result.ok })))

const inOrder = (r: Region): boolean =>
  r.startLine >= 1 &&
  r.startColumn >= 1 &&
  (r.endLine > r.startLine || (r.endLine === r.startLine && r.endColumn >= r.startColumn))

/** What is wrong with a log's structure. */
function flaws(log: Log): string[] {
  const out: string[] = []
  const check = (holds: boolean, what: string): void => void (holds || out.push(what))
  check(log.version === '2.1.0' && /^https:.*sarif-schema-2\.1\.0\.json$/.test(log.$schema), 'version')
  check(log.runs.length === 1, 'one run')
  const [run] = log.runs
  const { rules } = run!.tool.driver
  const uris = new Set(run!.artifacts.map(a => a.location.uri))
  check(new Set(rules.map(rule => rule.id)).size === rules.length, 'rules are unique')
  check(run!.columnKind === 'utf16CodeUnits', 'columnKind')
  const checkPlace = ({
    physicalLocation: { artifactLocation, region, contextRegion },
    annotations = [],
  }: Place): void => {
    check(uris.has(artifactLocation.uri), `artifact ${artifactLocation.uri} is listed`)
    check(inOrder(region) && annotations.every(inOrder), `region ${JSON.stringify(region)}`)
    if (contextRegion?.snippet)
      check(contextRegion.startColumn <= region.startColumn && contextRegion.endColumn >= region.endColumn, 'context')
  }
  for (const result of run!.results) {
    check(rules[result.ruleIndex]?.id === result.ruleId, `ruleIndex of ${result.ruleId}`)
    check(['none', 'note', 'warning', 'error'].includes(result.level), `level ${result.level}`)
    check(result.message.text.length > 0, 'message')
    result.locations.forEach(checkPlace)
    for (const [i, place] of (result.relatedLocations ?? []).entries()) {
      check(place.id === i && (place.message?.text.length ?? 0) > 0, 'related location')
      checkPlace(place)
    }
    for (const { description, artifactChanges } of result.fixes ?? []) {
      check(description.text.length > 0 && artifactChanges.length > 0, 'fix')
      for (const { artifactLocation, replacements } of artifactChanges) {
        check(uris.has(artifactLocation.uri) && replacements.length > 0, 'change')
        for (const { deletedRegion, insertedContent } of replacements)
          check(inOrder(deletedRegion) && insertedContent?.text !== '', 'replacement')
      }
    }
  }
  return out
}

test('errors, warnings, notes and fix-its have their places in the log', t => {
  const result = compile(
    'float4 main(int mode : MODE) : SV_Target\n{\n  float brightness = 1;\n  if (mode = 1) return brigthness;\n  return 1;\n}\n',
    PIXEL,
  )
  const log = logOf(result)
  t.deepEqual(flaws(log), [])
  const [run] = log.runs
  t.deepEqual(
    run!.results.map(r => [r.ruleId, r.level, r.relatedLocations?.length ?? 0, r.fixes?.length ?? 0]),
    [
      ['W2140', 'warning', 2, 2],
      ['E2001', 'error', 1, 1],
    ],
  )
  t.false(run!.invocations[0]!.executionSuccessful)
  const [warning, error] = run!.results
  t.deepEqual(run!.tool.driver.rules[warning!.ruleIndex]!['properties'], { option: '-Wparentheses' })
  t.deepEqual(error!.locations[0]!.physicalLocation.region, {
    startLine: 4,
    startColumn: 24,
    endLine: 4,
    endColumn: 34,
  })
  t.is(error!.locations[0]!.physicalLocation.artifactLocation.uri, 'dir%20with%20blank/x.hlsl')
  const [replacement] = error!.fixes![0]!.artifactChanges[0]!.replacements
  t.deepEqual(replacement, {
    deletedRegion: { startLine: 4, startColumn: 24, endLine: 4, endColumn: 34 },
    insertedContent: { text: 'brightness' },
  })
})

test('fixes mend the source', t => {
  const source = 'float4 main(float4 a : A) : SV_Target\n{\n  float glow = 1\n  return lerp(a, glwo, 0.5);\n}\n'
  const mended = (text: string): string => {
    const lines = text.split('\n')
    const { results } = logOf(compile(text, PIXEL)).runs[0]!
    const { deletedRegion: at, insertedContent } = results[0]!.fixes![0]!.artifactChanges[0]!.replacements[0]!
    const line = lines[at.startLine - 1]!
    lines[at.startLine - 1] = line.slice(0, at.startColumn - 1) + insertedContent!.text + line.slice(at.endColumn - 1)
    return lines.join('\n')
  }
  t.true(compile(mended(mended(source)), PIXEL).ok)
})

test('messages in included files, macros, of several lines, without a place', t => {
  const include = (name: string) => ({ name, text: 'float4 helper() { return nothing; }\n' })
  const sources = [
    '#include "a b.hlsli"\nfloat4 main() : SV_Target { return helper(); }\n',
    '#define F(x) (x + missing)\nfloat4 main() : SV_Target { return F(1); }\n',
    'float4 PSMain() : SV_Target { return 1; }\n',
    '#error nothing works\n',
    'float4 main() : SV_Target { return max(float3(1, 2,\n 3)); }\n',
    'float4 main() : SV_Target { return 1; }\n',
  ]
  for (const source of sources) {
    const result = compile(source, { ...PIXEL, include })
    t.deepEqual(flaws(logOf(result)), [], source)
    t.is(logOf(result).runs[0]!.results.length, result.diagnostics.length)
  }
  t.deepEqual(flaws(logOf(compile('x', { target: 'ps_9_9' as 'ps_6_0' }))), [])
})

test('the checks see a broken log', t => {
  const log = logOf(compile('float4 main() : SV_Target { return x; }', PIXEL))
  const [run] = log.runs
  t.not(flaws({ ...log, runs: [{ ...run!, artifacts: [] }] }).length, 0)
  t.not(flaws({ ...log, runs: [{ ...run!, results: [{ ...run!.results[0]!, ruleIndex: 7 }] }] }).length, 0)
})

test('paths as URI references', t => {
  t.is(uriOf('src/a b.hlsl'), 'src/a%20b.hlsl')
  t.is(uriOf('/tmp/x#1.hlsl'), 'file:///tmp/x%231.hlsl')
  t.is(uriOf('C:\\shaders\\x.hlsl'), 'file:///C:/shaders/x.hlsl')
  t.is(uriOf('\\\\server\\x.hlsl'), 'file://server/x.hlsl')
  t.is(uriOf('a:b.hlsl'), './a:b.hlsl')
  t.is(uriOf('é\ud800.hlsl'), '%C3%A9%EF%BF%BD.hlsl')
})
