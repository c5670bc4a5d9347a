/** The use cases of events and webhooks by name, as the service has them. */

import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import { type Actor, SYSTEM } from '../access/audit-store.ts'
import type { NoteMade } from '../access/idempotency.ts'
import { findDelivery, listDeliveries, pingEndpoint, retryDelivery } from '../webhook/deliveries.ts'
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  type EndpointChanges,
  type EndpointDraft,
  findEndpoint,
} from '../webhook/endpoints.ts'
import { findEvent, listEvents } from '../webhook/events.ts'
import type { Rotation } from '../webhook/secret.ts'
import type { EventFilter } from '../webhook/webhook-store.ts'

export function webhookUseCases(ports: Ports) {
  return {
    create: (teamId: string, draft: EndpointDraft, actor: Actor = SYSTEM, note?: NoteMade) =>
      createEndpoint(ports, teamId, draft, actor, note),
    list: (teamId: string, page: PageRequest) => ports.store.endpoints.list(teamId, page),
    find: (teamId: string, id: string) => findEndpoint(ports.store, teamId, id),
    change: (
      teamId: string,
      id: string,
      changes: EndpointChanges,
      rotation: Rotation | null = null,
      actor: Actor = SYSTEM,
      note?: NoteMade,
    ) => changeEndpoint(ports, teamId, id, changes, rotation, actor, note),
    disable: (teamId: string, id: string, actor: Actor = SYSTEM) => disableEndpoint(ports, teamId, id, actor),
    ping: (teamId: string, id: string, note?: NoteMade) => pingEndpoint(ports, teamId, id, note),
    deliveries: (teamId: string, endpointId: string, page: PageRequest) =>
      listDeliveries(ports.store, teamId, endpointId, page),
    delivery: (teamId: string, endpointId: string, id: string) =>
      findDelivery(ports.store, teamId, endpointId, id),
    retry: (teamId: string, endpointId: string, id: string, note?: NoteMade) =>
      retryDelivery(ports, teamId, endpointId, id, note),
  }
}

export function eventUseCases(ports: Ports) {
  return {
    list: (teamId: string, filter: EventFilter, page: PageRequest) => listEvents(ports, teamId, filter, page),
    find: (teamId: string, id: string) => findEvent(ports, teamId, id),
  }
}
