// Messages of work graph nodes: E26xx errors, N26xx notes. The wording is DXC's.

export const NODE_MESSAGES = {
  E2600: "'{type}' is not valid as a node record type - struct/class required",
  E2601: 'record used in {name} may not have zero size',
  E2602: "object '{type}' is not allowed in node records",
  E2603: 'Thread launch nodes must have a thread group size of (1,1,1)',
  E2604: "Node shader '{name}' with {launch} launch type requires '{attribute}' attribute",
  E2605: "'{attribute}' may only be used with {launch} nodes",
  E2606: "Broadcasting node shader '{name}' must have either the NodeDispatchGrid or NodeMaxDispatchGrid attribute",
  E2607: "Node shader '{name}' may not use both '{first}' and '{second}'",
  E2608:
    "Broadcasting node shader '{name}' with NodeMaxDispatchGrid attribute must declare an input record containing a field with SV_DispatchGrid semantic",
  E2609: 'a field with SV_DispatchGrid has already been specified',
  E2610:
    "SV_DispatchGrid can only be applied to a declaration of unsigned 32 or 16-bit integer scalar, vector, or array up to 3 elements, not '{type}'",
  E2611: "'{type}' may not be used with {launch} nodes (only {inputs})",
  E2612: "Node shader '{name}' may not have more than one input record",
  E2613: 'attribute MaxRecords must only be used with node outputs or coalescing launch inputs',
  E2614: 'attribute {attribute} may only be used with node output arrays (NodeOutputArray or EmptyNodeOutputArray)',
  E2615: 'attribute {attribute} may only be used with output nodes or input record objects',
  E2616: 'attribute {attribute} may only be used with output nodes',
  E2617: '[NodeArraySize({count})] conflict: [UnboundedSparseNodes] implies [NodeArraySize(-1)]',
  E2618: "{what} of type '{type}' may not be an array",
  E2619: 'attribute MaxRecordsSharedWith must reference a valid output parameter name.',
  E2620: 'attribute MaxRecordsSharedWith must not reference the same parameter it is applied to.',
  E2621: 'NodeTrackRWInputSharing attribute cannot be applied to Input Records that are not RWDispatchNodeInputRecord',
  E2622:
    'Use of FinishedCrossGroupSharing() requires NodeTrackRWInputSharing attribute to be specified on the record struct type',
  E2623: '{attribute} {axis} component value must be between 1 and 65,535 (2^16-1) inclusive',
  E2624: '{attribute} X * Y * Z product may not exceed 16,777,215 (2^24-1)',
  E2625: 'NodeMaxRecursionDepth may not exceed 32',
  E2626: 'only one of MaxRecords or MaxRecordsSharedWith may be specified to the same parameter.',
  E2627: "Invalid system value semantic '{semantic}' for launchtype '{launch}'",
  E2628: '{name} may only be used by nodes with {launch} launch type',
  E2629: "cannot assign to return value because function '{name}' returns a const value",
  E2630: "'{attribute}' attribute requires parameter 1 to be an identifier",
  E2631: 'attribute {name} only allowed on {stages} shaders',
  E2632:
    'Function called from Thread launch node shader uses derivatives; only broadcasting and coalescing launch modes support derivatives.',
  N2600: '{what} defined here',
  N2601: "'{name}' cannot be used as an array; did you mean '{name}Array'?",
} as const
