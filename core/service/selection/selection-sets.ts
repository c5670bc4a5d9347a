/** Selection sets: creates, changes and archives them without changing earlier choices. */

import { notFound, ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import type { Store } from '../../store.ts'
import { audit } from '../access/audit.ts'
import { SYSTEM } from '../access/audit-store.ts'
import { NOTE_NOTHING } from '../access/idempotency.ts'
import type { ByActor, Noted, OfRecord, OfTeam } from '../access/request.ts'
import type { SelectionSetRecord, SetOption } from './selection-set.ts'

/** Maximum number of options over the life of a set. */
const MOST_OPTIONS = 2_000

export interface OptionDraft {
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly assetId: string | null
}

export interface SetDraft {
  readonly name: string
  readonly options: readonly OptionDraft[]
  readonly metadata: Readonly<Record<string, string>>
}

export interface CreateSelectionSet extends OfTeam, ByActor, Noted {
  readonly draft: SetDraft
}

/** Throws `invalid_parameter` for two options of one value, and for a picture that the team does not have. */
export async function createSelectionSet(
  ports: Ports,
  { teamId, draft, actor = SYSTEM, note = NOTE_NOTHING }: CreateSelectionSet,
): Promise<SelectionSetRecord> {
  const now = ports.clock.now()
  return ports.store.transaction(async (store) => {
    const set: SelectionSetRecord = {
      ...draft,
      id: ports.makeId('selectionSet'),
      teamId,
      options: await nextOptions(store, teamId, [], draft.options),
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    }
    await store.selectionSets.insert(set)
    await audit(ports, store, teamId, { actor, action: 'selection_set.created', objectId: set.id })
    await note(store, { id: set.id })
    return set
  })
}

/**
 * Decision: a change is valid at once for everybody who chooses, without new revisions of the templates. An option
 * that is left out is retired: fills that chose it go on printing it. What a value prints is never changed, for
 * somebody may have approved it; another wording takes a value of its own, and what was retired can come back as it
 * was. Throws `not_found` and what createSelectionSet does.
 */
export async function changeSelectionSet(
  ports: Ports,
  { teamId, id, changes, actor = SYSTEM }: OfRecord & ByActor & { readonly changes: Partial<SetDraft> },
): Promise<SelectionSetRecord> {
  return ports.store.transaction(async (store) => {
    const found = await store.selectionSets.findForUpdate(teamId, id)
    if (found === null) throw notFound('selection set')
    const { options: given, ...plain } = changes
    const options =
      given === undefined ? {} : { options: await nextOptions(store, teamId, found.options, given) }
    const updatedAt = ports.clock.now()
    const set = await store.selectionSets.update(teamId, id, { ...plain, ...options, updatedAt })
    const details = { changed: Object.keys(changes) }
    await audit(ports, store, teamId, { actor, action: 'selection_set.changed', objectId: id, details })
    return set ?? found
  })
}

/**
 * Archiving again is no change. Decision: the set leaves the list and no further field can name it; fields that do
 * go on offering its options, so that no live template comes to stand without. Throws `not_found`.
 */
export async function archiveSelectionSet(
  ports: Ports,
  { teamId, id, actor = SYSTEM }: OfRecord & ByActor,
): Promise<SelectionSetRecord> {
  return ports.store.transaction(async (store) => {
    const found = await findSelectionSet(store, teamId, id)
    if (found.archivedAt !== null) return found
    const now = ports.clock.now()
    const set = await store.selectionSets.update(teamId, id, { archivedAt: now, updatedAt: now })
    await audit(ports, store, teamId, { actor, action: 'selection_set.archived', objectId: id })
    return set ?? found
  })
}

/** The team's set, archived or not, or `not_found`. */
export async function findSelectionSet(
  store: Store,
  teamId: string,
  id: string,
): Promise<SelectionSetRecord> {
  const set = await store.selectionSets.find(teamId, id)
  if (set === null) throw notFound('selection set')
  return set
}

async function nextOptions(
  store: Store,
  teamId: string,
  before: readonly SetOption[],
  given: readonly OptionDraft[],
): Promise<readonly SetOption[]> {
  const known = new Map(before.map((option) => [option.value, option]))
  const values = new Set<string>()
  for (const [at, { value, label }] of given.entries()) {
    const param = `options[${at}]`
    if (values.has(value)) throw invalid(`${param}.value`, `Two options have the value ${value}.`)
    values.add(value)
    const printed = known.get(value)?.label
    if (printed !== undefined && printed !== label)
      throw invalid(
        `${param}.label`,
        `The value ${value} prints ${printed}, also in fills that already use it. Use another value for the new text.`,
      )
  }
  await refuseUnknownPictures(store, teamId, given)
  const present = given.map((option): SetOption => ({ ...option, retired: false }))
  const retired = before.filter(({ value }) => !values.has(value)).map((one) => ({ ...one, retired: true }))
  if (present.length + retired.length > MOST_OPTIONS)
    throw invalid('options', `A set can have at most ${MOST_OPTIONS} options, including removed ones.`)
  return [...present, ...retired]
}

async function refuseUnknownPictures(
  store: Store,
  teamId: string,
  given: readonly OptionDraft[],
): Promise<void> {
  const ids = new Set(given.flatMap(({ assetId }) => assetId ?? []))
  const found = new Set((await store.assets.findMany(teamId, [...ids])).map(({ id }) => id))
  const at = given.findIndex(({ assetId }) => assetId !== null && !found.has(assetId))
  if (at >= 0) throw invalid(`options[${at}].asset_id`, 'No such image in the library.')
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param })
}
