/** Saves the scene, and handles a conflicting save; nothing is overwritten silently. */
import type { History } from '../../editor/history.ts'
import { type ApiError, asApiError } from '../api-error.ts'
import { outlineInks } from './inks-edit.ts'
import { changesOf, joined } from './merge-scenes.ts'
import { afterSave, type EditScene, opened, sceneOf, spotKey, withIds } from './scene-edit.ts'
import type {
  Conflict,
  Pick,
  SceneReply,
  SceneState,
  SceneStore,
  Step,
  TemplateFacts,
} from './scene-state.ts'
import type { SceneWire } from './scene-wire.ts'

/** The editor's requests. All reject with an ApiError. */
export interface EditorApi {
  template(id: string): Promise<{ readonly template: TemplateFacts }>
  /** The newest revision. */
  scene(id: string): Promise<SceneReply>
  /** 409 `scene_changed` where `base` is not the newest revision any more. */
  save(id: string, scene: SceneWire, base: number): Promise<SceneReply>
  convert(id: string, picks: readonly Pick[], base: number): Promise<SceneReply>
  /** A new revision that is what `revision` was, body and all. */
  restore(id: string, revision: number, base: number): Promise<SceneReply>
  publish(id: string): Promise<{ readonly template: TemplateFacts }>
  rename(id: string, title: string): Promise<{ readonly template: TemplateFacts }>
}

export interface SavingContext {
  readonly api: EditorApi
  readonly templateId: string
  get(): SceneState
  set(changes: Partial<SceneState>): void
  record(key?: string | null): void
  readonly history: History<Step>
}

type Saving = globalThis.Pick<
  SceneStore,
  | 'undo'
  | 'redo'
  | 'save'
  | 'publish'
  | 'rename'
  | 'convert'
  | 'takeTheirs'
  | 'join'
  | 'putMineOnTop'
  | 'decideLater'
  | 'dismiss'
>

