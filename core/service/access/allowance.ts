/** The monthly allowance of final renders, and how much of it is used. */
import type { Ports } from '../../ports.ts'
import { monthEnd, monthOf } from '../../time.ts'

export interface Usage {
  /** `yyyymm`, UTC. */
  readonly month: string
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
  /** When the next month begins, milliseconds since 1970. */
  readonly resetsAt: number
}

export async function readUsage(ports: Pick<Ports, 'store' | 'clock'>, teamId: string): Promise<Usage> {
  const month = monthOf(ports.clock.now())
  const { used, limit } = await ports.store.usage.readAllowance(teamId, month)
  return { month, used, limit, resetsAt: monthEnd(month) }
}

/** Null where the team has no limit; 0 where finalizing, which is never refused, has gone beyond it. */
export async function rendersLeft(
  ports: Pick<Ports, 'store' | 'clock'>,
  teamId: string,
): Promise<number | null> {
  const { used, limit } = await ports.store.usage.readAllowance(teamId, monthOf(ports.clock.now()))
  return limit === null ? null : Math.max(0, limit - used)
}
