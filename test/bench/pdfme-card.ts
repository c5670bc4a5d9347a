/** The benchmarks' card as pdfme makes it: one card, or many in one PDF. */
import { readFile } from 'node:fs/promises'
import type { Template } from '@pdfme/common'
import { generate } from '@pdfme/generator'
import { text } from '@pdfme/schemas'
import { CARD_LABELS, CARD_PATH, type CompiledCard, cardValues } from './card.ts'

/** Boxes, fonts and values are those of ours; sizes are in millimetres, as it wants them. One PDF for all numbers. */
export async function pdfmeCard(
  card: CompiledCard,
): Promise<(numbers: readonly number[]) => Promise<Uint8Array>> {
  const font: Record<string, { data: ArrayBuffer; fallback?: boolean }> = {}
  const mm = (points: number) => (points * 25.4) / 72
  const page = card.scene.pages[0]
  if (page === undefined) throw new Error('The card has no page.')
  const schemas = card.scene.fields.map((field, at) => {
    const placement = field.placements[0]
    if (placement === undefined) throw new Error('A field has no place.')
    const typeface = card.fonts.open(placement.style.font.key)
    font[typeface.info.postScriptName] ??= {
      data: new Uint8Array(typeface.data).buffer,
      ...(Object.keys(font).length === 0 ? { fallback: true } : {}),
    }
    const [left, bottom, right, top] = placement.box
    return {
      name: `fld_${at}`,
      type: 'text',
      position: { x: mm(left - page.mediaBox[0]), y: mm(page.mediaBox[3] - top) },
      width: mm(right - left),
      height: mm(top - bottom),
      fontName: typeface.info.postScriptName,
      alignment: placement.style.align,
      dynamicFontSize: { min: placement.style.minSizePt, max: placement.style.sizePt, fit: 'horizontal' },
    }
  })
  const basePdf = new Uint8Array(await readFile(CARD_PATH))
  const template = { basePdf, schemas: [schemas] } as Template
  return (numbers) => {
    const inputs = numbers.map((n) => {
      const byLabel = cardValues(n)
      return Object.fromEntries(CARD_LABELS.map((label, at) => [`fld_${at}`, byLabel[label]]))
    })
    return generate({ template, inputs, plugins: { text }, options: { font } })
  }
}
