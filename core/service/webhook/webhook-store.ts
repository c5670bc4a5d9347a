/** What core asks of the database for webhook endpoints, events and deliveries. */
import type { Page, PageRequest } from '../../page.ts'
import type { DeliveryOutcome, DeliveryRecord } from './delivery.ts'
import type { DisabledReason, EndpointRecord } from './endpoint.ts'
import type { EventRecord, EventType } from './event.ts'

export interface EndpointStore {
  insert(endpoint: EndpointRecord): Promise<void>
  find(teamId: string, id: string): Promise<EndpointRecord | null>
  list(teamId: string, page: PageRequest): Promise<Page<EndpointRecord>>
  /** All enabled ones of the team. */
  enabled(teamId: string): Promise<readonly EndpointRecord[]>
  /** How many are enabled. */
  count(teamId: string): Promise<number>
  update(
    teamId: string,
    id: string,
    changes: Partial<Omit<EndpointRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<EndpointRecord | null>
  /** Null where it is not enabled: of two callers at once, one disables it. */
  disable(teamId: string, id: string, reason: DisabledReason, at: number): Promise<EndpointRecord | null>
}

export interface EventFilter {
  readonly type?: EventType
  readonly objectId?: string
  /** Lower bound of createdAt, inclusive, milliseconds. */
  readonly since?: number
}

export interface EventStore {
  insert(event: EventRecord): Promise<void>
  find(teamId: string, id: string): Promise<EventRecord | null>
  list(teamId: string, filter: EventFilter, page: PageRequest): Promise<Page<EventRecord>>
  /** Replaces the event's `object` and `previous`, gives its deliveries this payload and removes their responses. */
  redact(event: EventRecord, payload: string): Promise<void>
  /** Removes events (and their deliveries) made before; answers how many. */
  removeBefore(createdAt: number, limit: number): Promise<number>
}

export interface DeliveryFilter {
  readonly outcome?: DeliveryOutcome
  readonly eventType?: EventType
}

export interface DeliveryStore {
  /** Throws UniqueViolation where this event, endpoint and attempt number exist already. */
  insert(delivery: DeliveryRecord): Promise<void>
  find(teamId: string, endpointId: string, id: string): Promise<DeliveryRecord | null>
  list(
    teamId: string,
    endpointId: string,
    page: PageRequest,
    filter?: DeliveryFilter,
  ): Promise<Page<DeliveryRecord>>
  /** The highest attempt of an event at an endpoint. */
  latest(teamId: string, endpointId: string, eventId: string): Promise<DeliveryRecord | null>
  /** As find, whatever the endpoint. */
  findAny(teamId: string, id: string): Promise<DeliveryRecord | null>
  /**
   * Takes the lease of a pending delivery that is free at `now`, and sets `leaseUntil`: no other caller gets it until
   * then. Null where it is held or ended; an heir takes it from its holder.
   */
  begin(
    teamId: string,
    id: string,
    now: number,
    leaseUntil: number,
    isHeir?: boolean,
  ): Promise<DeliveryRecord | null>
  /** Fenced: changes nothing and returns null unless the delivery is pending under this lease. */
  update(
    id: string,
    lease: number,
    changes: Partial<Omit<DeliveryRecord, 'id' | 'teamId' | 'createdAt'>>,
  ): Promise<DeliveryRecord | null>
  /** Clears the plan of a next attempt: of several callers, one gets the delivery and writes that attempt. */
  takePlannedAttempt(teamId: string, id: string): Promise<DeliveryRecord | null>
  /**
   * Deliveries of all teams that are due at `now`, by id: pending without a lease, or with a next attempt that is due.
   */
  waiting(now: number, afterId: string, limit: number): Promise<readonly DeliveryRecord[]>
}
