/** Opens the page of a field and selects the field. */
import { spotKey } from './scene-edit.ts'
import type { SceneStore } from './scene-state.ts'

export function showField(store: SceneStore, uid: string): void {
  const page = store.state.scene.fields.find((field) => field.uid === uid)?.placements[0]?.page
  if (page !== undefined) store.turnTo(page)
  store.pickTool('select')
  store.select([spotKey(uid, 0)])
}
