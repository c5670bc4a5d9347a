/** The operations that show a state as its print file prints it: pictures, plates, and differences between revisions. */

import { Type } from '@sinclair/typebox'
import { DEFAULT_PREVIEW_DPI, fittedSize } from '../../../core/engine/preview/preview-size.ts'
import { type DrawnBody, operation, png } from '../../http/operation.ts'
import { closed, described, HEX_COLOR, ID_PARAM, literals, nullable } from '../schema.ts'
import { DEFAULT_WIDTH, PAGE_AND_WIDTH } from './page-query.ts'
import { DPI, PREVIEWED, PREVIEWED_ERRORS, previewedState } from './previews.ts'

const SHARED = { tag: 'Renders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const PRIVATE = { 'Cache-Control': 'private, no-cache' }
const EXAMPLE = {
  template_id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e',
  revision: 'latest',
  values: { Name: 'Annabel' },
} as const

export const createPressPreview = operation({
  ...SHARED,
  id: 'createPressPreview',
  method: 'post',
  path: '/previews/press',
  summary: 'Draw a page of the print file, complete or by plate',
  scope: 'previews:write',
  body: Type.Object(
    {
      ...PREVIEWED,
      dpi: DPI,
      plates: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: 100,
          uniqueItems: true,
          description: 'Names of the plates to draw, including process plates. Default: all.',
        }),
      ),
      plate_color: Type.Optional(
        literals(['ink', 'gray'], {
          description: 'Draw in the screen colours of the inks (default) or in grey by ink coverage.',
        }),
      ),
    },
    { ...closed(), examples: [{ ...EXAMPLE, plates: ['Gold Foil'], plate_color: 'gray' }] },
  ),
  replies: { 200: png },
  errors: [...PREVIEWED_ERRORS, 'values_not_printable'],
  async handle({ service }, { teamId }, { body }, reply) {
    const state = await previewedState(service, teamId, body)
    const { page } = state
    const size = fittedSize(page, (page.widthPt / 72) * (body.dpi ?? DEFAULT_PREVIEW_DPI))
    const look = { plates: body.plates ?? null, gray: body.plate_color === 'gray' }
    const { identity, see } = await service.previews.press(state, look, size)
    const drawn: DrawnBody = {
      etag: identity,
      async draw() {
        const headers = {
          'X-Service-Preview-Width': String(size.widthPx),
          'X-Service-Preview-Height': String(size.heightPx),
        }
        return { bytes: await see(), headers }
      },
    }
    return reply(200, drawn, PRIVATE)
  },
})

const PERCENT = Type.Number({ minimum: 0 })
const PLATE = Type.Object(
  {
    name: Type.String(),
    kind: literals(['process', 'spot', 'technical']),
    screen_color: HEX_COLOR,
    coverage_pct: described(PERCENT, 'Average coverage of the trim area.'),
    max_pct: described(PERCENT, 'Maximum coverage of a pixel.'),
  },
  { title: 'PrintedPlate', ...closed() },
)

export const measurePlates = operation({
  ...SHARED,
  id: 'measurePlates',
  method: 'post',
  path: '/previews/plates',
  summary: 'Measure the ink coverage of a page by plate',
  scope: 'previews:write',
  body: Type.Object(PREVIEWED, { ...closed(), examples: [EXAMPLE] }),
  replies: {
    200: Type.Object(
      {
        page: Type.Integer({ minimum: 0 }),
        dpi: Type.Integer({ minimum: 1 }),
        plates: Type.Array(PLATE),
        tac_process_pct: described(
          PERCENT,
          'Highest total area coverage of the process plates in a 15 mm square; four solid plates are 400.',
        ),
        tac_all_pct: described(PERCENT, 'Highest total area coverage of all ink plates.'),
        tac_limit_pct: described(
          nullable(PERCENT),
          'Beta. The most ink that the output profile of the template puts on one spot; null without a profile.',
        ),
        out_of_gamut_pct: described(
          nullable(PERCENT),
          'Beta. Share of the trim area whose RGB the output profile cannot print as it is (a CIEDE2000 above 3); null without a profile.',
        ),
      },
      closed(),
    ),
  },
  errors: [...PREVIEWED_ERRORS, 'values_not_printable'],
  async handle({ service }, { teamId }, { body }, reply) {
    const state = await previewedState(service, teamId, body)
    const { plates, ink, dpi } = await service.previews.plates(state)
    return reply(200, {
      page: state.page.index,
      dpi,
      plates: plates.map(({ name, kind, hex, coverage, most }) => ({
        ...{ name, kind, screen_color: hex },
        ...{ coverage_pct: coverage, max_pct: most },
      })),
      tac_process_pct: ink.process.percent,
      tac_all_pct: ink.all.percent,
      tac_limit_pct: ink.limit ?? null,
      out_of_gamut_pct: ink.limit === undefined ? null : (ink.gamut?.percent ?? 0),
    })
  },
})

const REVISION = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

export const pictureTemplateDifference = operation({
  ...SHARED,
  tag: 'Templates',
  id: 'pictureTemplateDifference',
  method: 'get',
  path: '/templates/{id}/difference.png',
  summary: 'Draw the differences between two revisions of a template page',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      from: Type.Optional(
        described(
          REVISION,
          'First revision; its own content is drawn in orange. Default: the revision before the other one.',
        ),
      ),
      to: Type.Optional(
        described(
          REVISION,
          'Second revision; its own content is drawn in blue, unchanged content is pale. Default: the newest revision.',
        ),
      ),
      ...PAGE_AND_WIDTH,
    },
    closed(),
  ),
  replies: { 200: png },
  errors: [
    'not_found',
    'invalid_page',
    'renderer_not_configured',
    'preview_failed',
    'page_not_drawable',
    'overloaded',
  ],
  async handle({ service }, { teamId }, { params, query }, reply) {
    const { latestRevision } = await service.templates.find(teamId, params.id)
    const { to = latestRevision, from = Math.max(1, to - 1) } = query
    const { revision: before } = await service.templates.savedScene(teamId, params.id, from)
    const { revision: after } = await service.templates.savedScene(teamId, params.id, to)
    const width = query.w ?? DEFAULT_WIDTH
    const { identity, see } = await service.previews.difference({
      before,
      after,
      page: query.page ?? 0,
      width,
    })
    const drawn: DrawnBody = {
      etag: identity,
      async draw() {
        const { png: bytes, changed } = await see()
        return { bytes, headers: { 'X-Service-Difference': changed === 0 ? 'none' : 'some' } }
      },
    }
    return reply(200, drawn, PRIVATE)
  },
})
