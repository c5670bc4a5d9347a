/** Pictures through the real intake: what is kept prints as it was sent, and nothing else of it is kept. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import sharp from 'sharp'
import { screenOfCmyk } from '../../../core/engine/pdf/space/screen-cmyk.ts'
import type { Picture } from '../../../core/engine/scene/picture.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { OwnPictureLimits } from '../../../core/service/asset/intake.ts'
import { blackPng, flat, pictureAsPdf, ramp, withChunk, withSegment } from '../../support/pdf/pictures.ts'
import { inThrowAwayFolder, needs, plates, qpdfCheck, runTool } from '../../support/rips/oracles.ts'
import { useIntake } from './intake-folder.ts'

describe('Pictures through the intake', () => {
  const { intake, at, paths } = useIntake()

  async function read(file: Uint8Array): Promise<Picture> {
    for (const path of Object.values(paths())) rmSync(path, { force: true })
    writeFileSync(at('source'), file)
    return intake().readPicture(at('source'), paths())
  }

  async function own(file: Uint8Array, limits: OwnPictureLimits) {
    for (const path of Object.values(paths())) rmSync(path, { force: true })
    writeFileSync(at('source'), file)
    return intake().readOwnPicture(at('source'), paths(), limits, 'team')
  }

  async function refusalOf(file: Uint8Array) {
    const error = await read(file).then(
      () => expect.fail('The file was taken.'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ServiceError)) throw error
    for (const path of Object.values(paths())) expect(existsSync(path), path).to.equal(false)
    return [error.code, error.facts.extra?.reason]
  }

  const printed = (picture: Picture) =>
    pictureAsPdf(picture, readFileSync(at('print')), picture.mask === null ? null : readFileSync(at('mask')))

  /** The page at a pixel a point, as red, green and blue. */
  function drawn(pdf: Buffer): { width: number; at(x: number, y: number): number[] } {
    return inThrowAwayFolder((where) => {
      writeFileSync(join(where, 'in.pdf'), pdf)
      runTool('mutool', ['draw', '-q', '-r', '72', '-A', '0', '-F', 'ppm', '-o', 'out.ppm', 'in.pdf'], {
        folder: where,
      })
      const ppm = readFileSync(join(where, 'out.ppm'))
      const [, width = '0'] = /^P6\n(\d+) \d+\n255\n/.exec(ppm.toString('latin1', 0, 40)) ?? []
      const start = ppm.toString('latin1', 0, 40).indexOf('\n255\n') + 5
      const wide = Number(width)
      return {
        width: wide,
        at: (x, y) => [...ppm.subarray(start + (y * wide + x) * 3, start + (y * wide + x) * 3 + 3)],
      }
    })
  }

  it('keeps every pixel of a PNG', async function () {
    needs(this, 'mutool', 'qpdf')
    const picture = await read(await ramp(120, 80).png().toBuffer())
    expect(picture).to.include({ widthPx: 120, heightPx: 80, colorKind: 'rgb', alpha: false, mask: null })
    const pdf = printed(picture)
    expect(qpdfCheck(pdf).status).to.equal(0)
    const page = drawn(pdf)
    for (const [x, y] of [
      [0, 0],
      [60, 40],
      [119, 79],
    ] as const)
      expect(page.at(x, y)).to.deep.equal([Math.round((x / 120) * 255), Math.round((y / 80) * 255), 128])
  })

  it('keeps a JPEG as a JPEG, turned upright, with nothing of its camera and place', async function () {
    needs(this, 'mutool', 'qpdf')
    const jpeg = await ramp(120, 80)
      .withExif({
        IFD0: { Make: 'Camera of Quill', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Quill</secret></x:xmpmeta>')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
    expect(jpeg.includes('Quill')).to.equal(true)
    const turned = await sharp(jpeg).keepMetadata().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const picture = await read(turned)
    expect(picture).to.include({ widthPx: 80, heightPx: 120, colorKind: 'rgb' })
    expect(picture.print).to.include({ filter: 'dct', inverted: false })
    for (const form of ['print', 'screen', 'thumbnail']) {
      const bytes = readFileSync(at(form))
      for (const trace of ['Quill', 'Exif', 'GPS', 'xmpmeta', 'EXIF'])
        expect(bytes.includes(trace)).to.equal(false)
    }
    // The left edge of the ramp lies at the top once it is turned clockwise.
    const page = drawn(printed(picture))
    expect(page.at(40, 1)[0]).to.be.below(12)
    expect(page.at(40, 118)[0]).to.be.above(240)
  })

  it('keeps the ink values of a CMYK JPEG', async function () {
    needs(this, 'gs', 'qpdf')
    const jpeg = await flat(64, 48, [255, 0, 0]).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    const { data } = await sharp(jpeg)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const sent = [...data.subarray(0, 4)]
    const picture = await read(jpeg)
    expect(picture).to.include({ colorKind: 'cmyk', alpha: false, widthPx: 64 })
    const pdf = printed(picture)
    expect(qpdfCheck(pdf).status).to.equal(0)
    const found = plates(pdf)
    for (const [index, name] of ['Cyan', 'Magenta', 'Yellow', 'Black'].entries()) {
      const plate = found.get(name)
      const ink = plate?.ink[Math.floor(plate.ink.length / 2)] ?? 0
      expect(ink, name).to.be.closeTo(sent[index] ?? 0, 4)
    }
  })

  it('shows a CMYK JPEG as its print shows, whatever profile it came with', async () => {
    const jpeg = await flat(64, 48, [255, 0, 0]).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    const { data } = await sharp(jpeg)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [c = 0, m = 0, y = 0, k = 0] = [...data.subarray(0, 4)].map((ink) => ink / 255)
    await read(jpeg)
    const shown = await sharp(at('screen')).raw().toBuffer()
    for (const [channel, value] of screenOfCmyk([c, m, y, k]).entries())
      expect(shown[channel]).to.be.closeTo(value, 2)
  })

  it('tells line art, gray and colour apart, and keeps opacity beside them', async function () {
    needs(this, 'mutool')
    const square = (components: number[]) => flat(40, 40, components).png().toBuffer()
    expect(await read(await square([255, 255, 255]))).to.include({ colorKind: 'one_bit', alpha: false })
    expect(await read(await square([90, 90, 90]))).to.include({ colorKind: 'gray' })
    expect(await read(await square([90, 91, 90]))).to.include({ colorKind: 'rgb' })
    const soft = await read(await square([0, 0, 0, 64]))
    expect(soft).to.include({ colorKind: 'one_bit', alpha: true })
    expect(soft.mask).to.include({ filter: 'flate_png', bitsPerComponent: 8 })
    expect(drawn(printed(soft)).at(20, 20)[0]).to.be.closeTo(191, 1)
    const hard = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
      .composite([{ input: await flat(20, 40, [10, 200, 30, 255]).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer()
    const half = await read(hard)
    expect(half).to.include({ colorKind: 'rgb', alpha: true })
    expect(half.mask).to.include({ filter: 'flate', bitsPerComponent: 1 })
    const page = drawn(printed(half))
    expect([page.at(5, 20), page.at(35, 20)]).to.deep.equal([
      [10, 200, 30],
      [255, 255, 255],
    ])
  })

  it('brings 16 bits to 8, and a palette with opacity to its colours', async function () {
    needs(this, 'mutool')
    const deep = await flat(30, 30, [200, 100, 50]).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).to.equal('ushort')
    const picture = await read(deep)
    expect(picture.print.bitsPerComponent).to.equal(8)
    expect(drawn(printed(picture)).at(15, 15)).to.deep.equal([200, 100, 50])
    const few = await flat(30, 30, [200, 100, 50, 128]).png({ palette: true }).toBuffer()
    expect((await sharp(few).metadata()).isPalette).to.equal(true)
    const blended = await read(few)
    expect(blended).to.include({ colorKind: 'rgb', alpha: true })
    expect(drawn(printed(blended)).at(15, 15)[0]).to.be.closeTo(227, 2)
  })

  it('prints line art of one bit as it is, and keeps it small', async function () {
    needs(this, 'mutool')
    const picture = await read(blackPng(3001, 2003))
    expect(picture).to.include({ widthPx: 3001, heightPx: 2003, colorKind: 'one_bit' })
    expect(picture.print.sizeBytes).to.be.below(10_000)
    expect(drawn(printed(picture)).at(3000, 2002)).to.deep.equal([0, 0, 0])
    const { width, height } = await sharp(readFileSync(at('screen'))).metadata()
    expect([width, height]).to.deep.equal([2560, 1709])
  })

  describe('drops what stands behind the end of', () => {
    const small = () => ramp(64, 48)
    const tails: Readonly<Record<string, Uint8Array>> = {
      zeros: Buffer.alloc(5000),
      'a line end': Buffer.from('\r\n'),
      'a remark': Buffer.from('made by a camera'),
      noise: Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251)),
    }
    const kinds = ['png', 'jpeg', 'webp', 'avif'] as const
    for (const kind of kinds)
      it(`a ${kind.toUpperCase()}, whatever bytes they are`, async () => {
        const image = await small()
          .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
          .toBuffer()
        const limits = { kinds, mostPixels: 40_000_000, salt: new Uint8Array(8) }
        const alone = await own(image, limits)
        for (const [name, tail] of Object.entries(tails)) {
          const facts = await own(Buffer.concat([image, tail]), limits)
          expect(facts.print, name).to.deep.equal(alone.print)
          expect(facts.screen, name).to.deep.equal(alone.screen)
        }
      })

    it('a PNG that was written over a larger one', async () => {
      const larger = await sharp(Buffer.from(Array.from({ length: 120_000 }, (_, at) => (at * at) % 253)), {
        raw: { width: 200, height: 200, channels: 3 },
      })
        .png()
        .toBuffer()
      const cropped = await small().png().toBuffer()
      const file = Buffer.concat([cropped, larger.subarray(cropped.length)])
      expect(await read(file)).to.include({ widthPx: 64, heightPx: 48 })
    })
  })

  it('takes a JPEG without its end mark if its pixels are whole, and closes it', async () => {
    const limits = { kinds: ['jpeg'] as const, mostPixels: 40_000_000, salt: new Uint8Array(8) }
    for (const progressive of [false, true]) {
      const whole = await ramp(300, 200).jpeg({ progressive }).toBuffer()
      const alone = await own(whole, limits)
      for (const end of [-2, -1]) {
        const facts = await own(whole.subarray(0, end), limits)
        expect(facts.print, `${progressive} ${end}`).to.deep.equal(alone.print)
        expect(await read(whole.subarray(0, end))).to.include({ widthPx: 300, heightPx: 200 })
      }
      for (const cut of [-40, -1000]) {
        const broken = [whole.subarray(0, cut), Buffer.concat([whole.subarray(0, cut), Buffer.alloc(1000)])]
        for (const file of broken) {
          expect(await refusalOf(file), `${progressive} ${cut}`).to.deep.equal(['invalid_image', 'damaged'])
          expect(await own(file, limits).catch((error) => error.facts.extra.reason)).to.equal('damaged')
        }
      }
    }
  })

  describe('refuses', () => {
    const small = () => ramp(64, 48)
    const frames = async () => [
      await small().png().toBuffer(),
      await flat(64, 48, [1, 2, 3]).png().toBuffer(),
    ]
    const moving = async () => sharp(await frames(), { join: { animated: true } })
    const files: Readonly<Record<string, readonly [reason: string, make: () => Promise<Uint8Array>]>> = {
      'a PNG of 260 megapixels in 31 kB': ['too_large', async () => blackPng(16_124, 16_124)],
      'a PNG of 41 megapixels': ['too_large', async () => blackPng(6500, 6400)],
      'a PNG that is too long': ['too_large', async () => blackPng(12_001, 10)],
      'a JPEG that is cut off': ['damaged', async () => (await small().jpeg().toBuffer()).subarray(0, -20)],
      'a JPEG whose picture is cut off and closed': [
        'damaged',
        async () => {
          const whole = await ramp(640, 480).jpeg({ quality: 100 }).toBuffer()
          return Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])])
        },
      ],
      'a PNG that is cut off': ['damaged', async () => (await small().png().toBuffer()).subarray(0, -30)],
      'a PNG with spoiled data': [
        'damaged',
        async () => {
          const png = await ramp(300, 300).png().toBuffer()
          png.fill(0x55, 2000, 2400)
          return png
        },
      ],
      'an animated GIF': ['gif', async () => (await moving()).gif().toBuffer()],
      'a WebP that moves': ['animated', async () => (await moving()).webp().toBuffer()],
      'a PNG that moves': [
        'animated',
        async () => withChunk(await small().png().toBuffer(), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      ],
      'a script that calls itself a GIF': ['gif', async () => Buffer.from('GIF89a/*;*/=0;alert(1)')],
      'a JPEG with a program behind it': [
        'mixed',
        async () => Buffer.concat([await small().jpeg().toBuffer(), Buffer.from('<?php system($_GET[0]);')]),
      ],
      'a PNG with a page behind it': [
        'mixed',
        async () => Buffer.concat([await small().png().toBuffer(), Buffer.from('<html><script>1</script>')]),
      ],
      'a WebP with an archive behind it': [
        'mixed',
        async () => Buffer.concat([await small().webp().toBuffer(), Buffer.from('PK\x03\x04')]),
      ],
      'a PNG with an archive behind zeros': [
        'mixed',
        async () =>
          Buffer.concat([await small().png().toBuffer(), Buffer.alloc(99), Buffer.from('PK\x03\x04')]),
      ],
      'a PNG with another image behind it': [
        'mixed',
        async () => Buffer.concat([await small().png().toBuffer(), await small().jpeg().toBuffer()]),
      ],
      'a JPEG with a PNG somewhere behind it': [
        'mixed',
        async () =>
          Buffer.concat([
            await small().jpeg().toBuffer(),
            Buffer.from('x y z'),
            await small().png().toBuffer(),
          ]),
      ],
      'a WebP with a program behind a line end': [
        'mixed',
        async () => Buffer.concat([await small().webp().toBuffer(), Buffer.from('\n#!/bin/sh\n')]),
      ],
      'a JPEG that is a PDF too': [
        'pdf',
        async () => withSegment(await small().jpeg().toBuffer(), 0xfe, Buffer.from('\n%PDF-1.4\n1 0 obj')),
      ],
      'a PDF': ['pdf', async () => Buffer.from('%PDF-1.7\n%%EOF')],
      'an SVG': ['svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      'an SVG behind a declaration': ['svg', async () => Buffer.from('\n<?xml version="1.0"?><svg/>')],
      'a TIFF': ['tiff', async () => small().tiff().toBuffer()],
      'an AVIF': ['heif', async () => small().avif({ effort: 0 }).toBuffer()],
      'an empty file': ['unknown', async () => Buffer.alloc(0)],
      'a few letters': ['unknown', async () => Buffer.from('no picture at all')],
    }
    for (const [name, [reason, make]] of Object.entries(files))
      it(name, async () => {
        expect(await refusalOf(await make())).to.deep.equal(['invalid_image', reason])
      })

    it('pictures with any byte spoiled, or takes them, and goes on', async () => {
      const sound = [
        await small().png().toBuffer(),
        await small().jpeg().toBuffer(),
        await small().webp().toBuffer(),
      ]
      for (const [index, file] of sound.entries())
        for (let round = 0; round < 25; round += 1) {
          const spoiled = Buffer.from(file)
          for (let hit = 0; hit < 4; hit += 1)
            spoiled[(round * 7919 + hit * 104_729) % spoiled.length] = round * 11 + hit
          const cut = round % 3 === 0 ? spoiled.subarray(0, spoiled.length - round) : spoiled
          const outcome = await read(cut).catch((error: unknown) => error)
          if (!(outcome instanceof Error)) continue
          expect((outcome as ServiceError).code, `${index} ${round}`).to.be.oneOf([
            'invalid_image',
            'image_too_complex',
          ])
        }
      expect((await read(sound[0] as Buffer)).widthPx).to.equal(64)
    })
  })
})
