// The four classes of resources and the letters of their registers.

export type ResourceClass = 'srv' | 'uav' | 'cbv' | 'sampler'

/** The classes in the order in which DXC writes and numbers them. */
export const RESOURCE_CLASSES: readonly ResourceClass[] = ['cbv', 'sampler', 'srv', 'uav']

export const REGISTER_LETTER: Readonly<Record<ResourceClass, 't' | 'u' | 'b' | 's'>> = {
  srv: 't',
  uav: 'u',
  cbv: 'b',
  sampler: 's',
}

/** Range size of an array without a bound, as DXIL writes it. */
export const UNBOUNDED = 0xffffffff
