/** Opens the storefront adapters that the settings ask for, with what each stands on. */

import type { Logger } from 'pino'
import { ADAPTERS } from '../../adapters/index.ts'
import type { Ports } from '../../core/ports.ts'
import type { Adapter, AdapterKind, AdapterSetting } from '../../core/service/storefront/contract.ts'
import type { PerformParts } from '../../core/service/storefront/perform-parts.ts'
import { createSeenMappings } from '../../core/service/storefront/seen-mappings.ts'
import { secretsOfShops } from '../../core/service/storefront/shop.ts'
import type { Service } from '../../core/service.ts'
import type { Links } from '../operations/links.ts'
import { createHookPriority, type HookPriority } from './hook-priority.ts'
import { createOrdersView } from './orders-view.ts'
import { createSetUp } from './set-up.ts'
import { createShelf } from './shelf.ts'
import { storefrontUseCases } from './use-cases.ts'

/** The parts with which adapters are opened. */
export interface AdapterHost {
  readonly ports: Pick<Ports, 'store' | 'traces' | 'clock' | 'jobs' | 'makeId' | 'entropy' | 'secretsKey'>
  /** The value of a setting, empty where it is not set. */
  readonly setting: (name: string) => string
  /** The public URL of /adapters. */
  readonly baseUrl: string
  /** The public URL of the service. */
  readonly serviceUrl: string
  readonly shelfKey: Uint8Array
  readonly service: Service
  readonly links: Links
  readonly log: Pick<Logger, 'info'>
  teamId(): Promise<string>
}

export interface OpenAdapters {
  readonly byName: ReadonlyMap<string, Adapter>
  readonly host: AdapterHost
  /** Throws Later while the team is not there. */
  parts(): Promise<PerformParts>
  /** Hooks that are being taken in, and the work that comes after them. */
  readonly hookPriority: HookPriority
}

/** `kinds` are all that there are, or those that are asked for. */
export function openAdapters(host: AdapterHost, kinds: readonly AdapterKind[] = ADAPTERS): OpenAdapters {
  const byName = new Map<string, Adapter>()
  const { store, traces, clock, jobs, makeId, entropy } = host.ports
  const mappings = createSeenMappings(clock)
  const priority = createHookPriority()
  const useCases = storefrontUseCases(host.service)
  const log: PerformParts['log'] = (message, facts = {}) => host.log.info(facts, message)
  const parts = async (): Promise<PerformParts> => ({
    ...{ store, traces, clock, jobs, makeId, entropy, adapters: byName, mappings, log },
    ...{ useCases, afterHooks: priority.afterHooks },
    teamId: await host.teamId(),
  })
  for (const kind of kinds) {
    const shelf = createShelf({ store, entropy, key: host.shelfKey, teamId: host.teamId }, kind.name)
    const adapter = kind.open({
      settings: Object.fromEntries(
        kind.settings.map(({ name, standard = '' }) => [name, host.setting(name) || standard]),
      ),
      url: `${host.baseUrl}/adapters/${kind.name}`,
      serviceUrl: host.serviceUrl,
      ...{ shelf, log },
      orders: createOrdersView(host, kind.name),
      hookSecrets: async () => secretsOfShops(host.ports, await host.teamId(), kind.name),
      setUp: createSetUp(host, kind.name),
      now: () => clock.now(),
      bytes: (count) => entropy.bytes(count),
    })
    if (adapter !== null) byName.set(kind.name, adapter)
  }
  return { byName, host, parts, hookPriority: priority }
}

/** The settings of real adapters: the mock is for tests and for authors of adapters. */
export function adapterSettings(): readonly AdapterSetting[] {
  return ADAPTERS.filter(({ name }) => name !== 'mock').flatMap(({ settings }) => settings)
}
