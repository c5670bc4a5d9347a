/** Says what the colours of profiled spaces are in words that pdf.js, which evaluates no profile here, goes by. */
import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { entry, numberEntry } from '../../pdf/read-object.ts'
import { readSpace } from '../../pdf/space/read-space.ts'
import type { LabRange } from '../../pdf/space/space.ts'

const ALTERNATE = PDFName.of('Alternate')
const TYPE = PDFName.of('Type')
/** Of the light that profiles are relative to. */
const D50 = [0.9642, 1, 0.8249]

/**
 * pdf.js shows an ICCBased space by its alternate, and without one as gray, RGB or CMYK by its number of components.
 * Where the profile says something else of Lab, the alternate comes to say what the profile does. The document is one
 * to draw from; it goes to no press.
 */
export function stateProfiledColors({ context, catalog }: PDFDocument): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue
    const { dict } = object
    // Streams of objects count in N too.
    if (numberEntry(dict, 'N') !== 3 || dict.has(TYPE)) continue
    const space = PDFArray.withContext(context)
    space.push(PDFName.of('ICCBased'))
    space.push(object)
    const read = readSpace(catalog, space)
    if (read?.kind === 'lab') dict.set(ALTERNATE, labSpace(dict, read.range))
    else if (readSpace(catalog, entry(dict, 'Alternate'))?.kind === 'lab') dict.delete(ALTERNATE)
  }
}

function labSpace({ context }: PDFDict, range: LabRange): PDFArray {
  return context.obj(['Lab', { WhitePoint: D50, Range: [...range] }])
}
