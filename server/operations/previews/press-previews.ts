/** The operations that show a state as its press file prints it: pictures, plates, and what revisions do otherwise. */

import { Type } from '@sinclair/typebox'
import { DEFAULT_PREVIEW_DPI, fittedSize, WIDEST_PREVIEW } from '../../../core/engine/preview/preview-size.ts'
import { type DrawnBody, operation, png } from '../../http/operation.ts'
import { closed, described, HEX_COLOR, ID_PARAM, literals } from '../schema.ts'
import { DPI, PREVIEWED, PREVIEWED_ERRORS, previewedState } from './previews.ts'

const GROUND = { tag: 'Renders', auth: 'secret', limit: 'key', stability: 'beta' } as const
const PRIVATE = { 'Cache-Control': 'private, no-cache' }
const EXAMPLE = {
  template_id: 'tpl_01kq3f8w2bx6mt4v9y0hzd5s7e',
  revision: 'latest',
  values: { Name: 'Annabel' },
} as const

export const createPressPreview = operation({
  ...GROUND,
  id: 'createPressPreview',
  method: 'post',
  path: '/previews/press',
  summary: 'Draw a page as its press file prints it, whole or some of its plates alone.',
  scope: 'previews:write',
  body: Type.Object(
    {
      ...PREVIEWED,
      dpi: DPI,
      plates: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          maxItems: 100,
          uniqueItems: true,
          description:
            'Plates by name, process plates too: these alone are drawn. All of the page without it.',
        }),
      ),
      plate_color: Type.Optional(
        literals(['ink', 'gray'], {
          description:
            "In the inks' screen colours on the paper (the default), or as dark as the ink is thick.",
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
    coverage_pct: described(PERCENT, 'Of the trim, on average.'),
    max_pct: described(PERCENT, 'Of the pixel with the most.'),
  },
  { title: 'PrintedPlate', ...closed() },
)

export const measurePlates = operation({
  ...GROUND,
  id: 'measurePlates',
  method: 'post',
  path: '/previews/plates',
  summary: 'Measure what each plate of a page puts on its sheet, in its press file.',
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
          'The most ink of the process plates over 15 mm by 15 mm: 400 is four solid plates.',
        ),
        tac_all_pct: described(PERCENT, 'Of all plates that are inks.'),
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
    })
  },
})

const REVISION = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const DEFAULT_WIDTH = 880

export const pictureTemplateDifference = operation({
  ...GROUND,
  tag: 'Templates',
  id: 'pictureTemplateDifference',
  method: 'get',
  path: '/templates/{id}/difference.png',
  summary: 'Draw what two revisions of a template print otherwise on a page.',
  scope: 'templates:read',
  params: ID_PARAM,
  query: Type.Object(
    {
      from: Type.Optional(
        described(REVISION, 'What only this revision prints is orange; the one before the other by default.'),
      ),
      to: Type.Optional(
        described(
          REVISION,
          'What only this revision prints is blue, and what stayed is pale; the newest one by default.',
        ),
      ),
      page: Type.Optional(Type.Integer({ minimum: 0, description: 'From 0, the front; 0 by default.' })),
      w: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: WIDEST_PREVIEW,
          description: `In px; ${DEFAULT_WIDTH} by default.`,
        }),
      ),
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
