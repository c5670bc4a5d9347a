/** How a team shows itself to customers, on hosted pages and in the review. */
import { notFound, ServiceError } from '../../errors.ts'
import type { AssetRecord } from '../asset/asset.ts'
import { audit } from './audit.ts'
import type { Actor } from './audit-store.ts'
import { type Branding, NO_BRANDING } from './branding.ts'
import type { AccessPorts } from './keys.ts'

/** With the logo itself; null where none is set, or it is archived. */
export interface ShownBranding {
  readonly branding: Branding
  readonly logo: AssetRecord | null
  /** Of hosted pages; empty for all. */
  readonly languages: readonly string[]
}

type Ports = Pick<AccessPorts, 'store'>

export async function findBranding({ store }: Ports, teamId: string): Promise<ShownBranding> {
  const team = await store.teams.find(teamId)
  const branding = team?.branding ?? NO_BRANDING
  const logo = branding.logoAssetId === null ? null : await store.assets.find(teamId, branding.logoAssetId)
  const languages = team?.defaults?.languages ?? []
  return { branding, logo: logo?.archivedAt == null ? logo : null, languages }
}

/** What is given is changed, the rest stays. Throws `invalid_parameter`. */
export async function changeBranding(
  ports: AccessPorts,
  teamId: string,
  changes: Partial<Branding>,
  actor: Actor,
): Promise<ShownBranding> {
  for (const [param, url] of [
    ['terms_url', changes.termsUrl],
    ['privacy_url', changes.privacyUrl],
  ] as const)
    if (url != null && !isWebAddress(url))
      throw invalid(param, 'The link must be a web address that begins with https:// or http://.')
  await ports.store.transaction(async (store) => {
    const team = await store.teams.find(teamId)
    if (team === null) throw notFound('team')
    const { logoAssetId } = changes
    if (logoAssetId != null && (await store.assets.find(teamId, logoAssetId)) === null)
      throw invalid('logo_asset_id', 'The logo must be an image of the library. Upload it first.')
    await store.teams.update(teamId, { branding: { ...NO_BRANDING, ...team.branding, ...changes } })
    // The words are the shop's own; that they have changed is enough.
    const details = { branding: Object.keys(changes).sort() }
    await audit(ports, store, teamId, { actor, action: 'team.changed', objectId: teamId, details })
  })
  return findBranding(ports, teamId)
}

/** A browser follows it: nothing that runs or opens a file. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
