/** A shop that signs its order hooks with a secret of ours, and its secrets as they lie at rest. */
import type { SealedSecrets } from '../webhook/secret.ts'

/** Times are milliseconds since 1970. */
export interface StorefrontShop extends SealedSecrets {
  readonly teamId: string
  readonly adapter: string
  /** As its hooks name it; once in an adapter. */
  readonly shop: string
  readonly createdAt: number
}
