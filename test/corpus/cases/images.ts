// Signals and images: Fourier transform, blurs, edges, median, mip levels, colour conversion. Expectations from the definitions.

import { type CorpusCase, cbuffer, raw, texture, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

const clampTo = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high)
const grid = <T>(width: number, height: number, f: (x: number, y: number) => T): T[] =>
  Array.from({ length: width * height }, (_, i) => f(i % width, Math.floor(i / width)))

const fft: CorpusCase = {
  shader: 'fft_stockham',
  run() {
    const n = 128
    const signal = new Seeded(20).floats(2 * 2 * n)
    return {
      dispatch: [2, 1, 1],
      resources: [typed('t0', 'r32g32_float', pack('f32', signal)), typed('u0', 'r32g32_float', zeros(8 * 2 * n))],
      expect() {
        // The discrete Fourier sum itself, quadratic and in doubles.
        const values = [0, 1].flatMap(block =>
          grid(n, 1, k => {
            let [re, im] = [0, 0]
            for (let j = 0; j < n; j++) {
              const [a, b] = [signal[2 * (block * n + j)]!, signal[2 * (block * n + j) + 1]!]
              const angle = (-2 * Math.PI * ((j * k) % n)) / n
              re += a * Math.cos(angle) - b * Math.sin(angle)
              im += a * Math.sin(angle) + b * Math.cos(angle)
            }
            return [re, im]
          }).flat(),
        )
        return { u0: { layout: 'f32', values, abs: 2e-3 } }
      },
    }
  },
}

const blurHorizontal: CorpusCase = {
  shader: 'blur_horizontal',
  run() {
    const [width, height, radius] = [100, 3, 4]
    const source = new Seeded(21).floats(width * height * 4, 0, 1)
    const weights = [0.25, 0.1875, 0.125, 0.046875, 0.015625]
    return {
      dispatch: [2, 3, 1],
      resources: [
        // The array starts a new row and puts one float in each.
        cbuffer('b0', concat(pack('i32*2 pad4*2', [width, height]), pack('f32 pad4*3', weights))),
        texture('t0', 'r32g32b32a32_float', width, height, pack('f32', source)),
        texture('u0', 'r32g32b32a32_float', width, height),
      ],
      expect: () => ({
        u0: {
          layout: 'f32',
          values: grid(width, height, (x, y) =>
            [0, 1, 2, 3].map(c => {
              let sum = 0
              for (let d = -radius; d <= radius; d++)
                sum += weights[Math.abs(d)]! * source[(y * width + clampTo(x + d, 0, width - 1)) * 4 + c]!
              return sum
            }),
          ).flat(),
          abs: 1e-6,
        },
      }),
    }
  },
}

const blurVertical: CorpusCase = {
  shader: 'blur_vertical',
  run() {
    const [width, height] = [11, 13]
    const source = new Seeded(22).ints(width * height, 0, 255)
    return {
      dispatch: [2, 2, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [width, height]), 1),
        typed('t3', 'r32_float', pack('f32', source), 1),
        typed('u2', 'r32_float', zeros(4 * width * height), 1),
      ],
      expect() {
        const binomial = (k: number): number => [...Array(k).keys()].reduce((b, i) => (b * (6 - i)) / (i + 1), 1)
        const mirror = (y: number): number => (y < 0 ? -y : y >= height ? 2 * (height - 1) - y : y)
        const values = grid(width, height, (x, y) => {
          let sum = 0
          for (let k = 0; k <= 6; k++) sum += binomial(k) * source[mirror(y + k - 3) * width + x]!
          return sum / 64
        })
        return { 'u2,space1': { layout: 'f32', values, abs: 1e-5 } }
      },
    }
  },
}

const sobel: CorpusCase = {
  shader: 'sobel',
  run() {
    const [width, height, threshold] = [40, 8, 40.5]
    const gray = new Seeded(23).ints(width * height, 0, 31)
    return {
      dispatch: [2, 2, 1],
      resources: [
        cbuffer('b0', pack('i32*2 f32', [width, height, threshold])),
        texture('t0', 'r32_float', width, height, pack('f32', gray)),
        texture('u0', 'r32g32_float', width, height),
        raw('u1', zeros(4 * 2 * height)),
      ],
      expect() {
        const at = (x: number, y: number): number => gray[clampTo(y, 0, height - 1) * width + clampTo(x, 0, width - 1)]!
        const smooth = [1, 2, 1]
        const gradient = grid(width, height, (x, y) => {
          let [gx, gy] = [0, 0]
          for (const [i, w] of smooth.entries()) {
            gx += w * (at(x + 1, y + i - 1) - at(x - 1, y + i - 1))
            gy += w * (at(x + i - 1, y + 1) - at(x + i - 1, y - 1))
          }
          return [gx, gy] as const
        })
        const mask = Array<number>(2 * height).fill(0)
        gradient.forEach(([gx, gy], i) => {
          const [x, y] = [i % width, Math.floor(i / width)]
          if (Math.hypot(gx, gy) >= threshold) mask[y * 2 + (x >> 5)]! += 2 ** (x & 31)
        })
        return {
          u0: {
            layout: 'f32',
            values: gradient.flatMap(([gx, gy]) => [Math.hypot(gx, gy), Math.atan2(gy, gx)]),
            abs: 1e-4,
          },
          u1: { layout: 'u32', values: mask },
        }
      },
    }
  },
}

