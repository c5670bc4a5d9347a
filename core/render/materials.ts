/** What setting values on a revision takes: its options and pictures as they are now, and its fonts, open. */

import type { Values } from '../fill/values.ts'
import type { Ports } from '../ports.ts'
import { fontKeys } from '../scene/font-keys.ts'
import { presentRevision } from '../scene/present.ts'
import type { RevisionRecord } from '../template/template.ts'
import type { Fonts } from '../text/fonts.ts'

export interface Materials {
  /** For reading and setting the values, not for storing. */
  readonly revision: RevisionRecord
  readonly fonts: Fonts
}

/** Reads files and the database: never within a transaction. */
export async function materialsOf(
  ports: Pick<Ports, 'store' | 'fonts'>,
  stored: RevisionRecord,
  ...values: readonly (Values | undefined)[]
): Promise<Materials> {
  const revision = await presentRevision(ports.store, stored, ...values)
  return { revision, fonts: await ports.fonts.load(stored.teamId, fontKeys(stored.scene)) }
}
