/** The template editor's state and its actions, without presentation. */
import { createHistory } from '../../editor/history.ts'
import { asApiError } from '../api-error.ts'
import { type Rect, union } from './affine.ts'
import { aligned, distributed } from './arrange.ts'
import { type Clip, clipOf, withPasted } from './clipboard.ts'
import { newField } from './new-field.ts'
import { boundsOf, movedBy, type Placed, placedOf, placeOf, seenBox, sizeOf } from './placed.ts'
import { boxBetween, keptInside, sized } from './reshape.ts'
import {
  type EditScene,
  findSpot,
  freeLabel,
  opened,
  reordered,
  spotKey,
  spotsOf,
  uidOf,
  withCopies,
  withField,
  withFields,
  withoutSpots,
  withPlacements,
  withRepeat,
  withStyles,
} from './scene-edit.ts'
import { createSaving, type EditorApi } from './scene-saving.ts'
import type { ArrangeArea, SceneState, SceneStore, Step } from './scene-state.ts'
import type { PageWire } from './scene-wire.ts'

const NO_SCENE: EditScene = { version: 1, pages: [], inks: [], papers: [], text_output: 'live', fields: [] }

const START: SceneState = {
  phase: 'opening',
  error: null,
  template: null,
  scene: NO_SCENE,
  saved: NO_SCENE,
  revision: 0,
  body: 0,
  separations: [],
  page: 0,
  selection: new Set(),
  tool: 'select',
  busy: null,
  fault: null,
  conflict: null,
  canUndo: false,
  canRedo: false,
}

/** Copies stand this far beside what they were made of, points. */
const COPY_SHIFT = 8.5

export interface SceneStoreOptions {
  readonly api: EditorApi
  readonly templateId: string
  readonly now?: () => number
}

