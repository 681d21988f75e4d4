// Names of the numbers in debug info, as LLVM 3.7 text spells them (source: DWARF 4 section 7; LLVM Dwarf.def, DebugInfoFlags.def).
// Names without their prefix (DW_TAG_, DW_LANG_, ...); a number without a name is written as a number.

type Names = ReadonlyMap<number, string>

// biome-ignore format: many to a line
export const DWARF_TAGS: Names = new Map([
  [0x1, 'array_type'], [0x2, 'class_type'], [0x3, 'entry_point'], [0x4, 'enumeration_type'],
  [0x5, 'formal_parameter'], [0x8, 'imported_declaration'], [0xa, 'label'], [0xb, 'lexical_block'],
  [0xd, 'member'], [0xf, 'pointer_type'], [0x10, 'reference_type'], [0x11, 'compile_unit'],
  [0x12, 'string_type'], [0x13, 'structure_type'], [0x15, 'subroutine_type'], [0x16, 'typedef'],
  [0x17, 'union_type'], [0x18, 'unspecified_parameters'], [0x19, 'variant'], [0x1a, 'common_block'],
  [0x1b, 'common_inclusion'], [0x1c, 'inheritance'], [0x1d, 'inlined_subroutine'], [0x1e, 'module'],
  [0x1f, 'ptr_to_member_type'], [0x20, 'set_type'], [0x21, 'subrange_type'], [0x22, 'with_stmt'],
  [0x23, 'access_declaration'], [0x24, 'base_type'], [0x25, 'catch_block'], [0x26, 'const_type'],
  [0x27, 'constant'], [0x28, 'enumerator'], [0x29, 'file_type'], [0x2a, 'friend'], [0x2b, 'namelist'],
  [0x2c, 'namelist_item'], [0x2d, 'packed_type'], [0x2e, 'subprogram'], [0x2f, 'template_type_parameter'],
  [0x30, 'template_value_parameter'], [0x31, 'thrown_type'], [0x32, 'try_block'], [0x33, 'variant_part'],
  [0x34, 'variable'], [0x35, 'volatile_type'], [0x36, 'dwarf_procedure'], [0x37, 'restrict_type'],
  [0x38, 'interface_type'], [0x39, 'namespace'], [0x3a, 'imported_module'], [0x3b, 'unspecified_type'],
  [0x3c, 'partial_unit'], [0x3d, 'imported_unit'], [0x3f, 'condition'], [0x40, 'shared_type'],
  [0x41, 'type_unit'], [0x42, 'rvalue_reference_type'], [0x43, 'template_alias'], [0x100, 'auto_variable'],
  [0x101, 'arg_variable'], [0x44, 'coarray_type'], [0x45, 'generic_subrange'], [0x46, 'dynamic_type'],
  [0x4081, 'MIPS_loop'], [0x4101, 'format_label'], [0x4102, 'function_template'], [0x4103, 'class_template'],
  [0x4106, 'GNU_template_template_param'], [0x4107, 'GNU_template_parameter_pack'],
  [0x4108, 'GNU_formal_parameter_pack'], [0x4200, 'APPLE_property'],
])

// biome-ignore format: many to a line
export const DWARF_LANGUAGES: Names = new Map([
  [0x1, 'C89'], [0x2, 'C'], [0x3, 'Ada83'], [0x4, 'C_plus_plus'], [0x5, 'Cobol74'], [0x6, 'Cobol85'],
  [0x7, 'Fortran77'], [0x8, 'Fortran90'], [0x9, 'Pascal83'], [0xa, 'Modula2'], [0xb, 'Java'], [0xc, 'C99'],
  [0xd, 'Ada95'], [0xe, 'Fortran95'], [0xf, 'PLI'], [0x10, 'ObjC'], [0x11, 'ObjC_plus_plus'], [0x12, 'UPC'],
  [0x13, 'D'], [0x14, 'Python'], [0x15, 'OpenCL'], [0x16, 'Go'], [0x17, 'Modula3'], [0x18, 'Haskell'],
  [0x19, 'C_plus_plus_03'], [0x1a, 'C_plus_plus_11'], [0x1b, 'OCaml'], [0x1c, 'Rust'], [0x1d, 'C11'],
  [0x1e, 'Swift'], [0x1f, 'Julia'], [0x20, 'Dylan'], [0x21, 'C_plus_plus_14'], [0x22, 'Fortran03'],
  [0x23, 'Fortran08'], [0x8001, 'Mips_Assembler'],
])

// biome-ignore format: many to a line
export const DWARF_ENCODINGS: Names = new Map([
  [0x1, 'address'], [0x2, 'boolean'], [0x3, 'complex_float'], [0x4, 'float'], [0x5, 'signed'],
  [0x6, 'signed_char'], [0x7, 'unsigned'], [0x8, 'unsigned_char'], [0x9, 'imaginary_float'],
  [0xa, 'packed_decimal'], [0xb, 'numeric_string'], [0xc, 'edited'], [0xd, 'signed_fixed'],
  [0xe, 'unsigned_fixed'], [0xf, 'decimal_float'], [0x10, 'UTF'],
])

export const DWARF_VIRTUALITIES: Names = new Map([
  [0x0, 'none'],
  [0x1, 'virtual'],
  [0x2, 'pure_virtual'],
])

/** The only operations LLVM 3.7 accepts in a DIExpression, and how many numbers follow each. */
export const DWARF_OPERATIONS: ReadonlyMap<number, readonly [name: string, operands: number]> = new Map([
  [0x06, ['deref', 0]],
  [0x22, ['plus', 1]],
  [0x9d, ['bit_piece', 2]],
])

/** The low two bits of the flags are one number, accessibility; the others are single bits. */
export const DI_ACCESSIBILITY: readonly string[] = ['', 'Private', 'Protected', 'Public']
export const DI_FLAGS: readonly (readonly [bit: number, name: string])[] = [
  [1 << 2, 'FwdDecl'],
  [1 << 3, 'AppleBlock'],
  [1 << 4, 'BlockByrefStruct'],
  [1 << 5, 'Virtual'],
  [1 << 6, 'Artificial'],
  [1 << 7, 'Explicit'],
  [1 << 8, 'Prototyped'],
  [1 << 9, 'ObjcClassComplete'],
  [1 << 10, 'ObjectPointer'],
  [1 << 11, 'Vector'],
  [1 << 12, 'StaticMember'],
  [1 << 13, 'LValueReference'],
  [1 << 14, 'RValueReference'],
]
