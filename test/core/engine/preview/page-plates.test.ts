/** Blank pages as plates, on drawings whose ink is known, and against Ghostscript's plates of the same body. */
import { expect } from 'chai'
import { compileSource } from '../../../support/engine/rendering.ts'
import { INK_TILES, inkMatrixPdf } from '../../../support/pdf/ink-matrix-pdf.ts'
import { onePage, type RawObject } from '../../../support/pdf/raw-pdf.ts'
import {
  difference,
  inkAt,
  overlap,
  plateOf,
  platesOfUpload,
  platesOn,
  pressPlatesOf,
} from '../../../support/rips/blank-plates.ts'
import { needs, platesOfPages } from '../../../support/rips/oracles.ts'

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.8 0] /N 1 >>'
const separation = (name: string) => `[/Separation /${name} /DeviceCMYK ${TINT}]`
const RESOURCES =
  `/ColorSpace << /Au ${separation('Gold')} /Ag ${separation('Silver')} /Cu ${separation('Copper')} ` +
  `/Pt ${separation('Platinum')} /All ${separation('All')} /None ${separation('None')} >> ` +
  '/ExtGState << /Over << /OP true /op true /OPM 1 >> /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> ' +
  '/Difference << /BM /Difference >> /Hue << /BM /Hue >> >>'

/** One page of 200 by 100 with the inks and states above; a unit is a pixel. */
const drawn = (content: string, resources = '', objects: Readonly<Record<string, RawObject>> = {}) =>
  onePage({ data: content }, `/Resources << ${RESOURCES} ${resources} >>`, objects)

