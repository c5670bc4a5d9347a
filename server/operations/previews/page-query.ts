/** The query of operations that draw a page by itself. */
import { Type } from '@sinclair/typebox'
import { WIDEST_PREVIEW } from '../../../core/engine/preview/preview-size.ts'

export const DEFAULT_WIDTH = 880

export const PAGE_AND_WIDTH = {
  page: Type.Optional(Type.Integer({ minimum: 0, description: 'Page, counted from 0. Default: 0.' })),
  w: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WIDEST_PREVIEW,
      description: `Width in px. Default: ${DEFAULT_WIDTH}.`,
    }),
  ),
}
