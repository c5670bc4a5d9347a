/** Writes the PDF/X label into a tail, dated by its render, if the printed marks satisfy PDF/X. */

import { secondOf } from '../../time.ts'
import type { Separation } from '../layout/separation.ts'
import type { Plan } from './plan.ts'
import { isStencil } from './tail/image-object.ts'

/**
 * Text and shapes stand in DeviceCMYK or on Separations with such an alternate, opaque, in embedded fonts, as every part
 * allows. Decision: sampled pictures, RGB, and transparent marks of a form bring colours and masks of their own, so that
 * a file with one makes no promise.
 */
export function keepsPdfx(
  { plates, slots }: Separation,
  { appearances = [] }: Pick<Plan, 'appearances'>,
): boolean {
  if (plates.some(({ mix }) => mix?.space === 'DeviceRGB')) return false
  return slots.every(({ marks }) =>
    marks.every(({ mark }) => {
      if (mark.kind === 'appearance') return appearances[mark.appearance]?.transparent !== true
      return mark.kind !== 'image' || isStencil(mark)
    }),
  )
}

interface Objects {
  redefine(object: number, body: string, stream?: Uint8Array): void
}

/** `madeAt` in milliseconds since 1970. The body itself makes no claim: without this a print file is not PDF/X. */
export function writeLabel({ label, infoObject }: Plan, madeAt: number, objects: Objects): void {
  if (label == null || infoObject === null) return
  const date = secondOf(madeAt)
  const modified = `/ModDate (D:${date.replace(/[-:T]/g, '')})`
  objects.redefine(infoObject, `<<${label.info} ${modified}>>`)
  if (label.metadata === null) return
  const text = Buffer.from(label.metadata.text.join(date), 'utf8')
  objects.redefine(label.metadata.object, '/Type /Metadata /Subtype /XML', text)
}
