/** The identity of a picture: a hash of everything that its pixels depend on, known before any of them is drawn. */

import { createHash } from 'node:crypto'
import { mixEntries } from '../../engine/ink/process-mix.ts'
import type { PixelSize } from '../../engine/layout/device.ts'
import { PLATES_VERSION, RENDERER_VERSION } from '../../engine/preview/version.ts'
import type { FillContent } from '../../engine/scene/content.ts'
import type { FieldOption, Scene } from '../../engine/scene/scene.ts'
import { completeValues } from '../../engine/scene/values.ts'
import type { RevisionRecord, TrialRevision } from '../template/template.ts'

export interface PictureState {
  /**
   * Whose picture it is: a fill's or a team's. Decision: pictures of the same content are not shared between fills, so
   * that nobody learns from a fast answer what another one has typed.
   */
  readonly scope: string
  /** The revision as it is now (see present.ts). */
  readonly revision: RevisionRecord & Partial<Pick<TrialRevision, 'trial'>>
  readonly content: FillContent
  /** Counts from 0. */
  readonly page: number
  readonly size: PixelSize
  /** Do empty fields show their labels. */
  readonly labels?: boolean
  /** Ids and labels of the fields whose labels are shown in another language. */
  readonly spoken?: readonly string[]
  /** The requested size, if it is part of the preview's identity. */
  readonly asked?: { readonly w: number; readonly dpr: number }
}

/**
 * SHA-256, hex. A saved revision never changes, so its number stands for it; what sets and the catalogue have made of
 * its fields since is added. The contract has width and pixel ratio in the name of a fill's picture: `w=440&dpr=2` has
 * the pixels of `w=880`, and a name of its own.
 */
export function pictureIdentity({
  scope,
  revision,
  content,
  page,
  size,
  asked,
  labels = true,
  spoken = [],
}: PictureState): string {
  const { scene, plan } = revision
  const state = [
    ['platen-picture', RENDERER_VERSION, PLATES_VERSION],
    scope,
    [
      revision.templateId,
      revision.revision,
      plan.bodySha256,
      ...(revision.trial === undefined ? [] : [revision.trial]),
    ],
    sorted(completeValues(scene, content.values)),
    offered(scene, content),
    content.colors?.map(({ index, name, hex, ...mix }) => [
      index,
      name,
      hex.toLowerCase(),
      mixEntries(mix),
    ]) ?? null,
    sorted(content.assignments),
    content.substrate?.hex.toLowerCase() ?? null,
    [page, size.widthPx, size.heightPx, 'png', asked?.w ?? null, asked?.dpr ?? null],
    ...(labels ? [] : ['as printed']),
    ...(spoken.length === 0 ? [] : [spoken]),
  ]
  return createHash('sha256').update(JSON.stringify(state)).digest('hex')
}

/** Of the fields whose options are not the revision's own: what the chosen one prints. */
function offered(scene: Scene, { values }: FillContent): unknown {
  return scene.fields.flatMap((field) => {
    if (field.type === 'text' || (field.type === 'selection' && field.selectionSetId == null)) return []
    const chosen = values[field.id] ?? field.defaultValue
    return [[field.id, printedAs(field.options?.find(({ value }) => value === chosen))]]
  })
}

function printedAs(option: FieldOption | undefined): unknown {
  if (option?.picture === undefined) return option?.label ?? null
  const { widthPx, heightPx, colorKind, print, mask, gray, screen } = option.picture
  const hashes = [print, mask, gray, screen].map((form) => form?.sha256 ?? null)
  return [widthPx, heightPx, colorKind, ...hashes]
}

function sorted(map: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
}
