/** How process inks look on a screen: the one conversion from CMYK to RGB. */

/** Cyan, magenta, yellow and black, 0 to 1. */
export type Cmyk = readonly [number, number, number, number]

/** Red, green and blue, 0 to 255. */
export type ScreenColor = readonly [number, number, number]

/**
 * Decision: CMYK shows as pdf.js draws it, so that fields, swatches and print files look like the artwork beside them.
 * These are the coefficients of its DeviceCmykCS (pdfjs-dist, Apache 2.0), a polynomial fitted to US Web Coated
 * (SWOP): offset of white 255, then c², cm, cy, ck, c, m², my, mk, m, y², yk, y, k², k. A test draws patches with
 * pdf.js and compares, so that a new version of it that draws otherwise is noticed.
 */
const COEFFICIENTS = [
  [
    -4.387332384609988, 54.48615194189176, 18.82290502165302, 212.25662451639585, -285.2331026137004,
    1.7149763477362134, -5.6096736904047315, -17.873870861415444, -5.497006427196366, -2.5217340131683033,
    -21.248923337353073, 17.5119270841813, -21.86122147463605, -189.48180835922747,
  ],
  [
    8.841041422036149, 60.118027045597366, 6.871425592049007, 31.159100130055922, -79.2970844816548,
    -15.310361306967817, 17.575251261109482, 131.35250912493976, -190.9453302588951, 4.444339102852739,
    9.8632861493405, -24.86741582555878, -20.737325471181034, -187.80453709719578,
  ],
  [
    0.8842522430003296, 8.078677503112928, 30.89978309703729, -0.23883238689178934, -14.183576799673286,
    10.49593273432072, 63.02378494754052, 50.606957656360734, -112.23884253719248, 0.03296041114873217,
    115.60384449646641, -193.58209356861505, -22.33816807309886, -180.12613974708367,
  ],
] as const

const unit = (value: number) => Math.min(Math.max(value, 0), 1)

/** Whole numbers, as a screen has them. */
export function screenOfCmyk([cyan, magenta, yellow, black]: Cmyk): ScreenColor {
  const [c, m, y, k] = [unit(cyan), unit(magenta), unit(yellow), unit(black)]
  const terms = [c * c, c * m, c * y, c * k, c, m * m, m * y, m * k, m, y * y, y * k, y, k * k, k]
  const channel = (row: readonly number[]) => {
    let value = 255
    for (let at = 0; at < terms.length; at += 1) value += row[at]! * terms[at]!
    return Math.min(Math.max(Math.round(value), 0), 255)
  }
  return [channel(COEFFICIENTS[0]), channel(COEFFICIENTS[1]), channel(COEFFICIENTS[2])]
}

/** `#rrggbb` */
export function screenHexOfCmyk(inks: Cmyk): string {
  return `#${screenOfCmyk(inks)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`
}
