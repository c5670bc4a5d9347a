/** The monthly allowance of final renders, and how much of it is used. */
import type { Ports } from '../ports.ts'
import { monthOf } from '../render/start.ts'

export interface Usage {
  /** `yyyymm`, UTC. */
  readonly month: string
  readonly used: number
  /** Null for no limit. */
  readonly limit: number | null
}

export async function readUsage(ports: Pick<Ports, 'store' | 'clock'>, teamId: string): Promise<Usage> {
  const month = monthOf(ports.clock.now())
  const team = await ports.store.teams.find(teamId)
  return { month, used: await ports.store.usage.read(teamId, month), limit: team?.renderLimitMonthly ?? null }
}
