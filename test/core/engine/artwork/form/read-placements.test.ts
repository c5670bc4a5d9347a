/** Where fields stand on their pages, and what is said of places that a printer or a viewer would not accept. */
import { expect } from 'chai'
import { textField } from '../../../../support/pdf/form-pdf.ts'
import { readFormParts, readOneField } from '../../../../support/pdf/form-reading.ts'

const AT = '40 40 200 60'
const FAR_TRIM = '/MediaBox [0 0 300 200] /TrimBox [10 10 290 190]'

describe('readForm: places', () => {
  for (const rotate of [0, 90, 180, 270])
    for (const userUnit of [1, 2])
      for (const [x, y] of [
        [0, 0],
        [100, 50],
        [-30, -200],
      ] as const)
        it(`keeps a box in user space at /Rotate ${rotate}, user unit ${userUnit}, origin ${x} ${y}`, async () => {
          const page = `/MediaBox [${x} ${y} ${x + 300} ${y + 200}] /CropBox [${x + 10} ${y + 10} ${x + 250} ${y + 190}]`
          const field = await readOneField({
            pages: [`${page} /Rotate ${rotate} /UserUnit ${userUnit}`],
            fields: [textField('a', `${x + 200} ${y + 60} ${x + 40} ${y + 40}`)],
          })
          expect(field.placements).to.have.length(1)
          expect(field.placements[0]).to.deep.include({ page: 0, turn: 0, insetPt: 2 })
          expect(field.placements[0]?.box).to.deep.equal([x + 40, y + 40, x + 200, y + 60])
        })

  for (const [written, turn] of [
    [90, 90],
    [-90, 270],
    [540, 180],
    [45, 0],
  ])
    it(`turns the text by ${turn} at /MK /R ${written}`, async () => {
      const field = await readOneField({ fields: [textField('a', AT, `/MK << /R ${written} >>`)] })
      expect(field.placements[0]?.turn).to.equal(turn)
    })

  for (const [entries, rect, inset] of [
    ['/BS << /W 2.25 >>', AT, 4.5],
    ['/BS << /W 0 >>', AT, 0],
    ['/Border [0 0 2]', AT, 4],
    ['/BS << /W 20 >>', AT, 5],
    ['', '40 40 200 44', 1],
  ] as const)
    it(`keeps ${inset} units from the edge of [${rect}] ${entries}`, async () => {
      const field = await readOneField({ fields: [textField('a', rect, entries)] })
      expect(field.placements[0]?.insetPt).to.equal(inset)
    })

  it('takes every widget of a field, each with its own page and style', async () => {
    const field = await readOneField({
      pages: ['/MediaBox [0 0 300 200]', '/MediaBox [0 0 300 200]'],
      fields: [
        { entries: '/T (a) /FT /Tx /V (x) /Kids [@one @two]', name: 'a', page: null },
        ...(['one', 'two'] as const).map((name, page) => ({
          entries: `/Subtype /Widget /Parent @a /Rect [${AT}] /Q ${page} /DA (/Helv ${10 + page} Tf)`,
          name,
          page,
          listed: false,
        })),
      ],
    })
    const styles = field.placements.map(({ page, style }) => `${page} ${style.sizePt} ${style.align}`)
    expect(styles).to.deep.equal(['0 10 left', '1 11 center'])
  })

  const missing = {
    field_hidden: ['info', textField('a', AT).replace('/F 4', '/F 2')],
    field_outside_page: ['warn', textField('a', '400 40 500 60')],
    field_no_geometry: ['warn', textField('a', '40 40 40 60')],
  } as const
  for (const [code, [severity, field]] of Object.entries(missing))
    it(`leaves a field out and says ${code}`, async () => {
      const { fields, findings } = await readFormParts({ fields: [field] })
      expect(fields).to.deep.equal([])
      expect(findings.map((finding) => `${finding.code} ${finding.severity}`)).to.deep.equal([
        `${code} ${severity}`,
      ])
    })

  it('leaves out what may not be viewed, is cropped away or stands on no page', async () => {
    const { fields, codes } = await readFormParts({
      pages: ['/MediaBox [0 0 300 200] /CropBox [0 0 150 200]'],
      fields: [
        textField('a', AT).replace('/F 4', '/F 32'),
        textField('b', '160 40 200 60'),
        { entries: textField('c', AT), page: null },
      ],
    })
    expect(fields).to.deep.equal([])
    expect(codes).to.deep.equal(['field_hidden', 'field_outside_page', 'field_no_geometry'])
  })

  it('keeps a field for the widgets that remain', async () => {
    const { fields, findings } = await readFormParts({
      fields: [
        textField('a', AT),
        textField('a', '400 40 500 60'),
        textField('a', AT).replace('/F 4', '/F 2'),
      ],
    })
    expect(fields[0]?.placements).to.have.length(1)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({ code: 'field_outside_page', severity: 'info' })
  })

  it('ends a box at the edge of the page and says so', async () => {
    const { fields, codes } = await readFormParts({
      pages: [FAR_TRIM],
      fields: [textField('a', '200 -20 250 5')],
    })
    expect(fields[0]?.placements[0]?.box).to.deep.equal([200, 0, 250, 5])
    expect(codes).to.deep.equal(['field_outside_page'])
  })

  it('says that a field overlaps another, but not its own twin nor a neighbour that touches', async () => {
    const { findings } = await readFormParts({
      fields: [
        textField('a', '40 40 100 60'),
        textField('b', '90 50 150 80', '/TU (B)'),
        textField('b', '90 50 150 80', '/TU (B)'),
        textField('c', '149.5 50 200 80'),
      ],
    })
    expect(findings).to.have.length(1)
    expect(findings[0]).to.deep.include({ code: 'field_overlap', page: 0, bbox: [90, 50, 100, 60] })
    expect(findings[0]?.params).to.deep.equal({ label: 'a', other: 'B' })
  })

  it('says that a field comes near the trim, in millimetres, and spares the slug', async () => {
    const near = (rect: string, page = FAR_TRIM) =>
      readFormParts({ pages: [page], fields: [textField('a', rect)] }).then(({ findings }) => findings)
    expect(await near('40 18.6 100 40')).to.deep.equal([])
    const [finding] = await near('40 14 100 40')
    expect(finding).to.deep.include({ code: 'safe_zone_field', severity: 'warn', found: 1.4, expected: 3 })
    expect(await near('40 14.3 100 40', `${FAR_TRIM} /UserUnit 2`)).to.deep.equal([])
    expect(await near('40 0 100 9')).to.deep.equal([])
    expect((await near('40 5 100 40'))[0]).to.include({ code: 'safe_zone_field', found: -1.8 })
  })
})
