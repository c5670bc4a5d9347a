/** Writes the PDF/X label into a tail, dated by its render, if the printed marks satisfy PDF/X. */

import { secondOf } from '../../time.ts'
import type { TextLook } from '../layout/mark.ts'
import type { Separation } from '../layout/separation.ts'
import type { Plan } from './plan.ts'
import { isStencil } from './tail/image-object.ts'

/**
 * Text and shapes stand on Separations with a DeviceCMYK alternate, or in DeviceCMYK, in embedded fonts, as every part
 * allows; only X-4 allows transparent text. A body that was made PDF/X-4 has a profile for RGB and lets marks be transparent. Decision: in any other
 * sampled pictures, RGB and transparent marks of a form bring colours and masks of their own, so that a file with one
 * makes no promise.
 */
export function keepsPdfx(
  { plates, slots }: Separation,
  { appearances = [], rgbSpace, label }: Pick<Plan, 'appearances' | 'rgbSpace' | 'label'>,
): boolean {
  if (rgbSpace !== undefined) return true
  if (plates.some(({ mix }) => mix?.space === 'DeviceRGB')) return false
  const mayBeTransparent = label?.label.includes('X-4') ?? true
  return slots.every(({ marks }) =>
    marks.every(({ mark }) => {
      if (mark.kind === 'text') return mayBeTransparent || !isTransparent(mark)
      if (mark.kind === 'appearance') return appearances[mark.appearance]?.transparent !== true
      return mark.kind !== 'image' || isStencil(mark)
    }),
  )
}

function isTransparent({ opacity, blend, stroke }: TextLook): boolean {
  return opacity !== undefined || blend !== undefined || (stroke !== undefined && stroke.opacity < 1)
}

interface Objects {
  redefine(object: number, body: string, stream?: Uint8Array): void
}

/** `madeAt` in milliseconds since 1970. The body itself makes no claim: without this a print file is not PDF/X. */
export function writeLabel({ label, infoObject, rgbSpace }: Plan, madeAt: number, objects: Objects): void {
  if (label == null || infoObject === null) return
  const date = secondOf(madeAt)
  if (label.info !== null) {
    const stamp = `D:${date.replace(/[-:T]/g, '')}`
    // A file that does not say when it was made was made by this render.
    const isDated = rgbSpace === undefined || label.info.includes('/CreationDate')
    const created = isDated ? '' : ` /CreationDate (${stamp})`
    objects.redefine(infoObject, `<<${label.info}${created} /ModDate (${stamp})>>`)
  }
  if (label.metadata === null) return
  const text = Buffer.from(label.metadata.text.join(date), 'utf8')
  objects.redefine(label.metadata.object, '/Type /Metadata /Subtype /XML', text)
}
