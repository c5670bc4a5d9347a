/** The monthly allowance of final renders, and how much of it is used. */
import type { Ports } from '../../ports.ts'
import { monthEnd, monthOf } from '../../time.ts'
import type { UsageCounts } from './access-store.ts'

export interface Usage extends UsageCounts {
  /** `yyyymm`, UTC. */
  readonly month: string
  /** When the next month begins, milliseconds since 1970. */
  readonly resetsAt: number
}

export async function readUsage(ports: Pick<Ports, 'store' | 'clock'>, teamId: string): Promise<Usage> {
  const month = monthOf(ports.clock.now())
  return { month, resetsAt: monthEnd(month), ...(await ports.store.usage.readAll(teamId, month)) }
}

/** Null where the team has no limit; 0 where finalizing, which is never refused, has gone beyond it. */
export async function rendersLeft(
  ports: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
): Promise<number | null> {
  const { used, limit } = await ports.store.usage.readAllowance(teamId, monthOf(ports.clock.now()))
  return limit === null ? null : Math.max(0, limit - used)
}
