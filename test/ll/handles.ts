// Lines of LLVM text for tests: handles by binding, values loaded and stored so that resources are used, names as clang writes them.

export const FLOAT_BUFFER = 'target("dx.TypedBuffer", float, 0, 0, 0)'
export const RW_FLOAT_BUFFER = 'target("dx.TypedBuffer", <4 x float>, 1, 0, 0)'
export const RW_BYTES = 'target("dx.RawBuffer", i8, 1, 0)'

/** The string global of a resource's name. */
export const nameOf = (name: string): string =>
  `@${name}.str = private unnamed_addr constant [${name.length + 1} x i8] c"${name}\\00", align 1\n`

const handle = (
  result: string,
  type: string,
  how: string,
  args: readonly (number | string)[],
  name: string,
): string => {
  const list = args.map(a => (typeof a === 'number' ? `i32 ${a}` : a))
  return `  %${result} = call ${type} @llvm.dx.resource.${how}.t(${[...list, name === '' ? 'ptr null' : `ptr @${name}.str`].join(', ')})\n`
}

/** handlefrombinding: space, register, range, index. */
export const at = (
  result: string,
  type: string,
  [space, lower, range = 1, index = 0]: readonly [number, number, number?, (number | string)?],
  name = '',
): string => handle(result, type, 'handlefrombinding', [space, lower, range, index], name)

/** handlefromimplicitbinding: order id, space, range, index. */
export const anywhere = (
  result: string,
  type: string,
  [order, space, range = 1, index = 0]: readonly [number, number, number?, (number | string)?],
  name = '',
): string => handle(result, type, 'handlefromimplicitbinding', [order, space, range, index], name)

/** Stores a constant through the handle of an RWBuffer<float4>. */
export const write = (handleName: string): string =>
  `  call void @llvm.dx.resource.store.typedbuffer(${RW_FLOAT_BUFFER} %${handleName}, i32 0, <4 x float> zeroinitializer)\n`

/** Loads a float of a Buffer<float> and keeps it, at a byte of its own. */
export const keep = (handleName: string, sink: string, byte: number): string =>
  `  %${handleName}.l = call { float, i1 } @llvm.dx.resource.load.typedbuffer(${FLOAT_BUFFER} %${handleName}, i32 0)
  %${handleName}.v = extractvalue { float, i1 } %${handleName}.l, 0
${put(sink, byte, `float %${handleName}.v`)}`

/** Stores a value into an RWByteAddressBuffer. */
export const put = (sink: string, byte: number | string, value: string): string =>
  `  call void @llvm.dx.resource.store.rawbuffer(${RW_BYTES} %${sink}, i32 ${byte}, i32 0, ${value})\n`
