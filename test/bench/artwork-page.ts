/** A full A4 page of artwork with fields: tiles of the label's fruit over all of the page, and two lines to fill. */
import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { compilePdf } from '../../core/engine/press/compile.ts'
import { openBundledFonts } from '../../server/fonts/bundled.ts'
import type { CompiledCard } from './card.ts'

const LABEL = new URL('../../examples/craft-label.pdf', import.meta.url)
const A4 = [595.276, 841.89] as const
const COLUMNS = 3
const ROWS = 8

export async function artworkPage(): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  const [tile] = await doc.embedPdf(await PDFDocument.load(await readFile(LABEL)))
  if (tile === undefined) throw new Error('The label has no page.')
  const page = doc.addPage([...A4])
  const [width, height] = [A4[0] / COLUMNS, A4[1] / ROWS]
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1)
      page.drawPage(tile, { x: column * width, y: row * height, width, height })
  const form = doc.getForm()
  for (const [at, name] of ['Headline', 'Line'].entries()) {
    const field = form.createTextField(name)
    field.setText('Annabel')
    field.addToPage(page, { x: 60, y: 480 - at * 90, width: A4[0] - 120, height: 70 - at * 30 })
  }
  return doc.save()
}

export async function compileArtworkPage(): Promise<CompiledCard> {
  const fonts = openBundledFonts()
  const { body, plan, scene } = await compilePdf(await artworkPage(), fonts.list())
  const fields = scene.fields.map((field, at) => ({ ...field, id: `fld_${at}` }))
  return { fonts, body: Buffer.concat(body), plan, scene: { ...scene, fields } }
}
