// LLVM 3.7 assembly text to a module. Two passes over the tokens: first everything that has a name is declared (types,
// globals, functions, attribute groups, metadata nodes), then what they hold is read, so order in the text is free.

import { usualMetadataKinds } from '../../spec/llvm_kinds.ts'
import { Module } from '../model/module.ts'
import type { BasicBlock, Func } from '../model/values.ts'
import { AttributeParser } from './parse_attributes.ts'
import { ConstantParser } from './parse_constants.ts'
import type { ParseContext } from './parse_context.ts'
import { Cursor } from './parse_cursor.ts'
import { parseBody } from './parse_function.ts'
import { GlobalParser } from './parse_globals.ts'
import { MetadataParser } from './parse_metadata.ts'
import { Tok, tokenize } from './parse_tokens.ts'
import { TypeParser } from './parse_types.ts'

export interface ParseOptions {
  /** Names of all metadata kinds by id, which the text does not say; DXC's usual ones unless given. */
  readonly metadataKinds?: readonly string[]
}

/**
 * Parses a module. Comments are ignored, except that `; <label>:N` gives an unnamed block its number.
 * @throws TextError (parse_tokens.ts) with the place in the text
 */
export function parseModule(text: string, options: ParseOptions = {}): Module {
  const c = new Cursor(tokenize(text))
  const module = new Module()
  module.metadataKinds.splice(
    0,
    module.metadataKinds.length,
    ...(options.metadataKinds ?? usualMetadataKinds(usedKinds(c))),
  )
  const types = new TypeParser(c, module)
  const constants = new ConstantParser(c, module, types)
  const context: ParseContext = {
    c,
    module,
    types,
    constants,
    attributes: new AttributeParser(c),
    metadata: new MetadataParser(c, module, constants),
  }
  const globals = new GlobalParser(context)
  while (c.kind !== Tok.End) declareEntity(context, globals)
  types.finish()
  const bodies = globals.fill()
  context.metadata.fill()
  for (const { func, at, argNames } of bodies) parseBody(context, func, at, argNames)
  types.finish()
  module.indexNames()
  // DXC marks the breaks of loops while it compiles; the kind stays behind. Measured: in every module with a loop.
  if (!options.metadataKinds && module.functions.some(hasLoop)) module.kindId('dx.break.br')
  return module
}

/** A branch to its own or an earlier block. */
function hasLoop(func: Func): boolean {
  const seen = new Set<BasicBlock>()
  return func.blocks.some(block => {
    seen.add(block)
    return block.instructions[block.instructions.length - 1]?.blocks.some(to => seen.has(to)) ?? false
  })
}

/** Names of attachments: what is neither a definition nor a specialised node. */
function usedKinds(c: Cursor): Set<string> {
  const names = new Set<string>()
  for (let at = 0; at < c.tokens.count - 1; at++) {
    const next = c.kindAt(at + 1)
    if (c.kindAt(at) === Tok.MetaName && (next === Tok.MetaId || next === Tok.Bang)) names.add(c.name(at))
  }
  return names
}

/** Declares the top-level entity ahead and moves behind it. */
function declareEntity(context: ParseContext, globals: GlobalParser): void {
  const { c, types, metadata, attributes } = context
  if (c.kind === Tok.Local) types.definition()
  else if (c.kind === Tok.Global) globals.declareVariable()
  else if (c.kind === Tok.MetaId) {
    metadata.declare()
    skipNode(c)
  } else if (c.kind === Tok.MetaName) {
    metadata.declareNamed()
    c.next()
    c.expectToken('=')
    skipNode(c)
  } else if (c.acceptWord('attributes')) attributes.group()
  else if (c.isWord('declare') || c.isWord('define')) globals.declareFunction()
  else if (c.acceptWord('target')) target(context)
  else if (c.acceptWord('module')) {
    c.expectWord('asm')
    context.module.asm += `${c.string('the assembly text')}\n`
  } else {
    if (UNSUPPORTED.has(c.peekWord())) c.fail(`'${c.peekWord()}' is not supported in DXIL assembly`)
    c.expected('a type, a global, a function, attributes or metadata')
  }
}

const UNSUPPORTED: ReadonlySet<string> = new Set(['uselistorder', 'uselistorder_bb', 'source_filename', 'comdat'])

/** Over `[distinct] !{...}` or `!DI...(...)`. */
function skipNode(c: Cursor): void {
  c.acceptWord('distinct')
  if (c.kind !== Tok.Bang && c.kind !== Tok.MetaName) c.expected('a metadata node, !{...} or !DI...(...)')
  c.next()
  if (!c.is('{') && !c.is('(')) c.expected("'{' or '('")
  c.skipBrackets()
}

function target({ c, module }: ParseContext): void {
  const what = c.word("'datalayout' or 'triple'")
  c.expectToken('=')
  const text = c.string('a string')
  if (what === 'triple') module.triple = text
  else if (what === 'datalayout') module.dataLayout = text
  else c.fail(`there is no target ${what}`, c.at - 3)
}