describe('blank pages as plates', () => {
  it('has one plate for each spot ink that is painted, and the process colours without them', async () => {
    const plates = await platesOfUpload(
      drawn('/Au cs 0.5 scn 0 0 50 100 re f 0 0 1 rg 50 0 50 100 re f /Ag cs 1 scn 100 0 50 100 re f'),
    )
    expect(plates.spots.map(({ name }) => name)).to.have.members(['Gold', 'Silver'])
    const [gold, silver] = ['Gold', 'Silver'].map((name) => plateOf(plates, name)) as [Uint8Array, Uint8Array]
    expect([25, 75, 125, 175].map((x) => inkAt(gold, plates, x, 50))).to.deep.equal([50, 0, 0, 0])
    expect([25, 75, 125, 175].map((x) => inkAt(silver, plates, x, 50))).to.deep.equal([0, 0, 100, 0])
    const shown = (x: number) => [...plates.process.subarray((50 * 200 + x) * 3, (50 * 200 + x) * 3 + 3)]
    expect([25, 75, 125].map(shown)).to.deep.equal([
      [255, 255, 255],
      [0, 0, 255],
      [255, 255, 255],
    ])
  })

  it('knocks out what lies below, and leaves it where an object overprints', async () => {
    const plates = await platesOfUpload(
      drawn(
        '/Au cs 0.8 scn 0 0 200 100 re f 0 0 0 1 k 0 0 40 100 re f ' +
          '/Over gs 0 0 0 1 k 40 0 40 100 re f /Ag cs 0.6 scn 80 0 40 100 re f ' +
          '/Au cs 0.3 scn 120 0 40 100 re f 0 0 0 0 k 160 0 40 100 re f',
      ),
    )
    const xs = [20, 60, 100, 140, 180]
    const gold = plateOf(plates, 'Gold')
    expect(xs.map((x) => inkAt(gold, plates, x, 50))).to.deep.equal([0, 80, 80, 30, 80])
    const silver = plateOf(plates, 'Silver')
    expect(xs.map((x) => inkAt(silver, plates, x, 50))).to.deep.equal([0, 0, 60, 0, 0])
    const dark = (x: number) => plates.process[(50 * 200 + x) * 3]! < 80
    expect(xs.map(dark)).to.deep.equal([true, true, false, false, false])
  })

  it('shows four inks that overprint each other, each on its own plate', async () => {
    const inks = { Gold: 'Au', Silver: 'Ag', Copper: 'Cu', Platinum: 'Pt' }
    const content = Object.values(inks).map(
      (ink, at) => `/${ink} cs 0.${at + 2} scn ${at * 20} 0 100 100 re f`,
    )
    const plates = await platesOfUpload(drawn(`/Over gs ${content.join(' ')}`))
    for (const [at, name] of Object.keys(inks).entries())
      expect(inkAt(plateOf(plates, name), plates, 90, 50), name).to.equal((at + 2) * 10)
  })

  it('lets half of what lies below through an object of half opacity', async () => {
    const plates = await platesOfUpload(
      drawn('/Au cs 1 scn 0 0 200 100 re f /Half gs 0 0 1 rg 0 0 50 100 re f /Au cs 0 scn 50 0 50 100 re f'),
    )
    expect([25, 75, 125].map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))).to.deep.equal([
      50, 50, 100,
    ])
  })

  it('blends spot inks by the modes that leave white as it is, and by no other', async () => {
    const gold = '/Au cs 0.5 scn'
    const plates = await platesOfUpload(
      drawn(
        `${gold} 0 0 200 100 re f /Multiply gs ${gold} 0 0 40 100 re f 1 0 0 rg 40 0 40 100 re f ` +
          `/Difference gs ${gold} 80 0 40 100 re f /Hue gs /Au cs 0.2 scn 120 0 40 100 re f`,
      ),
    )
    const inks = [20, 60, 100, 140].map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))
    expect(inks).to.deep.equal([75, 50, 50, 20])
  })

  it('leaves the colours of a soft mask alone: they are opacity', async () => {
    const mask = {
      entries:
        '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Group << /S /Transparency /CS /DeviceGray >>',
      data: '1 g 0 0 100 100 re f 0.5 g 100 0 100 100 re f',
    }
    const state = '/Masked << /SMask << /S /Luminosity /G @mask >> >>'
    const upload = onePage(
      { data: '/Masked gs /Au cs 1 scn 0 0 200 100 re f' },
      `/Resources << /ColorSpace << /Au ${separation('Gold')} >> /ExtGState << ${state} >> >>`,
      { mask },
    )
    const plates = await platesOfUpload(upload)
    expect([50, 150].map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))).to.deep.equal([100, 50])
  })

  it('keeps the colour of what follows a soft mask', async () => {
    const mask = {
      entries:
        '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Group << /S /Transparency /CS /DeviceGray >>',
      data: '0.5 g 0 0 200 100 re f',
    }
    const state = '/Masked << /SMask << /S /Luminosity /G @mask >> >>'
    const upload = onePage(
      { data: '1 0 0 rg q 0 0 1 rg /Masked gs 0 0 100 100 re f Q 100 0 100 100 re f' },
      `/Resources << /ExtGState << ${state} >> >>`,
      { mask },
    )
    const plates = await platesOfUpload(upload)
    const shown = (x: number) => [...plates.process.subarray((50 * 200 + x) * 3, (50 * 200 + x) * 3 + 3)]
    expect(shown(50)[2]).to.equal(255)
    expect(shown(50)[0]).to.be.within(120, 135)
    expect(shown(150)).to.deep.equal([255, 0, 0])
  })

  it('paints nothing in None, and registration marks on every plate', async () => {
    const plates = await platesOfUpload(
      drawn('/Au cs 0.7 scn 0 0 100 100 re f /None cs 1 scn 0 0 50 100 re f /All cs 1 scn 150 0 50 100 re f'),
    )
    const inks = [25, 75, 125, 175].map((x) => inkAt(plateOf(plates, 'Gold'), plates, x, 50))
    expect(inks).to.deep.equal([70, 70, 0, 100])
    expect(plates.process[(50 * 200 + 25) * 3]).to.equal(255)
    expect(plates.process[(50 * 200 + 175) * 3]).to.be.lessThan(80)
  })

  it('keeps the state that a form takes over: its colour, and what overprints', async () => {
    const form = (data: string) => ({ entries: '/Type /XObject /Subtype /Form /BBox [0 0 200 100]', data })
    const content =
      '/Au cs 0.9 scn 0 0 200 100 re f q /Ag cs 0.4 scn /Left Do Q q /Over gs /Ag cs 0.4 scn 1 0 0 1 50 0 cm /Left Do Q'
    const plates = await platesOfUpload(
      drawn(content, '/XObject << /Left @left >>', { left: form('0 0 50 100 re f') }),
    )
    const inks = (name: string) => [25, 75, 125].map((x) => inkAt(plateOf(plates, name), plates, x, 50))
    expect(inks('Gold')).to.deep.equal([0, 90, 90])
    expect(inks('Silver')).to.deep.equal([40, 40, 0])
  })

  for (const [what, content, objects] of [
    [
      'a form within itself',
      '/Loop Do',
      {
        loop: {
          entries:
            '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /XObject << /Loop @loop >> >>',
          data: '/Loop Do',
        },
      },
    ],
    [
      'a pattern of itself',
      '/Pattern cs /Loop scn 0 0 200 100 re f',
      {
        loop: {
          entries:
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /Loop @loop >> >>',
          data: '/Pattern cs /Loop scn 0 0 9 9 re f',
        },
      },
    ],
  ] as const)
    it(`draws a page with ${what}`, async () => {
      const plates = await platesOfUpload(
        drawn(
          `/Au cs 0.4 scn 0 0 10 10 re f ${content}`,
          '/XObject << /Loop @loop >> /Pattern << /Loop @loop >>',
          objects,
        ),
      )
      expect(inkAt(plateOf(plates, 'Gold'), plates, 5, 95)).to.be.oneOf([0, 40])
      expect(plates.widthPx).to.equal(200)
    })

  it('shows an ink in every way of painting as Ghostscript does @long', async function () {
    needs(this, 'gs', 'mutool')
    const compiled = await compileSource(inkMatrixPdf())
    const dpi = 144
    const plates = await platesOn(compiled, { dpi })
    const [gs, mutool] = (['gs', 'mutool'] as const).map(
      (rip) => platesOfPages(compiled.body, { rip, dpi })[0],
    )
    for (const name of ['Gold', 'Silver']) {
      const [expected, other] = [gs?.get(name)?.ink, mutool?.get(name)?.ink]
      if (expected === undefined || other === undefined) throw new Error(`No plate ${name}.`)
      const own = plateOf(plates, name)
      expect(difference(own, expected), name).to.be.lessThan(1)
      expect(overlap(own, expected), name).to.be.greaterThan(Math.min(95, overlap(other, expected) - 3))
    }
  })

  it('is as large as asked for, turned as the page is shown, and cut to the crop box', async () => {
    const turned = onePage(
      { data: '/Au cs 1 scn 0 0 30 30 re f' },
      `/Rotate 90 /CropBox [0 0 100 100] /Resources << /ColorSpace << /Au ${separation('Gold')} >> >>`,
    )
    const plates = await platesOfUpload(turned, { dpi: 144 })
    expect([plates.widthPx, plates.heightPx]).to.deep.equal([200, 200])
    const gold = plateOf(plates, 'Gold')
    // The lower left corner of the page is the upper left one of what is shown.
    expect([inkAt(gold, plates, 20, 20), inkAt(gold, plates, 20, 180)]).to.deep.equal([100, 0])
  })
})

