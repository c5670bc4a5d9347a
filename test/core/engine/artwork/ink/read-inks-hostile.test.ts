/** Content built to waste time or to break a reader: the walk ends, and says what it left out. */
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib'
import { expect } from 'chai'
import { readInks } from '../../../../../core/engine/artwork/ink/read-inks.ts'
import {
  type ArtworkPage,
  form,
  image,
  openArtwork,
  separation,
} from '../../../../support/pdf/page-artwork.ts'

import { processorMs } from '../../../../support/run/processor-ms.ts'

async function read(build: (context: PDFContext) => ArtworkPage) {
  const { doc, pages } = await openArtwork((context) => [build(context)])
  const started = processorMs()
  const { inks, findings } = readInks(doc, pages)
  return {
    names: inks.filter(({ painted }) => painted).map(({ name }) => name),
    codes: findings.map(({ code }) => code),
    milliseconds: processorMs() - started,
  }
}

const square = '0 0 9 9 re f'
const goldResources = (c: PDFContext) => ({ ColorSpace: { S: separation(c, 'Gold') } })

describe('readInks: hostile artwork', () => {
  it('reads forms that each paint the next ten times once each', async () => {
    const { names, codes, milliseconds } = await read((c) => {
      let next = form(c, `/S cs ${square}`, { Resources: goldResources(c) })
      for (let level = 0; level < 25; level += 1)
        next = form(c, '/X Do '.repeat(10), { Resources: { XObject: { X: next } } })
      return { content: '/X Do', resources: { XObject: { X: next } } }
    })
    expect(names).to.deep.equal(['Gold'])
    expect(codes).to.not.include('check_incomplete')
    expect(milliseconds).to.be.below(1000)
  })

  it('gives up on images multiplied through forms, within seconds @long', async () => {
    const { codes, milliseconds } = await read((c) => {
      const picture = image(c, 99, 99, { ColorSpace: 'DeviceGray' })
      let next = form(c, '/I Do', { Resources: { XObject: { I: picture } } })
      for (let level = 0; level < 20; level += 1) {
        const copies = Array.from({ length: 10 }, (_, at) => `q 1.${at} 0 0 1 ${at} ${level} cm /X Do Q`)
        next = form(c, copies.join('\n'), { Resources: { XObject: { X: next } } })
      }
      return { content: '/X Do', resources: { XObject: { X: next } } }
    })
    expect(codes).to.include('check_incomplete')
    expect(milliseconds).to.be.below(10_000)
  })

  it('ends on a form that paints itself', async () => {
    const { names } = await read((c) => {
      const self: PDFRef = c.nextRef()
      const resources = { ...goldResources(c), XObject: { Self: self } }
      c.assign(self, c.lookup(form(c, `/Self Do /S cs ${square}`, { Resources: resources }))!)
      return { content: '/X Do', resources: { XObject: { X: self } } }
    })
    expect(names).to.deep.equal(['Gold'])
  })

  it('says so where forms are nested too deep', async () => {
    const { codes } = await read((c) => {
      let next = form(c, square)
      for (let level = 0; level < 60; level += 1)
        next = form(c, '/X Do', { Resources: { XObject: { X: next } } })
      return { content: '/X Do', resources: { XObject: { X: next } } }
    })
    expect(codes).to.include('check_incomplete')
  })

  it('says so where a stream cannot be decoded', async () => {
    const { codes } = await read((c) => {
      const broken = form(c, square, { Filter: 'NoSuchDecode' })
      return { content: '/X Do', resources: { XObject: { X: broken } } }
    })
    expect(codes).to.include('check_incomplete')
  })

  it('passes over resources of the wrong kind', async () => {
    const { names } = await read((c) => ({
      content: `/A cs /B cs /C cs 1 scn /P scn /X Do /H sh /G gs BT /F 9 Tf (a) Tj ET /OC /L BDC EMC EMC Q Q ${square}`,
      resources: {
        ColorSpace: { A: 7, B: ['Separation'], C: ['Indexed', ['Indexed', 1], 2, 3] },
        Pattern: { P: [] },
        XObject: { X: c.register(c.obj({})) },
        Shading: { H: 'None' },
        ExtGState: { G: { SMask: 'None', Font: [1] } },
        Font: { F: { Subtype: 'Type3', CharProcs: { a: 1 } } },
        Properties: { L: 1 },
      },
    }))
    expect(names).to.deep.equal([])
  })

  it('ends on a colour space that stands in itself', async () => {
    const { names } = await read((c) => {
      const self = c.nextRef()
      c.assign(self, c.obj(['Indexed', self, 1, 'x']))
      return { content: `/S cs 1 sc ${square}`, resources: { ColorSpace: { S: self } } }
    })
    expect(names).to.deep.equal([])
  })
})
