// Messages of linking: E41xx, W41xx. Where DXC's linker has words they are its words.

export const LINK_MESSAGES = {
  E4101: ['error', "'{name}' cannot be linked: {why}"],
  E4102: ['error', 'Definition already exists for function {name}: it is in {first} and in {second}'],
  E4103: ['error', 'Cannot find definition of function {name}'],
  E4104: ['error', 'Cannot find function property for entry function {name}: it has no [shader] attribute'],
  E4105: ['error', 'recursive functions are not allowed: {name} calls itself'],
  E4106: ['error', 'Resource already exists as {class} for {name}: its types in {first} and {second} differ'],
  E4107: ['error', 'function {name} is called in {second} with other types than it has in {first}'],
  E4108: ['error', 'Profile mismatch between entry function and target profile:{target} and {entry}'],
  E4109: ['error', 'Definition already exists for global variable {name}: it is in {first} and in {second}'],
  E4110: ['error', '{what} is not supported when linking'],
  E4111: ['error', 'the code of {name} is damaged: {what}'],
  E4112: ['error', 'the linked program is too large: {what}'],
  E4113: ['error', 'there is nothing to link'],
  E4114: ['error', 'Library has no functions to export'],
  E4115: ['error', 'Subobject {name} is defined in {first} and otherwise in {second}'],
  E4116: ['error', 'Validator version does not support target profile {profile}'],
  E4117: ['error', 'Cannot link libraries with conflicting compiler versions: those of {first} and {second}'],
  E4118: ['error', 'Exported function {name} must not contain a resource in parameter or return type.'],
  W4100: ['warning', "resource '{name}' is bound otherwise in {second} than in {first}, which counts"],
} as const
