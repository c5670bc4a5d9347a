/** What reading an upload can tell: damage, what is taken out, fields and placeholders; see upload-cases.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FindingCode } from '../../../../../core/engine/finding/codes.ts'
import { HOSTILE_FILES } from '../../../../support/pdf/hostile-pdf.ts'
import { placeholderPage } from '../../../../support/pdf/placeholder-page.ts'
import { BLACK_BOX, type PressPage, pressPage, separationText } from '../../../../support/pdf/press-page.ts'
import { flated } from '../../../../support/pdf/raw-pdf.ts'
import { field, fields, spots, text, type UploadCase } from '../../../../support/pdf/upload-cases.ts'

const ENCRYPTED = readFileSync(
  join(import.meta.dirname, '../../../../fixtures/encrypted-without-password.pdf'),
)

const stamp = (appearance: string): PressPage => ({
  page: '/Annots [@stamp]',
  objects: {
    stamp: `<< /Type /Annot /Subtype /Stamp /Rect [100 80 150 120] ${appearance} >>`,
    look: { entries: '/Type /XObject /Subtype /Form /BBox [0 0 50 40]', data: BLACK_BOX },
  },
})
const one = (widget: string, catalog = '') => {
  const page = fields(widget)
  return { ...page, catalog: `${page.catalog} ${catalog}` }
}
const RECT = '100 80 150 100'
/** A check box whose mark is drawn in this way. */
const checkBox = (mark: string): PressPage => {
  const page = one(field(RECT, '/FT /Btn /AP << /N << /Yes @on >> >>').replace('/FT /Tx ', ''))
  const on = { entries: '/Type /XObject /Subtype /Form /BBox [0 0 50 20]', data: mark }
  return { ...page, objects: { ...page.objects, on } }
}
const words = (shown: string, size = 10, mode = 0) =>
  placeholderPage({ content: `BT ${mode} Tr /F1 ${size} Tf 40 250 Td (${shown}) Tj ET` })
const towers = () => {
  const file = HOSTILE_FILES.find(({ finding }) => finding === 'check_incomplete')
  if (file === undefined) throw new Error('No hostile file ends the checks.')
  return Buffer.from(file.make())
}
const GREY = '/Type /XObject /Subtype /Image /Width 20 /Height 20 /BitsPerComponent 8 /ColorSpace /DeviceGray'
/** A page that paints an image, of which there are a whole one and one that breaks off. */
const paintsImage = (image: string): PressPage => ({
  content: `q 9 0 0 9 100 80 cm /I Do Q ${BLACK_BOX}`,
  resources: `/XObject << /I ${image} >>`,
  objects: { whole: flated(Buffer.alloc(400), GREY), cut: flated(Buffer.alloc(200), GREY) },
})
/** A page tree that says so many pages of its one. */
const counted = (pages: number) =>
  Buffer.from(pressPage().toString('latin1').replace('/Count 1 ', `/Count ${pages} `), 'latin1')
/** Glyphs by number, and nothing that says what they stand for. */
const unnamed: PressPage = {
  content: 'BT /F 12 Tf 100 90 Td <00010002> Tj ET',
  resources: '/Font << /F @font >>',
  objects: {
    font: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Odd /Encoding /Identity-H /DescendantFonts [@descendant] >>',
    descendant:
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  },
}

