/** Connected shops: their offline tokens, renewed by one process at a time, and their connecting and disconnecting. */
import type { Session } from '@shopify/shopify-api'
import type { AdapterContext, ShelfEntry } from '../../core/service/storefront/adapter-context.ts'
import { Later } from '../../core/service/storefront/contract.ts'
import type { Shopify } from './app.ts'
import { shopifyLibrary } from './library.ts'

/** Of an offline token that expires. Times are milliseconds since 1970. */
interface Tokens {
  readonly accessToken: string
  readonly expiresAt: number | null
  readonly refreshToken: string | null
  readonly refreshExpiresAt: number | null
  readonly scope: string
}
interface Connection {
  /** `reconnect`: Shopify takes the tokens no longer; the merchant has to open the app once. */
  readonly state: 'connected' | 'reconnect' | 'gone'
  readonly connectedAt: number
  readonly tokens: Tokens | null
  /** Until when a process is renewing them. */
  readonly renewingUntil: number | null
}

export interface Connections {
  /** Milliseconds since 1970, or why there is no such time. */
  wasConnectedAt(shop: string): Promise<number | 'never' | 'gone'>
  /** Shops with a working connection. */
  list(): Promise<readonly string[]>
  state(shop: string): Promise<Connection['state'] | 'never'>
  scope(shop: string): Promise<string>
  /** Exchanges a visit's session token for the shop's own. Throws InvalidJwtError, and Later. */
  connect(shop: string, sessionToken: string): Promise<void>
  /** Good for at least five minutes. Throws Later where the shop has to be connected again. */
  accessToken(shop: string): Promise<string>
  /** Shopify refused the token; the next request renews it, or asks to connect again. */
  refused(shop: string, accessToken: string): Promise<void>
  disconnect(shop: string): Promise<void>
  forget(shop: string): Promise<void>
}

const EARLY_MS = 5 * 60_000
const RENEWING_MS = 60_000
const LOOK_AGAIN_MS = 250
/** Nothing changes until a person opens the app, so asking more often is useless. */
const RECONNECT_RETRY_SECONDS = 3600

const key = (shop: string) => `connection:${shop}`

export function openConnections(
  context: Pick<AdapterContext, 'shelf' | 'now' | 'log'>,
  shopify: Shopify,
): Connections {
  const { shelf, now } = context
  const { HttpResponseError, InvalidJwtError, RequestedTokenType } = shopifyLibrary()
  const renewals = new Map<string, Promise<string>>()

  async function read(
    shop: string,
  ): Promise<{ readonly kept: ShelfEntry | null; readonly connection: Connection | null }> {
    const kept = await shelf.get(key(shop))
    return { kept, connection: kept === null ? null : (JSON.parse(kept.value) as Connection) }
  }
  const write = (shop: string, connection: Connection, version?: number): Promise<boolean> =>
    version === undefined
      ? shelf.put(key(shop), JSON.stringify(connection))
      : shelf.put(key(shop), JSON.stringify(connection), version)

  /** Both tokens are written at once; the old ones stay until then, for Shopify takes them again if an answer was lost. */
  async function renew(shop: string): Promise<string> {
    const limit = now() + RENEWING_MS
    for (;;) {
      const { kept, connection } = await read(shop)
      if (kept === null || connection?.state !== 'connected' || connection.tokens === null)
        throw disconnected(shop)
      const { tokens } = connection
      if (isFresh(tokens, now())) return tokens.accessToken
      const isTaken = connection.renewingUntil !== null && connection.renewingUntil > now()
      const taken = { ...connection, renewingUntil: now() + RENEWING_MS }
      if (!isTaken && (await write(shop, taken, kept.version))) return renewTaken(shop, taken, tokens)
      if (now() > limit) throw new Later('The access token of the shop is being renewed.', 5)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  async function renewTaken(shop: string, connection: Connection, old: Tokens): Promise<string> {
    if (old.refreshToken === null) return giveUp(shop, connection)
    try {
      const { session } = await shopify.auth.refreshToken({ shop, refreshToken: old.refreshToken })
      const tokens = tokensOf(session)
      await write(shop, { ...connection, tokens, renewingUntil: null })
      return tokens.accessToken
    } catch (error) {
      if (error instanceof HttpResponseError && error.response.code < 500 && error.response.code !== 429)
        return giveUp(shop, connection)
      await write(shop, { ...connection, renewingUntil: null })
      throw new Later('Shopify did not renew the access token of the shop.', null, error)
    }
  }

  async function giveUp(shop: string, connection: Connection): Promise<never> {
    await write(shop, { ...connection, state: 'reconnect', tokens: null, renewingUntil: null })
    context.log('A shop must be reconnected. Open the app in its admin.', { shop })
    throw disconnected(shop)
  }

  return {
    async wasConnectedAt(shop) {
      const { connection } = await read(shop)
      if (connection === null) return 'never'
      return connection.state === 'gone' ? 'gone' : connection.connectedAt
    },
    async list() {
      const shops: string[] = []
      for (const name of await shelf.keys(key(''))) {
        const shop = name.slice(key('').length)
        if ((await read(shop)).connection?.state === 'connected') shops.push(shop)
      }
      return shops
    },
    state: async (shop) => (await read(shop)).connection?.state ?? 'never',
    scope: async (shop) => (await read(shop)).connection?.tokens?.scope ?? '',
    async connect(shop, sessionToken) {
      let session: Session
      try {
        ;({ session } = await shopify.auth.tokenExchange({
          ...{ shop, sessionToken, expiring: true },
          requestedTokenType: RequestedTokenType.OfflineAccessToken,
        }))
      } catch (error) {
        if (error instanceof InvalidJwtError) throw error
        // The cause may contain the session token, which must not be logged.
        throw new Later('Shopify did not exchange the session token for an access token.')
      }
      const { connection } = await read(shop)
      const connectedAt = connection?.state === 'gone' ? now() : (connection?.connectedAt ?? now())
      await write(shop, { state: 'connected', connectedAt, tokens: tokensOf(session), renewingUntil: null })
    },
    async accessToken(shop) {
      const { connection } = await read(shop)
      if (connection?.state !== 'connected' || connection.tokens === null) throw disconnected(shop)
      if (isFresh(connection.tokens, now())) return connection.tokens.accessToken
      const running = renewals.get(shop) ?? renew(shop).finally(() => renewals.delete(shop))
      renewals.set(shop, running)
      return running
    },
    async refused(shop, accessToken) {
      const { kept, connection } = await read(shop)
      if (kept === null || connection?.tokens?.accessToken !== accessToken) return
      const tokens = { ...connection.tokens, expiresAt: 0 }
      await write(shop, { ...connection, tokens }, kept.version)
    },
    async disconnect(shop) {
      const { connection } = await read(shop)
      const connectedAt = connection?.connectedAt ?? now()
      await write(shop, { state: 'gone', connectedAt, tokens: null, renewingUntil: null })
    },
    forget: (shop) => shelf.remove(key(shop)),
  }
}

function isFresh(tokens: Tokens, now: number): boolean {
  return tokens.expiresAt === null || tokens.expiresAt - now >= EARLY_MS
}

function disconnected(shop: string): Later {
  return new Later(`${shop} must be reconnected. Open the app in its admin.`, RECONNECT_RETRY_SECONDS)
}

function tokensOf(session: Session): Tokens {
  return {
    accessToken: session.accessToken ?? '',
    expiresAt: session.expires?.getTime() ?? null,
    refreshToken: session.refreshToken ?? null,
    refreshExpiresAt: session.refreshTokenExpires?.getTime() ?? null,
    scope: session.scope ?? '',
  }
}
