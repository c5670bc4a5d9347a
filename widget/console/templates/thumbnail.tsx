/** A thumbnail of a template's first page. */
import { SmallPicture } from '../parts/small-picture.tsx'
import { thumbnailPath } from './pictures.ts'

export interface ThumbnailProps {
  readonly templateId: string
  /** Null for the one that is shown. */
  readonly revision: number | null
}

export function Thumbnail({ templateId, revision }: ThumbnailProps) {
  return <SmallPicture path={thumbnailPath(templateId, revision)} />
}
