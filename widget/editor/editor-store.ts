/** The editor's state and the actions on it, without any presentation. */
import {
  applyPatch,
  type Content,
  type ContentPatch,
  contentOf,
  difference,
  NOTHING,
  patchOf,
  type SentPatch,
  sentPatch,
  usable,
  withDefaults,
} from './content.ts'
import type { Draft } from './draft.ts'
import { type EditorListener, type EditorState, type EditorStore, START } from './editor-state.ts'
import { fieldState, tooMany, valueIn } from './field-state.ts'
import { createHistory } from './history.ts'
import { createPictures } from './pictures/pictures.ts'
import { Fault } from './requests.ts'
import type { OpenOptions, Transport } from './transport.ts'
import type { BegunWire, FieldWire, FillWire, TemplateWire } from './wire.ts'

/** What is approved is seen first, where a picture can be had in so many ms: the session that draws ends with it. */
const LAST_PICTURES_MS = 1500

export function createEditorStore(
  transport: Transport,
  draft: Draft,
  listener: EditorListener,
  now: () => number = Date.now,
  /** The address of a picture of the first page without any values, where the page around shows one. */
  blank: string | null = null,
): EditorStore {
  const history = createHistory<Content>()
  const subscribers = new Set<() => void>()
  let state = START
  let closed = false
  const end = new AbortController()
  /** The content of the fill when it was opened, which *Start over* restores. */
  let opened: Content = NOTHING
  /** Grows with every edit: a check that was asked for before it is void. */
  let edits = 0
  /** What the store holds was typed, and is not approved. */
  let inForm = false

  const set = (changes: Partial<EditorState>) => {
    if (closed) return
    state = { ...state, ...changes }
    for (const notify of [...subscribers]) notify()
  }
  const pictures = createPictures({
    transport,
    content: () => sendable(accepted(state.content)),
    changed: () => set({ pictures: state.pictures + 1 }),
  })
  const fields = () => state.template?.fields ?? []
  const standing = (field: FieldWire) => fieldState(field, state)
  const troubled = () => fields().filter((field) => standing(field).trouble !== null)

  /** Without values that the service would refuse. */
  const sendable = (patch: ContentPatch): SentPatch => {
    if (patch.values === undefined) return sentPatch(patch, [])
    const values = Object.entries(patch.values).filter(([id, value]) => {
      const field = fields().find((one) => one.id === id)
      return field !== undefined && !state.locked.has(id) && tooMany(field, value) === 0
    })
    const { values: _, ...rest } = patch
    if (values.length === 0) return sentPatch(rest, [])
    return sentPatch({ ...rest, values: Object.fromEntries(values) }, fields())
  }
  /** Without the values that the service has refused as they are. */
  const accepted = (patch: Content): Content => {
    const refused = ([id, value]: [string, string]) => state.refusals[id]?.value === value
    const values = Object.entries(patch.values).filter((entry) => !refused(entry))
    return { ...patch, values: Object.fromEntries(values) }
  }
  const lay = (content: Content, patch: ContentPatch) => {
    edits += 1
    const sent = sendable(patch)
    draft.write(content, state.fill?.id ?? null)
    set({ content, canUndo: history.canUndo, canRedo: history.canRedo, notice: null })
    if (Object.keys(sent).length === 0) return
    pictures.valuesTyped()
    transport.push(sent)
  }
  const goTo = (content: Content | null) => {
    if (content === null || state.busy) return
    const patch = difference(state.content, content)
    if (patch !== null) lay(content, patch)
  }
  /** The service already has the shown state. */
  const showKept = () => {
    pictures.valuesTyped()
    pictures.valuesSent()
    pictures.valuesStored()
    if (!transport.unsent()) pictures.allStored()
  }

  /** The last page: the fill as it was approved, in an earlier visit or without a change. */
  const showApproved = (fill: FillWire, template: TemplateWire) => {
    opened = withDefaults(contentOf(fill), template)
    history.clear()
    inForm = false
    const reset = { refusals: {}, tried: false, touched: new Set<string>(), notice: null, activeField: null }
    set({
      ...{ ...reset, phase: 'saved', reopened: true, fault: null, busy: false },
      ...{ template, fill, content: opened, canUndo: false, canRedo: false },
    })
    showKept()
  }
  const begin = ({ fill, template, options }: BegunWire, again: boolean, change: boolean) => {
    const begun = withDefaults(contentOf(fill), template)
    draft.about(fill.id)
    set({ locked: new Set(options.locked_field_ids) })
    const approved = fill.approved_at != null
    // What is typed goes on where it was typed.
    if (approved && !again && !change) {
      showApproved(fill, template)
      listener.ready()
      return
    }
    opened = begun
    history.clear()
    inForm = true
    // What the store holds is newer than what was kept of it.
    const kept = again ? state.content : draft.read(approved ? fill.id : undefined)
    const restored = kept === null ? null : usable(difference(begun, kept), template)
    const content = restored === null ? begun : applyPatch(begun, restored)
    set({
      phase: 'editing',
      fault: null,
      template,
      content,
      fill,
      refusals: {},
      tried: false,
      touched: new Set(),
      reopened: false,
      busy: false,
      notice: again ? null : restored !== null ? 'restored' : approved ? 'changing' : null,
      page: Math.min(state.page, Math.max(0, template.scene_summary.pages.length - 1)),
      canUndo: false,
      canRedo: false,
    })
    if (restored !== null) transport.push(sendable(restored))
    const [paper] = template.scene_summary.papers
    if (content.substrate === null && paper !== undefined) {
      const substrate = { key: paper.key, name: paper.name, hex: paper.hex }
      opened = { ...opened, substrate }
      set({ content: { ...state.content, substrate } })
      transport.push({ substrate })
    }
    if (blank !== null && restored === null && Object.keys(fill.values).length === 0)
      pictures.showFirst(0, blank)
    pictures.valuesStored()
    if (restored !== null) pictures.valuesTyped()
    listener.ready()
  }

  const open = async (options: OpenOptions = {}): Promise<void> => {
    const again = inForm
    set({ phase: 'opening', fault: null })
    try {
      begin(await transport.open(options), again, options.change === true)
    } catch (thrown) {
      const fault = asFault(thrown)
      set({ phase: 'failed', fault })
      listener.error(fault)
    }
  }

  // What the last page shows is with the service, which may have a later state of it.
  transport.restoreFrom(() => (inForm ? sendable(state.content) : {}))
  transport.listen({
    sends: () => pictures.valuesSent(),
    taken(fill, sessionId) {
      set({ fill })
      pictures.valuesStored()
      listener.changed(sessionId, fill.id)
    },
    state(sending) {
      set({ sending })
      if (sending === 'settled') pictures.allStored()
    },
    refused(fault) {
      const ids = [
        ...fault.details.map(({ field_id, code }) => [field_id, code] as const),
        [fault.param?.replace(/^values\./, ''), fault.code] as const,
      ]
      const known = ids.flatMap(([id, code]) => {
        const field = fields().find((one) => one.id === id)
        return field === undefined
          ? []
          : [[field.id, { value: valueIn(field, state.content), code }] as const]
      })
      if (known.length === 0) set({ notice: 'choice_refused' })
      else set({ refusals: { ...state.refusals, ...Object.fromEntries(known) } })
    },
    expired: () => listener.expired(),
    elsewhere(patch) {
      set({ content: applyPatch(state.content, patchOf(patch)) })
      const { fill, reopened } = state
      if (reopened && fill !== null && fill.changing_since == null)
        set({ fill: { ...fill, changing_since: new Date(now()).toISOString() } })
      showKept()
    },
    joined(fill, patch) {
      if (state.template === null) return
      set({ fill, content: applyPatch(withDefaults(contentOf(fill), state.template), patchOf(patch)) })
      showKept()
    },
    reopened({ fill }) {
      set({ fill, notice: 'renewed' })
      pictures.valuesTyped()
      pictures.valuesStored()
    },
    stopped(fault) {
      set({ fault, busy: false, ...(state.phase === 'saving' ? { phase: 'editing' as const } : {}) })
      if (fault.code === 'embed_session_expired') listener.expired()
      listener.error(fault)
    },
  })

  return {
    get state() {
      return state
    },
    pictures,
    way: transport,
    ended: end.signal,
    subscribe(notify) {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    open,
    edit(patch, key) {
      if (state.busy || state.template === null) return
      history.record(state.content, key, now())
      lay(applyPatch(state.content, patch), patch)
    },
    undo: () => goTo(state.busy ? null : history.undo(state.content)),
    redo: () => goTo(state.busy ? null : history.redo(state.content)),
    startOver() {
      history.record(state.content, null, now())
      goTo(opened)
    },
    showPage: (page) => set({ page }),
    activate(activeField) {
      const places = fields().find(({ id }) => id === activeField)?.places ?? []
      const seen = places.length === 0 || places.some(({ page }) => page === state.page)
      set({ activeField, ...(seen ? {} : { page: places[0]?.page ?? 0 }) })
    },
    leave(field) {
      if (!state.touched.has(field)) set({ touched: new Set([...state.touched, field]) })
    },
    hold(field, trouble) {
      if (state.holds[field]?.kind === trouble?.kind) return
      const { [field]: _, ...holds } = state.holds
      set({ holds: trouble === null ? holds : { ...holds, [field]: trouble } })
    },
    fieldState: standing,
    troubled,
    async review() {
      if (state.busy || state.fault !== null) return false
      const asked = edits
      set({ tried: true })
      if (troubled().length > 0) return false
      set({ busy: true })
      try {
        await transport.flush()
      } catch {
        set({ busy: false })
        return false
      }
      const good = asked === edits && troubled().length === 0
      set({ busy: false, ...(good ? { phase: 'review' as const, activeField: null } : {}) })
      return good
    },
    back: () => set({ phase: 'editing' }),
    async save(customer) {
      if (state.phase !== 'review' || state.busy) return
      set({ phase: 'saving', busy: true })
      try {
        await transport.flush()
        await pictures.arrived(LAST_PICTURES_MS)
        const saved = await transport.complete(customer)
        draft.remove()
        inForm = false
        set({ phase: 'saved', reopened: false, busy: false, fill: saved.fill, notice: null })
        listener.saved(saved)
      } catch (thrown) {
        const fault = asFault(thrown)
        if (fault.code === 'fill_not_printable' && state.fill !== null) {
          const problems = fault.details
          set({
            phase: 'editing',
            busy: false,
            tried: true,
            fill: { ...state.fill, problems, printable: false },
          })
        } else if (fault.param?.startsWith('customer_')) set({ phase: 'review', busy: false, fault })
        else {
          set({ phase: 'editing', busy: false, fault })
          listener.error(fault)
        }
      }
    },
    change: () => open({ change: true }),
    async keepApproved() {
      const { template } = state
      if (template === null || state.busy) return
      set({ busy: true })
      try {
        await transport.flush()
        const fill = await transport.discard()
        draft.remove()
        showApproved(fill, template)
      } catch (thrown) {
        const fault = asFault(thrown)
        set({ busy: false, fault, ...(state.phase === 'saved' ? { phase: 'failed' as const } : {}) })
        listener.error(fault)
      }
    },
    startNew() {
      draft.remove()
      pictures.forget()
      inForm = false
      set({ ...START, pictures: state.pictures })
      return open({ afresh: true })
    },
    dismiss: () => set({ notice: null }),
    retry() {
      set({ fault: null })
      transport.hurry()
    },
    hurry() {
      transport.hurry()
      pictures.retry()
    },
    unsent: () => transport.unsent() || Object.values(state.holds).some(({ kind }) => kind === 'uploading'),
    close() {
      closed = true
      end.abort()
      subscribers.clear()
      pictures.close()
      transport.close()
    },
  }
}

function asFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : new Fault('internal_error', 500)
}
