/** An image in the inks of an output profile: what is printed of it where a template converts colours. */
import type { PrintForm } from '../../engine/scene/picture.ts'

/** Times are milliseconds since 1970. */
export interface ConvertedPicture {
  readonly teamId: string
  /** Of the form in RGB that it was made of. */
  readonly printSha256: string
  readonly profileSha256: string
  readonly print: PrintForm
  readonly createdAt: number
}

export interface ConvertedPictureStore {
  /** Throws UniqueViolation where another was quicker. */
  insert(picture: ConvertedPicture): Promise<void>
  find(teamId: string, printSha256: string, profileSha256: string): Promise<ConvertedPicture | null>
  /** Of an image, for all profiles. */
  ofPicture(teamId: string, printSha256: string): Promise<readonly ConvertedPicture[]>
  remove(teamId: string, printSha256: string): Promise<void>
}
