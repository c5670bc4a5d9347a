/** Fonts of the library: listed beside those that come with the service, found, changed and archived. */

import type { FontInfo } from '../../engine/text/font.ts'
import { fontIdOf } from '../../engine/text/font-key.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import type { ByActor, OfRecord } from '../access/request.ts'
import type { FontRecord } from './font-record.ts'

/** A font of the team's, or one that comes with the service: its id is then its key. */
export type LibraryFont =
  | { readonly source: 'team'; readonly id: string; readonly font: FontRecord }
  | { readonly source: 'bundled'; readonly id: string; readonly info: FontInfo }

type LibraryPorts = Pick<Ports, 'store' | 'fonts'>

/**
 * The team's own, newest first, then the bundled ones in their order; `source` leaves one kind out. A page begins
 * after an id of either kind.
 */
export async function listFonts(
  ports: LibraryPorts,
  teamId: string,
  source: LibraryFont['source'] | null,
  { limit, startingAfter }: PageRequest,
): Promise<Page<LibraryFont>> {
  const bundled = source === 'team' ? [] : await bundledFonts(ports, teamId)
  const at = bundled.findIndex(({ id }) => id === startingAfter)
  if (at >= 0 || source === 'bundled') {
    const rest = bundled.slice(at + 1)
    return { items: rest.slice(0, limit), hasMore: rest.length > limit }
  }
  const own = await ports.store.fonts.list(teamId, { limit, startingAfter })
  const first = own.items.map((font): LibraryFont => ({ source: 'team', id: font.id, font }))
  const items = own.hasMore ? first : [...first, ...bundled].slice(0, limit)
  return { items, hasMore: own.hasMore || first.length + bundled.length > limit }
}

/** One of the team's, archived or not, or a bundled one; else `not_found`. */
export async function findLibraryFont(ports: LibraryPorts, teamId: string, id: string): Promise<LibraryFont> {
  const bundled = (await bundledFonts(ports, teamId)).find((one) => one.id === id)
  return bundled ?? { source: 'team', id, font: await findFont(ports.store, teamId, id) }
}

async function bundledFonts({ fonts }: LibraryPorts, teamId: string): Promise<readonly LibraryFont[]> {
  const infos = (await fonts.list(teamId)).filter(({ key }) => fontIdOf(key) === null)
  return infos.map((info) => ({ source: 'bundled', id: info.key, info }))
}

export interface ChangeFont extends OfRecord, ByActor {
  readonly changes: { readonly metadata?: Readonly<Record<string, string>> }
}

/** Throws `not_found`, and `font_read_only` for a font that comes with the service. */
export async function changeFont(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: ChangeFont,
): Promise<FontRecord> {
  await refuseBundled(ports, teamId, id)
  return ports.store.transaction(async (store) => {
    const font = await store.fonts.update(teamId, id, { ...changes, updatedAt: ports.clock.now() })
    if (font === null) throw notFound('font')
    const details = { changed: Object.keys(changes) }
    await audit(ports, store, teamId, { actor, action: 'font.changed', objectId: id, details })
    return font
  })
}

/**
 * Archiving again is no change. Nothing new finds the font; revisions that are set in it go on printing with it.
 * Throws `not_found`, and `font_read_only` for a font that comes with the service.
 */
export async function archiveFont(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<FontRecord> {
  await refuseBundled(ports, teamId, id)
  return ports.store.transaction(async (store) => {
    const found = await findFont(store, teamId, id)
    if (found.archivedAt !== null) return found
    const now = ports.clock.now()
    const font = await store.fonts.update(teamId, id, { archivedAt: now, updatedAt: now })
    if (font === null) throw notFound('font')
    await audit(ports, store, teamId, { actor, action: 'font.archived', objectId: id })
    return font
  })
}

async function findFont(store: Store, teamId: string, id: string): Promise<FontRecord> {
  const font = await store.fonts.find(teamId, id)
  if (font === null) throw notFound('font')
  return font
}

async function refuseBundled(ports: LibraryPorts, teamId: string, id: string): Promise<void> {
  if ((await bundledFonts(ports, teamId)).some((one) => one.id === id))
    throw new ServiceError('font_read_only')
}
