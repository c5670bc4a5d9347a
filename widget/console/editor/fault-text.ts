/** Errors of a scene by field. */
import type { ApiError } from '../api-error.ts'
import { said } from '../words/said.ts'
import { language } from '../words.ts'
import type { EditScene } from './scene-edit.ts'

export interface Fault {
  /** The uid of the field that is meant; null for the scene or its inks. */
  readonly uid: string | null
  readonly label: string | null
  readonly message: string
}

/** Of `invalid_scene`; empty for every other error. */
export function faultsOf(error: ApiError | null, scene: EditScene): readonly Fault[] {
  const details = error?.code === 'invalid_scene' ? error.extra.details : null
  if (!Array.isArray(details)) return []
  return details.flatMap((one: unknown): readonly Fault[] => {
    if (typeof one !== 'object' || one === null || !('message' in one)) return []
    const param = 'param' in one ? String(one.param) : ''
    const at = /^fields\[(\d+)\]/.exec(param)?.[1]
    const field = at === undefined ? undefined : scene.fields[Number(at)]
    const code = 'code' in one ? String(one.code) : null
    const words = said(language(), {
      code: code === 'invalid_scene' ? null : code,
      message: String(one.message),
    })
    return [{ uid: field?.uid ?? null, label: field?.label ?? null, message: words }]
  })
}

export function faultFields(error: ApiError | null, scene: EditScene): ReadonlySet<string> {
  return new Set(faultsOf(error, scene).flatMap(({ uid }) => uid ?? []))
}