describe('slots below the artwork', () => {
  const compiled = () =>
    compileSource(
      drawn(
        '0 0 1 rg 0 0 40 100 re f /Half gs /Au cs 1 scn 40 0 40 100 re f ' +
          '/Over gs /Ag cs 1 scn 80 0 40 100 re f',
      ),
    )

  it('says how much of a mark is seen, and what shows through it', async () => {
    const plates = await platesOn(await compiled(), {
      areas: [{ slot: 'below', inPlace: null, box: [10, 20, 190, 80] }],
    })
    const [slot, ...others] = plates.slots
    if (slot === undefined) throw new Error('No slot was found.')
    expect(others).to.deep.equal([])
    expect(slot).to.include({
      slot: 'below',
      inPlace: null,
      leftPx: 10,
      topPx: 20,
      widthPx: 180,
      heightPx: 60,
    })
    const at = (x: number) => x - slot.leftPx
    const seen = [20, 60, 100, 150].map((x) => inkAt(slot.shown, slot, at(x), 30))
    // Covered, covered by half, overprinted on other plates by half, and free.
    expect(seen).to.deep.equal([0, 50, 100, 100])
    const gold = slot.throughSpots.find(({ name }) => name === 'Gold')?.coverage ?? new Uint8Array()
    expect([20, 60, 150].map((x) => inkAt(gold, slot, at(x), 30))).to.deep.equal([0, 50, 0])
    const process = [20, 150].map((x) => [
      ...slot.throughProcess.subarray((30 * 180 + at(x)) * 3).subarray(0, 3),
    ])
    expect(process).to.deep.equal([
      [0, 0, 255],
      [255, 255, 255],
    ])
  })

  it('leaves out areas that nothing of the artwork meets', async () => {
    const plates = await platesOn(await compiled(), {
      areas: [{ slot: 'below', inPlace: null, box: [130, 20, 190, 80] }],
    })
    expect(plates.slots).to.deep.equal([])
  })
})

