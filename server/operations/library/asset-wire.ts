/** Pictures of the catalogue as they go over the wire. */

import { type Static, Type } from '@sinclair/typebox'
import { COLOR_KINDS } from '../../../core/engine/scene/picture.ts'
import type { AssetRecord } from '../../../core/service/asset/asset.ts'
import type { Links } from '../links.ts'
import { literals, METADATA, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const PICTURE_FACTS = {
  url: Type.String({
    description: 'The picture for screens, at most 2560 px on its longer side; for an hour.',
  }),
  thumbnail_url: Type.String({ description: 'At most 320 px on its longer side; for an hour.' }),
  width: Type.Integer({ minimum: 1, description: 'In px, as it is printed.' }),
  height: Type.Integer({ minimum: 1, description: 'In px, as it is printed.' }),
  content_type: Type.Literal('image/webp', { description: 'What url and thumbnail_url give.' }),
}

export const ASSET = Type.Object(
  {
    id: Type.String({ examples: ['ast_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('asset'),
    name: Type.String({ description: 'For the shop.' }),
    label: Type.String({ description: 'For shoppers.' }),
    tags: Type.Array(Type.String()),
    ...PICTURE_FACTS,
    color_kind: literals(COLOR_KINDS, {
      description: 'What is printed: one_bit is black and white alone, gray has no colour.',
    }),
    alpha: Type.Boolean({ description: 'Parts of it are transparent.' }),
    size_bytes: Type.Integer({ description: 'Of the picture as a print file carries it.' }),
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    archived_at: nullable(TIME),
  },
  { title: 'Asset', additionalProperties: false },
)

export type AssetLinks = Pick<Links, 'assetUrl'>

export function assetWire(asset: AssetRecord, links: AssetLinks): Static<typeof ASSET> {
  return {
    id: asset.id,
    object: 'asset',
    name: asset.name,
    label: asset.label,
    tags: [...asset.tags],
    ...pictureFacts(asset, links),
    color_kind: asset.colorKind,
    alpha: asset.alpha,
    size_bytes: asset.print.sizeBytes + (asset.mask?.sizeBytes ?? 0),
    metadata: { ...asset.metadata },
    created_at: timeWire(asset.createdAt),
    updated_at: timeWire(asset.updatedAt),
    archived_at: optionalTime(asset.archivedAt),
  }
}

/** A picture among those that a field can be filled with. */
export const CATALOGUE_ENTRY = Type.Object(
  { id: Type.String({ description: "The field's value." }), label: Type.String(), ...PICTURE_FACTS },
  { title: 'CatalogueEntry', additionalProperties: false },
)

export function catalogueEntry(asset: AssetRecord, links: AssetLinks): Static<typeof CATALOGUE_ENTRY> {
  return { id: asset.id, label: asset.label, ...pictureFacts(asset, links) }
}

function pictureFacts(asset: AssetRecord, links: AssetLinks) {
  return {
    url: links.assetUrl(asset, 'screen'),
    thumbnail_url: links.assetUrl(asset, 'thumbnail'),
    width: asset.widthPx,
    height: asset.heightPx,
    content_type: 'image/webp' as const,
  }
}
