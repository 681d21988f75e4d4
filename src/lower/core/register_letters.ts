// The letters of register(...) and the classes they name.

import type { ResourceClass } from '../../spec/resource_classes.ts'

export const CLASS_LETTER: Readonly<Record<ResourceClass, 't' | 'u' | 'b' | 's'>> = {
  srv: 't',
  uav: 'u',
  cbv: 'b',
  sampler: 's',
}
export const LETTER_CLASS: Readonly<Record<'t' | 'u' | 'b' | 's', ResourceClass>> = {
  t: 'srv',
  u: 'uav',
  b: 'cbv',
  s: 'sampler',
}
