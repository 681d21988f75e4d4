// DXIL operations outside the core table, as disassembly names them: the experimental table 0x8000 (numbers
// 0x80000000 + index, shader model 6.10) and the reserved numbers of the core table (source: DXC's hctdb).

const FIRST = 0x80000000

/** `Name(parameters)` by index. */
const PREVIEW: readonly string[] = [
  'ExperimentalNop()',
  'GetGroupWaveIndex()',
  'GetGroupWaveCount()',
  'ClusterID()',
  'RayQuery_CandidateClusterID(rayQueryHandle)',
  'RayQuery_CommittedClusterID(rayQueryHandle)',
  'HitObject_ClusterID(hitObject)',
  'TriangleObjectPosition()',
  'RayQuery_CandidateTriangleObjectPosition(rayQueryHandle)',
  'RayQuery_CommittedTriangleObjectPosition(rayQueryHandle)',
  'HitObject_TriangleObjectPosition(hitObject)',
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
  'ReservedE0()',
  'DebugBreak()',
  'IsDebuggingEnabled()',
]

const RESERVED: readonly (readonly [first: number, count: number, prefix: string, from: number])[] = [
  [226, 12, 'Reserved', 0],
  [259, 3, 'ReservedA', 0],
  [290, 3, 'ReservedB', 28],
  [293, 10, 'ReservedC', 0],
  [305, 4, 'ReservedD', 0],
]

/** `LinAlgFillMatrix(value)` for an opcode (unsigned) that is not in the core table; undefined if nobody knows it. */
export function previewOp(opcode: number): string | undefined {
  if (opcode >= FIRST) return PREVIEW[opcode - FIRST]
  const row = RESERVED.find(([first, count]) => opcode >= first && opcode < first + count)
  return row && `${row[2]}${row[3] + opcode - row[0]}()`
}
