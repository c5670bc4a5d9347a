/** The page that a picture is asked of. */

import type { ScenePage } from '../../engine/scene/scene.ts'
import { ServiceError } from '../../errors.ts'
import type { RevisionRecord } from '../template/template.ts'

/** The page of this index, from 0. Throws `invalid_page`. */
export function findPage(revision: RevisionRecord, index: number): ScenePage {
  const { pages } = revision.scene
  const page = pages[index]
  if (page !== undefined) return page
  throw new ServiceError('invalid_page', {
    message: `The template has no such page. The last page is ${pages.length - 1}; pages are counted from 0.`,
    param: 'page',
  })
}
