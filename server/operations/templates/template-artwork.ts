/** The operations on a template's artwork: newer artwork as a revision, and how far an upload has come. */

import { type Static, Type } from '@sinclair/typebox'
import { FORM_BORDERS } from '../../../core/engine/artwork/form/form-borders.ts'
import {
  ASKED_FORMATS,
  type AskedFormat,
  CONVERSIONS,
  type Conversion,
} from '../../../core/engine/press/output.ts'
import { FIELD_CHANGES } from '../../../core/engine/scene/field-changes.ts'
import type { AskedOutput } from '../../../core/service/color/choose-output.ts'
import type { ComparedArtwork } from '../../../core/service/template/compare-artwork.ts'
import { supportedFormat } from '../../../core/service/template/require-output.ts'
import { operation } from '../../http/operation.ts'
import { ofRecord } from '../actor.ts'
import { closed, described, ID_PARAM, literals, NULLABLE_TEXT, nullable } from '../schema.ts'
import { BASE_REVISION } from './scenes.ts'
import { SCENE_SUMMARY, sceneSummaryWire, TEMPLATE, templateWire } from './template-wire.ts'

const SHARED = { tag: 'Templates', auth: 'secret', limit: 'key', stability: 'beta' } as const

export const NOT_SUPPORTED = '`pdfx1a` and `pdfx3` are refused with the reason.'

/** What print files of the template are to be. */
export const OUTPUT_PART = Type.Optional(
  literals(ASKED_FORMATS, {
    description:
      'Beta. `pdfx4`: print files are PDF/X-4, if nothing in the PDF hinders it; findings say what does. ' +
      `Default: \`pdf\`, or the setting of the template. ${NOT_SUPPORTED}`,
  }),
)
export const OUTPUT_PROFILE_PART = Type.Optional(
  Type.String({
    ...{ minLength: 1, maxLength: 100, examples: ['prf_01kq3f8w2bx6mt4v9y0hzd5s7e'] },
    description:
      'Beta. Id of the output profile (/profiles) for `pdfx4`. Default: the setting of the template, or coated offset.',
  }),
)

export const CONVERT_PART = Type.Optional(
  literals(CONVERSIONS, {
    description:
      'Beta. `cmyk`: RGB and Lab of artwork and fields become process colours by the output profile; black and grey print on ' +
      'the black plate alone, spot colours stay. Needs `output=pdfx4`. Default: `none`, or the setting of the template.',
  }),
)

/** The output as the three parts of a request ask for it. */
export function askedOutput(body: {
  readonly output?: AskedFormat
  readonly output_profile?: string
  readonly convert?: Conversion
}): AskedOutput {
  return {
    format: supportedFormat(body.output),
    profileId: body.output_profile ?? null,
    convert: body.convert ?? null,
  }
}

const NAME_PATTERN = '^[A-Za-z0-9_-]{8,64}$'
/** Chosen by the client, because it must be known before the reply. */
export const UPLOAD_ID = Type.Optional(
  Type.String({
    pattern: NAME_PATTERN,
    description: 'Your own id for the upload. /template_uploads/{id} returns its progress.',
  }),
)

/** Decision: set at upload and stored with the artwork, because the body depends on it. */
export const FORM_BORDERS_PART = Type.Optional(
  literals(FORM_BORDERS, {
    description:
      'Borders and backgrounds that the form draws around its fields. `remove` removes them with the form and ' +
      'reports them in a finding; `keep` prints them as part of the artwork. By default, a template ' +
      'keeps its setting and a new one uses remove.',
  }),
)

const FIELD_NAMES = Type.Array(Type.Object({ id: Type.String(), label: Type.String() }, closed()))
const YES = Type.Optional(Type.Literal(true))

const NEWER_PDF = {
  file: 'pdf',
  mediaType: 'application/pdf',
  description: 'The print PDF, at most 50 MB.',
  json: ['base_revision'],
} as const
const NEWER_ARTWORK = Type.Object(
  {
    ...{ form_borders: FORM_BORDERS_PART, output: OUTPUT_PART, output_profile: OUTPUT_PROFILE_PART },
    convert: CONVERT_PART,
    upload_id: UPLOAD_ID,
    base_revision: BASE_REVISION,
  },
  closed(),
)
const NEWER_ARTWORK_ERRORS = [
  'not_found',
  'template_archived',
  'no_saved_scene',
  'scene_changed',
  'artwork_in_use',
  'profile_not_found',
  'invalid_profile',
  'output_not_supported',
  'invalid_scene',
  'invalid_pdf',
  'encrypted_pdf',
  'too_many_pages',
  'too_many_fields',
  'unsupported_page_size',
  'pdf_too_complex',
  'renderer_unreachable',
  'renderer_not_configured',
] as const

/** The parts of a request as the use cases take them. */
function newerArtwork<File>(upload: File, body: Static<typeof NEWER_ARTWORK>) {
  return {
    upload: { ...upload, formBorders: body.form_borders ?? null, output: askedOutput(body) },
    ...{ base: body.base_revision ?? null, progressId: body.upload_id ?? null },
  }
}

