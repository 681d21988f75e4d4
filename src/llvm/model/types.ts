// LLVM 3.7 types, interned per module: equal types are the same object, so `===` compares them.
// Every type has the same runtime shape (one class); fields that do not apply hold 0, '', false or [].

export type TypeKind =
  | 'void'
  | 'half'
  | 'float'
  | 'double'
  | 'int'
  | 'label'
  | 'metadata'
  | 'pointer'
  | 'function'
  | 'array'
  | 'vector'
  | 'struct'

export class Type {
  readonly kind: TypeKind
  /** Dense number within its table, in creation order (not the bitcode type id). */
  readonly index: number
  /** int: bits. */
  readonly width: number
  /** array, vector: number of elements. */
  readonly count: number
  /** pointer: address space. */
  readonly addressSpace: number
  /** function: return type then parameters; struct: fields; pointer, array, vector: the element. */
  contained: readonly Type[]
  /** struct */
  packed: boolean
  /** struct: true until a body is set; only named structs can be opaque. */
  opaque: boolean
  /** struct: '' for a literal struct. */
  name: string
  /** struct: compared by identity, not by its fields. */
  readonly identified: boolean
  /** function */
  readonly vararg: boolean
  /** Nesting of the type's spelling; an identified struct is spelt by its name. Readers bound it. */
  readonly depth: number
  /** Number of types in its spelling. */
  readonly weight: number

  /**
   * @param size the kind's number: width, count or address space
   * @param flag the kind's flag: packed or vararg
   * @param name of an identified struct
   */
  constructor(kind: TypeKind, index: number, contained: readonly Type[], size: number, flag: boolean, name?: string) {
    this.kind = kind
    this.index = index
    this.width = kind === 'int' ? size : 0
    this.count = kind === 'array' || kind === 'vector' ? size : 0
    this.addressSpace = kind === 'pointer' ? size : 0
    this.contained = contained
    this.packed = kind === 'struct' && flag
    this.opaque = false
    this.name = name ?? ''
    this.identified = name !== undefined
    this.vararg = kind === 'function' && flag
    let depth = 0
    let weight = 1
    if (!this.identified)
      for (const t of this.contained) {
        depth = Math.max(depth, t.depth + 1)
        weight += t.weight
      }
    this.depth = depth
    this.weight = weight
  }

  /** Pointee of a pointer, element of an array or vector. */
  get element(): Type {
    return this.contained[0]!
  }

  /** Return type of a function type. */
  get result(): Type {
    return this.contained[0]!
  }

  /** Number of parameters of a function type; parameter i is contained[i + 1]. */
  get paramCount(): number {
    return this.contained.length - 1
  }

  get isLiteralStruct(): boolean {
    return this.kind === 'struct' && !this.identified
  }

  get isFloatingPoint(): boolean {
    return this.kind === 'float' || this.kind === 'half' || this.kind === 'double'
  }

  /** The element type of a vector, else the type itself. */
  get scalar(): Type {
    return this.kind === 'vector' ? this.contained[0]! : this
  }

  get isIntOrIntVector(): boolean {
    return this.scalar.kind === 'int'
  }

  get isFloatOrFloatVector(): boolean {
    return this.scalar.isFloatingPoint
  }

  /** void, label, metadata and function types are not the type of any operand that has a number of its own. */
  get isAggregate(): boolean {
    return this.kind === 'struct' || this.kind === 'array'
  }
}

const NONE: readonly Type[] = []

/** The types of one module. Asking twice for the same type gives the same object. */
export class TypeTable {
  /** All types, by Type.index. */
  readonly all: Type[] = []
  readonly #byKey = new Map<string, Type>()
  readonly #ints: (Type | undefined)[] = []
  readonly #pointers: (Type | undefined)[] = []
  readonly #named = new Map<string, Type>()

  readonly void: Type = this.#add('void')
  readonly half: Type = this.#add('half')
  readonly float: Type = this.#add('float')
  readonly double: Type = this.#add('double')
  readonly label: Type = this.#add('label')
  readonly metadata: Type = this.#add('metadata')
  readonly i1: Type = this.int(1)
  readonly i8: Type = this.int(8)
  readonly i16: Type = this.int(16)
  readonly i32: Type = this.int(32)
  readonly i64: Type = this.int(64)

  /** Integer type of `width` bits. */
  int(width: number): Type {
    return (this.#ints[width] ??= this.#add('int', NONE, width))
  }

  pointer(element: Type, addressSpace = 0): Type {
    if (addressSpace === 0) return (this.#pointers[element.index] ??= this.#add('pointer', [element]))
    return this.#interned(`p${addressSpace} ${element.index}`, 'pointer', [element], addressSpace)
  }

  func(result: Type, params: readonly Type[], vararg = false): Type {
    const contained = [result, ...params]
    return this.#interned(`f${vararg ? 1 : 0}${keyOf(contained)}`, 'function', contained, 0, vararg)
  }

  array(count: number, element: Type): Type {
    return this.#interned(`a${count} ${element.index}`, 'array', [element], count)
  }

  vector(count: number, element: Type): Type {
    return this.#interned(`v${count} ${element.index}`, 'vector', [element], count)
  }

  /** Literal (structurally compared) struct. */
  struct(fields: readonly Type[], packed = false): Type {
    return this.#interned(`s${packed ? 1 : 0}${keyOf(fields)}`, 'struct', [...fields], 0, packed)
  }

  /**
   * The struct of this name. `fields` null leaves a new one opaque until setBody. An existing struct of that name is
   * returned as it is, whatever its fields; use freshStruct to get LLVM's renaming instead.
   */
  namedStruct(name: string, fields: readonly Type[] | null = null, packed = false): Type {
    const found = this.#named.get(name)
    if (found) {
      if (found.opaque && fields) this.setBody(found, fields, packed)
      return found
    }
    const made = this.#add('struct', fields ? [...fields] : NONE, 0, packed, name)
    made.opaque = fields === null
    this.#named.set(name, made)
    return made
  }

  /** The named struct, if there is one. */
  findStruct(name: string): Type | null {
    return this.#named.get(name) ?? null
  }

  /** A new named struct even if the name is taken; the text form of a module may then be ambiguous, bitcode is not. */
  freshStruct(name: string): Type {
    const made = this.#add('struct', NONE, 0, false, name)
    made.opaque = true
    if (name !== '' && !this.#named.has(name)) this.#named.set(name, made)
    return made
  }

  /** Names a struct made by freshStruct(''), for readers that meet a struct before its name. */
  rename(struct: Type, name: string): void {
    struct.name = name
    if (name !== '' && !this.#named.has(name)) this.#named.set(name, struct)
  }

  /** Gives an opaque named struct its fields (which may refer to the struct itself through pointers). */
  setBody(struct: Type, fields: readonly Type[], packed = false): void {
    struct.contained = [...fields]
    struct.packed = packed
    struct.opaque = false
  }

  #interned(key: string, kind: TypeKind, contained: readonly Type[], size: number, flag = false): Type {
    let type = this.#byKey.get(key)
    if (!type) this.#byKey.set(key, (type = this.#add(kind, contained, size, flag)))
    return type
  }

  #add(kind: TypeKind, contained: readonly Type[] = NONE, size = 0, flag = false, name?: string): Type {
    const type = new Type(kind, this.all.length, contained, size, flag, name)
    this.all.push(type)
    return type
  }
}

const keyOf = (types: readonly Type[]): string => {
  let key = ''
  for (const t of types) key += ` ${t.index}`
  return key
}
