/** An adapter alone, without a service: its shelf is a map, and its clock is set by the test. */
import type { AdapterContext, ShelfEntry } from '../../../core/service/storefront/adapter-context.ts'
import type { Adapter, AdapterKind } from '../../../core/service/storefront/contract.ts'

export interface LoneAdapter {
  readonly adapter: Adapter
  readonly context: AdapterContext
  readonly kept: Map<string, ShelfEntry>
  readonly logged: string[]
  now: number
}

export function openLoneAdapter(
  kind: AdapterKind,
  settings: Readonly<Record<string, string>>,
  url = `https://print.example/adapters/${kind.name}`,
): LoneAdapter {
  const kept = new Map<string, ShelfEntry>()
  const logged: string[] = []
  let chance = 0
  const stage = { kept, logged, now: Date.UTC(2026, 6, 15, 12) }
  const context: AdapterContext = {
    settings,
    url,
    serviceUrl: 'https://print.example',
    shelf: {
      get: async (key) => kept.get(key) ?? null,
      async put(key, value, version) {
        const known = kept.get(key)
        if (version !== undefined && (known?.version ?? 0) !== version) return false
        kept.set(key, { value, version: (known?.version ?? 0) + 1 })
        return true
      },
      async remove(key) {
        kept.delete(key)
      },
      keys: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    },
    orders: unasked(),
    setUp: unasked(),
    hookSecrets: async () => new Map(),
    now: () => stage.now,
    bytes: (count) => new Uint8Array(count).fill(++chance),
    log: (message) => logged.push(message),
  }
  const adapter = kind.open(context)
  if (adapter === null) throw new Error('The settings leave the adapter off.')
  return Object.assign(stage, { adapter, context })
}

function unasked<T extends object>(): T {
  const get = (_: object, name: string | symbol) => {
    throw new Error(`The service is asked for ${String(name)}.`)
  }
  return new Proxy({}, { get }) as T
}
