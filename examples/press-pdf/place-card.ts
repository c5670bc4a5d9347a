/** A place card, 90 x 60 mm: the guest's name and table as placeholders in the artwork, and a frame for a picture. */
import { createHash } from 'node:crypto'
import { PDFContext, PDFHeader, PDFHexString, PDFString, PDFWriter } from '@cantoo/pdf-lib'
import { embedFont } from './embedded-font.ts'
import { fillColour, type Separation, stroke } from './ink.ts'
import { circle, polygon } from './path.ts'
import { BLEED, MM, onSheet, thousandths } from './sheet.ts'
import type { TypefaceName } from './typeface.ts'

const WIDTH = 90 * MM
const HEIGHT = 60 * MM
const GOLD: Separation = { plate: 'Gold Foil', resource: 'GoldFoil', looksLike: [0.1, 0.28, 0.75, 0.12] }
const FACE: TypefaceName = 'CormorantGaramond-SemiBold'
/** Left of the words, a square. */
const PORTRAIT = [7 * MM, 17.5 * MM, 32 * MM, 42.5 * MM] as const
const WORDS_LEFT = 40 * MM

const frame = (inset: number) =>
  polygon([inset, inset], [WIDTH - inset, inset], [WIDTH - inset, HEIGHT - inset], [inset, HEIGHT - inset])

const words = (text: string, size: number, y: number): string =>
  `${fillColour(GOLD)} BT /${FACE} ${size} Tf ${thousandths(WORDS_LEFT)} ${thousandths(y)} Td (${text}) Tj ET`

const ARTWORK = [
  stroke(GOLD, frame(3.5 * MM), { width: 0.8 }),
  stroke(GOLD, frame(4.6 * MM), { width: 0.3 }),
  stroke(GOLD, [...circle([WORDS_LEFT + 1.2, 24.5 * MM], 1.2), ...circle([WORDS_LEFT + 7, 24.5 * MM], 1.2)], {
    width: 0.5,
  }),
  words('{{Guest|w=44mm|min=9pt|max=40|ink=Gold Foil}}', 21, 32 * MM),
  words('Table {{Table|max=3}}', 11, 17.5 * MM),
].join('\n')

/** The same bytes on every run. */
export async function writePlaceCard(): Promise<Uint8Array> {
  const context = PDFContext.create()
  context.header = PDFHeader.forVersion(1, 6)
  const [catalog, pages, page] = [context.nextRef(), context.nextRef(), context.nextRef()]
  const tint = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [...GOLD.looksLike], N: 1 }
  const gold = context.register(context.obj(['Separation', GOLD.plate, 'DeviceCMYK', tint]))
  const sheet = [0, 0, thousandths(WIDTH + 2 * BLEED), thousandths(HEIGHT + 2 * BLEED)]
  // A push button is what form editors make of an image field; its caption tells a person what goes there.
  const portrait = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Btn',
      Ff: 2 ** 16,
      T: PDFString.of('portrait'),
      TU: PDFString.of('Picture'),
      Rect: onSheet([...PORTRAIT]),
      F: 4,
      P: page,
      BS: { W: 0 },
      MK: { TP: 1, IF: { SW: 'A', S: 'P', A: [0.5, 0.5] } },
    }),
  )
  const content = `q 1 0 0 1 ${thousandths(BLEED)} ${thousandths(BLEED)} cm\n${ARTWORK}\nQ`
  context.assign(
    page,
    context.obj({
      Type: 'Page',
      Parent: pages,
      MediaBox: sheet,
      CropBox: sheet,
      BleedBox: sheet,
      TrimBox: onSheet([0, 0, WIDTH, HEIGHT]),
      Resources: { ColorSpace: { [GOLD.resource]: gold }, Font: { [FACE]: embedFont(context, FACE) } },
      Contents: context.register(context.flateStream(content)),
      Annots: [portrait],
    }),
  )
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [page], Count: 1 }))
  context.assign(catalog, context.obj({ Type: 'Catalog', Pages: pages, AcroForm: { Fields: [portrait] } }))
  context.trailerInfo.Root = catalog
  context.trailerInfo.Info = context.register(
    context.obj({ Title: PDFString.of('Place card'), Trapped: 'False' }),
  )
  const draft = await PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
  const id = PDFHexString.of(createHash('sha256').update(draft).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
}
