/** The error class of the service and the catalogue of its codes, the only place with HTTP statuses. */

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
  /** The message, unless the error has a more precise one. */
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
  invalid_request: invalid(400, 'The request is invalid.'),
  invalid_json: invalid(400, 'The request body is not valid JSON.'),
  invalid_multipart: invalid(400, 'The multipart body cannot be read.'),
  missing_parameter: invalid(400, 'A required parameter is missing.'),
  invalid_parameter: invalid(400, 'A parameter has an invalid value.'),
  unknown_parameter: invalid(400, 'Unknown parameter.'),
  missing_file: invalid(400, 'No file was uploaded. Send it as multipart/form-data.'),
  invalid_pdf: invalid(400, 'The file is not a readable PDF.'),
  encrypted_pdf: invalid(
    400,
    'The PDF is password-protected. Save it without a password and upload it again.',
  ),
  too_many_pages: invalid(400, 'The PDF has too many pages.'),
  too_many_fields: invalid(400, 'The template has too many fields.'),
  unsupported_page_size: invalid(400, 'The PDF has a page whose size cannot be printed.'),
  invalid_csv: invalid(400, 'The CSV file cannot be read.'),
  invalid_image: invalid(400, 'The file is not a usable image. Upload a PNG, JPEG or WebP.'),
  image_too_complex: invalid(
    400,
    'The image is too complex to process. Save it in a simpler form and upload it again.',
  ),
  picture_too_small: invalid(400, 'The image has too few pixels for the size at which it is printed.'),
  picture_too_large: invalid(413, 'The file of the image is too large.'),
  picture_kind: invalid(415, 'Images of this kind are not accepted.'),
  picture_unreadable: invalid(400, 'The image cannot be read. Save it again and upload it again.'),
  picture_pixels: invalid(400, 'The image has too many pixels.'),
  picture_quota: conflict('The limit for uploaded images is reached. Delete one first, or try again later.'),
  invalid_font: invalid(400, 'The file is not a usable font. Upload a TTF, OTF or WOFF.'),
  font_too_complex: invalid(
    400,
    'The font is too complex to process. Save it in a simpler form and upload it again.',
  ),
  font_embedding_denied: invalid(400, 'The licence of the font does not allow embedding in print files.'),
  invalid_profile: invalid(
    400,
    'The file is not a usable output profile. Upload the ICC profile of a CMYK press.',
  ),
  profile_not_found: invalid(400, 'The value is not the id of an output profile in the library.'),
  pdf_too_complex: invalid(
    400,
    'The PDF is too complex to process. Simplify the artwork and upload it again.',
  ),
  invalid_scene: invalid(400, 'The scene is invalid.'),
  unsafe_url: invalid(400, 'The URL is not allowed. Use a public https URL.'),
  invalid_origin: invalid(
    400,
    'Invalid origin. Use scheme, host and port only, such as https://shop.example.',
  ),
  invalid_event_type: invalid(400, 'Unknown event type.'),
  invalid_cursor: invalid(400, 'The starting_after cursor is not an object of this list.'),
  unsupported_version: invalid(400, 'Unsupported API version.'),
  unknown_field: invalid(400, 'The template does not have this field.'),
  ambiguous_label: invalid(400, 'Several fields have this label. Use the field id.'),
  invalid_option: invalid(400, 'The value is not an option of the field.'),
  asset_not_found: invalid(400, 'The value is not the id of an image in the library.'),
  value_too_long: invalid(400, 'The value exceeds the maximum length of the field.'),
  invalid_value: invalid(400, 'The value contains characters that cannot be printed.'),
  values_not_printable: invalid(400, 'The values cannot be printed.'),
  invalid_scope: invalid(400, 'Unknown scope.'),
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    says: 'Missing or invalid API key.',
  },
  invalid_publishable_key: {
    status: 401,
    type: 'authentication_error',
    says: 'Missing or invalid publishable key.',
  },
  invalid_signature: {
    status: 401,
    type: 'authentication_error',
    says: 'Missing or invalid signature.',
  },
  invalid_client_secret: {
    status: 401,
    type: 'authentication_error',
    says: 'Missing or invalid client secret.',
  },
  subscription_inactive: unpaid('The subscription is inactive. Reactivate it to continue.'),
  render_limit_exceeded: unpaid('The monthly render limit is reached.'),
  template_limit_exceeded: unpaid('The team has reached its template limit. Archive a template first.'),
  embed_application_limit_exceeded: unpaid(
    'The team has reached its limit of embed applications. Archive one first.',
  ),
  webhook_endpoint_limit_exceeded: unpaid(
    'The team has reached its limit of webhook endpoints. Disable one first.',
  ),
  invalid_console_session: {
    status: 401,
    type: 'authentication_error',
    says: 'The console session is missing or has expired. Sign in again.',
  },
  invalid_sign_in: {
    status: 401,
    type: 'authentication_error',
    says: 'Incorrect e-mail or passphrase.',
  },
  invalid_passkey: {
    status: 401,
    type: 'authentication_error',
    says: 'The passkey is unknown, was removed, or the request took too long. Try again.',
  },
  insufficient_scope: {
    status: 403,
    type: 'permission_error',
    says: 'The API key does not have the required scope.',
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    says: 'The origin is not allowed by the application.',
  },
  key_type_not_allowed: {
    status: 403,
    type: 'permission_error',
    says: 'This type of API key is not allowed here.',
  },
  signed_url_invalid: { status: 403, type: 'permission_error', says: 'The link is invalid.' },
  signed_url_expired: {
    status: 403,
    type: 'permission_error',
    says: 'The link has expired. Retrieve the object again for a new link.',
  },
  not_found: missing('Not found.'),
  mapping_not_found: missing('The product is not mapped to a template.'),
  template_not_live: missing('The template is not live. Publish it first.'),
  route_not_found: missing('This URL does not exist.'),
  method_not_allowed: invalid(405, 'The URL does not support this method.'),
  template_archived: conflict('The template is archived. Restore it first.'),
  no_saved_scene: conflict('The template has no saved scene.'),
  template_status_conflict: conflict('The status of the template does not allow this change.'),
  artwork_in_use: conflict('Another template of the team already uses this PDF.'),
  key_not_active: conflict('The key is revoked or has expired. Create a new one.'),
  user_exists: conflict('A user with this e-mail address already exists.'),
  user_disabled: conflict('The user is disabled. Enable the user first.'),
  passkey_exists: conflict('This passkey is already registered.'),
  passkey_limit_exceeded: conflict('The limit of 20 passkeys is reached. Remove one first.'),
  mail_disabled: conflict('This installation sends no e-mail. Ask an owner of the team for a link.'),
  last_owner: conflict('A team needs at least one owner. Give another user the role first.'),
  key_in_use: conflict('This key authenticated the request. Send force to revoke it.'),
  fill_expired: conflict('The fill has expired.'),
  fill_not_open: conflict('The fill is no longer open. Copy it to change it.'),
  fill_status_conflict: conflict('The status of the fill does not allow this change.'),
  fill_in_review: conflict('The design is waiting for review. Approve or refuse it first.'),
  fill_not_in_review: conflict('The fill is not waiting for review.'),
  fill_review_decided: conflict(
    'The fill was already reviewed, and a decision is final. Copy the fill to change it.',
  ),
  mapping_exists: conflict('The product and variant are already mapped.'),
  font_exists: conflict('Another font of the team has the same PostScript name. Archive it first.'),
  font_read_only: conflict('The font is part of Platen and cannot be changed.'),
  brand_color_exists: conflict('The team has another brand color with this name.'),
  profile_read_only: conflict('The profile is part of Platen and cannot be changed.'),
  hot_folder_exists: conflict(
    'An enabled hot folder already exists for this template, or for the team. Disable it first.',
  ),
  scene_changed: conflict('The template was saved in the meantime. Load the newest revision and save again.'),
  delivery_already_succeeded: conflict('The delivery has already succeeded.'),
  delivery_in_progress: conflict('A later attempt of this delivery is in progress.'),
  idempotency_key_in_progress: {
    status: 409,
    type: 'idempotency_error',
    says: 'A request with this idempotency key is in progress.',
  },
  secret_rotation_in_progress: conflict('A secret rotation is in progress. Send force to rotate again.'),
  render_not_ready: conflict('The print file is not ready yet.'),
  batch_not_ready: conflict('The merged PDF is not ready yet.'),
  batch_completed: conflict('The batch is completed and cannot be canceled.'),
  storefront_shop_exists: conflict('The shop already has a hook secret. Rotate the secret if it is lost.'),
  storefront_shop_limit_exceeded: conflict('The limit of 100 storefront shops is reached. Delete one first.'),
  hook_status_conflict: conflict('The status of the hook does not allow this.'),
  line_status_conflict: conflict('The status of the line does not allow this.'),
  render_canceled: conflict('The render was canceled.'),
  embed_session_expired: {
    status: 410,
    type: 'conflict_error',
    says: 'The session has expired. Open a new one.',
  },
  embed_session_canceled: {
    status: 410,
    type: 'conflict_error',
    says: 'The session was canceled. Open a new one.',
  },
  embed_session_completed: { status: 410, type: 'conflict_error', says: 'The session is completed.' },
  payload_too_large: invalid(413, 'The request body is too large.'),
  unsupported_media_type: invalid(415, 'Unsupported content type.'),
  range_not_satisfiable: invalid(416, 'The requested range is outside the file.'),
  output_not_supported: invalid(400, 'This output format is not supported. Use pdf or pdfx4.'),
  output_not_available: invalid(422, 'The print files of the template do not have this output format.'),
  text_not_editable: invalid(422, 'The artwork text cannot become a field.'),
  invalid_colors: invalid(422, 'The colors are invalid.'),
  invalid_assignments: invalid(422, 'The assignments are invalid.'),
  invalid_substrate: invalid(422, 'The substrate is invalid.'),
  invalid_page: invalid(422, 'The template does not have this page.'),
  page_not_drawable: invalid(
    422,
    'The page is too complex to draw. Simplify the artwork and upload it again.',
  ),
  invalid_width: invalid(422, 'The width must be an integer from 1 to 2560.'),
  invalid_dpr: invalid(422, 'The device pixel ratio must be a number from 0.5 to 4.'),
  invalid_format: invalid(422, 'Unsupported format. The only format is png.'),
  invalid_forbidden_words: invalid(400, 'The list of forbidden words is not valid.'),
  fill_not_printable: invalid(422, 'The fill cannot be printed.'),
  merged_pdf_too_large: invalid(
    422,
    'The merged PDF has too many pages. Split the records into several batches.',
  ),
  merged_inks_differ: invalid(
    422,
    'All records of a merged PDF must use the same artwork inks; this record uses different ones.',
  ),
  delivery_exhausted: invalid(422, 'The delivery has no attempts left.'),
  delivery_skipped: invalid(422, 'The delivery was skipped.'),
  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    says: 'The idempotency key was used with a different request. Use a new key.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    says: 'Too many requests. Retry after the time in Retry-After.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    says: 'Internal error. Try again; if it persists, contact the operator with the request_id.',
  },
  render_failed: { status: 502, type: 'renderer_error', says: 'The print file could not be created.' },
  preview_failed: { status: 502, type: 'renderer_error', says: 'The preview could not be created.' },
  renderer_unreachable: { status: 502, type: 'renderer_error', says: 'The renderer did not respond.' },
  renderer_not_configured: {
    status: 503,
    type: 'renderer_error',
    says: 'No renderer is available.',
  },
  overloaded: { status: 503, type: 'api_error', says: 'The service is overloaded. Try again shortly.' },
  shutting_down: { status: 503, type: 'api_error', says: 'The service is shutting down. Try again shortly.' },
  disk_full: {
    status: 503,
    type: 'api_error',
    says: 'The disk is full. Nothing can be saved until space is freed.',
  },
  disk_read_only: {
    status: 503,
    type: 'api_error',
    says: 'The disk is read-only. Nothing can be saved until it is writable.',
  },
  files_unavailable: { status: 503, type: 'api_error', says: 'Files cannot be stored.' },
  database_unavailable: { status: 503, type: 'api_error', says: 'The database does not respond.' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof CATALOGUE

/** One of several faults, with the parameter it concerns. */
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
  /** Replaces the message of the catalogue; never for 5xx. */
  readonly message?: string
  readonly param?: string
  readonly details?: readonly ErrorDetail[]
  /** Further members of the error body, such as `required_scope` or `resource`. */
  readonly extra?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
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

/** A record that does not exist or belongs to another team; callers cannot tell which. */
export function notFound(resource: string): ServiceError {
  const words = resource.replaceAll('_', ' ')
  return new ServiceError('not_found', {
    message: `No such ${words}.`,
    extra: { resource: words.replaceAll(' ', '_') },
  })
}
