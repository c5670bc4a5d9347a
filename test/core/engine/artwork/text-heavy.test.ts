/** What reading pages full of text takes: fonts are read, matched and decoded as often as there are fonts, not pages or runs. */
import { type PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { walkPainted } from '../../../../core/engine/artwork/paint/read-painted.ts'
import { readPlaceholders } from '../../../../core/engine/artwork/placeholders/read-placeholders.ts'
import { readArtwork } from '../../../../core/engine/artwork/read-artwork.ts'
import { readPages } from '../../../../core/engine/artwork/read-pages.ts'
import { openSource } from '../../../../core/engine/pdf/open-source.ts'
import { walkPages } from '../../../../core/engine/pdf/read-page-tree.ts'
import type { FontInfo } from '../../../../core/engine/text/font.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { FONTS_A_PAGE, TEXT_KINDS, type TextKind, textHeavyPdf } from '../../../support/pdf/text-heavy-pdf.ts'

describe('pages full of text', () => {
  for (const kind of ['subset fonts', 'composite fonts', 'fonts with CMaps'] as const)
    it(`have each CMap of their ${kind} decoded once, however many pages and fonts use it`, () => {
      const few = readCMaps(kind, 1)
      expect(few.length).to.be.at.least(FONTS_A_PAGE)
      expect(Math.min(...few)).to.be.at.least(1)
      expect(readCMaps(kind, 3)).to.deep.equal(few)
    })

  for (const kind of TEXT_KINDS)
    it(`have each of their ${kind} matched once, however many runs are set in it`, () => {
      const { fonts, reads } = counted(testFonts().list())
      const { runs } = readArtwork(textHeavyPdf(kind, 1), 0, fonts, [])
      expect(runs.length).to.be.at.least(40 * FONTS_A_PAGE)
      expect(new Set(runs.map(({ font }) => font.requested)).size).to.equal(FONTS_A_PAGE)
      // Each match looks at a name of every face a few times.
      expect(Math.max(...reads())).to.be.at.most(4 * FONTS_A_PAGE)
    })
})

/** How often the data of each CMap is taken to be decoded, by all walks that look at text. */
function readCMaps(kind: TextKind, pages: number): number[] {
  const { doc } = openSource(textHeavyPdf(kind, pages))
  const counts = countReads(doc)
  const walked = walkPages(doc)
  const geometry = readPages(doc, walked).pages
  readPlaceholders(doc, walked, geometry, testFonts().list())
  walkPainted(doc, walked, geometry, () => ({ object() {}, feature() {}, end() {} }))
  return [...counts.values()]
}

function countReads(doc: PDFDocument): ReadonlyMap<PDFRawStream, number> {
  const counts = new Map<PDFRawStream, number>()
  for (const [, object] of doc.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || !isCMap(object)) continue
    const { contents } = object
    counts.set(object, 0)
    Object.defineProperty(object, 'contents', {
      get() {
        counts.set(object, (counts.get(object) ?? 0) + 1)
        return contents
      },
    })
  }
  return counts
}

function isCMap({ dict }: PDFRawStream): boolean {
  return dict.toString().includes('/CMap')
}

/** Faces that count how often their names are looked at. */
function counted(faces: readonly FontInfo[]) {
  const counts = new Map<string, number>()
  const fonts = faces.map((face): FontInfo => {
    const note = <T>(value: T): T => {
      counts.set(face.key, (counts.get(face.key) ?? 0) + 1)
      return value
    }
    return {
      ...face,
      get family() {
        return note(face.family)
      },
      get postScriptName() {
        return note(face.postScriptName)
      },
    }
  })
  return { fonts, reads: () => counts.values() }
}
