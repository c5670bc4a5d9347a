/** The state of the template editor, and the actions of its parts. */
import type { ApiError } from '../api-error.ts'
import type { Aligning, Spread } from './arrange.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { SceneChange } from './merge-scenes.ts'
import type { NewKind } from './new-field.ts'
import type { Placed } from './placed.ts'
import type { EditField, EditScene, StyleChange } from './scene-edit.ts'
import type { PlacementWire, SavedScene, SeparationWire } from './scene-wire.ts'

export interface FindingWire {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly page: number | null
  readonly field_id: string | null
}

export interface TemplateFacts {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly profile: string
  readonly latest_revision: number
  readonly live_revision: number | null
  readonly findings: readonly FindingWire[]
  /** The page that customers open; null where the template has none. */
  readonly hosted_url: string | null
}

export const TOOLS = ['select', 'text', 'lines', 'selection', 'image', 'pick'] as const
export type Tool = (typeof TOOLS)[number]

/** Another person has saved in the meantime. */
export interface Conflict {
  readonly revision: number
  readonly theirs: EditScene
  readonly separations: readonly SeparationWire[]
  /** What they changed since the state that was opened here. */
  readonly changes: readonly SceneChange[]
  /** What both have changed, by label or name. */
  readonly both: readonly string[]
}

export interface SceneState {
  readonly phase: 'opening' | 'failed' | 'ready'
  /** Why it could not be opened. */
  readonly error: ApiError | null
  readonly template: TemplateFacts | null
  readonly scene: EditScene
  /** The state that is saved, and as which revision. */
  readonly saved: EditScene
  readonly revision: number
  /** A revision whose body is the one that the scene prints on. */
  readonly body: number
  readonly separations: readonly SeparationWire[]
  /** From 0. */
  readonly page: number
  readonly selection: ReadonlySet<string>
  readonly tool: Tool
  /** Saving, converting or going back to another body is under way. */
  readonly busy: 'saving' | 'converting' | 'restoring' | 'publishing' | null
  /** Why the last of these failed. */
  readonly fault: ApiError | null
  readonly conflict: Conflict | null
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What fields are aligned to and distributed over. */
export type ArrangeArea = 'trim' | 'selection'

/** The earlier state for undo. */
export interface Step {
  readonly scene: EditScene
  readonly selection: ReadonlySet<string>
  readonly body: number
}

export interface SceneStore {
  readonly state: SceneState
  readonly unsaved: boolean
  subscribe(listener: () => void): () => void
  open(): Promise<void>
  close(): void
  /** Goes on with changes that were left unsaved; what others have saved since is found when they are saved. */
  resume(draft: KeptDraft): void
  /** Any change of the scene; changes with the same key in a row are one step of the history. */
  edit(change: (scene: EditScene) => EditScene, key?: string | null): void
  select(keys: Iterable<string>): void
  toggle(key: string): void
  /** Shows a page, and clears the selection on other pages. */
  turnTo(page: number): void
  pickTool(tool: Tool): void
  place(places: ReadonlyMap<string, Placed>, key?: string | null): void
  nudge(x: number, y: number): void
  grow(x: number, y: number): void
  /** `to` the trim, or to the selection's own bounds; unless said, one field to the trim and several to each other. */
  align(how: Aligning, to?: ArrangeArea): void
  spread(how: Spread, to?: ArrangeArea): void
  /** Locked fields are not moved, resized or turned. */
  lockPosition(locked: boolean): void
  /** To be pasted on any page of this template; answers how many places. */
  copy(): number
  cut(): number
  paste(): number
  /** Saved at once: a name is no part of a revision. */
  rename(title: string): Promise<boolean>
  add(kind: NewKind, label: string, placed: Placed | null): EditField | null
  remove(): void
  duplicate(): void
  repeat(): void
  restyle(changes: StyleChange, key?: string | null): void
  replace(changes: Partial<PlacementWire>, key?: string | null): void
  change(changes: Partial<EditField>, key?: string | null): void
  undo(): Promise<void>
  redo(): Promise<void>
  save(): Promise<boolean>
  publish(): Promise<boolean>
  /**
   * Text of the artwork becomes fields; what is unsaved is saved first. Answers the labels of the new fields. `printIn`
   * names an ink for each pick, or null for the text's own colour; other inks are saved as one more revision.
   */
  convert(picks: readonly Pick[], printIn?: readonly (string | null)[]): Promise<readonly string[] | null>
  takeTheirs(): void
  join(): Promise<boolean>
  putMineOnTop(): Promise<boolean>
  decideLater(): void
  dismiss(): void
}

/** Runs of text of the artwork that become one field. */
export interface Pick {
  readonly runs: readonly string[]
  readonly label?: string
}

export interface SceneReply extends SavedScene {
  readonly template?: TemplateFacts
  readonly field_ids?: readonly string[]
}
