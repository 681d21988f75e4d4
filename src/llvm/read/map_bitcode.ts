// What every bit of LLVM bitcode is, by name: bitcode/bit_map.ts with LLVM's names of blocks and records.
//
//   mapBitcode(bytes, base?, { from?, to?, limit? }) -> { fields, error, next }     (types: bitcode/bit_map.ts)
//   fields[i] = { bitOffset, bitLength, path: 'MODULE/FUNCTION[3]/CALL', item, field: 'op[2]', value }
//
// bitOffset counts from the start of the original input (base * 8 + ...). A hex view asks for the bytes it shows:
// mapBitcode(program.bitcode, offsetOfBitcode, { from, to }); blocks outside are skipped, so this is cheap.

import { lazy } from '../../base/lazy.ts'
import { type BitMap, type BitMapOptions, type BitNames, mapBits } from '../../bitcode/bit_map.ts'
import {
  BlockId,
  ConstantCode,
  FunctionCode,
  MetadataCode,
  ModuleCode,
  TypeCode,
  UseListCode,
} from '../../spec/llvm_codes.ts'

/** 'DistinctNode' to 'DISTINCT_NODE'. */
const upper = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()

const byNumber = (codes: Readonly<Record<string, number>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(codes).map(([name, code]) => [code, upper(name)]))

const blockNames = lazy(() => byNumber(BlockId))
const recordNames = lazy<ReadonlyMap<number, ReadonlyMap<number, string>>>(
  () =>
    new Map([
      [BlockId.BlockInfo, byNumber({ SetBid: 1 })],
      [BlockId.Module, byNumber(ModuleCode)],
      [BlockId.ParamAttr, byNumber({ Entry: 2 })],
      [BlockId.ParamAttrGroup, byNumber({ Group: 3 })],
      [BlockId.Constants, byNumber(ConstantCode)],
      [BlockId.Function, byNumber(FunctionCode)],
      [BlockId.ValueSymtab, byNumber({ Entry: 1, BlockEntry: 2 })],
      [BlockId.Metadata, byNumber(MetadataCode)],
      [BlockId.MetadataAttachment, byNumber(MetadataCode)],
      [BlockId.Type, byNumber(TypeCode)],
      [BlockId.UseList, byNumber(UseListCode)],
    ]),
)

/** LLVM 3.7's names. */
const LLVM_NAMES: BitNames = {
  block: id => blockNames().get(id),
  record: (block, code) => recordNames().get(block)?.get(code),
}

/**
 * Classifies every bit of the bitcode, or of the bytes asked for. Never throws for what the bytes hold.
 * @param base offset of bytes[0] in the original input
 */
export const mapBitcode = (bytes: Uint8Array, base = 0, options: Omit<BitMapOptions, 'names'> = {}): BitMap =>
  mapBits(bytes, base, { ...options, names: LLVM_NAMES })
