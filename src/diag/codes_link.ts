// Messages of linking: E41xx, W41xx. Where DXC's linker has words they are its words.

export const LINK_MESSAGES = {
  E4101: "'{name}' cannot be linked: {why}",
  E4102: 'Definition already exists for function {name}: it is in {first} and in {second}',
  E4103: 'Cannot find definition of function {name}',
  E4104: 'Cannot find function property for entry function {name}: it has no [shader] attribute',
  E4105: 'recursive functions are not allowed: {name} calls itself',
  E4106: 'Resource already exists as {class} for {name}: its types in {first} and {second} differ',
  E4107: 'function {name} is called in {second} with other types than it has in {first}',
  E4108: 'Profile mismatch between entry function and target profile:{target} and {entry}',
  E4109: 'Definition already exists for global variable {name}: it is in {first} and in {second}',
  E4110: '{what} is not supported when linking',
  E4111: 'the code of {name} is damaged: {what}',
  E4112: 'the linked program is too large: {what}',
  E4113: 'there is nothing to link',
  E4114: 'Library has no functions to export',
  E4115: 'Subobject {name} is defined in {first} and otherwise in {second}',
  E4116: 'Validator version does not support target profile {profile}',
  E4117: 'Cannot link libraries with conflicting compiler versions: those of {first} and {second}',
  E4118: 'Exported function {name} must not contain a resource in parameter or return type.',
  W4100: "resource '{name}' is bound otherwise in {second} than in {first}, which counts",
} as const
