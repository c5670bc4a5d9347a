/** Decides whether the borders that a form draws around its fields are removed with it or become artwork. */
import type { PDFDocument } from '@cantoo/pdf-lib'
import { PDFName } from '@cantoo/pdf-lib'
import type { FormBorders } from '../artwork/form/form-borders.ts'
import { readFieldBorders } from '../artwork/form/read-field-borders.ts'
import { readFieldTree } from '../artwork/form/read-field-tree.ts'
import type { SymbolFonts } from '../artwork/form/read-symbol-fonts.ts'
import type { ToneReader } from '../artwork/form/read-tones.ts'
import type { Finding } from '../finding/finding.ts'
import type { Appearance } from '../pdf/read-annotations.ts'
import { readLayers } from '../pdf/read-layers.ts'
import type { WalkedPage } from '../pdf/read-page-tree.ts'
import { copyAppearance } from './appearance-forms.ts'

export interface BorderedPages {
  /** With the borders that stay among what prints beside the content. */
  readonly pages: WalkedPage[]
  readonly findings: readonly Finding[]
}

export function applyBorders(
  doc: PDFDocument,
  pages: readonly WalkedPage[],
  { fonts, tones }: { readonly fonts: SymbolFonts; readonly tones: ToneReader },
  borders: FormBorders,
): BorderedPages {
  const found = readFieldBorders(doc, pages, readFieldTree(doc), readLayers(doc), tones)
  const staying = new Map<number, Appearance[]>()
  const going = new Map<number, number>()
  for (const { page, part, matrix, layer } of found) {
    if (borders === 'remove' || part === null) {
      going.set(page, (going.get(page) ?? 0) + 1)
      continue
    }
    const form = copyAppearance(doc.context, part, fonts)
    if (layer !== null) form.dict.set(PDFName.of('OC'), doc.context.getObjectRef(layer) ?? layer)
    staying.set(page, [...(staying.get(page) ?? []), { form, matrix }])
  }
  return {
    pages: pages.map((page) => {
      const own = staying.get(page.index)
      return own === undefined ? page : { ...page, appearances: [...(page.appearances ?? []), ...own] }
    }),
    findings: [...going].map(([page, count]) => findingOf(page, count, borders)),
  }
}

function findingOf(page: number, count: number, borders: FormBorders): Finding {
  const finding = { code: 'field_border_removed', severity: 'warn', page, found: count } as const
  return borders === 'remove' ? finding : { ...finding, says: 'field_border_removed.attached' }
}
