/** Shared by all parts of the template editor: the store, the view, words, and announcements for screen readers. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Resource } from '../resources.ts'
import { lengthText, toUnit, type Unit } from '../units.ts'
import type { Words } from '../words.ts'
import type { ArtworkWire } from './editor-api.ts'
import type { EditField, EditScene } from './scene-edit.ts'
import { sceneOf } from './scene-edit.ts'
import type { SceneState, SceneStore } from './scene-state.ts'
import { type Trial, trialValue } from './trial-values.ts'

export type TrialKind = Trial | 'own'

/** How the page is looked at; nothing of it is saved. */
export interface Look {
  readonly trial: TrialKind
  /** By the uid of the field; these stand before those of the kind. */
  readonly own: Readonly<Record<string, string>>
  /** Plates that alone are shown; null for all. */
  readonly plates: readonly string[] | null
  readonly gray: boolean
  readonly snap: boolean
  readonly rulers: boolean
  /** The labels of fields on the page. */
  readonly labels: boolean
  readonly guides: readonly Guide[]
  /** Px for each point; null for the whole page. */
  readonly zoom: number | null
  /** Px for each point where the whole page is shown. */
  readonly fit: number
}

/** A line that the user has drawn across a page to place fields by. */
export interface Guide {
  readonly page: number
  /** `x` stands upright at so many points from the left edge of the sheet, `y` lies at so many from the top. */
  readonly axis: 'x' | 'y'
  readonly at: number
}

export const FIRST_LOOK: Look = {
  trial: 'default',
  own: {},
  plates: null,
  gray: false,
  snap: true,
  rulers: true,
  labels: true,
  guides: [],
  zoom: null,
  fit: 1,
}

export interface Editor {
  readonly store: SceneStore
  readonly state: SceneState
  readonly look: Look
  setLook(changes: Partial<Look>): void
  readonly words: Words<'editor'>
  /** Content of the shown page's artwork; null until it is read. */
  readonly artwork: Resource<ArtworkWire>
  readonly unit: Unit
  /** Locale for numbers. */
  readonly tag: string
  /** False for viewers. */
  readonly mayEdit: boolean
  /** To screen readers. */
  say(text: string): void
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('There is no editor around.')
  return editor
}

export function lengthOf({ unit, tag }: Pick<Editor, 'unit' | 'tag'>, points: number): string {
  return lengthText(Math.abs(toUnit(points, unit)) === 0 ? 0 : points, unit, tag)
}

/** Test value of a field; null for its default. */
export function triedValue({ trial, own }: Look, field: EditField): string | null {
  return own[field.uid] ?? (trial === 'own' ? null : trialValue(field, trial))
}

/** The preview to request. An unsaved scene is part of the request. */
export function drawnState(state: SceneState, look: Look): Readonly<Record<string, unknown>> {
  const { scene, saved, template } = state
  const values = scene.fields.flatMap((field, at) => {
    const value = triedValue(look, field)
    return value === null ? [] : [[field.id ?? `new_${at}`, value] as const]
  })
  return {
    template_id: template?.id ?? '',
    ...(scene === saved ? { revision: 'latest' } : { scene: sceneOf(labelled(scene)) }),
    values: Object.fromEntries(values),
    page: state.page,
  }
}

/** The service refuses empty labels, which exist while somebody types a new one. Labels are not drawn. */
function labelled(scene: EditScene): EditScene {
  const fields = scene.fields.map((field) => (field.label === '' ? { ...field, label: '-' } : field))
  return { ...scene, fields }
}
