/** CIEDE2000, the difference of two colours as an eye sees it (CIE 142-2001; formulas as Sharma, Wu and Dalal give them). */

export type Lab = readonly [lightness: number, a: number, b: number]

const degrees = (angle: number) => (angle * Math.PI) / 180

export function deltaE2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const stretch = 1 + 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
  const [x1, x2] = [a1 * stretch, a2 * stretch]
  const [chroma1, chroma2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const hue = (x: number, b: number) =>
    x === 0 && b === 0 ? 0 : ((Math.atan2(b, x) * 180) / Math.PI + 360) % 360
  const [hue1, hue2] = [hue(x1, b1), hue(x2, b2)]
  const isGray = chroma1 * chroma2 === 0
  const apart = Math.abs(hue1 - hue2)
  const turn = isGray ? 0 : apart <= 180 ? hue2 - hue1 : hue2 > hue1 ? hue2 - hue1 - 360 : hue2 - hue1 + 360
  const byHue = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(degrees(turn / 2))
  const [lightness, chroma] = [(l1 + l2) / 2, (chroma1 + chroma2) / 2]
  const sum = hue1 + hue2
  const between = isGray ? sum : apart <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  const t =
    1 -
    0.17 * Math.cos(degrees(between - 30)) +
    0.24 * Math.cos(degrees(2 * between)) +
    0.32 * Math.cos(degrees(3 * between + 6)) -
    0.2 * Math.cos(degrees(4 * between - 63))
  const forLightness = 1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2)
  const [forChroma, forHue] = [1 + 0.045 * chroma, 1 + 0.015 * chroma * t]
  const rotation =
    -2 *
    Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) *
    Math.sin(degrees(60 * Math.exp(-(((between - 275) / 25) ** 2))))
  const parts = [(l2 - l1) / forLightness, (chroma2 - chroma1) / forChroma, byHue / forHue] as const
  return Math.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + rotation * parts[1] * parts[2])
}
