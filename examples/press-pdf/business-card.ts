/** A business card of two sides, 85 x 55 mm: a portrait and what one is asked for, and a ground of rings in copper foil. */
import { createHash } from 'node:crypto'
import { PDFContext, PDFHeader, PDFHexString, type PDFRef, PDFString, PDFWriter } from '@cantoo/pdf-lib'
import { embedFont } from './embedded-font.ts'
import { fill, fillColour, type Separation, stroke } from './ink.ts'
import { circle, line, type Point, rectangle } from './path.ts'
import { BLEED, MM, onSheet, thousandths } from './sheet.ts'
import type { TypefaceName } from './typeface.ts'

const WIDTH = 85 * MM
const HEIGHT = 55 * MM
const NAVY: Separation = {
  plate: 'Midnight Blue',
  resource: 'MidnightBlue',
  looksLike: [1, 0.72, 0.18, 0.44],
}
const COPPER: Separation = {
  plate: 'Copper Foil',
  resource: 'CopperFoil',
  looksLike: [0.14, 0.52, 0.62, 0.1],
}
const BOLD: TypefaceName = 'Jost-SemiBold'
const PLAIN: TypefaceName = 'Jost-Regular'
const INKS = [NAVY, COPPER]

const LEFT = 34 * MM
const PORTRAIT = [7 * MM, 16 * MM, 28 * MM, 43 * MM] as const
/** Of the rings, near a corner of either side. */
const CORNER: Point = [WIDTH - 4 * MM, 2 * MM]

const words = (ink: Separation, face: TypefaceName, text: string, size: number, x: number, y: number) =>
  `${fillColour(ink)} BT /${face} ${size} Tf ${thousandths(x)} ${thousandths(y)} Td (${text}) Tj ET`

const rings = (centre: Point, from: number, count: number, step: number): string =>
  stroke(COPPER, Array.from({ length: count }, (_, at) => circle(centre, (from + at * step) * MM)).flat(), {
    width: 0.6,
  })

const FRONT = [
  fill(NAVY, rectangle(-BLEED, -BLEED, 2.2 * MM + BLEED, HEIGHT + 2 * BLEED)),
  stroke(COPPER, line([LEFT, 32.6 * MM], [WIDTH - 8 * MM, 32.6 * MM]), { width: 0.7 }),
  words(NAVY, BOLD, '{{Name|w=44mm|min=9pt|max=32|default=Clara Winter}}', 15, LEFT, 38.2 * MM),
  words(NAVY, PLAIN, '{{Role|w=44mm|min=6pt|max=48|default=Architect}}', 8.5, LEFT, 34.2 * MM),
  words(NAVY, PLAIN, '{{Phone|w=44mm|max=32}}', 8, LEFT, 26 * MM),
  words(NAVY, PLAIN, '{{E-mail|w=44mm|min=6pt|max=60}}', 8, LEFT, 21.6 * MM),
  words(NAVY, PLAIN, '{{Website|w=44mm|min=6pt|max=60}}', 8, LEFT, 17.2 * MM),
].join('\n')

const BACK = [
  fill(NAVY, rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)),
  rings(CORNER, 12, 9, 3.2),
  words(
    COPPER,
    BOLD,
    '{{Company|w=52mm|min=10pt|max=36|default=Winter & Sons|ink=Copper Foil}}',
    19,
    8 * MM,
    38 * MM,
  ),
  words(COPPER, PLAIN, '{{Slogan|w=52mm|min=6pt|max=60|ink=Copper Foil}}', 8.5, 8 * MM, 32.5 * MM),
].join('\n')

/** The same bytes on every run. */
export async function writeBusinessCard(): Promise<Uint8Array> {
  const context = PDFContext.create()
  context.header = PDFHeader.forVersion(1, 6)
  const [catalog, pages, front, back] = [
    context.nextRef(),
    context.nextRef(),
    context.nextRef(),
    context.nextRef(),
  ]
  const spaces = Object.fromEntries(INKS.map((ink) => [ink.resource, separation(context, ink)]))
  const faces = Object.fromEntries([BOLD, PLAIN].map((face) => [face, embedFont(context, face)]))
  const portrait = pictureField(context, front)
  const sheet = [0, 0, thousandths(WIDTH + 2 * BLEED), thousandths(HEIGHT + 2 * BLEED)]
  const page = (artwork: string, fields: readonly PDFRef[]) => {
    const content = `q 1 0 0 1 ${thousandths(BLEED)} ${thousandths(BLEED)} cm\n${artwork}\nQ`
    return context.obj({
      Type: 'Page',
      Parent: pages,
      MediaBox: sheet,
      CropBox: sheet,
      BleedBox: sheet,
      TrimBox: onSheet([0, 0, WIDTH, HEIGHT]),
      Resources: { ColorSpace: spaces, Font: faces },
      Contents: context.register(context.flateStream(content)),
      ...(fields.length === 0 ? {} : { Annots: [...fields] }),
    })
  }
  context.assign(front, page(FRONT, [portrait]))
  context.assign(back, page(BACK, []))
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [front, back], Count: 2 }))
  context.assign(catalog, context.obj({ Type: 'Catalog', Pages: pages, AcroForm: { Fields: [portrait] } }))
  context.trailerInfo.Root = catalog
  const info = { Title: PDFString.of('Business card'), Trapped: 'False' }
  context.trailerInfo.Info = context.register(context.obj(info))
  const draft = await PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
  const id = PDFHexString.of(createHash('sha256').update(draft).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
}

function separation(context: PDFContext, { plate, looksLike }: Separation): PDFRef {
  const tint = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [...looksLike], N: 1 }
  return context.register(context.obj(['Separation', plate, 'DeviceCMYK', tint]))
}

/** A push button is what form editors make of an image field. */
function pictureField(context: PDFContext, page: PDFRef): PDFRef {
  return context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Btn',
      Ff: 2 ** 16,
      T: PDFString.of('portrait'),
      TU: PDFString.of('Portrait'),
      Rect: onSheet([...PORTRAIT]),
      F: 4,
      P: page,
      BS: { W: 0 },
      MK: { TP: 1, IF: { SW: 'A', S: 'P', A: [0.5, 0.5] } },
    }),
  )
}
