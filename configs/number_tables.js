// Tables of numbers. The package and the playground have the numbers in place of the members (`Op.Add` is gone from them): that spares look-ups
// and bytes, and often the table.

import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The tables, by the file that exports them. */
const TABLES = {
  'src/spec/dxil_ops.ts': ['DxilOp'],
  'src/ir/ops.ts': ['Op', 'ICMP', 'FCMP', 'ATOMIC_RMW', 'Flag'],
  'src/llvm/text/parse_tokens.ts': ['Tok'],
  'src/hlsl/lex/token.ts': ['KIND'],
  'src/spec/llvm_codes.ts': ['BlockId', 'ModuleCode', 'TypeCode', 'ConstantCode', 'MetadataCode', 'FunctionCode', 'BinOp', 'CastOp'],
  'src/spec/psv_enums.ts': ['SHADER_STAGE', 'RESOURCE_KIND', 'SEMANTIC_KIND', 'COMPONENT_TYPE', 'INTERPOLATION_MODE'],
  'src/spec/rdat_enums.ts': ['RDAT_PART', 'SUBOBJECT_KIND'],
  'src/dxil/entry_properties.ts': ['ENTRY_TAG'],
}

/**
 * The tables with their values, as numbers by member; throws when a member is no integer.
 * @returns {Promise<{ file: string, name: string, values: Record<string, number> }[]>}
 */
export async function numberTables() {
  const tables = Object.entries(TABLES).flatMap(([source, names]) => names.map(name => ({ source, name })))
  const contents = tables.map(({ source, name }, i) => `export { ${name} as t${i} } from './${source}'`).join('\n')
  const stdin = { contents, resolveDir: ROOT, loader: /** @type {const} */ ('ts') }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', target: 'es2022', write: false })
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  return tables.map(({ source, name }, i) => {
    const values = module[`t${i}`]
    if (Object.values(values).some(value => !Number.isSafeInteger(value))) throw new Error(`${name} is no table of integers`)
    return { file: join(ROOT, source), name, values }
  })
}

/**
 * The text of a source file with numbers in place of the members of the tables that it imports; throws for a member that there is not.
 * @param {string} contents
 * @param {string} path
 * @param {Awaited<ReturnType<typeof numberTables>>} tables
 */
export function withNumbers(contents, path, tables) {
  const imports = [...contents.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)]
  for (const { file, name, values } of tables) {
    const isTaken = imports.some(
      ([, names, from]) => resolve(path, '..', from) === file && names.split(',').some(n => n.trim() === name),
    )
    if (!isTaken) continue
    const member = new RegExp(`(?<![\\w$.])${name}(?:\\.(\\w+)|\\['([^'\\\\]+)'\\])`, 'g')
    contents = contents.replace(member, (_, word, text) => {
      const key = word ?? text
      if (!Object.hasOwn(values, key)) throw new Error(`${path}: there is no ${name}.${key}`)
      return `(${values[key]})`
    })
  }
  return contents
}
