/** How CIE colours look on a screen: the one conversion from Lab and XYZ to sRGB. */

/** Red, green and blue, 0 to 1. */
export type Light = readonly [number, number, number]

const unit = (value: number) => Math.min(Math.max(value, 0), 1)

/** sRGB (IEC 61966-2-1) transfer function, linear light to code value. */
export function encodeSrgb(linear: number): number {
  const light = unit(linear)
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

/** The transfer function back: code value to linear light, each 0 to 1. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** XYZ relative to D50 (Y of white 1) to sRGB: Bradford adaptation to D65 and sRGB's primaries in one matrix. */
export function xyzD50ToRgb(x: number, y: number, z: number): Light {
  return [
    encodeSrgb(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
    encodeSrgb(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
    encodeSrgb(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
  ]
}

/** XYZ of the light that profiles and measured colours are relative to. */
export const D50 = [0.96422, 1, 0.82521] as const

/** Bradford's responses of the eye to X, Y and Z, and back. */
const RESPONSES = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
] as const
const FROM_RESPONSES = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
] as const

type Xyz = readonly [number, number, number]
const times = (matrix: readonly Xyz[], [x, y, z]: Xyz) =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Xyz

/** XYZ of light under `white` as an eye sees the same colour under D50 (ICC.1 E.3). */
export function underD50(xyz: Xyz, white: Xyz): Xyz {
  const [from, to] = [times(RESPONSES, white), times(RESPONSES, D50)]
  const seen = times(RESPONSES, xyz).map((response, at) => (response / from[at]!) * to[at]!)
  return times(FROM_RESPONSES, seen as unknown as Xyz)
}

/** L*, a* and b* of XYZ relative to D50. */
export function labOfXyz(x: number, y: number, z: number): readonly [number, number, number] {
  const [fx, fy, fz] = [x / D50[0], y / D50[1], z / D50[2]].map((value) =>
    value > (6 / 29) ** 3 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29,
  ) as [number, number, number]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

/** L* 0 to 100, a* and b* as they are. */
export function rgbOfLab(lightness: number, a: number, b: number): Light {
  const middle = (Math.min(Math.max(lightness, 0), 100) + 16) / 116
  const decode = (value: number) => (value >= 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29))
  return xyzD50ToRgb(
    D50[0] * decode(middle + a / 500),
    D50[1] * decode(middle),
    D50[2] * decode(middle - b / 200),
  )
}

/** `#rrggbb` */
export function screenHexOfLab([lightness = 0, a = 0, b = 0]: readonly number[]): string {
  const pair = (part: number) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgbOfLab(lightness, a, b).map(pair).join('')}`
}
