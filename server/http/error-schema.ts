/** The declared shape of error bodies. */
import { type TSchema, Type } from '@sinclair/typebox'
import { ERROR_TYPES } from '../../core/errors.ts'

const TEXT = { type: 'string' } as const
const NULLABLE_TEXT = { type: ['string', 'null'] } as const
const NUMBER = { type: 'integer' } as const
const NUMBER_OR_TEXT = { type: ['number', 'string'] } as const

const MEMBERS = {
  type: { enum: [...ERROR_TYPES] },
  code: TEXT,
  message: TEXT,
  param: TEXT,
  details: {
    type: 'array',
    items: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: TEXT,
        message: TEXT,
        param: TEXT,
        field_id: TEXT,
        page: { type: ['integer', 'null'], description: 'Counted from 0.' },
        found: NUMBER_OR_TEXT,
        expected: NUMBER_OR_TEXT,
      },
    },
  },
  required_scope: TEXT,
  required_role: TEXT,
  resource: TEXT,
  scope: { ...TEXT, description: 'With 429: the scope of the limit.' },
  limit: {
    ...NUMBER,
    description: 'The limit that was passed: of the team with 402, in bytes, pixels or ppi for an image.',
  },
  count: { ...NUMBER, description: 'With 402: the current number.' },
  used: { ...NUMBER, description: 'With 402: the renders used this month.' },
  resets_at: { ...TEXT, format: 'date-time', description: 'With 402: start of the next month.' },
  field: { ...TEXT, description: 'The field of a refused image.' },
  found: { ...NUMBER_OR_TEXT, description: 'What a refused image has: a number as `limit`, or a word.' },
  kinds: {
    type: 'array',
    items: TEXT,
    description: 'The image formats that the field accepts, where another was sent.',
  },
  reason: { ...NULLABLE_TEXT, description: 'The cause within the code.' },
  line: { ...NUMBER, description: 'With `invalid_csv`: the line of the file, from 1.' },
  page: { ...NUMBER, description: 'The page of the PDF, from 0.' },
  width: { ...NUMBER, description: 'Of an image in the PDF, in pixels.' },
  height: { ...NUMBER, description: 'Of an image in the PDF, in pixels.' },
  max_width: { ...NUMBER, description: 'The largest width that can be drawn.' },
  minimum: { ...NUMBER, description: 'The smallest accepted number.' },
  fs_type: { ...NUMBER, description: 'Embedding permissions of a font.' },
  status: { ...TEXT, description: 'Of the record.' },
  status_reason: { ...NULLABLE_TEXT, description: 'Of the record.' },
  state: { ...TEXT, description: 'Of the storefront line or hook.' },
  review: { ...TEXT, description: 'The decision that was made before.' },
  render_id: TEXT,
  storefront_shop_id: TEXT,
  template_id: TEXT,
  latest_revision: NUMBER,
  request_id: TEXT,
  doc_url: { type: 'string', format: 'uri' },
} as const

const REQUIRED = ['type', 'code', 'message', 'request_id', 'doc_url']

/** Open: later versions add members. */
export const ERROR_BODY = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'object', required: REQUIRED, properties: MEMBERS } },
  examples: [
    {
      error: {
        type: 'not_found_error',
        code: 'not_found',
        message: 'No such template.',
        resource: 'template',
        request_id: 'req_01kq3f8w2bx6mt4v9y0hzd5s7e',
        doc_url: 'https://print.example/docs/api/errors#not_found',
      },
    },
  ],
}

/** The same with no further members, to hold this version's replies against. */
export const EXACT_ERROR_BODY: TSchema = Type.Unsafe({
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'object', required: REQUIRED, properties: MEMBERS, additionalProperties: false },
  },
})
