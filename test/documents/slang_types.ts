// Types of Slang's layout, as tests write them down.

import type { ParameterField, ParameterType } from '../../src/binding/slang_layout.ts'
import type { ExplicitRegister, SlangParameter, SlangUnit } from '../../src/binding/slang_program.ts'

export const texture: ParameterType = { kind: 'opaque', text: 'Texture2D', class: 'srv' }
export const sampler: ParameterType = { kind: 'opaque', text: 'SamplerState', class: 'sampler' }
export const rwBuffer: ParameterType = { kind: 'opaque', text: 'RWBuffer', class: 'uav' }

/** floatN and the like: bytes of a component, components. */
export const data = (text: string, component: number, count = 1): ParameterType => ({
  kind: 'data',
  text,
  size: component * count,
  alignment: component,
  slots: 1,
})
export const float = data('float', 4)
export const float2 = data('float2', 4, 2)
export const float3 = data('float3', 4, 3)
export const float4 = data('float4', 4, 4)

export function struct(text: string, fields: Readonly<Record<string, ParameterType>>): ParameterType {
  const list: ParameterField[] = Object.entries(fields).map(([name, type]) => ({ name, type }))
  return { kind: 'struct', text, fields: list }
}
export const array = (element: ParameterType, count: number): ParameterType => ({
  kind: 'array',
  text: `${element.text}[${count === Infinity ? '' : count}]`,
  element,
  count,
})
export const constantBuffer = (element: ParameterType): ParameterType => ({
  kind: 'constant-buffer',
  text: `ConstantBuffer<${element.text}>`,
  element,
})
export const parameterBlock = (element: ParameterType): ParameterType => ({
  kind: 'parameter-block',
  text: `ParameterBlock<${element.text}>`,
  element,
})

export const parameter = (
  name: string,
  type: ParameterType,
  ...registers: readonly ExplicitRegister[]
): SlangParameter => ({ name, type, registers })

export const unit = (name: string, ...parameters: readonly SlangParameter[]): SlangUnit => ({
  name,
  parameters,
  entryPoints: [],
})
