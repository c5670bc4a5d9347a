/** The drawn page on its sheet; before the first one, what is being drawn. */
import { DrawingWait } from '../../parts/drawing-wait.tsx'
import type { DrawnPage } from '../drawn-page.ts'

export interface SheetPictureProps {
  readonly drawn: DrawnPage
  /** No plate is selected: the sheet stays empty. */
  readonly empty: boolean
  readonly alt: string
}

export function SheetPicture({ drawn, empty, alt }: SheetPictureProps) {
  if (empty) return null
  if (drawn.url !== null) return <img class="sheet-picture" src={drawn.url} alt={alt} draggable={false} />
  return drawn.waiting && drawn.error === null ? <DrawingWait what={alt} /> : null
}
