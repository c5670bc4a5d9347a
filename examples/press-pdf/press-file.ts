/** Writes a press file: one page with its boxes, separations, layers and form, the same bytes on every run. */
import { createHash } from 'node:crypto'
import { PDFContext, PDFHeader, PDFHexString, type PDFRef, PDFString, PDFWriter } from '@cantoo/pdf-lib'
import { defaultAppearance } from './appearance.ts'
import { embedFont } from './embedded-font.ts'
import type { FormField } from './form-field.ts'
import type { Separation } from './ink.ts'
import { BLEED, onSheet, thousandths } from './sheet.ts'
import type { TypefaceName } from './typeface.ts'
import { registerField, type SharedResources, textString } from './widget.ts'

/** A layer that tells finishing machines what its content is for (ISO 19593-1). */
export interface ProcessingStep {
  /** Name of the layer in the page's /Properties. */
  readonly resource: string
  readonly name: string
  readonly group: string
  readonly type: string
}

export interface PressDesign {
  readonly title: string
  /** Size of the trimmed product in points. */
  readonly width: number
  readonly height: number
  readonly inks: readonly Separation[]
  readonly steps: readonly ProcessingStep[]
  /** Content operators; the origin is the trim's lower left corner. */
  readonly artwork: string
  readonly fields: readonly FormField[]
}

/** The files state when they were designed, not when they were last written. */
const DESIGNED = { pdf: 'D:20260105090000Z', xmp: '2026-01-05T09:00:00Z' }

/** Content that belongs to a processing step. */
export const onLayer = (step: ProcessingStep, content: string): string =>
  `/OC /${step.resource} BDC\n${content}\nEMC`

/** The bytes of a design's PDF 1.6 file. */
export async function writePressFile(design: PressDesign): Promise<Uint8Array> {
  const context = PDFContext.create()
  context.header = PDFHeader.forVersion(1, 6)
  const catalog = context.nextRef()
  const pages = context.nextRef()
  const page = context.nextRef()

  const layers = new Map(design.steps.map((step) => [step, registerLayer(context, step)]))
  const shared = sharedResources(context, design)
  const fields = design.fields.map((field) => registerField(context, field, page, shared))
  const sheet = [0, 0, thousandths(design.width + 2 * BLEED), thousandths(design.height + 2 * BLEED)]
  const content = `q 1 0 0 1 ${thousandths(BLEED)} ${thousandths(BLEED)} cm\n${design.artwork}\nQ`
  context.assign(
    page,
    context.obj({
      Type: 'Page',
      Parent: pages,
      MediaBox: sheet,
      CropBox: sheet,
      BleedBox: sheet,
      TrimBox: onSheet([0, 0, design.width, design.height]),
      Resources: {
        ColorSpace: shared.ColorSpace,
        ExtGState: shared.ExtGState,
        Properties: Object.fromEntries([...layers].map(([step, layer]) => [step.resource, layer])),
      },
      Contents: context.register(context.flateStream(content)),
      Annots: fields,
      Tabs: 'R',
    }),
  )
  context.assign(pages, context.obj({ Type: 'Pages', Kids: [page], Count: 1 }))
  context.assign(
    catalog,
    context.obj({
      Type: 'Catalog',
      Pages: pages,
      Lang: PDFString.of('en'),
      ViewerPreferences: { DisplayDocTitle: true },
      OCProperties: {
        OCGs: [...layers.values()],
        D: { Name: PDFString.of('Layers'), Order: [...layers.values()], ON: [...layers.values()] },
      },
      AcroForm: {
        Fields: fields,
        NeedAppearances: false,
        DR: { Font: shared.Font, ColorSpace: shared.ColorSpace },
        DA: PDFString.of(defaultAppearance(design.fields.find((field) => field.kind !== 'check')!)),
      },
      Metadata: context.register(metadata(context, design.title)),
    }),
  )
  context.trailerInfo.Root = catalog
  context.trailerInfo.Info = context.register(
    context.obj({
      Title: textString(design.title),
      Creator: PDFString.of('Platen examples'),
      Producer: PDFString.of('Platen'),
      CreationDate: PDFString.of(DESIGNED.pdf),
      ModDate: PDFString.of(DESIGNED.pdf),
      Trapped: 'False',
    }),
  )
  return sealed(context)
}

function sharedResources(context: PDFContext, { inks, fields }: PressDesign): SharedResources {
  const typefaces = new Set<TypefaceName>(
    fields.flatMap((field) => (field.kind === 'check' ? [] : [field.typeface])),
  )
  return {
    Font: Object.fromEntries([...typefaces].map((name) => [name, embedFont(context, name)])),
    ColorSpace: Object.fromEntries(inks.map((ink) => [ink.resource, registerInk(context, ink)])),
    ExtGState: {
      Overprint: context.register(context.obj({ Type: 'ExtGState', OP: true, op: true, OPM: 1 })),
    },
  }
}

/** A separation with a linear tint from paper to the solid (ISO 32000-1 8.6.6.4). */
function registerInk(context: PDFContext, ink: Separation): PDFRef {
  if (!/^[A-Za-z0-9 ]+$/.test(ink.plate)) throw new Error(`${ink.plate} is not a plain plate name.`)
  const tint = {
    FunctionType: 2,
    Domain: [0, 1],
    Range: [0, 1, 0, 1, 0, 1, 0, 1],
    C0: [0, 0, 0, 0],
    C1: [...ink.looksLike],
    N: 1,
  }
  return context.register(context.obj(['Separation', ink.plate, 'DeviceCMYK', tint]))
}

function registerLayer(context: PDFContext, step: ProcessingStep): PDFRef {
  return context.register(
    context.obj({
      Type: 'OCG',
      Name: PDFString.of(step.name),
      GTS_Metadata: { GTS_ProcStepsGroup: step.group, GTS_ProcStepsType: step.type },
    }),
  )
}

function metadata(context: PDFContext, title: string) {
  return context.stream(
    new TextEncoder().encode(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
   <xmp:CreatorTool>Platen examples</xmp:CreatorTool>
   <xmp:CreateDate>${DESIGNED.xmp}</xmp:CreateDate>
   <xmp:ModifyDate>${DESIGNED.xmp}</xmp:ModifyDate>
   <pdf:Producer>Platen</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`),
    { Type: 'Metadata', Subtype: 'XML' },
  )
}

/** Writes the file, and writes it again with an /ID that is the digest of the first writing. */
async function sealed(context: PDFContext): Promise<Uint8Array> {
  const draft = await PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
  const id = PDFHexString.of(createHash('sha256').update(draft).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
  return PDFWriter.forContext(context, Number.MAX_SAFE_INTEGER).serializeToBuffer()
}
