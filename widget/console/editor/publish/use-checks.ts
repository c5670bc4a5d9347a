/** Runs the checks of the saved scene, with what the service alone can tell. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { type ApiError, asApiError } from '../../api-error.ts'
import type { AssetWire, SelectionSetWire } from '../editor-api.ts'
import type { EditScene } from '../scene-edit.ts'
import type { SceneState, TemplateFacts } from '../scene-state.ts'
import { type Check, checksOf } from './checks.ts'

export interface Checked {
  /** Null while it is looked at. */
  readonly checks: readonly Check[] | null
  readonly error: ApiError | null
}

/** Anew whenever another revision is saved; nothing while `ready` is false. */
export function useChecks({ scene, template, revision }: SceneState, ready: boolean): Checked {
  const [checked, setChecked] = useState<Checked>({ checks: null, error: null })
  useEffect(() => {
    if (!ready || template === null) return
    const giveUp = new AbortController()
    check(template.id, scene, giveUp.signal).then(
      (checks) => setChecked({ checks, error: null }),
      (thrown: unknown) => {
        const error = asApiError(thrown)
        if (error.code !== 'aborted') setChecked({ checks: null, error })
      },
    )
    return () => giveUp.abort()
  }, [ready, revision])
  return checked
}

async function check(id: string, scene: EditScene, signal: AbortSignal): Promise<readonly Check[]> {
  const [{ template }, emptySets, emptyTags, unfit] = await Promise.all([
    api.get<{ template: TemplateFacts }>(`/v1/templates/${id}`, { revision: 'latest' }, { signal }),
    emptySetsOf(scene, signal),
    emptyTagsOf(scene, signal),
    unfitPages(id, scene, signal),
  ])
  return checksOf({ scene, findings: template.findings, emptySets, emptyTags, unfit })
}

async function emptySetsOf({ fields }: EditScene, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const ids = new Set(fields.flatMap(({ selection_set_id }) => selection_set_id ?? []))
  const sets = await Promise.all(
    [...ids].map((id) =>
      api.get<{ selection_set: SelectionSetWire }>(`/v1/selection_sets/${id}`, {}, { signal }),
    ),
  )
  const offersNone = ({ options }: SelectionSetWire) => options.every(({ disabled }) => disabled)
  return new Set(sets.flatMap(({ selection_set }) => (offersNone(selection_set) ? [selection_set.id] : [])))
}

async function emptyTagsOf({ fields }: EditScene, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const images = fields.filter(({ type, source }) => type === 'image' && source !== 'upload')
  const tags = [...new Set(images.map(({ asset_tag }) => asset_tag ?? ''))]
  const lists = await Promise.all(
    tags.map((tag) =>
      api.get<{ data: readonly AssetWire[] }>(
        '/v1/assets',
        { limit: 1, ...(tag === '' ? {} : { tag }) },
        { signal },
      ),
    ),
  )
  return new Set(tags.filter((_, at) => lists[at]?.data.length === 0))
}

/** The coarsest picture of a page is enough to hear whether its default values fit. */
async function unfitPages(id: string, scene: EditScene, signal: AbortSignal): Promise<readonly number[]> {
  if (scene.fields.length === 0) return []
  // Fields are laid out over all pages at once: one page tells of each.
  const body = { template_id: id, revision: 'latest', values: {}, page: 0, dpi: 72 }
  const { headers } = await api.blob('POST', '/v1/previews', body, { signal })
  return headers.get('X-Service-Fit') === 'problems' ? [0] : []
}
