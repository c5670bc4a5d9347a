/** The intake port: the worker processes in which uploaded images, fonts and profiles are opened. */

import type { OutputProfileFacts } from '../../engine/pdf/space/output-profile.ts'
import type { Picture, PrintForm } from '../../engine/scene/picture.ts'
import type { PictureKindName } from '../../engine/scene/scene.ts'
import type { Files } from '../../files.ts'
import type { FontFacts } from '../font/font-record.ts'

/** Where the forms of a picture are written before they are kept; the hashes in what is read of it name them. */
export interface PicturePaths {
  readonly print: string
  /** Left empty where the picture has no opacity of its own. */
  readonly mask: string
  /** Left empty where the picture has no colours. */
  readonly gray: string
  readonly screen: string
  readonly thumbnail: string
}

export const PICTURE_FORMS = ['print', 'mask', 'gray', 'screen', 'thumbnail'] as const

/** Lends temporary paths for the forms of a picture; what `work` has not stored by its end is discarded. */
export async function withPicturePaths<T>(
  files: Pick<Files, 'temporaryPath' | 'discard'>,
  work: (paths: PicturePaths) => Promise<T>,
): Promise<T> {
  const entries = PICTURE_FORMS.map((form) => [form, files.temporaryPath()] as const)
  try {
    return await work(Object.fromEntries(entries) as unknown as PicturePaths)
  } finally {
    for (const [, path] of entries) await files.discard(path)
  }
}

export interface OwnPictureLimits {
  readonly kinds: readonly string[]
  readonly mostPixels: number
  /** Written behind every form, so that its file is of no other picture. */
  readonly salt: Uint8Array
}

/** An image in RGB as it is printed, and its file. */
export interface PictureToConvert extends Pick<Picture, 'widthPx' | 'heightPx' | 'print'> {
  readonly sourcePath: string
}

export interface ConvertInto {
  readonly profile: Uint8Array
  readonly path: string
  /** Written behind the form, so that its file is of no other image. */
  readonly salt: Uint8Array
}

export interface OwnPictureFacts extends Picture {
  /** What the upload was. */
  readonly kind: string
}

/**
 * The worker processes in which uploaded images, fonts and profiles are opened; teams take turns. Errors are ServiceErrors of the
 * catalogue.
 */
export interface Intake {
  /** True where the operator allows HEIC of customers and has installed its decoder. */
  readonly decodesHeic: boolean
  readPicture(sourcePath: string, paths: PicturePaths, teamId?: string): Promise<Picture>
  /** A customer's own picture. Throws `invalid_image` with a reason, and `image_too_complex`. */
  readOwnPicture(
    sourcePath: string,
    paths: PicturePaths,
    limits: OwnPictureLimits,
    teamId?: string,
  ): Promise<OwnPictureFacts>
  /** The printed form of an image in RGB in the inks of an output profile, written to `path`. */
  convertPicture(picture: PictureToConvert, into: ConvertInto, teamId?: string): Promise<PrintForm>
  /** Writes the font that is to be kept to `fontPath`. */
  readFont(sourcePath: string, fontPath: string, teamId?: string): Promise<FontFacts>
  /** An output profile. Throws `invalid_profile`. */
  readProfile(sourcePath: string, teamId?: string): Promise<OutputProfileFacts>
}

/** The kinds of images that a field takes and this service can decode. */
export function decodableKinds(
  kinds: readonly PictureKindName[],
  intake: Pick<Intake, 'decodesHeic'> | null,
): readonly PictureKindName[] {
  return kinds.filter((kind) => kind !== 'heic' || intake?.decodesHeic === true)
}
