/** A small picture of a template's first page. */
import { SmallPicture } from '../parts/small-picture.tsx'
import { thumbnailPath } from './pictures.ts'

export interface ThumbnailProps {
  readonly templateId: string
  readonly revision: number
  /** Of the page, in any unit alike. */
  readonly width: number
  readonly height: number
}

export function Thumbnail({ templateId, revision, width, height }: ThumbnailProps) {
  return <SmallPicture path={thumbnailPath(templateId, revision)} ratio={`${width} / ${height}`} />
}
