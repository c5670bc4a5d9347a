/** Recognizes ink names that mean something other than ink: cutting, white, varnish, embossing, notes to the printer. */

export type TechnicalUse =
  | 'cutting'
  | 'creasing'
  | 'perforating'
  | 'varnish'
  | 'embossing'
  | 'braille'
  | 'notes'
  | 'margins'
  | 'gluing'

/** Names that finishing machines and layout programs agree on; matched without regard to case and separators. */
const TECHNICAL_NAMES: readonly (readonly [what: TechnicalUse, name: RegExp])[] = [
  // CutContour and PerfCutContour are reserved by Roland, Mimaki and Graphtec cutters; cutpath and its kin by Wasatch.
  ['cutting', /^(perf ?)?cut ?(contour|path|outline|annotation|line|ter)?s?$/],
  ['cutting', /^(thru|through|kiss|die|half|face) ?cut(s|ting|ter)?( ?line)?$/],
  ['cutting', /^(die|dies|die ?lines?|key ?lines?k?|stanze?|stanzkontur|stans|cutter ?guide)$/],
  // Label programs mark their cutting line with an asterisk in front.
  ['cutting', /^[^*]*\*.*cut$/],
  ['creasing', /^(crease|creasing|score|scoring|fold|folds|folding|fold ?lines?|rill|rillen)$/],
  ['perforating', /^(perf|perforat(ion|ions|ing|e)|perforation ?lines?|micro ?perf)$/],
  [
    'varnish',
    /^((spot|uv|matte?|satin|silk) ){0,2}(varnish|vernis|lak|lack|coating|gloss|matte?|uv)( (uv|spot))?( ?\d)?$/,
  ],
  ['varnish', /^(spot ?uv|uv ?spot|uv ?lack|rdg gloss|clear( ?coat)?|opgloss)$/],
  ['embossing', /^(blind ?)?(de|em)boss(ing|ed)?$/],
  ['braille', /^braille$/],
  // Designers write notes to the printer in an ink that gets no plate.
  ['notes', /^\*?(annotations?|notes?|legend|dimensions?|guides?|guide ?lines?|instructions?|info)$/],
  ['notes', /^(don'?t|do not|non?) ?print(ing)?$/],
  ['margins', /^(bleed|safety|safe|trim|margin)( ?(area|zone|line|margin|box)s?)?$/],
  ['margins', /\bmarge (de )?securite\b/],
  ['gluing', /^(glue|gluing|glue ?area|adhesive|leim)$/],
]

/** White is a printing ink on dark stock and an underbase elsewhere; the caller decides which. */
const WHITE_NAMES =
  /^(op ?white|rdg white|(spot ?)?white( ?(ink|underbase|underprint|under ?base|base|flood))?|(weiss|weiß|blanc|wit|blanco|bianco)) ?\d*$/

/** A customer's name on a card is often set in metal: an ink of the artwork, whether printed or foiled. */
const METALLIC = /\b(foil|gold|silver|copper|bronze|metallic)\b/

export type TechnicalKind = 'white' | 'technical'

/**
 * The purpose of a name, or null for a printing ink. Decision: foils and metallics are printing inks, since names
 * are set in them.
 */
export function technicalKind(name: string): TechnicalKind | null {
  if (WHITE_NAMES.test(plainName(name))) return 'white'
  return technicalUse(name) === null ? null : 'technical'
}

/** The purpose of a technical ink; null for white and for printing inks. */
export function technicalUse(name: string): TechnicalUse | null {
  const plain = plainName(name)
  if (WHITE_NAMES.test(plain) || METALLIC.test(plain)) return null
  return TECHNICAL_NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** Is it a metal or a foil, which hides what lies below? */
export function isMetallic(name: string): boolean {
  return METALLIC.test(plainName(name))
}

function plainName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.\-/]+/g, ' ')
    .replace(/’/g, "'")
    .trim()
}
