// DXIL operations that spec/dxil_ops.ts does not have, as disassembly names them: those of the experimental table 0x8000 that are not
// compiled (shader model 6.10) and the reserved numbers of the core table (source: DXC's hctdb).

/** `Name(parameters)` from number 11 of the experimental table on. */
const LINEAR_ALGEBRA: readonly string[] = [
  'LinAlgMatrixMultiplyAccumulate(matrixA,matrixB,matrixC)',
  'LinAlgFillMatrix(value)',
  'LinAlgCopyConvertMatrix(srcMatrix,transpose)',
  'LinAlgMatrixLoadFromDescriptor(handle,offset,stride,layout,align)',
  'LinAlgMatrixLoadFromMemory(memory,offset,stride,layout)',
  'LinAlgMatrixLength(matrix)',
  'LinAlgMatrixGetCoordinate(matrix,threadLocalIndex)',
  'LinAlgMatrixGetElement(matrix,threadLocalIndex)',
  'LinAlgMatrixSetElement(matrix,threadLocalIndex,value)',
  'LinAlgMatrixStoreToDescriptor(matrix,handle,offset,stride,layout,align)',
  'LinAlgMatrixStoreToMemory(matrix,memory,offset,stride,layout)',
  'LinAlgMatrixQueryAccumulatorLayout()',
  'LinAlgMatrixMultiply(matrixA,matrixB)',
  'LinAlgMatrixAccumulate(matrixLHS,matrixRHS)',
  'LinAlgMatVecMul(matrix,isOutputSigned,inputVector,interpretation)',
  'LinAlgMatVecMulAdd(matrix,isOutputSigned,inputVector,inputInterpretation,biasVector)',
  'LinAlgMatrixAccumulateToDescriptor(matrix,handle,offset,stride,layout,align)',
  'LinAlgMatrixAccumulateToMemory(matrix,memory,targetType,offset,stride,layout)',
  'LinAlgMatrixOuterProduct(vectorA,vectorB)',
  'LinAlgConvert(inputVector,inputInterpretation,outputInterpretation)',
  'LinAlgVectorAccumulateToDescriptor(handle,offset,align,vector)',
]

const RESERVED: readonly (readonly [first: number, count: number, prefix: string, from: number])[] = [
  [226, 12, 'Reserved', 0],
  [259, 3, 'ReservedA', 0],
  [290, 3, 'ReservedB', 28],
  [293, 10, 'ReservedC', 0],
  [305, 4, 'ReservedD', 0],
]

/** `LinAlgFillMatrix(value)` for an opcode that has no row in spec/dxil_ops.ts; undefined if nobody knows it. */
export function previewOp(opcode: number): string | undefined {
  const index = opcode + 2 ** 31
  if (index === 0) return 'ExperimentalNop()'
  if (index === 32) return 'ReservedE0()'
  const row = RESERVED.find(([first, count]) => opcode >= first && opcode < first + count)
  return row ? `${row[2]}${row[3] + opcode - row[0]}()` : LINEAR_ALGEBRA[index - 11]
}
