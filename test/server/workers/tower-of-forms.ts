/** Artwork that no RIP comes to the end of: a form that paints another nine times, which paints another nine times. */
import { onePage } from '../../support/pdf/raw-pdf.ts'

/** With fewer levels it has an end, which takes nine times as long with each. */
export function towerOfForms(levels = 9): Uint8Array {
  const entries = (level: number) => {
    const next = level === levels ? '' : `/Resources << /XObject << /Next @level${level + 1} >> >>`
    return `/Type /XObject /Subtype /Form /BBox [0 0 200 100] ${next}`
  }
  const data = (level: number) => (level === levels ? '0 0 9 9 re f' : '/Next Do '.repeat(9))
  const forms = Array.from({ length: levels }, (_, at) => at + 1)
  return onePage(
    { data: '/Next Do' },
    '/Resources << /XObject << /Next @level1 >> >>',
    Object.fromEntries(
      forms.map((level) => [`level${level}`, { entries: entries(level), data: data(level) }]),
    ),
  )
}
