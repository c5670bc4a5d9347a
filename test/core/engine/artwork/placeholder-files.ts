/** PDFs with placeholders from libraries in the tests, and files from other producers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as cantoo from '@cantoo/pdf-lib'
import { generate } from '@pdfme/generator'
import { text } from '@pdfme/schemas'
import * as hopding from 'pdf-lib'
import { placeholderPage } from '../../../support/pdf/placeholder-page.ts'

export interface PlaceholderFile {
  readonly producer: string
  make(): Promise<Uint8Array>
  /** The font key of each placeholder by its label, in reading order. */
  readonly placeholders: Readonly<Record<string, string>>
}

const [ARIMO, BOLD, TINOS] = ['bundled:Arimo-Regular', 'bundled:Arimo-Bold', 'bundled:Tinos-Regular']
const [JOST, JOST_BOLD] = ['bundled:Jost-Regular', 'bundled:Jost-Bold']
const GARAMOND = 'bundled:CormorantGaramond-Regular'

const fixture = (name: string) => async () =>
  readFileSync(join(import.meta.dirname, `../../../fixtures/placeholders/${name}.pdf`))

export const PLACEHOLDER_FILES: readonly PlaceholderFile[] = [
  {
    producer: 'raw operators',
    make: async () => rawArtwork(),
    placeholders: {
      name: ARIMO,
      first: ARIMO,
      town: BOLD,
      'two bytes': ARIMO,
      differences: ARIMO,
      actual: ARIMO,
      'pi ece s': ARIMO,
      upright: TINOS,
      reversed: TINOS,
      far: TINOS,
    },
  },
  {
    producer: 'pdf-lib',
    make: () => libraryArtwork(hopding as unknown as typeof cantoo),
    placeholders: {
      title: BOLD,
      'first name': ARIMO,
      'last name': ARIMO,
      côté: TINOS,
      turned: ARIMO,
      line: ARIMO,
    },
  },
  {
    producer: '@cantoo/pdf-lib',
    make: () => libraryArtwork(cantoo),
    placeholders: {
      title: BOLD,
      'first name': ARIMO,
      'last name': ARIMO,
      côté: TINOS,
      turned: ARIMO,
      line: ARIMO,
    },
  },
  {
    producer: 'pdfme',
    make: pdfmeArtwork,
    placeholders: { 'guest name': JOST, spaced: JOST, corner: JOST, middle: JOST },
  },
  {
    producer: 'Chromium',
    make: fixture('chromium-card'),
    placeholders: {
      couple: GARAMOND,
      'date of the day': JOST,
      first: JOST,
      title: JOST_BOLD,
      last: JOST_BOLD,
      'AVATAR name': JOST,
      table: JOST,
      pieces: JOST,
      seat: JOST,
      message: JOST,
      greeting: JOST,
      'efficient office': JOST,
      code: JOST,
    },
  },
  {
    producer: 'Cairo (rsvg)',
    make: fixture('rsvg-label'),
    placeholders: {
      product: GARAMOND,
      subtitle: JOST,
      batch: JOST,
      year: JOST_BOLD,
      colour: JOST,
      weight: JOST,
      slanted: JOST,
      note: JOST,
      lot: JOST,
    },
  },
  {
    producer: 'LibreOffice',
    make: fixture('libreoffice-letter'),
    placeholders: {
      event: TINOS,
      place: JOST,
      date: JOST,
      first: JOST,
      last: JOST,
      partner: TINOS,
      seat: JOST_BOLD,
      'split run': JOST,
      signature: JOST,
      'Ünïcode Größe': JOST,
    },
  },
  {
    producer: 'LibreOffice, justified',
    make: fixture('libreoffice-invitation'),
    placeholders: { guest: TINOS, host: TINOS, friend: TINOS },
  },
  {
    producer: 'groff, justified',
    make: fixture('groff-letter'),
    placeholders: { guest: TINOS, table: TINOS, host: TINOS, sender: ARIMO },
  },
  {
    producer: 'Ghostscript',
    make: fixture('ghostscript-badge'),
    placeholders: {
      company: ARIMO,
      first: BOLD,
      since: TINOS,
      spread: TINOS,
      leaning: TINOS,
      number: ARIMO,
      kerned: ARIMO,
    },
  },
  {
    producer: 'groff',
    make: fixture('groff-slip'),
    placeholders: {
      order: BOLD,
      customer: TINOS,
      packer: TINOS,
      day: TINOS,
      wish: 'bundled:Tinos-Italic',
      thanks: TINOS,
      'office files': TINOS,
    },
  },
]

/** Two bytes a character, as Identity-H has them; the CIDs are the characters' own numbers. */
const twoBytes = (words: string) =>
  `<${Array.from(words, (one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`

