/** The words for an image: its size, why it was refused, and its position in the frame. */
import type { Words } from '../../languages/language.ts'
import type { ImageRules } from './image-rules.ts'
import { kindName } from './kinds.ts'
import type { Rejection } from './uploads.ts'

const MB = 1024 * 1024

/** As the service counts its limits. */
export function sizeWords({ language }: Pick<Words, 'language'>, bytes: number): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: bytes < 10 * MB ? 1 : 0,
  }).format(bytes / MB)
}

export function rejectionWords(words: Words, rules: ImageRules, { code, found, limit }: Rejection): string {
  const { say } = words
  const kinds = rules.kinds.map(kindName).join(', ')
  switch (code) {
    case 'picture_kind':
      if (found === 'rgb' || found === 'cmyk') return say('image_colors')
      if (found === 'mixed') return say('image_mixed')
      return typeof found === 'string'
        ? say('image_kind', { found: kindName(found), kinds })
        : say('image_kind_unknown', { kinds })
    case 'picture_too_large':
      return say('image_too_large', {
        found: typeof found === 'number' ? sizeWords(words, found) : '–',
        limit: sizeWords(words, typeof limit === 'number' ? limit : rules.maxBytes),
      })
    case 'picture_too_small':
      return say('image_too_small')
    case 'picture_pixels':
      return say('image_pixels')
    case 'picture_unreadable':
      return say('image_unreadable')
    case 'picture_quota':
      return say('image_quota')
    default:
      return say('image_failed')
  }
}
