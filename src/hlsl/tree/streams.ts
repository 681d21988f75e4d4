// PointStream<T>, LineStream<T>, TriangleStream<T>: what a geometry shader appends vertices to.

import { STREAM_TOPOLOGIES } from '../../spec/geometry.ts'
import type { ObjectType, Type } from './types.ts'

export type StreamType = ObjectType & { readonly name: 'PointStream' | 'LineStream' | 'TriangleStream' }

export const isStream = (type: Type): type is StreamType => type.kind === 'object' && STREAM_TOPOLOGIES.has(type.name)