export function createSceneStore({ api, templateId, now = Date.now }: SceneStoreOptions): SceneStore {
  const history = createHistory<Step>()
  const subscribers = new Set<() => void>()
  let state = START
  let closed = false
  let made = 0
  let clip: Clip | null = null
  const makeUid = () => {
    made += 1
    return `new-${made}`
  }

  const set = (changes: Partial<SceneState>) => {
    if (closed) return
    state = { ...state, ...changes, canUndo: history.canUndo, canRedo: history.canRedo }
    for (const notify of [...subscribers]) notify()
  }
  const step = (): Step => ({ scene: state.scene, selection: state.selection, body: state.body })
  const record = (key: string | null = null) => history.record(step(), key, now())
  const edit: SceneStore['edit'] = (change, key = null) => {
    if (state.phase !== 'ready' || state.busy !== null) return
    const scene = change(state.scene)
    if (scene === state.scene) return
    record(key)
    set({ scene, selection: standing(scene, state.selection), fault: null })
  }
  const page = (): PageWire | undefined => state.scene.pages[state.page]
  const saving = createSaving({ api, templateId, get: () => state, set, record, history })

  /** Where the selected spots of the shown page stand that may be moved, by key. */
  const chosen = (): Map<string, Placed> => {
    const shown = page()
    const found = new Map<string, Placed>()
    if (shown === undefined) return found
    for (const key of state.selection) {
      const spot = findSpot(state.scene, key)
      if (spot?.placement.page === state.page && spot.field.position_locked !== true)
        found.set(key, placedOf(spot.placement, shown))
    }
    return found
  }
  const place: SceneStore['place'] = (places, key = null) => {
    const shown = page()
    if (shown === undefined || places.size === 0) return
    const sheet = seenBox(shown, shown.media_box)
    edit(
      (scene) =>
        withPlacements(scene, new Set(places.keys()), (placement, spot) => {
          const placed = places.get(spot)
          return placed === undefined || findSpot(scene, spot)?.field.position_locked === true
            ? placement
            : { ...placement, ...placeOf(keptInside(placed, sheet), shown) }
        }),
      key,
    )
  }
  /** All together, so that they keep their distances at the edge of the sheet. */
  const shift = (x: number, y: number, key: string | null) => {
    const shown = page()
    const places = chosen()
    const bounds = union([...places.values()].map(boundsOf))
    if (shown === undefined || bounds === null) return
    const sheet = seenBox(shown, shown.media_box)
    const by = { x: held(bounds.left, bounds.right, x, sheet.left, sheet.right), y: 0 }
    by.y = held(bounds.top, bounds.bottom, y, sheet.top, sheet.bottom)
    if (by.x === 0 && by.y === 0) return
    place(new Map([...places].map(([spot, placed]) => [spot, movedBy(placed, by.x, by.y)])), key)
  }
  const keysOf = () => [...state.selection].sort().join(' ')
  const uids = () => new Set([...state.selection].map(uidOf))
  /** One field is moved to the trimmed page, several to each other, unless `to` says it. */
  const context = (count: number, to: ArrangeArea | undefined): Rect | null => {
    const shown = page()
    const trims = to === undefined ? count === 1 : to === 'trim'
    return trims && shown !== undefined ? seenBox(shown, shown.trim_box) : null
  }
  const copy = (): number => {
    const found = clipOf(state.scene, state.selection)
    if (found.spots.length > 0) clip = found
    return found.spots.length
  }
  const remove = () => {
    if (state.selection.size === 0) return
    edit((scene) => withoutSpots(scene, state.selection))
  }

  return {
    get state() {
      return state
    },
    get unsaved() {
      return state.phase === 'ready' && state.scene !== state.saved
    },
    subscribe(listener) {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
    async open() {
      set({ phase: 'opening', error: null })
      try {
        const [found, { template }] = await Promise.all([api.scene(templateId), api.template(templateId)])
        const scene = opened(found.scene)
        const { revision, separations } = found
        history.clear()
        set({ phase: 'ready', template, scene, saved: scene, revision, body: revision, separations })
      } catch (thrown) {
        set({ phase: 'failed', error: asApiError(thrown) })
      }
    },
    close() {
      closed = true
      subscribers.clear()
    },
    resume({ scene, saved, revision, body }) {
      if (state.phase !== 'ready' || state.busy !== null) return
      const fields = scene.fields.map((field) => (field.id === null ? { ...field, uid: makeUid() } : field))
      const going = { scene: { ...scene, fields }, selection: new Set<string>(), fault: null }
      history.clear()
      // Saved by nobody since, its state is the one that is here already.
      set(revision === state.revision ? going : { ...going, saved, revision, body })
    },
    edit,
    select: (keys) => set({ selection: new Set(keys) }),
    toggle(key) {
      const selection = new Set(state.selection)
      if (!selection.delete(key)) selection.add(key)
      set({ selection })
    },
    turnTo(index) {
      if (index === state.page || state.scene.pages[index] === undefined) return
      const here = (key: string) => findSpot(state.scene, key)?.placement.page === index
      set({ page: index, selection: new Set([...state.selection].filter(here)) })
    },
    pickTool: (tool) => set({ tool, ...(tool === 'select' ? {} : { selection: new Set<string>() }) }),
    place,
    nudge: (x, y) => shift(x, y, `nudge ${keysOf()}`),
    grow(x, y) {
      const places = chosen()
      const grown = [...places].map(([key, placed]) => {
        const { width, height } = sizeOf(placed)
        return [key, sized(placed, { width: width + x, height: height + y })] as const
      })
      place(new Map(grown), `grow ${keysOf()}`)
    },
    align(how, to) {
      const places = [...chosen()]
      const moves = aligned(
        places.map(([, placed]) => boundsOf(placed)),
        how,
        context(places.length, to),
      )
      place(movedAll(places, moves))
    },
    spread(how, to) {
      const places = [...chosen()]
      const moves = distributed(
        places.map(([, placed]) => boundsOf(placed)),
        how,
        to === 'trim' ? context(places.length, to) : null,
      )
      place(movedAll(places, moves))
    },
    add(kind, label, placed) {
      const shown = page()
      if (shown === undefined || state.busy !== null) return null
      const at = keptInside(placed ?? inTheMiddle(shown, kind), seenBox(shown, shown.media_box))
      const field = newField(state.scene, {
        uid: makeUid(),
        kind,
        label: freeLabel(state.scene, label),
        page: state.page,
        place: placeOf(at, shown),
        height: at.height,
      })
      record()
      set({
        scene: withField(state.scene, field),
        selection: new Set([spotKey(field.uid, 0)]),
        tool: 'select',
        fault: null,
      })
      return field
    },
    remove,
    copy,
    cut() {
      const count = copy()
      if (count > 0) remove()
      return count
    },
    paste() {
      const shown = page()
      if (shown === undefined || clip === null || state.busy !== null) return 0
      const { scene, keys } = withPasted(state.scene, clip, state.page, COPY_SHIFT, makeUid)
      record()
      set({ scene, selection: keys, tool: 'select', fault: null })
      return keys.size
    },
    lockPosition: (locked) =>
      edit((scene) => withFields(scene, uids(), (field) => ({ ...field, position_locked: locked }))),
    duplicate() {
      const shown = page()
      if (shown === undefined || state.selection.size === 0 || state.busy !== null) return
      const sheet = seenBox(shown, shown.media_box)
      const { scene, keys } = withCopies(state.scene, state.selection, makeUid, (placement) => {
        const moved = movedBy(placedOf(placement, shown), COPY_SHIFT, COPY_SHIFT)
        return { ...placement, ...placeOf(keptInside(moved, sheet), shown) }
      })
      record()
      set({ scene, selection: keys, fault: null })
    },
    repeat() {
      const shown = page()
      const [key = ''] = state.selection
      const spot = findSpot(state.scene, key)
      if (shown === undefined || spot === null || state.busy !== null) return
      const sheet = seenBox(shown, shown.media_box)
      const moved = keptInside(movedBy(placedOf(spot.placement, shown), COPY_SHIFT, COPY_SHIFT), sheet)
      record()
      set({
        scene: withRepeat(state.scene, spot.field.uid, { ...spot.placement, ...placeOf(moved, shown) }),
        selection: new Set([spotKey(spot.field.uid, spot.field.placements.length)]),
      })
    },
    restyle: (changes, key = null) => edit((scene) => withStyles(scene, state.selection, changes), key),
    replace: (changes, key = null) =>
      edit((scene) => withPlacements(scene, state.selection, (one) => ({ ...one, ...changes })), key),
    change: (changes, key = null) =>
      edit((scene) => withFields(scene, uids(), (field) => ({ ...field, ...changes })), key),
    ...saving,
  }
}

export const moveField = (uid: string, by: number) => (scene: EditScene) => reordered(scene, uid, by)

function standing(scene: EditScene, selection: ReadonlySet<string>): ReadonlySet<string> {
  const keys = new Set(spotsOf(scene).map(({ key }) => key))
  const left = [...selection].filter((key) => keys.has(key))
  return left.length === selection.size ? selection : new Set(left)
}

function held(from: number, to: number, by: number, least: number, most: number): number {
  if (to - from >= most - least) return 0
  return Math.min(most - to, Math.max(least - from, by))
}

function movedAll(
  places: readonly (readonly [string, Placed])[],
  moves: readonly { readonly x: number; readonly y: number }[],
): ReadonlyMap<string, Placed> {
  return new Map(
    places.map(([key, placed], at) => [key, movedBy(placed, moves[at]?.x ?? 0, moves[at]?.y ?? 0)]),
  )
}

/** A third of the trimmed page wide, and as high as its kind is. */
function inTheMiddle(page: PageWire, kind: string): Placed {
  const trim = seenBox(page, page.trim_box)
  const width = (trim.right - trim.left) / 3
  const height = kind === 'image' ? width : Math.min(kind === 'lines' ? 60 : 20, (trim.bottom - trim.top) / 3)
  const [x, y] = [(trim.left + trim.right) / 2, (trim.top + trim.bottom) / 2]
  const from = { x: x - width / 2, y: y - height / 2 }
  return boxBetween(from, { x: from.x + width, y: from.y + height }, page.user_unit)
}
