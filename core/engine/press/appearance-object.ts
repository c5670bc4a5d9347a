/** The objects of appearances in a print file: those of the body, or copies in the ink of a field. */
import { deflateSync } from 'node:zlib'
import type { TonePlace } from '../artwork/form/tones.ts'
import type { Mix } from '../ink/process-mix.ts'
import type { AppearanceMark } from '../layout/mark.ts'
import { real } from '../pdf/syntax.ts'
import type { Plan, PlanTonedForm } from './plan.ts'
import { mixText } from './tail/mix-space.ts'

/** The plate that previews measure an appearance on which prints in the ink of its field: no file prints it. */
export const MARK_PLATE = 'PlatenMark'

/** Name of the ink in the resources of an appearance that prints in it. */
export const INK_NAME = 'PlatenInk'

/**
 * The content with its colours as tints of one ink, of which a field may take a part. An appearance as a whole begins in
 * black (ISO 32000-1 12.5.5); the forms within it take over what is set.
 */
export function toneContent(
  content: readonly (string | TonePlace)[],
  share: number,
  isWhole: boolean,
  mix: Mix | null = null,
): string {
  const set = ({ tint, stroke }: TonePlace) =>
    mix !== null
      ? mixText(mix, tint * share, stroke)
      : stroke
        ? `/${INK_NAME} CS ${real(tint * share)} SCN`
        : `/${INK_NAME} cs ${real(tint * share)} scn`
  const first = isWhole ? `${set(SOLID)} ${set({ ...SOLID, stroke: true })}\n` : ''
  return first + content.map((piece) => (typeof piece === 'string' ? piece : ` ${set(piece)} `)).join('')
}

const SOLID: TonePlace = { tint: 1, stroke: false }

export interface AppearanceObjects {
  /** `ink` is the colour space of the plate that it prints on, or a process mix; null for one in its own colours. */
  objectOf(mark: AppearanceMark, ink: number | Mix | null): number
}

export function createAppearanceObjects(
  plan: Pick<Plan, 'appearances'>,
  add: (body: string, stream: Uint8Array) => number,
): AppearanceObjects {
  const written = new Map<string, number>()
  return {
    objectOf({ appearance, tint }, ink) {
      const planned = plan.appearances?.[appearance]
      if (planned === undefined) throw new Error(`The plan has no appearance ${appearance}.`)
      if (ink === null) return planned.object
      const [space, mix] = typeof ink === 'number' ? [ink, null] : [null, ink]
      const key = `${appearance} ${mix === null ? space : mixText(mix, 1)} ${tint}`
      const known = written.get(key)
      if (known !== undefined) return known
      if (planned.toned === undefined) throw new Error(`The appearance ${appearance} has colours of its own.`)
      const objects: number[] = []
      for (const [at, form] of planned.toned.entries()) {
        const content = toneContent(form.content, tint, at === planned.toned.length - 1, mix)
        objects.push(writeForm(form, content, space, objects, add))
      }
      const object = objects.at(-1)
      if (object === undefined) throw new Error(`The appearance ${appearance} is empty.`)
      written.set(key, object)
      return object
    },
  }
}

function writeForm(
  { entries, resources, xObjects }: PlanTonedForm,
  content: string,
  space: number | null,
  objects: readonly number[],
  add: (body: string, stream: Uint8Array) => number,
): number {
  const named = xObjects.map(([name, object]) =>
    typeof object === 'string' ? `${name} ${object}` : `${name} ${objects[object]} 0 R`,
  )
  const forms = named.length === 0 ? '' : ` /XObject <<${named.join(' ')}>>`
  const spaces = space === null ? '' : ` /ColorSpace <</${INK_NAME} ${space} 0 R>>`
  const dictionary = `<<${resources}${spaces}${forms}>>`
  return add(
    `${entries} /Resources ${dictionary} /Filter /FlateDecode`,
    deflateSync(Buffer.from(content, 'latin1')),
  )
}
