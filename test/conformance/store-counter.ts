/** Reads a number and writes the next one, the pattern by which updates get lost; also run as a process. */
import type { RootStore } from '../../core/store.ts'

export async function readCount(store: RootStore, teamId: string, templateId: string): Promise<number> {
  const template = await store.templates.find(teamId, templateId)
  return Number(template?.metadata.count ?? 0)
}

export function countUp(store: RootStore, teamId: string, templateId: string): Promise<void> {
  return store.transaction(async (inside) => {
    const template = await inside.templates.findForUpdate(teamId, templateId)
    const count = Number(template?.metadata.count ?? 0)
    await inside.templates.update(teamId, templateId, { metadata: { count: String(count + 1) } })
  })
}
