/** A form whose check boxes and radio buttons draw themselves: symbols, paths, grays, spot inks, pictures, forms in forms. */
import { type FormPdf, formPdf, streamObject } from './form-pdf.ts'

export interface MarkedButton {
  readonly name: string
  /** Left and bottom; boxes are 20 x 20 unless said otherwise. */
  readonly at: readonly [number, number]
  readonly size?: readonly [number, number]
  /** Content of the appearance that is on. */
  readonly on: string
  /** Content of the one that is off; none leaves it out. */
  readonly off?: string
  readonly resources?: string
  /** Entries of the on-state's form, such as another /BBox with a /Matrix. */
  readonly form?: string
  readonly entries?: string
}

const SPACES =
  '/ColorSpace << /Gold [/Separation /Gold /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.2 0.8 0.1] /N 1 >>] ' +
  '/Red [/Separation /Red /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>] >>'
const DINGBATS = '/Font << /ZaDb << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >>'
/** What marks may name. */
export const MARK_RESOURCES = `<< ${DINGBATS} ${SPACES} >>`

export const BUTTONS: readonly MarkedButton[] = [
  { name: 'tick', at: [20, 160], on: 'q BT 0 g /ZaDb 16 Tf 3 4 Td (4) Tj ET Q' },
  {
    name: 'framed',
    at: [60, 160],
    off: '0.75 g 0 0 20 20 re f 0 G 1 w 0.5 0.5 19 19 re S',
    on: '0.75 g 0 0 20 20 re f 0 G 1 w 0.5 0.5 19 19 re S q 2 2 16 16 re W n 0 g BT /ZaDb 14 Tf 4 5 Td (8) Tj ET Q',
  },
  { name: 'gold', at: [100, 160], on: '/Gold cs 1 scn 4 4 12 12 re f /Gold CS 0.5 SCN 2 w 2 2 16 16 re S' },
  { name: 'two inks', at: [140, 160], on: '/Gold cs 1 scn 2 2 8 16 re f /Red cs 0.6 scn 10 2 8 16 re f' },
  { name: 'green', at: [180, 160], on: '0 0.6 0.2 rg 10 2 m 18 10 l 10 18 l 2 10 l f' },
  {
    name: 'turned',
    at: [220, 150],
    size: [30, 20],
    entries: '/MK << /R 90 >>',
    form: '/BBox [0 0 20 30] /Matrix [0 1 -1 0 30 0]',
    on: '0 g 2 2 m 18 2 l 10 28 l f',
  },
  {
    name: 'nested',
    at: [20, 110],
    on: '0.5 g q 1 0 0 1 5 5 cm /Inner Do Q',
    resources: '<< /XObject << /Inner @inner >> >>',
  },
  {
    name: 'scaled',
    at: [60, 100],
    size: [40, 30],
    form: '/BBox [0 0 4 3]',
    on: '0 g 1 0.5 2 2 re f 1 g 1.5 1 1 1 re f',
  },
  { name: 'plain', at: [120, 110], on: '' },
  {
    name: 'helvetica',
    at: [150, 110],
    on: 'BT 0 g /Helv 14 Tf 4 4 Td (x) Tj ET',
    resources: '<< /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
  },
]

const fits = ([width, height]: readonly [number, number]) => `/BBox [0 0 ${width} ${height}]`

/** All of these buttons on one page, of which `on` are chosen; more fields and entries may be added. */
export function markedForm(
  buttons: readonly MarkedButton[] = BUTTONS,
  {
    on = [],
    content = '',
    more = {},
  }: { readonly on?: readonly string[]; readonly content?: string; readonly more?: FormPdf } = {},
): Uint8Array {
  const objects: Record<string, string> = {
    content: streamObject(content),
    inner: streamObject('0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'),
  }
  const fields = buttons.map((button, index) => {
    const { name, at, size = [20, 20] as const, resources = MARK_RESOURCES } = button
    const head = `/Type /XObject /Subtype /Form /Resources ${resources}`
    objects[`on${index}`] = streamObject(
      button.on,
      `${head} ${button.form?.includes('/BBox') ? '' : fits(size)} ${button.form ?? ''}`,
    )
    if (button.off !== undefined) objects[`off${index}`] = streamObject(button.off, `${head} ${fits(size)}`)
    const off = button.off === undefined ? '' : `/Off @off${index}`
    const state = on.includes(name) ? 'Yes' : 'Off'
    const rect = `${at[0]} ${at[1]} ${at[0] + size[0]} ${at[1] + size[1]}`
    return `/Type /Annot /Subtype /Widget /FT /Btn /T (${name}) /Rect [${rect}] /F 4 /AS /${state} /V /${state} /DA (/ZaDb 0 Tf 0 g) /AP << /N << /Yes @on${index} ${off} >> >> ${button.entries ?? ''}`
  })
  return formPdf({
    pages: [`/MediaBox [0 0 300 200] /Resources << ${SPACES} >> /Contents @content`],
    ...more,
    fields: [...fields, ...(more.fields ?? [])],
    objects: { ...objects, ...more.objects },
  })
}
