/** Push buttons with a place for a picture, as fields of a form. */
import { expect } from 'chai'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { bundledFonts } from '../../../../support/engine/rendering.ts'
import { formPdf, streamObject, textField } from '../../../../support/pdf/form-pdf.ts'
import { readFormParts } from '../../../../support/pdf/form-reading.ts'
import { coverage, needs, plates, qpdfCheck } from '../../../../support/rips/oracles.ts'

const PUSH = '/FT /Btn /Ff 65536'
const icon = streamObject('1 0 0 rg 0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]')
const button = (looks: string, entries = '', name = 'photo') =>
  textField(
    name,
    '40 60 140 120',
    `${entries.includes('/Ff') ? '/FT /Btn' : PUSH} /MK << ${looks} >> ${entries}`,
  )

async function read(...fields: readonly string[]) {
  return (await readFormParts({ fields, objects: { icon } })).fields
}

describe('Push buttons', () => {
  it('that show an icon are image fields, with their label, box and turn, and nothing chosen', async () => {
    const [field, ...others] = await read(
      button('/TP 1 /I @icon /R 90', `/TU (Your photograph) /Ff ${65536 | 2}`),
    )
    expect(others).to.deep.equal([])
    expect(field).to.deep.include({ type: 'image', label: 'Your photograph', sourceName: 'photo' })
    expect(field).to.deep.include({ required: true, defaultValue: '', options: null, maxLength: null })
    const [placement] = field?.placements ?? []
    expect(placement).to.deep.include({ box: [40, 60, 140, 120], turn: 90, insetPt: 0 })
    expect(placement?.picture).to.deep.equal({ fit: 'fit', anchor: 'center' })
  })

  it('that show nothing yet are, where the icon stands alone', async () => {
    const fields = await read(
      button('/TP 1', '', 'empty'),
      button('/TP 1', '/A << /S /JavaScript /JS (event.target.buttonImportIcon\\(\\);) >>', 'chooser'),
      button('/TP 2 /CA (Photo) /I @icon', '', 'captioned'),
    )
    expect(fields.map(({ sourceName, required }) => [sourceName, required])).to.deep.equal([
      ['empty', false],
      ['chooser', false],
      ['captioned', false],
    ])
  })

  it('that are buttons are left out', async () => {
    const fields = await read(
      textField('bare', '0 0 20 20', PUSH),
      button('/CA (Send)', '', 'caption'),
      button('/TP 0 /I @icon', '', 'hidden icon'),
      button('/TP 3 /CA (Photo)', '', 'no icon'),
      button('/TP 1 /I @icon', '/A << /S /ResetForm >>', 'reset'),
      button('/TP 1 /I @icon', '/A << /S /JavaScript /JS (this.print\\(\\);) >>', 'print'),
    )
    expect(fields).to.deep.equal([])
  })

  const fits: readonly (readonly [string, string, string])[] = [
    ['', 'fit', 'center'],
    ['/SW /A /S /P /A [0 1]', 'fit', 'top_left'],
    ['/SW /B /S /P /A [1 0.5]', 'fit', 'right'],
    ['/S /A /A [0.5 0]', 'fill', 'bottom'],
    ['/SW /N /S /A /A [0.9 0.1]', 'fit', 'bottom_right'],
    ['/SW /S /A [0.5 0.9]', 'fit', 'top'],
    ['/A [7 /x]', 'fit', 'right'],
  ]
  for (const [stated, fit, anchor] of fits)
    it(`fit as /IF says: ${stated || 'nothing'}`, async () => {
      const [field] = await read(button(`/TP 1 /I @icon /IF << ${stated} >>`))
      expect(field?.placements[0]?.picture).to.deep.equal({ fit, anchor })
    })

  it('keep clear of a border, unless they take the whole box', async () => {
    const insets = async (looks: string) =>
      (await read(button(`/TP 1 ${looks}`, '/BS << /W 3 >>')))[0]?.placements[0]?.insetPt
    expect(await insets('/BC [0]')).to.equal(3)
    expect(await insets('')).to.equal(0)
    expect(await insets('/BC [0] /IF << /FB true >>')).to.equal(0)
  })

  it('leave nothing of their icon on the page', async function () {
    needs(this, 'gs', 'qpdf')
    const appearance = streamObject(
      '1 0 0 rg 0 0 100 60 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 100 60]',
    )
    const source = formPdf({
      fields: [button('/TP 1 /I @icon', '/AP << /N @shown >>')],
      objects: { icon, shown: appearance },
    })
    const { body, scene } = await compilePdf(source, bundledFonts.list())
    expect(scene.fields.map(({ type }) => type)).to.deep.equal(['image'])
    const pdf = Buffer.concat(body)
    expect(qpdfCheck(pdf).status).to.equal(0)
    for (const plate of plates(pdf).values()) expect(coverage(plate).max).to.equal(0)
  })
})
