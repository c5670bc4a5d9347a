/** The materials of a revision: its present options and images, and its opened fonts. */

import { fontKeys } from '../../engine/scene/font-keys.ts'
import type { Values } from '../../engine/scene/values.ts'
import type { Fonts } from '../../engine/text/fonts.ts'
import type { Ports } from '../../ports.ts'
import { presentRevision } from '../template/present.ts'
import type { RevisionRecord } from '../template/template.ts'
import { type ConvertPorts, withConvertedPictures } from './convert-pictures.ts'

export interface Materials {
  /** For reading and setting the values, not for storing. */
  readonly revision: RevisionRecord
  readonly fonts: Fonts
}

/** As materialsOf, for a print file: images are in the inks of an output profile where the template converts colours. */
export async function pressMaterialsOf(
  ports: ConvertPorts & Pick<Ports, 'fonts'>,
  stored: RevisionRecord,
  ...values: readonly (Values | undefined)[]
): Promise<Materials> {
  const { revision, fonts } = await materialsOf(ports, stored, ...values)
  return { revision: await withConvertedPictures(ports, revision, ...values), fonts }
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
