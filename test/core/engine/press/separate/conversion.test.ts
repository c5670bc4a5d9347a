/** Every kind of paint converted to process colours: judged by Ghostscript with the same profiles, kind by kind. */
import { expect } from 'chai'
import { judged } from '../../../../support/pdf/judged.ts'
import { pressPage } from '../../../../support/pdf/press-page.ts'
import { needs, plates } from '../../../../support/rips/oracles.ts'
import {
  apart,
  compile,
  deltaE1976,
  inksAt,
  middle,
  type Part,
  PROFILE_PATH,
  pageOf,
} from './converted-page.ts'
import { BLENDED, BLENDED_IN_RGB } from './kinds/blends.ts'
import { imageKinds } from './kinds/images.ts'
import { PAINTS } from './kinds/paints.ts'
import { GRAYS, PROFILES } from './kinds/spaces.ts'
import { SPOTS } from './kinds/spots.ts'

/** CIE 1976: a difference that is barely seen side by side. */
const MOST = 2
/** Parts of which nothing is seen, as they are meant: all others have ink. */
const WHITE = ['Keyed', 'paint blended by ColorDodge']

const fileOf = (parts: readonly Part[]) => {
  const page = pageOf(parts)
  return { ...page, objects: { ...page.objects, ...PROFILES } }
}

/** Kinds that print farther from the measure than `MOST`, with the inks of both. */
async function missedBy(parts: readonly Part[]) {
  const page = fileOf(parts)
  const { body, findings } = await compile(page)
  const points = parts.map((_, at) => middle(at))
  const ours = inksAt(Buffer.concat(body), points)
  const theirs = inksAt(pressPage(page), points, PROFILE_PATH)
  const measures = parts.map(
    ({ like }, at) => theirs[like === undefined ? at : parts.findIndex(({ name }) => name === like)]!,
  )
  const differences = await apart(ours, measures, deltaE1976)
  const blank = parts.filter((_, at) => Math.max(...measures[at]!) < 0.05)
  expect(blank.map(({ name }) => name).filter((name) => !WHITE.includes(name))).to.deep.equal([])
  const missed = parts.flatMap(({ name }, at) =>
    differences[at]! > MOST
      ? [`${name}: ${differences[at]?.toFixed(1)}, ${ours[at]} for ${measures[at]}`]
      : [],
  )
  return { missed, codes: judged(findings).map(({ code }) => code) }
}

describe('artwork that is converted to process colours', () => {
  before(function () {
    needs(this, 'gs')
  })

  it('prints areas, lines, letters, tilings and forms as Ghostscript converts them', async () => {
    const { missed, codes } = await missedBy(PAINTS)
    expect(missed).to.deep.equal([])
    expect(codes).to.include('color_converted').and.not.include('color_not_converted')
  })

  it('prints images of every depth, filter and mask as Ghostscript converts them @long', async () => {
    const { missed, codes } = await missedBy([...PAINTS, ...(await imageKinds())])
    expect(missed).to.deep.equal([])
    expect(codes).not.to.include('color_not_converted')
  })

  it('prints shadings, meshes, blends, masks and groups as Ghostscript converts them @long', async () => {
    const { missed, codes } = await missedBy(BLENDED)
    expect(missed).to.deep.equal([])
    expect(codes).not.to.include('color_not_converted')
  })

  it('prints grays of every space on the black plate alone', async () => {
    const { body } = await compile(fileOf(GRAYS))
    const found = inksAt(
      Buffer.concat(body),
      GRAYS.map((_, at) => middle(at)),
    )
    for (const [at, inks] of found.entries()) {
      expect(inks.slice(0, 3), GRAYS[at]?.name).to.deep.equal([0, 0, 0])
      expect(inks[3], GRAYS[at]?.name).to.be.within(0.2, 0.9)
    }
  })

  it('blends groups in ink where the artwork blends them in RGB', async () => {
    const { missed } = await missedBy(BLENDED_IN_RGB)
    expect(missed).to.deep.equal([])
  })

  it('leaves spot inks with RGB alternates on their plates', async () => {
    const page = fileOf(SPOTS)
    const { body } = await compile(page)
    const converted = plates(Buffer.concat(body))
    const plain = plates(pressPage(page))
    for (const [at, { name }] of SPOTS.entries()) {
      const [x, y] = middle(at)
      const inkOf = (drawn: ReturnType<typeof plates>) =>
        ['Spot', 'Second'].map((ink) => {
          const plate = drawn.get(ink)!
          return plate.ink[(plate.height - 1 - y) * plate.width + x]
        })
      expect(inkOf(converted), name).to.deep.equal(inkOf(plain))
      expect(Math.max(...(inkOf(plain) as number[])), name).to.be.above(100)
    }
  })
})
