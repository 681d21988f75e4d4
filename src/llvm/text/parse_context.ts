// What the parts of the assembly parser share.

import type { Module } from '../model/module.ts'
import type { AttributeParser } from './parse_attributes.ts'
import type { ConstantParser } from './parse_constants.ts'
import type { Cursor } from './parse_cursor.ts'
import type { MetadataParser } from './parse_metadata.ts'
import type { TypeParser } from './parse_types.ts'

export interface ParseContext {
  readonly c: Cursor
  readonly module: Module
  readonly types: TypeParser
  readonly constants: ConstantParser
  readonly attributes: AttributeParser
  readonly metadata: MetadataParser
}
