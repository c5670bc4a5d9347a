/** A photo card, 148 x 105 mm: the customer's own photo to three edges, a greeting in gold foil, and a line below. */
import { createHash } from 'node:crypto'
import { PDFContext, PDFHeader, PDFHexString, type PDFRef, PDFString, PDFWriter } from '@cantoo/pdf-lib'
import { embedFont } from './embedded-font.ts'
import { type Cmyk, fill, fillColour, type Ink, type Separation, stroke } from './ink.ts'
import { line, mirror, type Path, rectangle } from './path.ts'
import { BLEED, MM, onSheet, thousandths } from './sheet.ts'
import { along, blade, grow, type Spine, stem } from './sprig.ts'
import { openTypeface, shapeLine, type TypefaceName } from './typeface.ts'

const WIDTH = 148 * MM
const HEIGHT = 105 * MM
const CENTRE = WIDTH / 2
/** Where the photo ends. */
const EDGE = 34 * MM
const GOLD: Separation = { plate: 'Gold Foil', resource: 'GoldFoil', looksLike: [0.22, 0.38, 0.78, 0.1] }
const PAPER: Cmyk = [0, 0.015, 0.05, 0]
const BLACK: Cmyk = [0, 0, 0, 1]
const ITALIC: TypefaceName = 'CormorantGaramond-SemiBoldItalic'
const PLAIN: TypefaceName = 'Jost-Regular'

const words = (ink: Ink, face: TypefaceName, text: string, size: number, x: number, y: number) =>
  `${fillColour(ink)} BT /${face} ${size} Tf ${thousandths(x)} ${thousandths(y)} Td (${text}) Tj ET`

/** Height of the ornament between the photo and the greeting. */
const RULE = EDGE - 6.2 * MM

/** The right half of the ornament: a twig with leaves in pairs, which ends in a hairline. */
function twig(): Path {
  const spine: Spine = [
    [CENTRE + 1.2 * MM, RULE],
    [CENTRE + 4 * MM, RULE + 0.5 * MM],
    [CENTRE + 9 * MM, RULE + 0.5 * MM],
    [CENTRE + 13 * MM, RULE],
  ]
  const leaves = [0.16, 0.38, 0.6, 0.8].flatMap((share, at) => {
    const { point, angle } = along(spine, share)
    const length = (3.1 - at * 0.45) * MM
    return [38, -38].flatMap((turn) => grow(blade(length, length * 0.34), point, angle + turn))
  })
  const { point, angle } = along(spine, 1)
  return [...stem(spine, 0.9, 0.4), ...leaves, ...grow(blade(2.2 * MM, 0.75 * MM), point, angle)]
}

/** Centred with its braces and settings, for the value is centred where they are; at the edges they run off the sheet. */
function centred(ink: Ink, face: TypefaceName, text: string, size: number, y: number): string {
  const advances = shapeLine(openTypeface(face), text).map(({ advance }) => advance)
  const width = (advances.reduce((sum, advance) => sum + advance, 0) * size) / 1000
  return words(ink, face, text, size, CENTRE - width / 2, y)
}

const ARTWORK = [
  fill({ process: PAPER }, rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)),
  words(
    { process: BLACK },
    PLAIN,
    '{{Photo|source=upload|w=154mm|h=74mm|min_ppi=150|required}}',
    4,
    -BLEED,
    HEIGHT + BLEED - 2.8,
  ),
  fill(GOLD, [...twig(), ...mirror(twig(), CENTRE)]),
  stroke(GOLD, line([CENTRE + 17 * MM, RULE], [WIDTH - 12 * MM, RULE]), { width: 0.5 }),
  stroke(GOLD, line([12 * MM, RULE], [CENTRE - 17 * MM, RULE]), { width: 0.5 }),
  centred(
    GOLD,
    ITALIC,
    '{{Greeting|w=124mm|align=center|min=14pt|max=40|default=Wish you were here}}',
    30,
    14.6 * MM,
  ),
  centred(
    { process: BLACK },
    PLAIN,
    '{{Line below|w=124mm|align=center|min=6pt|max=60|default=With love from the lake}}',
    9,
    7.6 * MM,
  ),
].join('\n')

/** The same bytes on every run. */
export async function writePhotoCard(): Promise<Uint8Array> {
  const context = PDFContext.create()
  context.header = PDFHeader.forVersion(1, 6)
  const [catalog, pages, page] = [context.nextRef(), context.nextRef(), context.nextRef()]
  const faces = Object.fromEntries([ITALIC, PLAIN].map((face) => [face, embedFont(context, face)]))
  const sheet = [0, 0, thousandths(WIDTH + 2 * BLEED), thousandths(HEIGHT + 2 * BLEED)]
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
      Resources: { ColorSpace: { [GOLD.resource]: separation(context, GOLD) }, Font: faces },
      Contents: context.register(context.flateStream(content)),
    }),
  )
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [page], Count: 1 }))
  context.assign(catalog, context.obj({ Type: 'Catalog', Pages: pages }))
  context.trailerInfo.Root = catalog
  const info = { Title: PDFString.of('Photo card'), Trapped: 'False' }
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
