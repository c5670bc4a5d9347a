/** What the editor's store holds and does, for the parts on the screen and for the page around. */
import { type Content, type ContentPatch, NOTHING } from './content.ts'
import type { FieldState, Refusal, Trouble } from './field-state.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { Fault } from './requests.ts'
import type { SendingState } from './sender.ts'
import type { Customer, OpenOptions, Saved, Transport } from './transport.ts'
import type { FieldWire, FillWire, TemplateWire } from './wire.ts'

export type Phase = 'opening' | 'failed' | 'editing' | 'review' | 'saving' | 'saved'
export type Notice = 'restored' | 'renewed' | 'choice_refused' | 'changing'

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
  /** The fill that the last page shows is one of an earlier visit, in a session that goes on. */
  readonly reopened: boolean
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
  /** From the last page to the form. What was approved holds until the change is approved. */
  change(): Promise<void>
  /** Back to what was approved, without the change. */
  keepApproved(): Promise<void>
  /** Leaves what was approved, and begins another design. */
  startNew(): Promise<void>
  dismiss(): void
  /** After a fault that may have passed: what waits is sent, and saving can be tried again. */
  retry(): void
  hurry(): void
  unsent(): boolean
  close(): void
}

/** Before anything is opened. */
export const START: EditorState = {
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
  reopened: false,
  pictures: 0,
}