export const READING_CASES = {
  pdf_encryption_removed: ['warn', ENCRYPTED, pressPage()],
  pdf_object_unreadable: [
    'warn',
    { content: `${BLACK_BOX} /G gs`, resources: '/ExtGState << /G @odd >>', objects: { odd: ']]' } },
    {
      content: `${BLACK_BOX} /G gs`,
      resources: '/ExtGState << /G @odd >>',
      objects: { odd: '<< /OP false >>' },
    },
  ],
  page_content_missing: [
    'fail',
    { page: '/Contents [@content0 999 0 R]' },
    { page: '/Contents [@content0]' },
  ],
  page_content_unreadable: [
    'fail',
    {
      page: '/Contents [@content0 @odd]',
      objects: { odd: { entries: '/Filter /JBIG2Decode', data: BLACK_BOX } },
    },
    { page: '/Contents [@content0 @odd]', objects: { odd: { data: BLACK_BOX } } },
  ],
  artwork_missing: ['fail', paintsImage('999 0 R'), paintsImage('@whole')],
  artwork_unreadable: ['fail', paintsImage('@cut'), paintsImage('@whole')],
  pages_missing: ['fail', counted(3), counted(1)],
  page_content_unbalanced: ['warn', { content: `Q ${BLACK_BOX}` }, { content: `q ${BLACK_BOX} Q` }],
  annotation_removed: ['warn', stamp(''), stamp('/AP << /N @look >>')],
  text_unreadable: ['info', unnamed, text('0 0 0 1 k', 9)],
  ink_not_bindable: ['info', spots('[/Separation /Gold /DeviceCMYK]'), spots(separationText('Gold'))],
  check_incomplete: ['warn', towers(), pressPage()],
  pdfx_lost: [
    'warn',
    { objects: { info: '<< /GTS_PDFXVersion (PDF/X-1:2001) >>' } },
    { objects: { info: '<< /Title (Card) >>' } },
  ],
  field_no_geometry: ['warn', one(field(RECT).replace(`/Rect [${RECT}]`, '')), one(field(RECT))],
  field_hidden: ['info', one(field(RECT, '').replace('/F 4', '/F 2')), one(field(RECT))],
  field_ink_unknown: ['warn', words('{{name|ink=Silver}}'), words('{{name|ink=Black}}')],
  field_color_not_kept: [
    'warn',
    one(field(RECT).replace('0 g', '/Pattern cs')),
    one(field(RECT).replace('0 g', '1 0 0 rg')),
  ],
  field_look_not_kept: [
    'warn',
    placeholderPage({ content: '2 Tr [2 1] 0 d 0 0 1 0 K BT /F1 10 Tf 40 250 Td ({{name}}) Tj ET' }),
    placeholderPage({ content: '2 Tr [] 0 d 0 0 1 0 K BT /F1 10 Tf 40 250 Td ({{name}}) Tj ET' }),
  ],
  field_border_removed: [
    'warn',
    one(field(RECT, '/MK << /BC [0 0 0 1] >>')),
    one(field(RECT, '/MK << /CA (Name) >>')),
  ],
  field_mark_own_colors: ['info', checkBox('1 0 0 rg 0 0 9 9 re f'), checkBox('0 g 0 0 9 9 re f')],
  field_mark_replaced: [
    'info',
    checkBox('BT /None 12 Tf (x) Tj ET 0 g 0 0 9 9 re f'),
    checkBox('0 g 0 0 9 9 re f'),
  ],
  field_type_unsupported: ['info', one(field(RECT, '/Ff 1048576')), one(field(RECT))],
  field_options_missing: [
    'warn',
    one(field(RECT, '/FT /Ch').replace('/FT /Tx ', '')),
    one(field(RECT, '/FT /Ch /Opt [(Red) (Blue)]').replace('/FT /Tx ', '')),
  ],
  field_read_only: ['info', one(field(RECT, '/Ff 1')), one(field(RECT))],
  field_calculated: [
    'warn',
    one(field(RECT, `/AA << /C << /S /JavaScript /JS (AFSimple_Calculate\\("SUM", ["a", "b"]\\)) >> >>`)),
    one(field(RECT)),
  ],
  field_formatted: [
    'warn',
    one(field(RECT, '/AA << /F << /S /JavaScript /JS (AFDate_FormatEx\\("dd.mm.yyyy"\\)) >> >>')),
    one(field(RECT)),
  ],
  field_validated: [
    'info',
    one(field(RECT, '/AA << /V << /S /JavaScript /JS (event.rc = true) >> >>')),
    one(field(RECT, '/AA << /Fo << /S /JavaScript /JS (app.beep\\(0\\)) >> >>')),
  ],
  field_single_choice: [
    'warn',
    one(field(RECT, '/FT /Ch /Ff 2097152 /Opt [(Red) (Blue)] /V [(Red) (Blue)]').replace('/FT /Tx ', '')),
    one(field(RECT, '/FT /Ch /Opt [(Red) (Blue)] /V (Red)').replace('/FT /Tx ', '')),
  ],
  field_own_text: [
    'warn',
    one(field(RECT, '/FT /Ch /Ff 393216 /Opt [(Red) (Blue)]').replace('/FT /Tx ', '')),
    one(field(RECT, '/FT /Ch /Ff 131072 /Opt [(Red) (Blue)]').replace('/FT /Tx ', '')),
  ],
  field_rich_text: ['info', one(field(RECT, '/Ff 33554432')), one(field(RECT))],
  placeholder_instruction: ['warn', words('{{#if guest}}'), words('{{# of guests}}')],
  placeholder_label_missing: ['warn', words('{{|w=20mm}}'), words('{{name|w=20mm}}')],
  placeholder_setting_invalid: ['warn', words('{{name|w=wide}}'), words('{{name|w=20mm}}')],
  placeholder_setting_unknown: ['warn', words('{{name|colour=red}}'), words('{{name|ink=Black}}')],
  placeholder_unclosed: ['warn', words('{{name'), words('{{name}}')],
  placeholder_unread: ['warn', words('{{name}}', 10, 7), words('{{name}}')],
} satisfies Partial<Record<FindingCode, UploadCase>>
