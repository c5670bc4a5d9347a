/** Writes the example press PDFs beside this file: `node examples/make.ts`. The same bytes on every run. */
import { writeFileSync } from 'node:fs'
import { writeBusinessCard } from './press-pdf/business-card.ts'
import { CRAFT_LABEL } from './press-pdf/craft-label.ts'
import { GIFT_TAG } from './press-pdf/gift-tag.ts'
import { writePhotoCard } from './press-pdf/photo-card.ts'
import { writePlaceCard } from './press-pdf/place-card.ts'
import { type PressDesign, writePressFile } from './press-pdf/press-file.ts'
import { WEDDING_CARD } from './press-pdf/wedding-card.ts'

/** Designs by the name of the file that carries them. */
export const PRESS_PDFS: Readonly<Record<string, PressDesign>> = {
  'wedding-card.pdf': WEDDING_CARD,
  'craft-label.pdf': CRAFT_LABEL,
  'gift-tag.pdf': GIFT_TAG,
}

/** What writes each example. */
export const EXAMPLES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  ...Object.fromEntries(
    Object.entries(PRESS_PDFS).map(([name, design]) => [name, () => writePressFile(design)]),
  ),
  'place-card.pdf': writePlaceCard,
  'business-card.pdf': writeBusinessCard,
  'photo-card.pdf': writePhotoCard,
}

if (import.meta.main) {
  for (const [name, write] of Object.entries(EXAMPLES)) {
    const bytes = await write()
    writeFileSync(new URL(name, import.meta.url), bytes)
    process.stdout.write(`${name.padEnd(18)}${(bytes.length / 1000).toFixed(1).padStart(6)} kB\n`)
  }
}
