// Pictures computed here and not by any compiler, for drawn shaders whose pixels are a simple function of their place.

export interface DrawnExpectation {
  readonly shader: string
  /** Components of the first target at a pixel of 32 by 32. */
  pixel(x: number, y: number): readonly number[]
  readonly tolerance: number
}

const centre = (n: number): number => (n + 0.5) / 32

export const DRAWN: readonly DrawnExpectation[] = [
  {
    shader: 'full_screen_triangle',
    pixel: (x, y) => [x / 32, y / 32, centre(x), centre(y)],
    tolerance: 1e-5,
  },
  {
    shader: 'checkerboard',
    pixel: (x, y) => {
      const odd = ((x >> 2) + (y >> 2)) & 1
      return odd ? [1, 0.5, 0, 1] : [0, 0.25, 0.75, 1]
    },
    tolerance: 0,
  },
  {
    shader: 'distance_field_circle',
    pixel: (x, y) => {
      const d = Math.hypot(2 * centre(x) - 1, 2 * centre(y) - 1) - 0.6
      return [d, Math.abs(d), d < 0 ? 1 : 0, 1]
    },
    tolerance: 1e-5,
  },
  {
    shader: 'mandelbrot_pixels',
    pixel: (x, y) => {
      const [cx, cy] = [Math.fround(x / 16 - 1.5), Math.fround(y / 16 - 1)]
      let [zx, zy, n] = [0, 0, 0]
      for (; n < 24; n++) {
        const nx = Math.fround(Math.fround(Math.fround(zx * zx) - Math.fround(zy * zy)) + cx)
        zy = Math.fround(Math.fround(Math.fround(2 * zx) * zy) + cy)
        zx = nx
        if (Math.fround(zx * zx) + Math.fround(zy * zy) > 4) break
      }
      return [n, n / 24, x, y]
    },
    tolerance: 1e-5,
  },
  {
    shader: 'geometry_tiles',
    pixel: (x, y) => {
      const number = (x >> 3) + 4 * (y >> 3)
      const [u, v] = [((x & 7) + 0.5) / 8, ((y & 7) + 0.5) / 8]
      return [...(number % 3 === 0 ? [v, u] : [u, v]), number * number, 1]
    },
    tolerance: 1e-5,
  },
  {
    shader: 'bit_patterns',
    pixel: (x, y) => [x ^ y, x & y, x | y, (x * 33 + y) % 7],
    tolerance: 0,
  },
]
