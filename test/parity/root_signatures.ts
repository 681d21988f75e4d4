// Taking root signatures out of a source: a compiler that refuses them would hide every other difference of the shaders that have one.

/** The source without its [RootSignature(...)] attributes; lines keep their numbers. */
export function withoutRootSignatures(source: string): string {
  const attribute = /\[\s*RootSignature\s*\((?:[^()"]|"[^"]*"|\([^()]*\))*\)\s*\]/gi
  return source.replace(attribute, found => found.replace(/[^\n]/g, ' '))
}
