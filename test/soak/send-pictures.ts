/** Sends image files to a service, two at a time, and says what became of each. */

import type { PhotoCard } from '../support/service/photo-card.ts'
import type { HostilePicture } from './hostile-pictures.ts'

export interface PictureAnswer {
  readonly name: string
  readonly status: number
  /** A code of the catalogue, or `picture`. */
  readonly outcome: string
  readonly ms: number
  /** It names the field, and what was found. */
  readonly isNamed: boolean
  readonly mayPass: boolean
}

/** A fill takes no more than this. */
const OF_ONE_FILL = 15

export async function sendPictures(
  card: PhotoCard,
  files: readonly HostilePicture[],
): Promise<readonly PictureAnswer[]> {
  const answers: PictureAnswer[] = []
  const waiting = [...files]
  const send = async (): Promise<void> => {
    let [fill, sent] = [await card.fill(), 0]
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (sent === OF_ONE_FILL) [fill, sent] = [await card.fill(), 0]
      sent += 1
      const began = performance.now()
      const { status, body } = await card.upload(fill, file.bytes)
      const { error } = body
      answers.push({
        name: file.name,
        status,
        outcome: error?.code ?? 'picture',
        ms: performance.now() - began,
        isNamed: error === undefined || (error.field === card.fieldIds[0] && error.found !== undefined),
        mayPass: file.mayPass === true,
      })
    }
  }
  await Promise.all([send(), send()])
  return answers
}

/** Those that were not refused by a name of their own, or not told what was found. */
export function oddAnswers(answers: readonly PictureAnswer[]): readonly PictureAnswer[] {
  return answers.filter(({ status, outcome, isNamed, mayPass }) => {
    if (status === 201) return !mayPass
    return !(status >= 400 && status < 500 && outcome.startsWith('picture_') && isNamed)
  })
}
