/** Checks annotations that print together with a page: a stamp or a note on the sheet is seldom meant. */
import { PDFDict } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { type Box, intersection, rectangle } from '../../geometry/box.ts'
import { arrayEntry, asNumber, dictEntry, entry, flagsEntry, nameEntry } from '../../pdf/read-object.ts'
import type { WalkedPage } from '../../pdf/read-page-tree.ts'
import type { ScenePage } from '../../scene/scene.ts'

const HIDDEN = 1 << 1
const PRINT = 1 << 2
/** Fields are the scene's, marks are the printer's, and the others show nothing on paper. */
const PASSED_OVER = new Set(['Widget', 'Popup', 'Link', 'PrinterMark', 'TrapNet'])

/** One finding a page, with the kinds of annotations that print inside the bleed. */
export function checkAnnotations(walked: readonly WalkedPage[], pages: readonly ScenePage[]): Finding[] {
  return walked.flatMap(({ dict, index }): Finding[] => {
    const page = pages[index]
    if (page === undefined) return []
    const boxes: Box[] = []
    const kinds = new Set<string>()
    for (const annotation of arrayEntry(dict, 'Annots') ?? []) {
      if (!(annotation instanceof PDFDict)) continue
      const kind = nameEntry(annotation, 'Subtype') ?? ''
      const flags = flagsEntry(annotation, 'F')
      if (PASSED_OVER.has(kind) || (flags & PRINT) === 0 || (flags & HIDDEN) !== 0) continue
      const appearance = dictEntry(annotation, 'AP')
      const box = rectangle(arrayEntry(annotation, 'Rect')?.map(asNumber))
      if (appearance === null || entry(appearance, 'N') === null || box === null) continue
      if (intersection(box, page.bleedBox) === null) continue
      boxes.push(box)
      kinds.add(kind)
    }
    const [bbox] = boxes
    if (bbox === undefined) return []
    const found = [...kinds].join(', ')
    return [
      {
        code: 'annotation_prints',
        severity: 'warn',
        params: { kinds: [...kinds] },
        page: index,
        bbox,
        ...(boxes.length > 1 ? { count: boxes.length, boxes: boxes.slice(0, 5) } : {}),
        found,
      },
    ]
  })
}
