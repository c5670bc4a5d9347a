/** The use cases of the service as the work on storefront orders calls them. */

import { DEFAULT_PREVIEW_DPI, fittedSize } from '../../core/engine/preview/preview-size.ts'
import { EMPTY_CONTENT } from '../../core/engine/scene/content.ts'
import { findPage } from '../../core/service/preview/check.ts'
import type { UseCases } from '../../core/service/storefront/use-cases.ts'
import type { Service } from '../../core/service.ts'

export function storefrontUseCases({ fills, renders, templates, previews }: Service): UseCases {
  return {
    finalizeFill: fills.finalize,
    copyFill: fills.copy,
    moveFill: fills.move,
    planFill: fills.plan,
    retryRender: renders.retry,
    eraseFill: fills.erase,
    eraseCustomer: fills.eraseCustomer,
    async drawTemplate(teamId, templateId) {
      const { revision } = await templates.retrieve(teamId, templateId)
      const page = findPage(revision, 0)
      const size = fittedSize(page, (page.widthPt / 72) * DEFAULT_PREVIEW_DPI)
      const shown = await previews.template({ revision, page, content: EMPTY_CONTENT, size })
      return (await shown.see()).png
    },
  }
}
