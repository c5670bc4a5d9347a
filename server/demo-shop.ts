/** The demo storefront of the first start: an application, a mapped product and a key of its own, kept in DATA_DIR. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SYSTEM } from '../core/service/access/audit-store.ts'
import { createKey } from '../core/service/access/keys.ts'
import type { OpenServer } from './open.ts'
import { writeLasting } from './workers/write-lasting.ts'

export const DEMO_PRODUCT = { id: 'wedding-card', title: 'Wedding card' } as const
/** The scopes that a storefront's server needs. */
const SCOPES = ['fills:write', 'renders:read', 'previews:write', 'product_mappings:read']

interface DemoProduct {
  readonly id: string
  readonly title: string
  /** Values of the picture on its page. */
  readonly shown?: Readonly<Record<string, string>>
}

export interface DemoShop {
  readonly teamId: string
  readonly applicationId: string
  /** Of the first product. */
  readonly templateId: string
  /** Products beside the first; missing in shops of earlier versions. */
  readonly others?: readonly DemoProduct[]
  readonly publishableKey: string
  readonly secretKey: string
}

/**
 * Decision: the demo's keys lie in DATA_DIR/demo-shop.json, readable by the service's user alone. Removing that file,
 * or archiving the application, ends the demo; a start with --empty makes none.
 */
export function demoFile(dataDir: string): string {
  return join(dataDir, 'demo-shop.json')
}

/** Null where this installation has none. */
export async function readDemoShop(dataDir: string): Promise<DemoShop | null> {
  const text = await readFile(demoFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : (JSON.parse(text) as DemoShop)
}

/** Rejects where the address of the service is none that an application can allow, as plain http beyond this machine. */
export async function makeDemoShop(
  { service, ports, baseUrl }: Pick<OpenServer, 'service' | 'ports' | 'baseUrl'>,
  dataDir: string,
  teamId: string,
  templateId: string,
): Promise<DemoShop> {
  const made = await service.applications.create({
    teamId,
    request: {
      name: 'Demo storefront',
      allowedOrigins: [new URL(baseUrl).origin],
      allowNoOrigin: false,
      sessionTtlSeconds: 86_400,
      accentColor: null,
      metadata: {},
      createKey: true,
    },
    actor: SYSTEM,
  })
  if (made.publishableKey === null) throw new Error('The demo has no publishable key.')
  const applicationId = made.application.id
  await service.mappings.create({
    teamId,
    request: {
      externalProductId: DEMO_PRODUCT.id,
      externalVariantId: null,
      templateId,
      embedApplicationId: applicationId,
      options: {},
      metadata: {},
    },
  })
  const request = {
    teamId,
    type: 'restricted',
    name: 'Demo storefront',
    scopes: SCOPES,
    lifetimeMs: null,
  } as const
  const { key: secretKey } = await createKey(ports, { request })
  const shop = { teamId, applicationId, templateId, publishableKey: made.publishableKey, secretKey }
  await writeLasting(demoFile(dataDir), [Buffer.from(`${JSON.stringify(shop, null, 2)}\n`)])
  return shop
}

/** Sells further templates in the demo, each as a product of its own. */
export async function addDemoProducts(
  { service }: Pick<OpenServer, 'service'>,
  dataDir: string,
  shop: DemoShop,
  products: readonly (DemoProduct & { readonly templateId: string })[],
): Promise<void> {
  for (const { id, templateId } of products)
    await service.mappings.create({
      teamId: shop.teamId,
      request: {
        externalProductId: id,
        externalVariantId: null,
        templateId,
        embedApplicationId: shop.applicationId,
        options: {},
        metadata: {},
      },
    })
  const others = products.map(({ templateId: _, ...product }): DemoProduct => product)
  const kept: DemoShop = { ...shop, others }
  await writeLasting(demoFile(dataDir), [Buffer.from(`${JSON.stringify(kept, null, 2)}\n`)])
}

/** The address of the service may be another since: its pages stay among the application's. */
export async function allowDemoOrigin(
  { service, baseUrl }: Pick<OpenServer, 'service' | 'baseUrl'>,
  { teamId, applicationId }: DemoShop,
): Promise<void> {
  const { application } = await service.applications.find(teamId, applicationId)
  const { origin } = new URL(baseUrl)
  if (application.status !== 'active' || application.allowedOrigins.includes(origin)) return
  await service.applications.change({
    teamId,
    id: applicationId,
    changes: { allowedOrigins: [origin] },
    actor: SYSTEM,
  })
}
