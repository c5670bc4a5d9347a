/** Brand colours of a shop: made, changed and removed by their team. */

import { foldInkName, reservedInkName } from '../../engine/ink/ink-names.ts'
import { mixEntries, mixFault, mixHex, type ProcessMix } from '../../engine/ink/process-mix.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { PageRequest } from '../../page.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { UniqueViolation } from '../../unique-violation.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import type { BrandColorRecord } from './brand-color-store.ts'

/** A process colour or a spot colour: one of `cmyk` and `lab`. */
export interface BrandColorDraft {
  readonly name: string
  readonly cmyk?: readonly number[]
  readonly lab?: readonly number[]
}

/** The colour on screens, `#rrggbb`, as previews convert it. */
export function brandColorHex({ cmyk, lab }: Pick<BrandColorRecord, 'cmyk' | 'lab'>): string {
  return mixHex(lab === null ? { cmyk } : { lab }) ?? '#000000'
}

async function createBrandColor(
  ports: Ports,
  {
    teamId,
    draft,
    actor = SYSTEM,
    note = NOTE_NOTHING,
  }: OfTeam & ByActor & Noted & { readonly draft: BrandColorDraft },
): Promise<BrandColorRecord> {
  const now = ports.clock.now()
  const checked = checkDraft(draft)
  const color = { id: ports.makeId('brandColor'), teamId, ...checked, createdAt: now, updatedAt: now }
  return oneOfName(() =>
    ports.store.transaction(async (store) => {
      await store.brandColors.insert(color)
      const details = { name: color.name }
      await audit(ports, store, teamId, { actor, action: 'brand_color.created', objectId: color.id, details })
      await note(store, { id: color.id })
      return color
    }),
  )
}

/** Inks that were made of it stay as they are. */
async function changeBrandColor(
  ports: Ports,
  {
    teamId,
    id,
    changes,
    actor = SYSTEM,
  }: OfRecord & ByActor & { readonly changes: Partial<BrandColorDraft> },
): Promise<BrandColorRecord> {
  return oneOfName(() =>
    ports.store.transaction(async (store) => {
      const found = await findBrandColor(store, teamId, id)
      const checked = checkDraft({ name: changes.name ?? found.name, ...colorOf(changes, found) })
      const color = await store.brandColors.update(teamId, id, { ...checked, updatedAt: ports.clock.now() })
      const details = { changed: Object.keys(changes) }
      await audit(ports, store, teamId, { actor, action: 'brand_color.changed', objectId: id, details })
      return color ?? found
    }),
  )
}

/** Decision: nothing refers to a brand colour, so that a removed one is gone. Inks that were made of it stay. */
async function removeBrandColor(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<BrandColorRecord> {
  return ports.store.transaction(async (store) => {
    const color = await findBrandColor(store, teamId, id)
    if (!(await store.brandColors.remove(teamId, id))) throw notFound('brand color')
    const details = { name: color.name }
    await audit(ports, store, teamId, { actor, action: 'brand_color.removed', objectId: id, details })
    return color
  })
}

async function findBrandColor(store: Store, teamId: string, id: string): Promise<BrandColorRecord> {
  const color = await store.brandColors.find(teamId, id)
  if (color === null) throw notFound('brand color')
  return color
}

/** Errors: `not_found`, `brand_color_exists`, and `invalid_parameter` or `invalid_colors` for what no ink can be. */
export const BRAND_COLORS = {
  create: createBrandColor,
  change: changeBrandColor,
  remove: removeBrandColor,
  find: ({ store }: Pick<Ports, 'store'>, teamId: string, id: string) => findBrandColor(store, teamId, id),
  list: ({ store }: Pick<Ports, 'store'>, teamId: string, page: PageRequest) =>
    store.brandColors.list(teamId, page),
}

/** A new kind of colour takes the place of the old one. */
function colorOf(changes: Partial<BrandColorDraft>, found: BrandColorRecord): Omit<BrandColorDraft, 'name'> {
  const { cmyk, lab } = changes
  if (cmyk !== undefined || lab !== undefined) return mixEntries({ ...changes })
  return found.lab === null ? { cmyk: found.cmyk } : { lab: found.lab }
}

type Checked = Pick<BrandColorRecord, 'name' | 'nameKey' | 'cmyk' | 'lab'>

function checkDraft(draft: BrandColorDraft): Checked {
  const name = draft.name.normalize('NFC').trim()
  const { cmyk, lab } = draft
  const refuse = (param: string, message: string) => new ServiceError('invalid_parameter', { message, param })
  if (name === '') throw refuse('name', 'name must not be empty.')
  const reserved = reservedInkName(name)
  if (reserved !== null) throw new ServiceError('invalid_colors', { message: reserved, param: 'name' })
  if (cmyk === undefined && lab === undefined)
    throw refuse('cmyk', 'State cmyk for a process colour, or lab for a spot colour.')
  const ink: ProcessMix & { readonly name: string } = { name, ...mixEntries({ ...draft }) }
  const fault = mixFault(ink, false)
  if (fault !== null) throw refuse(fault.member, fault.message)
  return { name, nameKey: foldInkName(name), cmyk: cmyk ?? [], lab: lab ?? null }
}

async function oneOfName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof UniqueViolation
      ? new ServiceError('brand_color_exists', { param: 'name', cause: error })
      : error
  }
}
