/** Wire types of mappings, embed applications and shops' orders. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type MappingWire = AsSent<Api.ProductMapping>
export type ApplicationWire = AsSent<Api.EmbedApplication>
export type ShopCheckWire = AsSent<Api.EmbedApplicationCheck>
export type StorefrontLineWire = AsSent<Api.StorefrontLine>
export type StorefrontOrderWire = AsSent<Api.StorefrontOrder>
export type StorefrontShopWire = AsSent<Api.StorefrontShop>

/** When the shop was last visited and ordered from. */
export interface ActivityWire {
  readonly last_session_at: string | null
  readonly last_order_at: string | null
}

/** The key comes with the reply that creates it. */
export interface KeptApplicationWire {
  readonly embed_application: ApplicationWire
  readonly publishable_key?: string
}

/** The secret comes with the replies that create and rotate it. */
export interface StorefrontShopWithSecretWire {
  readonly storefront_shop: StorefrontShopWire
  readonly hook_secret: string
}
