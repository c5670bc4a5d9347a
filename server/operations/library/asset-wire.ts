/** Pictures of the catalogue as they go over the wire. */

import { type Static, Type } from '@sinclair/typebox'
import { COLOR_KINDS } from '../../../core/engine/scene/picture.ts'
import type { AssetRecord } from '../../../core/service/asset/asset.ts'
import type { Links } from '../links.ts'
import { literals, METADATA, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const PICTURE_FACTS = {
  url: Type.String({
    description: 'Link to the picture for screens, at most 2560 px on the longer side, valid for one hour.',
  }),
  thumbnail_url: Type.String({
    description: 'Link to a thumbnail of at most 320 px on the longer side, valid for one hour.',
  }),
  width: Type.Integer({ minimum: 1, description: 'In px, as printed.' }),
  height: Type.Integer({ minimum: 1, description: 'In px, as printed.' }),
  content_type: Type.Literal('image/webp', { description: 'Media type of url and thumbnail_url.' }),
}

export const ASSET = Type.Object(
  {
    id: Type.String({ examples: ['ast_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('asset'),
    name: Type.String({ description: 'Name for the shop.' }),
    label: Type.String({ description: 'Name for customers.' }),
    tags: Type.Array(Type.String()),
    ...PICTURE_FACTS,
    color_kind: literals(COLOR_KINDS, {
      description: 'Colour of the printed picture: one_bit is black and white only, gray has no colour.',
    }),
    alpha: Type.Boolean({ description: 'The picture is partly transparent.' }),
    size_bytes: Type.Integer({ description: 'Size in the print file.' }),
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
