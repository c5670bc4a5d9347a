/** Signing secrets of the order hook by shop, and those that REST_HOOK_SECRETS lists. */
import { ONLY_SHOP } from './order-hook.ts'

export type HookSecrets = ReadonlyMap<string, readonly string[]>

const FEWEST_BYTES = 16

/** `whsec_a,whsec_b` or `shop=whsec_a,other=whsec_b`. Throws a sentence that repeats no secret. */
export function readHookSecrets(setting: string): HookSecrets {
  const secrets = new Map<string, string[]>()
  for (const part of setting.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, shop = ONLY_SHOP, secret = ''] = /^(?:([^=]+)=)?(whsec_[A-Za-z0-9+/]+=*)$/.exec(part) ?? []
    if (Buffer.from(secret.slice('whsec_'.length), 'base64').length < FEWEST_BYTES)
      throw new Error('REST_HOOK_SECRETS must contain secrets of whsec_ and at least 16 bytes in base64.')
    secrets.set(shop, [...(secrets.get(shop) ?? []), secret])
  }
  return secrets
}

/** The setting with one more secret; `shop` is null for hooks that name none. */
export function withHookSecret(setting: string, shop: string | null, secret: string): string {
  const parts = setting.split(',').map((one) => one.trim())
  return [...parts.filter((one) => one !== ''), shop === null ? secret : `${shop}=${secret}`].join(',')
}