const median: CorpusCase = {
  shader: 'median_filter',
  run() {
    const [width, height] = [18, 10]
    const noisy = new Seeded(24).ints(width * height, 0, 255)
    return {
      dispatch: [3, 2, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [width, height])),
        texture('t0', 'r32_uint', width, height, pack('u32', noisy)),
        texture('u0', 'r32_uint', width, height),
      ],
      expect: () => ({
        u0: {
          layout: 'u32',
          values: grid(width, height, (x, y) => {
            const window = grid(
              3,
              3,
              (i, j) => noisy[((y + j - 1 + height) % height) * width + ((x + i - 1 + width) % width)]!,
            )
            return window.sort((a, b) => a - b)[4]!
          }),
        },
      }),
    }
  },
}

const mip: CorpusCase = {
  shader: 'mip_downsample',
  run() {
    const size = 32
    const random = new Seeded(25)
    const texels = Array.from({ length: size * size }, () => [
      random.float(0, 1),
      random.float(0, 0.08),
      random.float(0, 1),
      random.float(0.25, 1),
    ])
    return {
      dispatch: [2, 2, 1],
      resources: [
        texture('t0', 'r32g32b32a32_float', size, size, pack('f32', texels.flat())),
        texture('u0', 'r32g32b32a32_float', size / 2, size / 2),
        texture('u1', 'r32g32b32a32_float', size / 4, size / 4),
      ],
      expect() {
        const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        // A texel of level n is the average of its 2^n by 2^n block.
        const level = (n: number): number[] =>
          grid(size >> n, size >> n, (x, y) =>
            [0, 1, 2, 3].map(c => {
              const block = grid(1 << n, 1 << n, (i, j) => texels[((y << n) + j) * size + (x << n) + i]!)
              return block.reduce((sum, t) => sum + (c === 3 ? t[3]! : linear(t[c]!) * t[3]!), 0) / block.length
            }),
          ).flat()
        return {
          u0: { layout: 'f32', values: level(1), abs: 1e-4 },
          u1: { layout: 'f32', values: level(2), abs: 1e-4 },
        }
      },
    }
  },
}

const ycbcr: CorpusCase = {
  shader: 'ycbcr_convert',
  run() {
    const [width, height, gain] = [20, 12, 0.875]
    const random = new Seeded(26)
    const rgb = grid(width, height, () => random.floats(3, 0, 1))
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2 f32', [width / 2, height / 2, gain])),
        texture(
          't0',
          'r32g32b32a32_float',
          width,
          height,
          pack(
            'f32',
            rgb.flatMap(c => [...c, 1]),
          ),
        ),
        texture('u0', 'r32_float', width, height),
        texture('u1', 'r32g32_float', width / 2, height / 2),
        texture('u2', 'r32g32b32a32_float', width, height),
      ],
      expect() {
        // From the definition: luma weights kr and kb of BT.601, chroma as scaled differences to luma.
        const [kr, kb] = [0.299, 0.114]
        const kg = 1 - kr - kb
        const luma = rgb.map(([r, g, b]) => kr * r! + kg * g! + kb * b!)
        const chroma = grid(width / 2, height / 2, (x, y) => {
          const of = grid(2, 2, (i, j) => (2 * y + j) * width + 2 * x + i)
          const mean = (f: (i: number) => number): number => (gain * of.reduce((s, i) => s + f(i), 0)) / 4
          return [
            mean(i => (rgb[i]![2]! - luma[i]!) / (2 * (1 - kb))),
            mean(i => (rgb[i]![0]! - luma[i]!) / (2 * (1 - kr))),
          ] as const
        })
        const back = grid(width, height, (x, y) => {
          const [cb, cr] = chroma[(y >> 1) * (width / 2) + (x >> 1)]!
          const l = luma[y * width + x]!
          const r = l + 2 * (1 - kr) * cr
          const b = l + 2 * (1 - kb) * cb
          return [...[r, (l - kr * r - kb * b) / kg, b].map(v => clampTo(v, 0, 1)), 1]
        })
        return {
          u0: { layout: 'f32', values: luma, abs: 1e-5 },
          u1: { layout: 'f32', values: chroma.flat(), abs: 1e-5 },
          u2: { layout: 'f32', values: back.flat(), abs: 2e-5 },
        }
      },
    }
  },
}

export const IMAGES: readonly CorpusCase[] = [fft, blurHorizontal, blurVertical, sobel, median, mip, ycbcr]
