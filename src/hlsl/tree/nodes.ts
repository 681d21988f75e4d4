// Inputs, outputs and records of work graph nodes.

import { NODE_IO, type NodeObjectName, type NodeObjectRow, nodeObjectRow } from '../../spec/node_objects.ts'
import type { ObjectType, Type } from './types.ts'

export type NodeObjectType = ObjectType & { readonly name: NodeObjectName }

export const isNodeObject = (type: Type): type is NodeObjectType =>
  type.kind === 'object' && nodeObjectRow(type.name) !== undefined

/** The row of such a type; undefined for all others. */
export const nodeRowOf = (type: Type): NodeObjectRow | undefined =>
  type.kind === 'object' ? nodeObjectRow(type.name) : undefined

/** The struct of its records is [NodeTrackRWInputSharing]. */
export const tracksSharing = ({ element }: ObjectType): boolean =>
  element?.kind === 'struct' && element.tracksSharing === true

/** The word of NODE_IO of a type; the attribute of its records counts. */
export const nodeFlags = (type: NodeObjectType): number =>
  nodeObjectRow(type.name)!.flags | (tracksSharing(type) ? NODE_IO.TrackRwInputSharing : 0)
