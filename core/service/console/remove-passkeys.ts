/** Removes all passkeys of a user: by an owner, or by the user together with a new passphrase. */
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import type { Actor } from '../access/audit-store.ts'

/** Within a transaction; answers how many. None is no change. */
export async function removeAllPasskeys(
  ports: Pick<Ports, 'clock' | 'makeId'>,
  store: Store,
  { teamId, id, actor }: { readonly teamId: string; readonly id: string; readonly actor: Actor },
): Promise<number> {
  const passkeys = await store.passkeys.removeOf(teamId, id)
  if (passkeys > 0)
    await audit(ports, store, teamId, {
      ...{ actor, action: 'user.passkeys_removed', objectId: id, details: { passkeys } },
    } as const)
  return passkeys
}
