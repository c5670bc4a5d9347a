/** JPEGs with faults: the library and customers follow one rule, whether all pixels are there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import sharp from 'sharp'
import { ramp } from '../../support/pdf/pictures.ts'
import { useIntake } from './intake-folder.ts'

describe('intake of JPEGs for the library and for customers', () => {
  const { intake, at, paths } = useIntake()
  /** Of the library and of a customer: the picture, or the reason of the refusal. */
  const answersTo = async (file: Uint8Array) => {
    writeFileSync(at('source'), file)
    const refused = (error: { facts?: { extra?: { reason?: string } } }) => error.facts?.extra?.reason
    return [
      await intake().readPicture(at('source'), paths()).catch(refused),
      await intake().readOwnPicture(at('source'), paths(), limits, 'team').catch(refused),
    ]
  }
  const limits = { kinds: ['jpeg', 'png'] as const, mostPixels: 40_000_000, salt: new Uint8Array(8) }
  const END = Buffer.of(0xff, 0xd9)
  const SCAN = Buffer.of(0xff, 0xda)
  const photo = (progressive = false) => ramp(300, 200).jpeg({ progressive, quality: 90 }).toBuffer()
  /** Cut at a share of its bytes, outside of a marker, and closed. */
  const closedAt = (jpeg: Buffer, share: number) => {
    const at = Math.floor(jpeg.length * share)
    return Buffer.concat([jpeg.subarray(0, jpeg[at - 1] === 0xff ? at - 1 : at), END])
  }
  const withJunk = (jpeg: Buffer) => {
    const at = jpeg.indexOf(SCAN)
    return Buffer.concat([jpeg.subarray(0, at), Buffer.of(1, 2, 3), jpeg.subarray(at)])
  }
  const withOddScan = (jpeg: Buffer) => {
    const changed = Buffer.from(jpeg)
    const at = changed.indexOf(SCAN)
    // The end of the spectral selection, which baseline files have at 63 (ITU T.81 B.2.3).
    changed[at + 6 + 2 * (changed[at + 4] ?? 0)] = 0
    return changed
  }
  const withOddTransform = (jpeg: Buffer) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 7]),
      jpeg.subarray(2),
    ])

  for (const progressive of [false, true])
    it(`refuses a ${progressive ? 'progressive' : 'baseline'} JPEG that lacks pixels before its end mark`, async () => {
      const whole = await photo(progressive)
      for (const share of [0.5, 0.9, 0.99]) {
        const file = closedAt(whole, share)
        for (const answer of await answersTo(file)) expect(answer, `${share}`).to.equal('damaged')
      }
    })

  for (const [name, change] of [
    ['bytes between its segments', withJunk],
    ['an odd number in the header of its scan', withOddScan],
    ['an unknown colour transform', withOddTransform],
  ] as const) {
    it(`takes a JPEG with ${name}, and prints it without them`, async () => {
      const file = change(await photo())
      const size = { widthPx: 300, heightPx: 200, colorKind: 'rgb' }
      for (const picture of await answersTo(file)) expect(picture).to.include(size)
      // The printed file gives the strictest decoder no warning.
      await sharp(readFileSync(at('print')), { failOn: 'warning' })
        .raw()
        .toBuffer()
    })

    it(`refuses a JPEG with ${name} that lacks pixels as well`, async () => {
      const file = closedAt(change(await photo()), 0.7)
      for (const answer of await answersTo(file)) expect(answer).to.equal('damaged')
    })
  }
})
