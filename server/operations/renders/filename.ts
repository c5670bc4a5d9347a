/** File names of downloads, made harmless for headers and for the disks they end up on. */
import { Type } from '@sinclair/typebox'
import { create } from 'content-disposition'
import { PLACEHOLDERS } from '../../../core/service/folder/file-name.ts'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import type { TemplateRecord } from '../../../core/service/template/template.ts'
import { closed } from '../schema.ts'

export const FILENAME_MAX_LENGTH = 120
export const FILENAME = Type.String({ maxLength: FILENAME_MAX_LENGTH })
/** As the pattern of a hot folder, which checkPattern checks. */
export const NAME_PATTERN = Type.Optional(
  Type.String({
    maxLength: 300,
    description: `Beta. Name of each print file; ends in .pdf. Placeholders: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`,
    examples: ['{order}_{paper}_{ink}.pdf'],
  }),
)
/** `inline=1` shows the file in the browser. */
export const DOWNLOAD_QUERY = Type.Object(
  { filename: Type.Optional(FILENAME), name_pattern: NAME_PATTERN, inline: Type.Optional(Type.Literal('1')) },
  closed(),
)

/** Decision: a download that names no file is called by order and template, as staff look for it on their disks. */
export function downloadName(
  render: Pick<RenderRecord, 'id' | 'kind' | 'externalOrderId'>,
  template: Pick<TemplateRecord, 'title'>,
): string {
  const parts = [
    render.externalOrderId ?? render.id.slice(-8),
    template.title,
    ...(render.kind === 'proof' ? ['proof'] : []),
  ]
  return parts
    .map((part) => plainName(part).trim().slice(0, 50))
    .join('_')
    .replace(/\s+/g, '-')
}

/** Without accents, which a name in a header does not have. */
export function plainName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The value of Content-Disposition (RFC 6266); `wanted` may be anything, and the name ends in `.pdf` or as said. */
export function contentDisposition(
  type: 'attachment' | 'inline',
  wanted: string,
  ending: 'pdf' | 'zip' = 'pdf',
): string {
  return create(safeFilename(wanted, ending), { type })
}

/** Letters, digits, space, dot, underscore and hyphen of ASCII, 120 with the ending; all else becomes an underscore. */
export function safeFilename(wanted: string, ending: 'pdf' | 'zip' = 'pdf'): string {
  const stem = wanted
    .replace(/\.pdf$/i, '')
    .replace(/[^A-Za-z0-9 ._-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, FILENAME_MAX_LENGTH - ending.length - 1)
  let length = stem.length
  while (stem[length - 1] === '.' || stem[length - 1] === ' ') length -= 1
  return `${length === 0 ? 'render' : stem.slice(0, length)}.${ending}`
}
