/** A page whose artwork paints in one spot ink. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'

/** A square of full tint at 20 20 in the named plate, 40 units wide, on a page of 300 by 200. */
export async function spotPdf(inkName: string): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { node } = document.addPage([300, 200])
  const { context } = document
  const tint = context.obj({
    FunctionType: 2,
    Domain: [0, 1],
    C0: [0, 0, 0, 0],
    C1: [0.1, 0.3, 0.8, 0.1],
    N: 1,
  })
  const space = context.obj([PDFName.of('Separation'), PDFName.of(inkName), PDFName.of('DeviceCMYK'), tint])
  node.set(PDFName.of('Resources'), context.obj({ ColorSpace: { CS0: space } }))
  node.set(PDFName.of('Contents'), context.register(context.stream('/CS0 cs 1 scn 20 20 40 40 re f')))
  return document.save({ useObjectStreams: false, addDefaultPage: false })
}
