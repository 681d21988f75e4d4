// Messages of `dxilkit build` about its configuration: E44xx. They are no messages of the compiler, so its table does without them.

export const BUILD_MESSAGES = {
  E4400: 'this is no JSON: {what}',
  E4401: '{path} must be {what}, not {value}',
  E4402: '{path} is not known{hint}',
  E4403: '{path} is missing: it must be {what}',
  E4404: "no file matches '{pattern}'",
  E4405: "two shaders have the output '{output}': {first} and {second}; {advice}",
  E4406: "'{name}' is no axis of {shader}: a rule can name {known}",
  E4407: "the template '{template}' has the unknown placeholder {name}; known are {known}",
  E4408: "the flag '{flag}' cannot be used in a build: {why}",
  E4409: '{what}',
  E4410: '{shader} has {count} permutations, which is more than {most}',
  E4411: 'there is nothing to build: {why}',
  E4412: 'the configuration cannot be loaded: {why}',
  E4413: "'{name}' is not the name of a macro",
  E4414: "the rule never matches: axis '{axis}' has no value {value}; its values are {known}",
  E4415: "the output '{output}' lies outside of outDir, '{outDir}'",
} as const

/** Values for the holes, by their names. */
export type MessageArgs = { readonly [hole: string]: string | number }

export type BuildCode = keyof typeof BUILD_MESSAGES

/** The text of a message with its holes filled. */
export const buildMessage = (code: BuildCode, args: MessageArgs): string =>
  BUILD_MESSAGES[code].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))
