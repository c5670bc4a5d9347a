/** A storefront around a test server: a published template, an application with its key, a mapped product. */
import {
  openTestServer,
  type SendOptions,
  type TestServer,
  type TestServerOptions,
} from './open-test-server.ts'
import { openSamplePress } from './sample-press.ts'
import { uploadSample } from './sample-render.ts'

export const SHOP = 'https://shop.example'

export interface Storefront {
  readonly test: TestServer
  readonly templateId: string
  readonly applicationId: string
  readonly publishableKey: string
  readonly mappingId: string
  /** As a page of the shop sends it, with the publishable key. */
  page(path: string, body: unknown, headers?: Record<string, string>): ReturnType<TestServer['json']>
  /** With a client secret, by the shop's page unless `origin` is another; null for none. */
  shopper(
    path: string,
    secret: string,
    options?: SendOptions & { origin?: string | null },
  ): ReturnType<TestServer['json']>
  /** A guest session with its secret. */
  guest(): Promise<{ readonly id: string; readonly secret: string }>
  /** A guest session with a fill. */
  filling(): Promise<{ readonly id: string; readonly secret: string; readonly fillId: string }>
}

export async function openStorefront(options: TestServerOptions = {}): Promise<Storefront> {
  const test = await openTestServer({
    press: openSamplePress(),
    ...options,
    // What the sample press compiles is no page that could be drawn.
    env: { ROLES: 'api,press,jobs', RATE_LIMIT_BROWSER_PER_MINUTE: '100000', ...options.env },
  })
  const templateId: string = (await uploadSample(test)).id
  await test.json(`/v1/templates/${templateId}/publish`, { method: 'POST' })
  const made = await test.json('/v1/embed/applications', {
    body: { name: 'Shop', allowed_origins: [SHOP], create_publishable_key: true },
  })
  const mapped = await test.json('/v1/product_mappings', {
    body: { external_product_id: 'mug', template_id: templateId },
  })
  const publishableKey: string = made.body.publishable_key

  const page: Storefront['page'] = (path, body, headers = {}) =>
    test.json(path, {
      key: null,
      body,
      headers: { origin: SHOP, 'x-service-publishable-key': publishableKey, ...headers },
    })
  const shopper: Storefront['shopper'] = (path, secret, { origin = SHOP, headers, ...rest } = {}) =>
    test.json(path, {
      ...rest,
      key: null,
      headers: { ...(origin === null ? {} : { origin }), 'x-service-client-secret': secret, ...headers },
    })
  const guest: Storefront['guest'] = async () => {
    const { body } = await page('/v1/embed/sessions/guest', { external_product_id: 'mug' })
    return { id: body.embed_session.id, secret: body.client_secret }
  }
  return {
    test,
    templateId,
    applicationId: made.body.embed_application.id,
    publishableKey,
    mappingId: mapped.body.product_mapping.id,
    page,
    shopper,
    guest,
    async filling() {
      const session = await guest()
      const { body } = await shopper('/v1/embed/fills', session.secret, {
        body: { embed_session: session.id },
      })
      return { ...session, fillId: body.fill.id }
    },
  }
}
