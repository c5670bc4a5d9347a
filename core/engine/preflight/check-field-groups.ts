/** Finds fields whose process colours blend in another space: a press converts them there, and they leave their plates. */
import type { Finding } from '../finding/finding.ts'
import type { Fact } from '../finding/measure.ts'
import { intersection } from '../geometry/box.ts'
import { processInkOf } from '../ink/process-inks.ts'
import { isPaper, mixOf } from '../ink/process-mix.ts'
import type { Placement, Scene, SceneField } from '../scene/scene.ts'

const CODE = 'field_process_in_rgb_group'

/**
 * Facts of an upload say which groups do not blend in CMYK; one finding for each field and page takes their place. A
 * group with a box is a part of the page: fields stand in it where their place is within the artwork.
 */
export function checkFieldGroups(
  facts: readonly Fact[],
  scene: Pick<Scene, 'fields' | 'inks'>,
): readonly Fact[] {
  const groups = facts.flatMap((fact) => ('code' in fact && fact.code === CODE ? [fact] : []))
  if (groups.length === 0) return facts
  const told = scene.fields
    .filter((field) => printsProcess(field, scene.inks))
    .flatMap((field) => groups.flatMap((group) => findingOf(field, group)))
  const once = new Map(told.map((finding) => [`${finding.params?.label} ${finding.page}`, finding]))
  return [...facts.filter((fact) => !groups.includes(fact as Finding)), ...once.values()]
}

function findingOf(field: SceneField, { page, bbox, found }: Finding): readonly Finding[] {
  const isWithin = ({ box }: Placement) =>
    bbox === undefined || (field.slot === 'in_place' && intersection(box, bbox) !== null)
  const place = field.placements.find((one) => one.page === page && isWithin(one))
  if (place === undefined) return []
  return [
    {
      ...{ code: CODE, severity: 'warn', params: { label: field.label }, page: place.page, bbox: place.box },
      ...(field.id === '' ? {} : { fieldId: field.id }),
      ...(found === undefined ? {} : { found }),
    },
  ]
}

/** RGB and spot inks keep their way through the group, and paper is no ink. */
function printsProcess({ ink, type }: SceneField, inks: Scene['inks']): boolean {
  const own = inks.find(({ name }) => name === ink) ?? inks[0]
  if (type === 'image' || own === undefined) return false
  const mix = mixOf(own)
  if (mix !== null) return mix.space === 'DeviceCMYK' && !isPaper(mix)
  return processInkOf(own.name) !== null
}
