/** The one error class of the service and the catalogue of its codes; an HTTP status stands nowhere else. */

export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'payment_error',
  'not_found_error',
  'conflict_error',
  'rate_limit_error',
  'idempotency_error',
  'renderer_error',
  'api_error',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

interface CatalogueEntry {
  readonly status: number
  readonly type: ErrorType
  /** What is said when the thrower says nothing more precise. */
  readonly says: string
}

const invalid = (status: number, says: string): CatalogueEntry => ({
  status,
  type: 'invalid_request_error',
  says,
})
const conflict = (says: string): CatalogueEntry => ({ status: 409, type: 'conflict_error', says })
const unpaid = (says: string): CatalogueEntry => ({ status: 402, type: 'payment_error', says })
const missing = (says: string): CatalogueEntry => ({ status: 404, type: 'not_found_error', says })

export const CATALOGUE = {
  invalid_request: invalid(400, 'The request is not valid.'),
  invalid_json: invalid(400, 'The body is not valid JSON.'),
  invalid_multipart: invalid(400, 'The multipart body cannot be read.'),
  missing_parameter: invalid(400, 'A required parameter is missing.'),
  invalid_parameter: invalid(400, 'A parameter has an invalid value.'),
  unknown_parameter: invalid(400, 'A parameter is not known here.'),
  missing_file: invalid(400, 'The file is missing.'),
  invalid_pdf: invalid(400, 'The file is not a PDF that can be read.'),
  encrypted_pdf: invalid(400, 'The PDF is encrypted; save it without a password and upload it again.'),
  too_many_pages: invalid(400, 'The PDF has too many pages.'),
  too_many_fields: invalid(400, 'The template would have too many fields.'),
  unsupported_page_size: invalid(400, 'A page of the PDF has a size that cannot be printed.'),
  invalid_csv: invalid(400, 'The table cannot be read.'),
  invalid_image: invalid(400, 'The file is not a picture that can be used.'),
  image_too_complex: invalid(400, 'The picture is too complex to be opened within the limits.'),
  invalid_font: invalid(400, 'The file is not a font that can be used.'),
  font_too_complex: invalid(400, 'The font is too complex to be opened within the limits.'),
  font_embedding_denied: invalid(400, 'The licence of the font does not allow it in print files.'),
  pdf_too_complex: invalid(400, 'The PDF is too complex to be opened within the limits.'),
  invalid_scene: invalid(400, 'The scene is not valid.'),
  unsafe_url: invalid(400, 'The address cannot be used: it is not a public https address.'),
  invalid_origin: invalid(400, 'An origin is scheme, host and port, and nothing else.'),
  invalid_event_type: invalid(400, 'An event type is not known.'),
  invalid_cursor: invalid(400, 'starting_after names no item of this list.'),
  unsupported_version: invalid(400, 'This version of the interface does not exist.'),
  unknown_field: invalid(400, 'The template has no such field.'),
  ambiguous_label: invalid(400, 'Several fields carry this label; use the field id.'),
  invalid_option: invalid(400, 'The value is not one of the options of its field.'),
  asset_not_found: invalid(400, 'The value names no picture of the catalogue.'),
  value_too_long: invalid(400, 'The value is longer than its field allows.'),
  invalid_value: invalid(400, 'The value holds characters that cannot be printed.'),
  values_not_printable: invalid(400, 'The values cannot be printed as they are.'),
  invalid_scope: invalid(400, 'A scope is not known.'),
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    says: 'The API key is missing or not valid.',
  },
  invalid_publishable_key: {
    status: 401,
    type: 'authentication_error',
    says: 'The publishable key is missing or not valid.',
  },
  invalid_signature: {
    status: 401,
    type: 'authentication_error',
    says: 'The signature is missing or does not hold.',
  },
  invalid_client_secret: {
    status: 401,
    type: 'authentication_error',
    says: 'The client secret is missing or not valid.',
  },
  subscription_inactive: unpaid('The subscription is not active: no new work is taken.'),
  render_limit_exceeded: unpaid('The monthly render allowance is used up.'),
  template_limit_exceeded: unpaid('The team has as many templates as it may; archive one first.'),
  embed_application_limit_exceeded: unpaid(
    'The team has as many embed applications as it may; archive one first.',
  ),
  webhook_endpoint_limit_exceeded: unpaid(
    'The team has as many webhook endpoints as it may; disable one first.',
  ),
  invalid_console_session: {
    status: 401,
    type: 'authentication_error',
    says: 'The session of the console is missing or over; sign in again.',
  },
  invalid_sign_in: {
    status: 401,
    type: 'authentication_error',
    says: 'E-mail and passphrase do not go together.',
  },
  insufficient_scope: {
    status: 403,
    type: 'permission_error',
    says: 'The key lacks the scope for this operation.',
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    says: 'This origin may not use the application.',
  },
  key_type_not_allowed: {
    status: 403,
    type: 'permission_error',
    says: 'This kind of key cannot be used here.',
  },
  signed_url_invalid: { status: 403, type: 'permission_error', says: 'The link is not valid.' },
  signed_url_expired: { status: 403, type: 'permission_error', says: 'The link has expired.' },
  not_found: missing('There is nothing here.'),
  mapping_not_found: missing('No template is mapped to this product.'),
  template_not_live: missing('The template is not live.'),
  route_not_found: missing('There is no such route.'),
  method_not_allowed: invalid(405, 'The route does not know this method.'),
  template_archived: conflict('The template is archived; restore it first.'),
  no_saved_scene: conflict('The template has no saved scene.'),
  template_status_conflict: conflict('The template cannot make this move from its present status.'),
  artwork_in_use: conflict('Another template of the team has been made from this PDF already.'),
  key_not_active: conflict('The key is revoked or has expired; create a new one.'),
  user_exists: conflict('Somebody signs in with this e-mail address already.'),
  user_disabled: conflict('The user is disabled; enable them first.'),
  last_owner: conflict('A team keeps an owner: make somebody else one first.'),
  key_in_use: conflict('This key made the request; send force to end it all the same.'),
  fill_expired: conflict('The fill has expired.'),
  fill_not_open: conflict('The fill is no longer open.'),
  fill_status_conflict: conflict('The fill cannot make this move from its present status.'),
  mapping_exists: conflict('This product and variant are mapped already.'),
  font_exists: conflict('The team has another font of this PostScript name; archive that one first.'),
  font_read_only: conflict('This font comes with the service and cannot be changed.'),
  hot_folder_exists: conflict('The template, or the team as a whole, has an enabled hot folder already.'),
  scene_changed: conflict(
    'The template was saved by somebody else meanwhile; load its newest revision, then save again.',
  ),
  delivery_already_succeeded: conflict('The delivery has succeeded already.'),
  delivery_in_progress: conflict('A later attempt of this delivery is under way.'),
  idempotency_key_in_progress: {
    status: 409,
    type: 'idempotency_error',
    says: 'A request under this idempotency key is under way.',
  },
  secret_rotation_in_progress: conflict('The last rotation is not over yet; send force to rotate again.'),
  render_not_ready: conflict('The render is not ready yet.'),
  batch_not_ready: conflict('The merged PDF of the batch is not ready yet.'),
  batch_completed: conflict('The batch is completed; nothing of it is left to cancel.'),
  hook_status_conflict: conflict('The state of the hook does not allow this.'),
  line_status_conflict: conflict('The state of the line does not allow this.'),
  render_canceled: conflict('The render was canceled.'),
  embed_session_expired: { status: 410, type: 'conflict_error', says: 'The session has expired.' },
  embed_session_canceled: { status: 410, type: 'conflict_error', says: 'The session was canceled.' },
  embed_session_completed: { status: 410, type: 'conflict_error', says: 'The session is completed.' },
  payload_too_large: invalid(413, 'The body is too large.'),
  unsupported_media_type: invalid(415, 'The content type is not supported here.'),
  range_not_satisfiable: invalid(416, 'The range lies outside the file.'),
  text_not_editable: invalid(422, 'This text of the artwork cannot become a field.'),
  invalid_colors: invalid(422, 'The colors are not valid.'),
  invalid_assignments: invalid(422, 'The assignments are not valid.'),
  invalid_substrate: invalid(422, 'The substrate is not valid.'),
  invalid_page: invalid(422, 'The template has no such page.'),
  page_not_drawable: invalid(422, 'The page holds more than can be drawn; asking again does not help.'),
  invalid_width: invalid(422, 'The width is a whole number from 1 to 2560.'),
  invalid_dpr: invalid(422, 'The device pixel ratio is a number from 0.5 to 4.'),
  invalid_format: invalid(422, 'The only format is png.'),
  fill_not_printable: invalid(422, 'The fill cannot be printed as it is.'),
  merged_pdf_too_large: invalid(
    422,
    'One PDF cannot hold that many pages; divide the records among several.',
  ),
  merged_inks_differ: invalid(
    422,
    'One PDF holds the artwork once: all its records recolour it alike, and this one chose other inks.',
  ),
  delivery_exhausted: invalid(422, 'The delivery has used up its attempts.'),
  delivery_skipped: invalid(422, 'The delivery was skipped.'),
  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    says: 'This idempotency key was used for another request.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    says: 'Too many requests; wait until Retry-After has passed.',
  },
  internal_error: { status: 500, type: 'api_error', says: 'Something went wrong on our side.' },
  render_failed: { status: 502, type: 'renderer_error', says: 'The print file could not be made.' },
  preview_failed: { status: 502, type: 'renderer_error', says: 'The page could not be drawn.' },
  renderer_unreachable: { status: 502, type: 'renderer_error', says: 'The renderer did not answer.' },
  renderer_not_configured: {
    status: 503,
    type: 'renderer_error',
    says: 'No renderer is in reach for this.',
  },
  overloaded: { status: 503, type: 'api_error', says: 'Too much work at once; try again shortly.' },
  shutting_down: { status: 503, type: 'api_error', says: 'The server is going down; try again shortly.' },
  disk_full: {
    status: 503,
    type: 'api_error',
    says: 'The disk is full: nothing can be saved until there is room again.',
  },
  disk_read_only: {
    status: 503,
    type: 'api_error',
    says: 'The disk is read-only: nothing can be saved until it can be written again.',
  },
  files_unavailable: { status: 503, type: 'api_error', says: 'Files cannot be written.' },
  database_unavailable: { status: 503, type: 'api_error', says: 'The database does not answer.' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof CATALOGUE

/** One fault of several, each with the parameter it concerns. */
export interface ErrorDetail {
  readonly code: string
  readonly message: string
  readonly param?: string
  readonly field_id?: string
  readonly page?: number | null
  readonly found?: string | number
  readonly expected?: string | number
}

export interface ErrorFacts {
  /** Said to the caller instead of the catalogue's sentence; never for 5xx. */
  readonly message?: string
  readonly param?: string
  readonly details?: readonly ErrorDetail[]
  /** Further members of the error body, such as `required_scope` or `resource`. */
  readonly extra?: Readonly<Record<string, string | number | boolean | null>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    super(
      facts.message ?? CATALOGUE[code].says,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    )
    this.name = 'ServiceError'
    this.code = code
    this.facts = facts
  }
}

/** A record that is not there, or belongs to another team: the two are told apart nowhere. */
export function notFound(resource: string): ServiceError {
  const words = resource.replaceAll('_', ' ')
  return new ServiceError('not_found', {
    message: `No such ${words}.`,
    extra: { resource: words.replaceAll(' ', '_') },
  })
}
