// Reflection of containers as data.

import { checkBytes } from '../base/arguments.ts'
import { readContainer } from '../container/container.ts'
import type { Reflection } from '../reflect/model.ts'
import { reflectContainer } from '../reflect/reflect.ts'

/**
 * What a container made by anyone binds, takes and gives: resources, buffers with their variables, signatures, thread group,
 * instruction counts, required features; of a library its functions. Plain data. Offsets and sizes are bytes.
 * Without a STAT part (-Qstrip_reflect) there are no names and no variables.
 * @throws FormatError when the container is damaged or has no program
 */
export function reflect(container: Uint8Array): Reflection {
  checkBytes('reflect', container)
  return reflectContainer(readContainer(container))
}
