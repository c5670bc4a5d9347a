/** The editor's requests to the service, through the public API. */
import { api } from '../api.ts'
import type { EditorApi } from './scene-saving.ts'
import type { Pick, SceneReply, TemplateFacts } from './scene-state.ts'
import type { BoxWire, SceneWire } from './scene-wire.ts'

const path = (id: string, rest = '') => `/v1/templates/${encodeURIComponent(id)}${rest}`

export const editorApi: EditorApi = {
  template: (id) => api.get<{ template: TemplateFacts }>(path(id), { revision: 'latest' }),
  scene: (id) => api.get<SceneReply>(path(id, '/scene'), { revision: 'latest' }),
  save: (id, scene: SceneWire, base) =>
    api.put<SceneReply>(path(id, '/scene'), { ...scene, base_revision: base }),
  convert: (id, picks: readonly Pick[], base) =>
    api.post<SceneReply>(path(id, '/artwork/fields'), { base_revision: base, fields: picks }),
  restore: (id, revision, base) =>
    api.post<SceneReply>(path(id, `/revisions/${revision}/restore`), { base_revision: base }),
  publish: (id) => api.post<{ template: TemplateFacts }>(path(id, '/publish')),
  rename: (id, title) => api.patch<{ template: TemplateFacts }>(path(id), { title }),
}

export type LostLookWire = 'soft_mask' | 'dashed_outline' | 'outline_color' | 'blend_mode'

export interface RunWire {
  readonly id: string
  readonly text: string
  /** Lower left, lower right, upper right, upper left as it is read; default user space. */
  readonly quad: readonly (readonly [number, number])[]
  readonly font: { readonly requested: string; readonly key: string; readonly substitute: boolean }
  readonly size_pt: number
  readonly ink: string | null
  /** What the ink is mixed of; null for a plate. */
  readonly mix?: {
    readonly cmyk?: readonly number[]
    readonly gray?: number
    readonly rgb?: readonly number[]
  } | null
  /** Its colour, where no field can print in it. */
  readonly lost_color?: string | null
  /** What of its look no field keeps. */
  readonly lost_look?: readonly LostLookWire[]
  readonly align: string
  readonly pickable: boolean
  readonly reason: string | null
}

export interface ArtworkWire {
  readonly revision: number
  readonly page: number
  readonly runs: readonly RunWire[]
  readonly objects: readonly { readonly kind: string; readonly box: BoxWire }[]
  readonly truncated: boolean
}

/** The fragment is not sent: it tells one body of the template from the next. */
export const artworkPath = (id: string, page: number, body: number): string =>
  `${path(id, '/artwork')}?page=${page}&revision=latest#${body}`

export interface PlateWire {
  readonly name: string
  readonly kind: 'process' | 'spot' | 'technical'
  readonly screen_color: string
  readonly coverage_pct: number
  readonly max_pct: number
}

export interface PlatesWire {
  readonly page: number
  readonly plates: readonly PlateWire[]
  readonly tac_process_pct: number
  readonly tac_limit_pct: number | null
  readonly tac_all_pct: number
}

export interface FontWire {
  readonly id: string
  readonly key: string
  readonly family: string
  readonly full_name: string | null
  readonly post_script_name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly source: 'team' | 'bundled'
}

export interface SetOptionWire {
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly asset_id: string | null
}

export interface SelectionSetWire {
  readonly id: string
  readonly name: string
  readonly options: readonly SetOptionWire[]
}

export interface AssetWire {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly tags: readonly string[]
  readonly thumbnail_url: string
  readonly width: number
  readonly height: number
}

/** Every page of a list that is not long, such as fonts and selection sets. */
export async function readAll<T extends { readonly id: string }>(list: string): Promise<readonly T[]> {
  const found: T[] = []
  for (let after: string | null = null, more = true; more && found.length < MOST; ) {
    const query: Readonly<Record<string, string | number | null>> = { limit: 100, starting_after: after }
    const reply: { data: readonly T[]; has_more: boolean; next_starting_after?: string | null } =
      await api.get(list, query)
    found.push(...reply.data)
    after = reply.next_starting_after ?? reply.data[reply.data.length - 1]?.id ?? null
    more = reply.has_more && after !== null
  }
  return found
}

const MOST = 2000
