/** The checks before publishing: findings of the preflight, and problems for customers. */
import { overlaps, type Rect } from '../affine.ts'
import { boundsOf } from '../placed.ts'
import type { EditField, EditScene } from '../scene-edit.ts'
import type { FindingWire } from '../scene-state.ts'
import { pageSpots } from '../stage-keys.ts'

/** `bad` keeps an order from being printed or filled in, `warn` is worth a look, `info` may be meant. */
export type CheckKind = 'bad' | 'warn' | 'info'

export const CHECKS = ['errors', 'warnings', 'fit', 'choices', 'catalogues', 'overlaps', 'defaults'] as const
export type CheckName = (typeof CHECKS)[number]

export interface Trouble {
  readonly label: string | null
  /** The field to be led to. */
  readonly uid: string | null
  /** A sentence of the service; null where the check says it all. */
  readonly message: string | null
}

export interface Check {
  readonly name: CheckName
  readonly kind: CheckKind
  /** None: passed. */
  readonly troubles: readonly Trouble[]
}

export interface CheckFacts {
  readonly scene: EditScene
  readonly findings: readonly FindingWire[]
  /** Ids of selection sets that offer nothing. */
  readonly emptySets: ReadonlySet<string>
  /** Tags without an image; `''` where the library has none at all. */
  readonly emptyTags: ReadonlySet<string>
  /** Pages, from 0, of which a default value cannot be printed. */
  readonly unfit: readonly number[]
}

const KINDS: Readonly<Record<CheckName, CheckKind>> = {
  errors: 'bad',
  warnings: 'warn',
  fit: 'bad',
  choices: 'bad',
  catalogues: 'bad',
  overlaps: 'warn',
  defaults: 'info',
}

export function checksOf(facts: CheckFacts): readonly Check[] {
  const { scene, emptySets, emptyTags } = facts
  const troubles: Readonly<Record<CheckName, readonly Trouble[]>> = {
    errors: found(facts, 'fail'),
    warnings: found(facts, 'warn'),
    fit: facts.unfit.length === 0 ? [] : [{ label: null, uid: null, message: null }],
    choices: scene.fields
      .filter(({ type, options, selection_set_id }) => {
        if (type !== 'selection') return false
        return selection_set_id == null ? (options ?? []).length === 0 : emptySets.has(selection_set_id)
      })
      .map(ofField),
    catalogues: scene.fields
      .filter(
        ({ type, source = 'catalogue', asset_tag }) =>
          type === 'image' && source === 'catalogue' && emptyTags.has(asset_tag ?? ''),
      )
      .map(ofField),
    overlaps: overlapsOf(scene),
    defaults: scene.fields.filter(isBare).map(ofField),
  }
  return CHECKS.map((name) => ({ name, kind: KINDS[name], troubles: troubles[name] }))
}

const ofField = ({ label, uid }: EditField): Trouble => ({ label, uid, message: null })

function found({ scene, findings }: CheckFacts, severity: string): readonly Trouble[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ message, field_id }) => {
      const field = scene.fields.find(({ id }) => id !== null && id === field_id)
      return { label: field?.label ?? null, uid: field?.uid ?? null, message }
    })
}

/** Nothing is printed where a customer leaves it empty. */
function isBare({ default_value, required, type }: EditField): boolean {
  return default_value === '' && !required && type !== 'image'
}

/** Points by which fields may overlap: boxes are drawn a little larger than what stands in them. */
const TOLERANCE = 2

function overlapsOf(scene: EditScene): readonly Trouble[] {
  const labels = new Map<string, Trouble>()
  for (const page of scene.pages.keys()) {
    const spots = pageSpots(scene, page).map(({ field, placed }) => ({
      field,
      rect: smaller(boundsOf(placed)),
    }))
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1))
        if (one.field.uid !== other.field.uid && overlaps(one.rect, other.rect)) {
          const label = `${one.field.label} + ${other.field.label}`
          labels.set(`${one.field.uid} ${other.field.uid}`, { label, uid: one.field.uid, message: null })
        }
  }
  return [...labels.values()]
}

function smaller({ left, top, right, bottom }: Rect): Rect {
  return {
    left: left + TOLERANCE / 2,
    top: top + TOLERANCE / 2,
    right: right - TOLERANCE / 2,
    bottom: bottom - TOLERANCE / 2,
  }
}
