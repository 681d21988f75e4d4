// What DXC gets wrong about reading buffers, one by one. The generator marks the programs that do such a thing (rarely, on purpose); in them the
// accesses and values are not compared, or DXC's failure is excused. All else - sizes, offsets, strides, annotations - is compared all the same.

/** misread: reads from elsewhere than its own reflection says; fault: crashes, or its validator refuses what it made. */
export type Effect = 'misread' | 'fault'

export const DXC_BUGS = Object.freeze({
  'one-line matrix': {
    effect: ['misread'],
    what: 'A matrix of one row (row major) or column packs like a vector, but is read from the start of its 16-byte row wherever it begins.',
  },
  'lines of 64-bit matrices': {
    effect: ['misread', 'fault'],
    what: 'Lines of two 64-bit components are 16 bytes apart in the layout and read 32 bytes apart, even past the end of the buffer.',
  },
  'arrays of 64-bit matrices': {
    effect: ['misread'],
    what: 'An element of an array of 64-bit matrices is looked for as if every line took one 16-byte row.',
  },
  'run-time row of a 64-bit matrix': {
    effect: ['misread', 'fault'],
    what: 'Indexed at run time, lines of 64-bit matrices are taken to be one 16-byte row apart; in structured buffers the index is taken for bytes.',
  },
  'run-time row of a column-major matrix': {
    effect: ['fault'],
    what: 'Its temporary has as many elements as the matrix has rows and is indexed beyond; bool ones are loaded as single bits.',
  },
  'element of a native 16-bit matrix': {
    effect: ['misread'],
    what: 'In structured and byte address buffers elements read one by one are taken to be four bytes apart; the whole matrix is read densely.',
  },
  'arrays of matrices of another orientation': {
    effect: ['misread'],
    what: 'Copied to a variable declared under another #pragma pack_matrix, the elements keep their order in memory and so change places.',
  },
  'inherited matrices of view arrays': {
    effect: ['misread'],
    what: 'Copied out of an element of an array of buffer views, an array of matrices that is a member of a base is read densely.',
  },
  'run-time component of a bool vector': {
    effect: ['misread'],
    what: 'v[i] of a bool vector in a constant buffer gives the word as it is, where everything else makes 0 or 1 of it.',
  },
  '64-bit vector of one component': {
    effect: ['fault'],
    what: 'In the upper half of a row of a constant buffer it crashes DXC.',
  },
  '64-bit value at an odd lane': {
    effect: ['misread'],
    what: 'packoffset may put a double at .y or .w; it is read from the even lane before, which may be another member.',
  },
  '64-bit vector across a row': {
    effect: ['fault'],
    what: 'packoffset may put a double2 at .z, since its components are counted and not its bytes; reading it crashes.',
  },
  'indexed component of a 64-bit vector': {
    effect: ['misread', 'fault'],
    what: 'v[2] and v[3] in a constant buffer crash DXC, which looks for them in the first of the two rows; so do run-time indices.',
  },
} as const satisfies Readonly<Record<string, { readonly effect: readonly Effect[]; readonly what: string }>>)

export type DxcBug = keyof typeof DXC_BUGS

export const hasEffect = (bugs: readonly DxcBug[], effect: Effect): boolean =>
  bugs.some(bug => (DXC_BUGS[bug].effect as readonly Effect[]).includes(effect))