function rawArtwork(): Buffer {
  const content = [
    'BT /F1 14 Tf 40 270 Td [({)-20({na)15(me)-5(})(})] TJ ET',
    'BT /F1 12 Tf 40 245 Td (Dear ) Tj ({{first}}) Tj (, welcome to ) Tj /F2 12 Tf ({{town}}) Tj /F1 12 Tf (!) Tj ET',
    `BT /F4 11 Tf 40 220 Td ${twoBytes('{{two ')} Tj ${twoBytes('bytes}}')} Tj ET`,
    'BT /F5 11 Tf 40 200 Td (\\001\\001differences\\002\\002) Tj ET',
    'BT /F1 11 Tf 40 180 Td /Span << /ActualText ({{actual}}) >> BDC [(\\253actual\\253)] TJ EMC ET',
    'BT /F1 11 Tf 40 160 Td ({) Tj ET BT /F1 11 Tf 43.674 160 Td ({pi ) Tj ET',
    'BT /F1 11 Tf 58.366 160 Td (ece s}}) Tj ET',
    'BT /F3 10 Tf 0 1 -1 0 385 40 Tm ({{upright}}) Tj ET',
    'q -1 0 0 -1 350 60 cm BT /F3 10 Tf 0 0 Td ({{reversed|w=40mm}}) Tj ET Q',
    'BT /Gold cs 0.5 scn /F3 10 Tf 40 30 Td ({{far) Tj ET /Gold cs 0.5 scn BT /F3 10 Tf 60.7 30 Td (}}) Tj ET',
  ].join('\n')
  const width =
    '/W [32 [278] 98 [556] 101 [556] 111 [556] 115 [500 278] 119 [722] 121 [500] 123 [334] 125 [334]]'
  return placeholderPage({
    content,
    fonts: '/F4 @composite /F5 @renamed',
    objects: {
      composite:
        '<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [@descendant] ' +
        '/ToUnicode @meanings >>',
      descendant:
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /FontDescriptor @described /DW 556 ' +
        `${width} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
      meanings: {
        data:
          '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
          '1 beginbfrange <0020> <007e> <0020> endbfrange endcmap end',
      },
      described:
        '<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 ' +
        '/Ascent 718 /Descent -207 /CapHeight 718 /StemV 80 >>',
      renamed:
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding ' +
        '/Differences [1 /braceleft /braceright] >> >>',
    },
  })
}

/** pdf-lib and its fork are told apart by their namespace alone. */
async function libraryArtwork(library: typeof cantoo): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, degrees, grayscale } = library
  const doc = await PDFDocument.create()
  const page = doc.addPage([360, 240])
  const font = await doc.embedFont(StandardFonts.Helvetica)
  const bold = await doc.embedFont(StandardFonts.HelveticaBold)
  const times = await doc.embedFont(StandardFonts.TimesRoman)
  const title = '{{title}}'
  page.drawText(title, { x: 180 - bold.widthOfTextAtSize(title, 24) / 2, y: 200, size: 24, font: bold })
  page.drawText('Dear {{first name}} {{last name}},', { x: 30, y: 160, size: 11, font })
  page.drawText('{{côté|max=20}}', { x: 30, y: 130, size: 13, font: times, color: grayscale(0) })
  page.drawText('{{turned}}', { x: 300, y: 60, size: 12, font, rotate: degrees(30) })
  page.drawText('first line\n{{line}}', { x: 30, y: 90, size: 10, lineHeight: 13, font })
  page.drawRectangle({ x: 180, y: 60, width: 60, height: 60, color: grayscale(0.5) })
  return doc.save()
}

async function pdfmeArtwork(): Promise<Uint8Array> {
  const data = readFileSync(
    join(
      import.meta.dirname,
      '../../../../node_modules/@expo-google-fonts/jost/400Regular/Jost_400Regular.ttf',
    ),
  )
  const field = (name: string, y: number, more: object = {}) => ({
    ...{
      name,
      type: 'text',
      position: { x: 10, y },
      width: 60,
      height: 8,
      fontName: 'Jost-Regular',
      fontSize: 12,
    },
    ...more,
  })
  const schemas = [
    field('a', 10),
    field('b', 25, { characterSpacing: 2, width: 80 }),
    field('c', 40, { alignment: 'right' }),
    field('d', 55, { alignment: 'center', width: 80, position: { x: 10, y: 55 } }),
  ]
  return generate({
    template: {
      basePdf: { width: 100, height: 80, padding: [0, 0, 0, 0] },
      schemas: [schemas],
    } as Parameters<typeof generate>[0]['template'],
    inputs: [{ a: '{{guest name}}', b: '{{spaced|w=60mm}}', c: '{{corner}}', d: '{{middle}}' }],
    plugins: { text },
    options: { font: { 'Jost-Regular': { data, fallback: true } } },
  })
}
