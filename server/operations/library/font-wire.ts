/** Fonts as they go over the wire. */

import { type Static, Type } from '@sinclair/typebox'
import { EMBEDDINGS, embeddingOf, mayBeSubset } from '../../../core/engine/text/embedding.ts'
import { fontKey } from '../../../core/engine/text/font-key.ts'
import type { LibraryFont } from '../../../core/service/font/fonts.ts'
import { literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

/** Facts of uploads alone are null for bundled fonts. */
export const FONT = Type.Object(
  {
    id: Type.String({ examples: ['fnt_01kq3f8w2bx6mt4v9y0hzd5s7e', 'bundled:Arimo-Regular'] }),
    object: Type.Literal('font'),
    source: literals(['team', 'bundled'], {
      description: 'bundled: part of Platen, read-only.',
    }),
    key: Type.String({ description: 'Key that scenes use for the font.' }),
    post_script_name: Type.String(),
    family: Type.String(),
    full_name: NULLABLE_TEXT,
    bold: Type.Boolean(),
    italic: Type.Boolean(),
    format: nullable(literals(['ttf', 'otf'])),
    variable: nullable(Type.Boolean({ description: 'Variable font; its default instance prints.' })),
    glyph_count: nullable(Type.Integer()),
    size_bytes: nullable(Type.Integer()),
    embedding: nullable(
      literals(EMBEDDINGS, { description: 'Embedding permission of the font (OS/2 fsType).' }),
    ),
    subsetting: nullable(Type.Boolean({ description: 'False if the font must be embedded completely.' })),
    copyright: NULLABLE_TEXT,
    trademark: NULLABLE_TEXT,
    license: NULLABLE_TEXT,
    license_url: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: nullable(TIME),
    updated_at: nullable(TIME),
    archived_at: nullable(TIME),
  },
  { title: 'Font', additionalProperties: false },
)

export function fontWire(one: LibraryFont): Static<typeof FONT> {
  if (one.source === 'bundled') {
    const { key, postScriptName, family, bold, italic } = one.info
    return {
      ...{
        id: one.id,
        object: 'font',
        source: 'bundled',
        key,
        post_script_name: postScriptName,
        family,
        bold,
      },
      ...{ italic, full_name: null, format: null, variable: null, glyph_count: null, size_bytes: null },
      ...{ embedding: null, subsetting: null, copyright: null, trademark: null, license: null },
      ...{ license_url: null, metadata: {}, created_at: null, updated_at: null, archived_at: null },
    }
  }
  const { font } = one
  return {
    id: font.id,
    object: 'font',
    source: 'team',
    key: fontKey(font.id),
    post_script_name: font.postScriptName,
    family: font.family,
    full_name: font.fullName,
    bold: font.bold,
    italic: font.italic,
    format: font.format,
    variable: font.variable,
    glyph_count: font.glyphCount,
    size_bytes: font.sizeBytes,
    embedding: embeddingOf(font.fsType),
    subsetting: mayBeSubset(font),
    copyright: font.copyright,
    trademark: font.trademark,
    license: font.license,
    license_url: font.licenseUrl,
    metadata: { ...font.metadata },
    created_at: timeWire(font.createdAt),
    updated_at: timeWire(font.updatedAt),
    archived_at: optionalTime(font.archivedAt),
  }
}
