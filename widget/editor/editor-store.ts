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
import { type FieldState, fieldState, type Refusal, type Trouble, tooMany, valueIn } from './field-state.ts'
import { createHistory } from './history.ts'
import { createPictures, type Pictures } from './pictures/pictures.ts'
import { Fault } from './requests.ts'
import type { SendingState } from './sender.ts'
import type { Customer, OpenOptions, Saved, Transport } from './transport.ts'
import type { BegunWire, FieldWire, FillWire, TemplateWire } from './wire.ts'

export type Phase = 'opening' | 'failed' | 'editing' | 'review' | 'saving' | 'saved'
export type Notice = 'restored' | 'renewed' | 'choice_refused'

export interface EditorState {
  readonly phase: Phase
  /** Why it could not be opened, or why nothing more can be sent. */
  readonly fault: Fault | null
  readonly template: TemplateWire | null
  readonly locked: ReadonlySet<string>
  readonly content: Content
  readonly fill: FillWire | null
  readonly refusals: Readonly<Record<string, Refusal>>
  /** Local problems that keep a field from being saved, by field. */
  readonly holds: Readonly<Record<string, Trouble>>
  readonly sending: SendingState
  /** The page that is shown, from 0. */
  readonly page: number
  readonly activeField: string | null
  /** Fields that the customer has left once, so that a missing value may be reported. */
  readonly touched: ReadonlySet<string>
  /** Saving was tried, and something was in its way. */
  readonly tried: boolean
  /** Saving or checking waits for the service. */
  readonly busy: boolean
  readonly notice: Notice | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly saved: Saved | null
  /** Grows with every change of a picture. */
  readonly pictures: number
}

export interface EditorListener {
  ready(): void
  /** The service has stored the entered values. */
  changed(sessionId: string, fillId: string): void
  saved(saved: Saved): void
  error(fault: Fault): void
  expired(): void
}

export interface EditorStore {
  readonly state: EditorState
  readonly pictures: Pictures
  /** The way of the customer's own images. */
  readonly way: Pick<Transport, 'ownImages' | 'renew'>
  /** Aborted when the editor is closed; its requests end. */
  readonly ended: AbortSignal
  subscribe(listener: () => void): () => void
  open(options?: OpenOptions): Promise<void>
  /** `key` joins consecutive typing into one step of the history. */
  edit(patch: ContentPatch, key: string | null): void
  undo(): void
  redo(): void
  startOver(): void
  showPage(page: number): void
  activate(field: string | null): void
  leave(field: string): void
  hold(field: string, trouble: Trouble | null): void
  fieldState(field: FieldWire): FieldState
  /** The fields that keep the text from being printed. */
  troubled(): readonly FieldWire[]
  /** True where the summary can be shown; else the first field in trouble is active. */
  review(): Promise<boolean>
  back(): void
  save(customer: Customer): Promise<void>
  dismiss(): void
  /** After a fault that may have passed: what waits is sent, and saving can be tried again. */
  retry(): void
  hurry(): void
  unsent(): boolean
  close(): void
}

/** What is approved is seen first, where a picture can be had in so many ms: the session that draws ends with it. */
const LAST_PICTURES_MS = 1500

const START: EditorState = {
  phase: 'opening',
  fault: null,
  template: null,
  locked: new Set(),
  content: NOTHING,
  fill: null,
  refusals: {},
  holds: {},
  sending: 'settled',
  page: 0,
  activeField: null,
  touched: new Set(),
  tried: false,
  busy: false,
  notice: null,
  canUndo: false,
  canRedo: false,
  saved: null,
  pictures: 0,
}

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
    draft.write(content)
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
  const begin = ({ fill, template, options }: BegunWire) => {
    const begun = withDefaults(contentOf(fill), template)
    opened = begun
    history.clear()
    draft.about(fill.id)
    // What the store holds is newer than what was kept of it.
    const again = state.template !== null
    const kept = again ? state.content : draft.read()
    const restored = kept === null ? null : usable(difference(begun, kept), template)
    const content = restored === null ? begun : applyPatch(begun, restored)
    set({
      phase: 'editing',
      fault: null,
      template,
      locked: new Set(options.locked_field_ids),
      content,
      fill,
      refusals: {},
      tried: false,
      touched: new Set(),
      saved: null,
      busy: false,
      notice: restored === null || again ? null : 'restored',
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

  /** The service already has the shown state. */
  const showKept = () => {
    pictures.valuesTyped()
    pictures.valuesSent()
    pictures.valuesStored()
    if (!transport.unsent()) pictures.allStored()
  }

  transport.restoreFrom(() => sendable(state.content))
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
    async open(options = {}) {
      set({ phase: 'opening', fault: null })
      try {
        begin(await transport.open(options))
      } catch (thrown) {
        const fault = asFault(thrown)
        set({ phase: 'failed', fault })
        listener.error(fault)
      }
    },
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
        set({ phase: 'saved', busy: false, saved, fill: saved.fill, notice: null })
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
