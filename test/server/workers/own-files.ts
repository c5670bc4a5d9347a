/** Sound files of our own that tests spoil: examples, placeholders as several producers write them, drawn pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artworkPdf } from '../../support/pdf/artwork-pdf.ts'
import { pressPage, separationText } from '../../support/pdf/press-page.ts'

const EXAMPLES = join(import.meta.dirname, '../../../examples')
const PLACEHOLDERS = join(import.meta.dirname, '../../fixtures/placeholders')

export interface OwnFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export function ownFiles(): readonly OwnFile[] {
  const inFolder = (folder: string): OwnFile[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pdf'))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const spots = pressPage({
    content: '/S cs 0.5 scn 50 50 90 90 re f /S CS 1 SCN 2 w 20 20 m 280 180 l S',
    resources: `/ColorSpace << /S ${separationText('Gold')} >>`,
  })
  return [
    ...inFolder(EXAMPLES),
    ...inFolder(PLACEHOLDERS),
    { name: 'artwork', bytes: artworkPdf() },
    { name: 'spots', bytes: spots },
  ]
}