export function createSaving({ api, templateId, get, set, record, history }: SavingContext): Saving {
  /** The later of two saves learns what the earlier one did. */
  const meetTheirs = async (): Promise<void> => {
    const found = await api.scene(templateId)
    const theirs = opened(found.scene)
    const { saved, scene } = get()
    const conflict: Conflict = {
      revision: found.revision,
      theirs,
      separations: found.separations,
      changes: changesOf(saved, theirs),
      both: joined(saved, scene, theirs).both,
    }
    set({ conflict, busy: null })
  }
  const fail = async (thrown: unknown): Promise<void> => {
    const fault = asApiError(thrown)
    if (!isOvertaken(fault)) return set({ busy: null, fault })
    try {
      await meetTheirs()
    } catch (again) {
      set({ busy: null, fault: asApiError(again) })
    }
  }
  const facts = (reply: SceneReply): Partial<SceneState> =>
    reply.template === undefined ? {} : { template: reply.template }

  const save = async (): Promise<boolean> => {
    const { scene, saved, revision, busy, phase } = get()
    if (phase !== 'ready' || busy !== null) return false
    if (scene === saved) return true
    set({ busy: 'saving', fault: null, conflict: null })
    try {
      const reply = await api.save(templateId, sceneOf(scene), revision)
      const kept = afterSave(scene, reply.scene)
      const now = get().scene
      set({
        ...facts(reply),
        scene: now === scene ? kept : withIds(now, kept),
        saved: kept,
        revision: reply.revision,
        separations: reply.separations,
        busy: null,
      })
      return true
    } catch (thrown) {
      await fail(thrown)
      return false
    }
  }
  /** States of the history that print on another body are a revision of their own at the service. */
  const goTo = async (target: Step | null): Promise<void> => {
    if (target === null) return
    const { body, revision, saved } = get()
    if (target.body === body) {
      set({ scene: withIds(target.scene, saved), selection: target.selection, fault: null })
      return
    }
    set({ busy: 'restoring', fault: null })
    try {
      const reply = await api.restore(templateId, target.body, revision)
      const restored = opened(reply.scene)
      set({
        ...facts(reply),
        scene: matching(target.scene, restored),
        saved: restored,
        selection: target.selection,
        body: target.body,
        revision: reply.revision,
        separations: reply.separations,
        busy: null,
      })
    } catch (thrown) {
      await fail(thrown)
    }
  }
  /** Their state is what changes are made on from now on. */
  const onTop = (scene: EditScene, { theirs, revision, separations }: Conflict) => {
    record()
    set({ scene, saved: theirs, revision, separations, conflict: null, fault: null })
  }

  return {
    async undo() {
      if (get().busy !== null) return
      const { scene, selection, body } = get()
      await goTo(history.undo({ scene, selection, body }))
    },
    async redo() {
      if (get().busy !== null) return
      const { scene, selection, body } = get()
      await goTo(history.redo({ scene, selection, body }))
    },
    save,
    async publish() {
      if (!(await save())) return false
      set({ busy: 'publishing', fault: null })
      try {
        const { template } = await api.publish(templateId)
        set({ busy: null, template })
        return true
      } catch (thrown) {
        set({ busy: null, fault: asApiError(thrown) })
        return false
      }
    },
    async rename(title) {
      const before = get().template
      if (before === null) return false
      set({ template: { ...before, title }, fault: null })
      try {
        const { template } = await api.rename(templateId, title)
        set({ template: { ...(get().template ?? template), title: template.title } })
        return true
      } catch (thrown) {
        set({ template: { ...(get().template ?? before), title: before.title }, fault: asApiError(thrown) })
        return false
      }
    },
    async convert(picks, printIn = []) {
      if (picks.length === 0 || !(await save())) return null
      const { revision, saved: before } = get()
      set({ busy: 'converting', fault: null })
      try {
        const reply = await api.convert(templateId, picks, revision)
        record()
        const scene = opened(reply.scene)
        const made = scene.fields.filter(({ id }) => id !== null && reply.field_ids?.includes(id))
        set({
          ...facts(reply),
          scene,
          saved: scene,
          revision: reply.revision,
          body: reply.revision,
          separations: reply.separations,
          selection: new Set(made.map(({ uid }) => spotKey(uid, 0))),
          tool: 'select',
          busy: null,
        })
        const inks = new Map(made.map(({ uid }, at) => [uid, printIn[at] ?? null]))
        if ([...inks.values()].some((ink) => ink !== null)) {
          record()
          set({ scene: inOtherInks(scene, inks, before) })
          await save()
        }
        return made.map(({ label }) => label)
      } catch (thrown) {
        await fail(thrown)
        return null
      }
    },
    takeTheirs() {
      const { conflict } = get()
      if (conflict !== null) onTop(conflict.theirs, conflict)
    },
    async join() {
      const { conflict, saved, scene } = get()
      if (conflict === null) return false
      onTop(joined(saved, scene, conflict.theirs).scene, conflict)
      return save()
    },
    async putMineOnTop() {
      const { conflict, scene } = get()
      if (conflict === null) return false
      onTop({ ...scene, pages: conflict.theirs.pages }, conflict)
      return save()
    },
    decideLater: () => set({ conflict: null }),
    dismiss: () => set({ fault: null }),
  }
}

/** What joined the palette for the colour of a text goes again where nothing prints in it. */
function inOtherInks(
  scene: EditScene,
  printIn: ReadonlyMap<string, string | null>,
  before: EditScene,
): EditScene {
  const fields = scene.fields.map((field) => ({ ...field, ink: printIn.get(field.uid) ?? field.ink }))
  const known = new Set(before.inks.map(({ name }) => name))
  const used = new Set(fields.flatMap((field) => [field.ink, ...outlineInks(field)]))
  const inks = scene.inks.filter(({ name }) => known.has(name) || used.has(name))
  return { ...scene, fields, inks: inks.map((ink, at) => ({ ...ink, index: at + 1 })) }
}

function isOvertaken({ code }: ApiError): boolean {
  return code === 'scene_changed'
}

/** Before a conversion everything was saved, so that the restored scene is the one that is gone back to. */
function matching(wanted: EditScene, restored: EditScene): EditScene {
  const same = sceneText(wanted) === sceneText(restored)
  return same ? restored : wanted
}

function sceneText(scene: EditScene): string {
  return JSON.stringify(sceneOf(scene))
}
