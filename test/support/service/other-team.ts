/** A second team with one record of every kind, by their paths; other teams must not see them. */
import type { AnyOperation } from '../../../server/http/operation.ts'
import { insertStorefrontOrder } from '../database/storefront-records.ts'
import { insertAsset, insertFont, insertProfile } from '../database/team-resources.ts'
import { jost } from '../pdf/font-files.ts'
import type { TestServer } from './open-test-server.ts'
import { liveTemplate, makeFill } from './sample-fill.ts'
import { uploadForm } from './sample-press.ts'
import { insertRender } from './sample-render.ts'

export interface OtherTeam {
  readonly id: string
  readonly key: string
  /** Ids by the path of their kind, such as `/embed/sessions`. */
  readonly records: Readonly<Record<string, string>>
}

/** What was never given out, of the same form as an id. */
export const ABSENT = '00000000000000000000000000'

export async function stockOtherTeam(test: TestServer): Promise<OtherTeam> {
  const { id, key } = await test.makeTeam('Another team')
  const make = async (path: string, member: string, body: object): Promise<string> => {
    const reply = await test.json(`/v1${path}`, { body, key })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body[member].id
  }
  const template = await liveTemplate(test, key)
  const fill = await makeFill(test, { template_id: template.id }, key)
  const { render } = await insertRender(test, template.id, { teamId: id })
  const endpoint = await make('/webhook_endpoints', 'webhook_endpoint', { url: 'https://192.0.1.1/hook' })
  const records: Record<string, string> = {
    '/templates': template.id,
    '/fills': fill.id,
    '/embed/fills': fill.id,
    '/renders': render.id,
    '/product_mappings': await make('/product_mappings', 'product_mapping', {
      external_product_id: 'theirs',
      template_id: template.id,
    }),
    '/embed/applications': await make('/embed/applications', 'embed_application', {
      name: 'Theirs',
      allowed_origins: ['https://theirs.example'],
    }),
    '/embed/sessions': await make('/embed/sessions', 'embed_session', { template_id: template.id }),
    '/webhook_endpoints': endpoint,
    '/hot_folders': await make('/hot_folders', 'hot_folder', { name: 'Theirs', folder: 'theirs' }),
    '/selection_sets': await make('/selection_sets', 'selection_set', {
      name: 'Theirs',
      options: [{ value: 'a', label: 'A' }],
    }),
    '/assets': await insertAsset(test, id),
    '/fonts': await insertFont(test, id, await storedFont(test)),
    '/profiles': await insertProfile(test, id),
    '/brand_colors': await make('/brand_colors', 'brand_color', { name: 'Theirs', cmyk: [0, 0, 0, 90] }),
    '/console/users': await make('/console/users', 'user', {
      email: 'theirs@theirs.example',
      role: 'editor',
    }),
    '/api_keys': await make('/api_keys', 'api_key', { type: 'restricted', scopes: ['usage:read'] }),
  }
  const upload = uploadForm()
  upload.set('upload_id', 'theirs_upload')
  await test.json('/v1/templates', { body: upload, key })
  records['/template_uploads'] = 'theirs_upload'
  const storefront = await insertStorefrontOrder(test.server.ports.store, id)
  records['/storefront/orders'] = storefront.order.id
  records['/storefront/lines'] = storefront.line.id
  records['/storefront/hooks'] = storefront.hook.id
  records['/storefront/shops'] = await make('/storefront/shops', 'storefront_shop', { shop: 'theirs' })
  const items = [{ values: { [template.name]: 'Theirs' } }]
  records['/batches'] = await make('/batches', 'batch', { kind: 'renders', template_id: template.id, items })
  const firstOf = async (path: string) => (await test.json(`/v1${path}`, { key })).body.data[0].id
  records['/events'] = await firstOf('/events')
  records['/audit_events'] = await firstOf('/audit_events')
  return { id, key, records }
}

/** Its file is there, as its specimen is drawn. */
async function storedFont(test: TestServer): Promise<{ fileSha256: string; sizeBytes: number }> {
  const sink = await test.server.ports.files.begin()
  await sink.write(jost())
  const { sha256: fileSha256, sizeBytes } = await sink.store()
  return { fileSha256, sizeBytes }
}

/** `/templates` of `/templates/{id}/scene`; '' for the parts of a record that has an id of its own above it. */
export function kindOf({ path }: Pick<AnyOperation, 'path'>): string {
  return path.replace(/\/(?:\{|erase$|resolve$|guest$).*$/, '')
}

/** The operation's path with `id` in the place of its first parameter, and something well-formed in further ones. */
export function pathWith(operation: AnyOperation, id: string): string {
  return `/v1${operation.path
    .replace('{id}', id)
    .replace('{revision}', '1')
    .replace(/\{(\w+)\}/g, `del_${ABSENT}`)}`
}
