// Lines of a listing against the lines of the source that they come from.

import test from 'ava'
import { compile, linkedListing, listing } from '../../src/api/index.ts'

const SOURCE = `#include "twice.hlsli"
RWBuffer<float> o;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float v = twice(o[i]);
  o[i] = sqrt(v);
}
`
const HEADER = 'float twice(float v) {\n  return v * 1.75;\n}\n'
const OPTIONS = { target: 'cs_6_0', fileName: 'main.hlsl', include: () => ({ name: 'twice.hlsli', text: HEADER }) }

test('lines of a listing without debug information are linked through another container', t => {
  const plain = compile(SOURCE, OPTIONS)
  const debug = compile(SOURCE, { ...OPTIONS, debug: 'full', embedDebug: true })
  t.true(plain.ok && debug.ok)
  if (!plain.ok || !debug.ok) return
  const { text, places } = linkedListing(plain.container, debug.container)
  t.is(text, listing(plain.container))
  const lines = text.split('\n')
  t.is(places.length, lines.length)
  const placeOf = (word: RegExp) => {
    const at = lines.findIndex(line => word.test(line))
    const place = places[at]
    return place && `${place.file}:${place.line}`
  }
  t.is(placeOf(/fmul/), 'twice.hlsli:2')
  t.is(placeOf(/Sqrt/), 'main.hlsl:6')
  t.is(placeOf(/bufferLoad/), 'main.hlsl:5')
  t.is(placeOf(/^define/), null)
  t.is(placeOf(/^!/), null)
})

test('a container with debug information links its own listing', t => {
  const debug = compile(SOURCE, { ...OPTIONS, debug: 'full', embedDebug: true })
  t.true(debug.ok)
  const { text, places } = linkedListing(debug.container!)
  const at = text.split('\n').findIndex(line => / = fmul/.test(line))
  t.like(places[at], { file: 'twice.hlsli', line: 2 })
})

test('nothing is linked without debug information, and not to another program', t => {
  const plain = compile(SOURCE, OPTIONS)
  const other = compile(SOURCE.replace('sqrt(v)', 'v + sqrt(v)'), { ...OPTIONS, debug: 'full', embedDebug: true })
  t.true(plain.ok && other.ok)
  t.true(linkedListing(plain.container!).places.every(place => place === null))
  t.true(linkedListing(plain.container!, other.container).places.every(place => place === null))
})