describe('the plates of a page at press', () => {
  it('has process inks and spots as the file states them', async () => {
    const pdf = drawn(
      '0.1 0.2 0.3 0.4 k 0 0 50 100 re f 0.25 g 50 0 50 100 re f 1 0 0 rg 100 0 50 100 re f /Au cs 0.5 scn 150 0 50 100 re f',
    )
    const plates = await pressPlatesOf(pdf)
    const inks = (plate: Uint8Array) => [25, 75, 125, 175].map((x) => inkAt(plate, plates, x, 50))
    expect(inks(plates.cyan)).to.deep.equal([10, 0, 0, 0])
    expect(inks(plates.magenta)).to.deep.equal([20, 0, 100, 0])
    expect(inks(plates.yellow)).to.deep.equal([30, 0, 100, 0])
    expect(inks(plates.black)).to.deep.equal([40, 75, 0, 0])
    expect(inks(plateOf(plates, 'Gold'))).to.deep.equal([0, 0, 0, 50])
  })

  it('adds up what overprints', async () => {
    const plates = await pressPlatesOf(
      drawn(
        '0.9 0 0 0 k 0 0 200 100 re f /Over gs 0 0 0 0.8 k 0 0 100 100 re f /Au cs 0.7 scn 50 0 100 100 re f',
      ),
    )
    const sum = (x: number) =>
      [plates.cyan, plates.magenta, plates.yellow, plates.black, plateOf(plates, 'Gold')]
        .map((plate) => inkAt(plate, plates, x, 50))
        .reduce((all, ink) => all + ink)
    expect([25, 75, 125, 175].map(sum)).to.deep.equal([170, 240, 160, 90])
  })

  it('says of every way of painting what Ghostscript says', async function () {
    needs(this, 'gs')
    const { body } = await compileSource(
      inkMatrixPdf({ tiles: INK_TILES.filter(({ flat }) => flat !== true) }),
    )
    const expected = platesOfPages(body, { dpi: 144 })[0]
    const plates = await pressPlatesOf(body, 144)
    for (const [name, plate] of [
      ['Black', plates.black],
      ['Cyan', plates.cyan],
      ['Gold', plateOf(plates, 'Gold')],
    ] as const)
      expect(
        difference(plate, expected?.get(name)?.ink ?? new Uint8Array(plate.length)),
        name,
      ).to.be.lessThan(1)
  })
})
