/** A page that a printer has nothing to say about, to which tests add one flaw each. */
import { type RawObject, rawPdf } from './raw-pdf.ts'

export interface PressPage {
  /** Operators; a black rectangle in the middle of the page where it is missing. */
  readonly content?: string
  /** Entries of the page beside boxes, resources and content; boxes given here come instead. */
  readonly page?: string
  readonly resources?: string
  readonly catalog?: string
  readonly trailer?: string
  readonly header?: string
  readonly objects?: Readonly<Record<string, RawObject>>
  /** Content streams of further pages. */
  readonly more?: readonly { readonly content: string; readonly page?: string }[]
}

const BOXES = { MediaBox: '0 0 300 200', BleedBox: '10 10 290 190', TrimBox: '20 20 280 180' }

export const BLACK_BOX = '0 0 0 1 k 100 80 60 40 re f'

export function pressPage(parts: PressPage = {}): Buffer {
  const { content = BLACK_BOX, page = '', resources = '', more = [] } = parts
  const pages = [{ content, page }, ...more]
  const dictionary = (own: string, at: number) => {
    const boxes = Object.entries(BOXES).filter(([name]) => !own.includes(`/${name} `))
    const stated = boxes.map(([name, box]) => `/${name} [${box}]`).join(' ')
    return `<< /Type /Page /Parent @pages ${stated} /Resources << ${resources} >> /Contents @content${at} ${own} >>`
  }
  return rawPdf({
    ...(parts.header === undefined ? {} : { header: parts.header }),
    objects: {
      catalog: `<< /Type /Catalog /Pages @pages ${parts.catalog ?? ''} >>`,
      pages: `<< /Type /Pages /Kids [${pages.map((_, at) => `@page${at}`).join(' ')}] /Count ${pages.length} >>`,
      ...Object.fromEntries(pages.map((one, at) => [`page${at}`, dictionary(one.page ?? '', at)])),
      ...Object.fromEntries(pages.map((one, at) => [`content${at}`, { data: one.content }])),
      ...parts.objects,
    },
    trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] ${parts.trailer ?? ''}`,
  })
}

/** A Separation with a DeviceCMYK alternate; the name in PDF syntax. */
export const separationText = (name: string, solid = '0 1 1 0', alternate = '/DeviceCMYK') =>
  `[/Separation /${name} ${alternate} << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [${solid}] /N 1 >>]`

/** An image of raw data that is not there: its dictionary is what checks look at. */
export const imageObject = (
  width: number,
  height: number,
  entries = '/ColorSpace /DeviceCMYK',
): RawObject => ({
  entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${entries}`,
  data: 'x',
})

/** An ICC profile as far as its header goes. */
export function profileData(deviceClass: string, space: string): Buffer {
  const data = Buffer.alloc(132)
  data.write(deviceClass.padEnd(4), 12, 'latin1')
  data.write(space.padEnd(4), 16, 'latin1')
  return data
}
