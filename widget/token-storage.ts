/** Resume tokens in this origin's storage; with one, a customer can continue a fill in a cart. */

const PREFIX = 'platen.resume.'
/** The oldest are forgotten first. */
const MOST = 60

export interface KeptTokens {
  /** False where the browser keeps nothing for a frame in another site's page. */
  readonly lasting: boolean
  find(name: string): string | null
  keep(name: string, token: string): void
}

/** `name` says whose fill it is: its id, or the hosted page's. Where storage is blocked, tokens last as long as the page. */
export function openKeptTokens(): KeptTokens {
  const store = openStorage()
  const session = new Map<string, string>()
  return {
    lasting: store !== null,
    find: (name) => session.get(name) ?? read(store, name)?.token ?? null,
    keep(name, token) {
      session.set(name, token)
      if (store === null) return
      try {
        store.setItem(PREFIX + name, JSON.stringify({ token, at: Date.now() }))
        forgetOldest(store)
      } catch {
        // Full, or closed meanwhile: the page itself still knows it.
      }
    },
  }
}

/** Asking for it throws where a browser blocks it. */
function openStorage(): Storage | null {
  try {
    const probe = `${PREFIX}probe`
    localStorage.setItem(probe, '')
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return null
  }
}

interface StoredToken {
  readonly token: string
  readonly at: number
}

function read(store: Storage | null, name: string): StoredToken | null {
  try {
    const kept = JSON.parse(store?.getItem(PREFIX + name) ?? 'null') as Partial<StoredToken> | null
    return typeof kept?.token === 'string' ? { token: kept.token, at: Number(kept.at) || 0 } : null
  } catch {
    return null
  }
}

function forgetOldest(store: Storage): void {
  const names = Object.keys(store).filter((key) => key.startsWith(PREFIX))
  const byAge = names
    .map((key) => ({ key, at: read(store, key.slice(PREFIX.length))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at)
  for (const { key } of byAge.slice(MOST)) store.removeItem(key)
}
