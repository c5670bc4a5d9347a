/** The shop's colours for the editor: a few given, all others derived so that text stays readable. */
import { watchMedia } from '../browser-apis.ts'

export interface Theme {
  /** `#rrggbb`; null for the editor's own. */
  readonly accent: string | null
  /** Whether it follows the shopper's device, or is always light or dark as the shop is. */
  readonly scheme?: 'auto' | 'light' | 'dark'
  /** `#rrggbb`: background and text colour; null for those of the scheme. */
  readonly paper?: string | null
  readonly ink?: string | null
  /** A list of font families, as CSS writes it. */
  readonly font?: string | null
  /** Of corners, px. */
  readonly radius?: number | null
}

export type Rgb = readonly [red: number, green: number, blue: number]

const SCHEMES = {
  light: { paper: '#ffffff', ink: '#1a1a18', danger: '#b3261e', good: '#1b6b3a', soft: '#8a5200' },
  dark: { paper: '#181816', ink: '#f3f2ee', danger: '#ffb4a9', good: '#8bd3a1', soft: '#f0b65c' },
} as const
const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** WCAG 2.2, 1.4.3 and 1.4.11: the contrast of text and of other elements. */
const TEXT = 4.5
const SHAPE = 3

/** The custom properties of the editor, by name. `dark` is what the shopper's device asks for. */
export function palette(theme: Theme, dark: boolean): Readonly<Record<string, string>> {
  const { scheme = 'auto' } = theme
  const base = SCHEMES[scheme === 'auto' ? (dark ? 'dark' : 'light') : scheme]
  // Decision: a shop that sets a background decides between light and dark; only then its text colour applies.
  const paper = readColor(theme.paper) ?? readColor(base.paper) ?? WHITE
  const fallback = contrast(paper, BLACK) > contrast(paper, WHITE) ? SCHEMES.light : SCHEMES.dark
  const given = readColor(theme.ink)
  const ink = readable(given ?? readColor(fallback.ink) ?? BLACK, paper, 7)
  const accent = readColor(theme.accent) ?? ink
  return {
    '--platen-paper': css(paper),
    '--platen-ink': css(ink),
    '--platen-quiet': css(readable(mix(ink, paper, 0.35), paper, TEXT)),
    '--platen-line': css(mix(ink, paper, 0.82)),
    '--platen-edge': css(readable(mix(ink, paper, 0.5), paper, SHAPE)),
    '--platen-shade': css(mix(ink, paper, 0.95)),
    '--platen-desk': css(mix(ink, paper, 0.92)),
    '--platen-accent': css(accent),
    '--platen-on-accent': css(contrast(accent, BLACK) >= contrast(accent, WHITE) ? BLACK : WHITE),
    '--platen-mark': css(readable(accent, paper, TEXT)),
    '--platen-danger': css(readable(readColor(fallback.danger) ?? ink, paper, TEXT)),
    '--platen-good': css(readable(readColor(fallback.good) ?? ink, paper, TEXT)),
    '--platen-soft': css(readable(readColor(fallback.soft) ?? ink, paper, TEXT)),
    ...(theme.font != null && isFont(theme.font) ? { '--platen-font': theme.font } : {}),
    ...(theme.radius != null && theme.radius >= 0 && theme.radius <= 24
      ? { '--platen-radius': `${theme.radius}px` }
      : {}),
  }
}

/** Keeps the properties on `root`, also when the device changes between light and dark. Returns the function that stops it. */
export function applyTheme(root: HTMLElement, theme: Theme): () => void {
  const dark = watchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const properties = palette(theme, dark.matches)
    for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
    const isDark = luminance(readCss(properties['--platen-paper'])) < 0.18
    root.style.setProperty('color-scheme', isDark ? 'dark' : 'light')
  }
  apply()
  return dark.onChange(apply)
}

/** `color` moved towards black or white until it has this contrast to `ground`. */
export function readable(color: Rgb, ground: Rgb, least: number): Rgb {
  const towards = contrast(ground, BLACK) > contrast(ground, WHITE) ? BLACK : WHITE
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(color, towards, share)
    if (contrast(moved, ground) >= least) return moved
  }
  return towards
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** WCAG 2.2, relative luminance of sRGB. */
function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share)
  return [part(0), part(1), part(2)]
}

export function readColor(hex: string | null | undefined): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? '')
  if (digits === null) return null
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

function readCss(color: string | undefined): Rgb {
  const [red = 255, green = 255, blue = 255] = (color ?? '').match(/\d+/g)?.map(Number) ?? []
  return [red, green, blue]
}

function css([red, green, blue]: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`
}

/** Families and nothing else: no address from which anything would be loaded. */
function isFont(font: string): boolean {
  return font.length <= 300 && /^[\p{L}\p{N}\s,'"_-]+$/u.test(font)
}
