/** Runs the checks of a shop: those of the service, then the server's key and the webhooks of the team. */
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { KEY_NOTE } from './connections.ts'
import type { ApplicationWire, MappingWire, ShopCheckWire } from './wire.ts'

export interface CheckResult {
  /** Differs for each row. */
  readonly id: string
  readonly name: ShopCheckWire['name'] | 'address' | 'server_key' | 'webhook'
  readonly status: ShopCheckWire['status']
  readonly code: string | null
  /** The address of a webhook or a page. */
  readonly of?: string
  /** Id of the record that mends it. */
  readonly record?: string
}

export interface CheckRequest {
  readonly application: ApplicationWire
  readonly mapping: MappingWire | null
  /** Empty where it is not known. */
  readonly keyText: string
  /** Of the page; empty for any. */
  readonly origin: string
  /** Webhooks are pinged and keys read only by those who may. */
  readonly pings: boolean
  readonly readsKeys: boolean
}

const MOST_WEBHOOKS = 5
const LOOK_MS = 500
/** Attempts time out within 15 seconds. */
const MOST_LOOKS = 40

export async function runChecks(request: CheckRequest): Promise<readonly CheckResult[]> {
  const { application, mapping, keyText, origin } = request
  const path = `/v1/embed/applications/${encodeURIComponent(application.id)}/check`
  const { checks } = await api.post<{ checks: readonly ShopCheckWire[] }>(path, {
    ...(keyText === '' ? {} : { publishable_key: keyText }),
    ...(origin === '' ? {} : { origin }),
    ...(mapping === null
      ? {}
      : {
          external_product_id: mapping.external_product_id,
          ...(mapping.external_variant_id === null
            ? {}
            : { external_variant_id: mapping.external_variant_id }),
        }),
  })
  const own = checks
    .filter(({ name, status }) => name !== 'shop' || status === 'failed')
    .map(({ name, status, code }) => ({
      ...{ id: name, name, status, code },
      ...(mapping === null ? {} : { record: name === 'template' ? mapping.template_id : mapping.id }),
    }))
  return [...own, ...addressCheck(origin), ...(await serverKey(request)), ...(await webhooks(request))]
}

/** A page over https opens nothing over http, except on the same machine. */
function addressCheck(origin: string): readonly CheckResult[] {
  const plain = location.protocol === 'http:' && !/^(?:.+\.)?localhost$|^127\./.test(location.hostname)
  const failed = plain && origin.startsWith('https:')
  const status = failed ? 'failed' : 'passed'
  return [
    {
      ...{ id: 'address', name: 'address', status, of: location.origin },
      code: failed ? 'service_insecure' : null,
    },
  ]
}

async function serverKey({ application, readsKeys }: CheckRequest): Promise<readonly CheckResult[]> {
  const id = application.metadata[KEY_NOTE]
  if (id === undefined || !readsKeys) return []
  const one = { id: 'server_key', name: 'server_key', record: id } as const
  try {
    const { api_key } = await api.get<{ api_key: { status: string; last_used_at: string | null } }>(
      `/v1/api_keys/${encodeURIComponent(id)}`,
    )
    if (api_key.status !== 'active') return [{ ...one, status: 'failed', code: 'server_key_ended' }]
    if (api_key.last_used_at === null) return [{ ...one, status: 'skipped', code: 'server_key_unused' }]
    return [{ ...one, status: 'passed', code: null }]
  } catch (thrown) {
    if (asApiError(thrown).code !== 'not_found') throw thrown
    return [{ ...one, status: 'failed', code: 'server_key_ended' }]
  }
}

interface EndpointWire {
  readonly id: string
  readonly url: string
  readonly status: 'enabled' | 'disabled'
}

async function webhooks({ pings }: CheckRequest): Promise<readonly CheckResult[]> {
  if (!pings) return []
  const { data } = await api.get<{ data: readonly EndpointWire[] }>('/v1/webhook_endpoints', { limit: 50 })
  const enabled = data.filter(({ status }) => status === 'enabled').slice(0, MOST_WEBHOOKS)
  if (enabled.length === 0)
    return [{ id: 'webhook', name: 'webhook', status: 'skipped', code: 'webhook_none' }]
  return Promise.all(enabled.map(ping))
}

interface DeliveryWire {
  readonly id: string
  readonly outcome: string
  readonly response_status: number | null
  readonly error_code: string | null
}

/** Sends a ping and waits for its first attempt. */
async function ping({ id, url }: EndpointWire): Promise<CheckResult> {
  const address = `/v1/webhook_endpoints/${encodeURIComponent(id)}`
  const one = { id, name: 'webhook', of: url, record: id } as const
  let { delivery } = await api.post<{ delivery: DeliveryWire }>(`${address}/test`)
  for (let looks = 0; delivery.outcome === 'pending' && looks < MOST_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    ;({ delivery } = await api.get<{ delivery: DeliveryWire }>(`${address}/deliveries/${delivery.id}`))
  }
  if (delivery.outcome === 'succeeded') return { ...one, status: 'passed', code: null }
  if (delivery.outcome === 'pending') return { ...one, status: 'failed', code: 'webhook_waits' }
  const status = delivery.response_status
  return { ...one, status: 'failed', code: status === null ? 'webhook_unreachable' : 'webhook_refuses' }
}