const PAGES = Type.Array(Type.Integer({ minimum: 0 }))
const ARTWORK_CHECK = Type.Object(
  {
    base_revision: Type.Integer({
      minimum: 1,
      description: 'Revision of the comparison. Send it again to replace the artwork of that revision only.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          change: literals(FIELD_CHANGES, {
            description:
              '`kept`: with its id and settings. `new`: read from the PDF. `gone`: without a place in it.',
          }),
          id: described(NULLABLE_TEXT, 'Null for new fields.'),
          label: Type.String(),
          pages_before: described(PAGES, 'Pages of the current artwork, from 0.'),
          pages: described(PAGES, 'Pages of the new artwork, from 0.'),
        },
        closed(),
      ),
    ),
    pages: Type.Array(
      Type.Object(
        {
          page: Type.Integer({ minimum: 0 }),
          page_before: described(nullable(Type.Integer({ minimum: 0 })), 'Null for a new page.'),
        },
        closed(),
      ),
      { description: 'Each page of the new artwork, from 0, and the same page of the current one.' },
    ),
    pages_gone: described(PAGES, 'Pages of the current artwork that the new one does not have.'),
    deduplicated: YES,
  },
  { title: 'ArtworkCheck', ...closed() },
)

function artworkCheckWire(compared: ComparedArtwork): Static<typeof ARTWORK_CHECK> {
  const { pages, pageCount } = compared
  return {
    base_revision: compared.base,
    fields: compared.fields.map(({ change, field, before, after }) => ({
      ...{ change, id: change === 'new' ? null : field.id, label: field.label },
      ...{ pages_before: [...before], pages: [...after] },
    })),
    pages: Array.from({ length: pageCount }, (_, page) => {
      const before = pages.indexOf(page)
      return { page, page_before: before < 0 ? null : before }
    }),
    pages_gone: pages.flatMap((to, page) => (to === null ? [page] : [])),
    ...(compared.deduplicated ? { deduplicated: true as const } : {}),
  }
}

export const checkArtwork = operation({
  ...SHARED,
  id: 'checkArtwork',
  method: 'post',
  path: '/templates/{id}/artwork/check',
  summary: 'Check new artwork against the fields of a template',
  needsSubscription: true,
  scope: 'templates:write',
  params: ID_PARAM,
  multipart: NEWER_PDF,
  body: NEWER_ARTWORK,
  replies: { 200: Type.Object({ check: ARTWORK_CHECK }, closed()) },
  errors: NEWER_ARTWORK_ERRORS,
  async handle({ service }, caller, { params, body, upload }, reply) {
    const { teamId } = caller
    const compared = await service.templates.compareArtwork({
      ...{ teamId, id: params.id },
      ...newerArtwork(upload, body),
    })
    return reply(200, { check: artworkCheckWire(compared) })
  },
})

export const replaceArtwork = operation({
  ...SHARED,
  id: 'replaceArtwork',
  method: 'post',
  path: '/templates/{id}/artwork',
  summary: 'Replace the artwork of a template',
  needsSubscription: true,
  scope: 'templates:write',
  params: ID_PARAM,
  multipart: NEWER_PDF,
  body: NEWER_ARTWORK,
  replies: {
    200: Type.Object(
      {
        template: TEMPLATE,
        scene: SCENE_SUMMARY,
        revision: Type.Integer({ minimum: 1 }),
        left_out: Type.Unsafe<{ id: string; label: string }[]>({
          ...FIELD_NAMES,
          description: 'Fields without a place in the new PDF. They remain in the earlier revision.',
        }),
        added: Type.Unsafe<{ id: string; label: string }[]>({
          ...FIELD_NAMES,
          description: 'Fields that were read from the new PDF.',
        }),
        deduplicated: YES,
      },
      closed(),
    ),
  },
  errors: NEWER_ARTWORK_ERRORS,
  async handle(core, caller, { params, body, upload }, reply) {
    const made = await core.service.templates.replaceArtwork({
      ...ofRecord(caller, params.id),
      ...newerArtwork(upload, body),
    })
    const { template, revision, leftOut, added, deduplicated } = made
    const named = (fields: typeof added) => fields.map(({ id, label }) => ({ id, label }))
    return reply(200, {
      template: templateWire({ template, revision }, core.links, caller.language),
      scene: sceneSummaryWire(revision),
      revision: revision.revision,
      left_out: named(leftOut),
      added: named(added),
      ...(deduplicated ? { deduplicated } : {}),
    })
  },
})

export const changeTemplateOutput = operation({
  ...SHARED,
  id: 'changeTemplateOutput',
  method: 'post',
  path: '/templates/{id}/output',
  summary: 'Update the output format, output profile or colour conversion of a template',
  needsSubscription: true,
  scope: 'templates:write',
  params: ID_PARAM,
  body: Type.Object(
    { output: OUTPUT_PART, output_profile: OUTPUT_PROFILE_PART, convert: CONVERT_PART },
    closed(),
  ),
  replies: {
    200: Type.Object(
      { template: TEMPLATE, scene: SCENE_SUMMARY, revision: Type.Integer({ minimum: 1 }) },
      closed(),
    ),
  },
  errors: [
    'not_found',
    'template_archived',
    'template_status_conflict',
    'scene_changed',
    'no_saved_scene',
    'profile_not_found',
    'invalid_profile',
    'output_not_supported',
    'pdf_too_complex',
    'invalid_pdf',
    'renderer_unreachable',
    'renderer_not_configured',
  ],
  async handle(core, caller, { params, body }, reply) {
    const asked = askedOutput(body)
    const changed = await core.service.templates.changeOutput({ ...ofRecord(caller, params.id), asked })
    return reply(200, {
      template: templateWire(changed, core.links, caller.language),
      scene: sceneSummaryWire(changed.revision),
      revision: changed.revision.revision,
    })
  },
})
