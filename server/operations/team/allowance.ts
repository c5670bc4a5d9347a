/** The header with the rest of the monthly allowance. */
import type { Core } from '../../http/operation.ts'

/** Decision: it is left out where the team has no limit. */
export async function allowanceHeader(
  service: Core['service'],
  teamId: string,
): Promise<Readonly<Record<string, string>>> {
  return allowanceLeft(await service.usage.left(teamId))
}

/** As allowanceHeader, where it is known how many renders are left. */
export function allowanceLeft(left: number | null): Readonly<Record<string, string>> {
  return left === null ? {} : { 'X-Render-Limit-Remaining': String(left) }
}
