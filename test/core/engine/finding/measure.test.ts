/** Measurements and the profiles that judge them: the limits of each way of printing to the point, and how objects add up. */

import { expect } from 'chai'
import { createMeasures, judge } from '../../../../core/engine/finding/measure.ts'
import { PROFILE_NAMES, PROFILES, type ProfileName } from '../../../../core/engine/finding/profile.ts'
import type { RuleName } from '../../../../core/engine/finding/rules.ts'
import { findingMessage } from '../../../../core/engine/finding/sentence.ts'
import type { Box } from '../../../../core/engine/geometry/box.ts'

function severityOf(rule: RuleName, value: number, profile: ProfileName): string | null {
  const measures = createMeasures()
  measures.add(rule, value, { page: 0 })
  return judge(measures.facts(), PROFILES[profile])[0]?.severity ?? null
}

/** GWG 2022, by profile: sheet-fed, packaging, flexo and labels, digital, large format. */
const PPI: Readonly<Record<string, readonly (readonly [fail: number, warn: number])[]>> = {
  image_ppi: [
    [149, 224],
    [239, 299],
    [199, 239],
    [95, 149],
    [239, 299],
  ],
  image_ppi_1bit: [
    [549, 799],
    [549, 799],
    [549, 799],
    [349, 599],
    [549, 799],
  ],
}
const AT_LEAST: Readonly<Record<string, readonly number[]>> = {
  text_white: [8, 5, 5, 5, 5],
  text_multi: [8, 8, 14, 5, 5],
  line_white: [0.25, 0.15, 0.3, 0.25, 0.15],
  line_multi: [0.25, 0.3, 1.5, 0.25, 0.15],
  text: [4, 4, 4, 4, 5],
  line: [0.25, 0.25, 0.5, 0.25, 0.25],
  bleed_box: [3, 3, 1.6, 3, 5],
  safe_zone: [3, 3, 1.6, 3, 5],
}

describe('preflight profiles', () => {
  for (const [rule, limits] of Object.entries(PPI))
    for (const [at, profile] of PROFILE_NAMES.entries())
      it(`${profile}: ${rule} must be greater than its limits`, () => {
        const [fail, warn] = limits[at]!
        const values = [fail, fail + 0.1, warn, warn + 0.1]
        expect(values.map((value) => severityOf(rule as RuleName, value, profile))).to.deep.equal([
          'fail',
          'warn',
          'warn',
          null,
        ])
      })

  for (const [rule, limits] of Object.entries(AT_LEAST))
    for (const [at, profile] of PROFILE_NAMES.entries())
      it(`${profile}: ${rule} from ${limits[at]} on`, () => {
        const limit = limits[at]!
        expect(severityOf(rule as RuleName, limit, profile)).to.equal(null)
        expect(severityOf(rule as RuleName, limit * 0.9, profile)).to.equal('warn')
      })

  it('takes spot inks for what the way of printing makes of them', () => {
    expect(PROFILE_NAMES.map((name) => severityOf('spot_count', 2, name))).to.deep.equal([
      'info',
      null,
      null,
      'warn',
      null,
    ])
  })
})

describe('measurements', () => {
  const box = (at: number): Box => [at, 0, at + 1, 1]

  it('make one finding of a page and rule, with the worst value, the count and the first few places', () => {
    const measures = createMeasures()
    for (const [at, value] of [7.5, 3, 6, 7, 7.2, 7.3, 7.4].entries())
      measures.add('text_multi', value, { page: 1, box: box(at) })
    measures.add('text_multi', 7, { page: 2, box: box(0) })
    const findings = judge(measures.facts(), PROFILES.sheetfed)
    expect(findings.map(({ page, found, count }) => [page, found, count])).to.deep.equal([
      [1, 3, 7],
      [2, 7, undefined],
    ])
    expect(findings[0]?.boxes).to.have.length(5)
    expect(findings[0]?.bbox).to.deep.equal(findings[0]?.boxes?.[0])
    expect(findings.map((finding) => findingMessage(finding))).to.deep.equal([
      'Text in several inks on page 2 is as small as 3 pt (7 places); the minimum for sheet-fed offset is 8 pt.',
      'Text in several inks on page 3 is 7 pt; the minimum for sheet-fed offset is 8 pt.',
    ])
  })

  it('count for a profile only what it minds', () => {
    const measures = createMeasures()
    for (const value of [4, 7, 12, 20]) measures.add('text_multi', value, { page: 0 })
    const counts = PROFILE_NAMES.map((name) => {
      const [finding] = judge(measures.facts(), PROFILES[name])
      return finding === undefined ? 0 : (finding.count ?? 1)
    })
    expect(counts).to.deep.equal([2, 2, 3, 1, 1])
  })

  it('stay few however many objects there are, and drop what no profile minds', () => {
    const measures = createMeasures()
    for (let size = 1; size < 40; size += 0.001) measures.add('text_multi', size, { page: 0 })
    expect(measures.facts().length).to.be.at.most(PROFILE_NAMES.length)
    const fine = createMeasures()
    fine.add('text_multi', 14, { page: 0 })
    expect(fine.facts()).to.deep.equal([])
  })

  it('keep findings that hold anywhere as they are, in their place', () => {
    const measures = createMeasures()
    measures.add('text', 2, { page: 0 })
    const finding = { code: 'page_rotated', severity: 'warn' } as const
    expect(
      judge([finding, ...measures.facts(), finding], PROFILES.digital).map(({ code }) => code),
    ).to.deep.equal(['page_rotated', 'text_small', 'page_rotated'])
  })
})
