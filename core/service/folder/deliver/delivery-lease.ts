/** A delivery under lease: what its holder writes is fenced, and a holder that lost it finds out before it acts. */

import type { Ports } from '../../../ports.ts'
import type { Store } from '../../../store.ts'
import { mailFault } from '../../mail/request.ts'
import { emit } from '../../webhook/emit.ts'
import { nextDelayMs } from '../../webhook/schedule.ts'
import { type FolderDelivery, type FolderSkip, nextDelivery } from '../delivery.ts'
import type { FolderFaultCode } from '../out-tray.ts'
import { enqueueDelivery } from '../send.ts'

/** Renewed during the work; the lease of a dead process expires. */
const LEASE_MS = 45_000
const RENEW_AFTER_MS = 10_000
/** Delay before an undecided delivery is checked again. */
const POSTPONE_MS = 5_000

/** Another worker has the delivery now. */
export class LeaseLost extends Error {}

type Changes = Partial<Omit<FolderDelivery, 'id' | 'teamId' | 'createdAt'>>

export class DeliveryLease {
  #delivery: FolderDelivery
  readonly #ports: Ports
  #renewedAt: number

  private constructor(ports: Ports, delivery: FolderDelivery) {
    this.#ports = ports
    this.#delivery = delivery
    this.#renewedAt = ports.clock.now()
  }

  /** Null where the delivery is not pending, not due or another's; an heir takes it from the other. */
  static async claim(
    ports: Ports,
    teamId: string,
    id: string,
    isHeir: boolean,
  ): Promise<DeliveryLease | null> {
    const now = ports.clock.now()
    const claimed = await ports.store.folderDeliveries.claim(teamId, id, now, now + LEASE_MS, isHeir)
    return claimed === null ? null : new DeliveryLease(ports, claimed)
  }

  get delivery(): FolderDelivery {
    return this.#delivery
  }

  /** Throws LeaseLost, and UniqueViolation for a file name that is taken. */
  async write(changes: Changes, store: Store = this.#ports.store): Promise<FolderDelivery> {
    const { teamId, id } = this.#delivery
    const written = await store.folderDeliveries.update(teamId, id, this.#delivery, changes)
    if (written === null) throw new LeaseLost()
    this.#delivery = written
    return written
  }

  /** Throws LeaseLost. */
  async renew(): Promise<void> {
    const now = this.#ports.clock.now()
    if (now - this.#renewedAt < RENEW_AFTER_MS) return
    this.#renewedAt = now
    await this.write({ leaseUntil: now + LEASE_MS })
  }

  /** Has another number from now on, as if somebody else had claimed it. Throws LeaseLost. */
  raise(): Promise<FolderDelivery> {
    return this.write({ lease: this.#delivery.lease + 1, leaseUntil: this.#ports.clock.now() + LEASE_MS })
  }

  succeed(changes: Changes = {}): Promise<FolderDelivery> {
    const attemptedAt = this.#ports.clock.now()
    return this.write({ ...changes, outcome: 'succeeded', attemptedAt, errorCode: null, leaseUntil: null })
  }

  skip(skipReason: FolderSkip, changes: Changes = {}): Promise<FolderDelivery> {
    return this.write({ ...changes, outcome: 'skipped', skipReason, leaseUntil: null })
  }

  /** The next attempt is written beside the failure, as for webhooks; after the eighth there is none. */
  fail(errorCode: FolderFaultCode): Promise<FolderDelivery> {
    const { entropy, clock, store, makeId } = this.#ports
    const now = clock.now()
    const delay = nextDelayMs(entropy, this.#delivery.attemptNumber, null)
    const nextAttemptAt = delay === null ? null : now + delay
    return store.transaction(async (inside) => {
      const outcome = nextAttemptAt === null ? 'exhausted' : 'failed'
      const failed = await this.write(
        { outcome, errorCode, attemptedAt: now, nextAttemptAt, leaseUntil: null },
        inside,
      )
      if (nextAttemptAt === null) {
        const { eventObjects: show } = this.#ports
        await emit(this.#ports, inside, failed.teamId, {
          type: 'hot_folder_delivery.exhausted',
          objectId: failed.id,
          object: show.folderDelivery(failed),
        })
        const fault = { teamId: failed.teamId, of: failed.hotFolderId, objectId: failed.id }
        await mailFault(this.#ports, inside, 'hot_folder', fault)
        return failed
      }
      const id = makeId('folderDelivery')
      const next = nextDelivery(failed, { id, trigger: 'auto', scheduledAt: nextAttemptAt, createdAt: now })
      await inside.folderDeliveries.insert(next)
      await enqueueDelivery(this.#ports, inside, next)
      return failed
    })
  }

  /**
   * Gives the lease back and looks again shortly: where an earlier delivery of the same render is under way, or where
   * the disk does not say whether the file was placed. Never a new attempt, which could place it twice.
   */
  postpone(errorCode: FolderFaultCode | null): Promise<FolderDelivery> {
    const scheduledAt = this.#ports.clock.now() + (errorCode === null ? POSTPONE_MS : 12 * POSTPONE_MS)
    return this.#ports.store.transaction(async (inside) => {
      const postponed = await this.write({ scheduledAt, errorCode, leaseUntil: null }, inside)
      await enqueueDelivery(this.#ports, inside, postponed)
      return postponed
    })
  }

  /** Lets others have it at once, after a fault that says nothing of the folder. */
  async letGo(): Promise<void> {
    const { teamId, id } = this.#delivery
    await this.#ports.store.folderDeliveries.update(teamId, id, this.#delivery, { leaseUntil: null })
  }
}
