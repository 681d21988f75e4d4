// `npm run vscode`: the extension as dist/vscode/dxilkit-hlsl.vsix, which is a zip with the extension and a manifest of its own.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { build } from 'esbuild'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = join(HERE, '..', '..')
const OUT = join(ROOT, 'dist', 'vscode')

/** The files of the package by their names in it. */
async function contents() {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'extension.js')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node18',
    external: ['vscode'],
    minify: true,
    write: false,
    logLevel: 'warning',
  })
  const own = name => readFileSync(join(HERE, name))
  const { name, version, publisher, displayName, description, engines } = JSON.parse(own('package.json').toString())
  return new Map([
    ['[Content_Types].xml', Buffer.from(TYPES)],
    ['extension.vsixmanifest', Buffer.from(manifest({ name, version, publisher, displayName, description, engine: engines.vscode }))],
    ['extension/package.json', own('package.json')],
    ['extension/extension.js', Buffer.from(outputFiles[0].contents)],
    ['extension/language-configuration.json', own('language-configuration.json')],
    ['extension/hlsl.tmLanguage.json', own('hlsl.tmLanguage.json')],
    ['extension/LICENSE.txt', readFileSync(join(ROOT, 'LICENSE'))],
  ])
}

const TYPES =
  '<?xml version="1.0" encoding="utf-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".txt" ContentType="text/plain"/></Types>'

const manifest = ({ name, version, publisher, displayName, description, engine }) =>
  `<?xml version="1.0" encoding="utf-8"?><PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"><Metadata><Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/><DisplayName>${displayName}</DisplayName><Description xml:space="preserve">${description}</Description><Categories>Programming Languages,Linters</Categories><Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engine}"/><Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/></Properties></Metadata><Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/><Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets></PackageManifest>`

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  return c
})
const crc32 = bytes => ~bytes.reduce((crc, byte) => CRC[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0

/** A zip of files; the time is always the first of 1980, so that equal files make equal zips. */
function zip(files) {
  const parts = []
  const entries = []
  let at = 0
  for (const [name, data] of files) {
    const packed = deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(33, 8)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = [Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name))
    parts.push(...local)
    at += local.reduce((sum, part) => sum + part.length, 0)
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}

mkdirSync(OUT, { recursive: true })
writeFileSync(join(OUT, 'dxilkit-hlsl.vsix'), zip(await contents()))
