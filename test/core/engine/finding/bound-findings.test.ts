/** What can be told of a file stays a list that a person can read, and that a process can send. */

import { expect } from 'chai'
import { boundFindings, MOST_TOLD } from '../../../../core/engine/finding/bound-findings.ts'
import type { Finding } from '../../../../core/engine/finding/finding.ts'
import { PROFILES } from '../../../../core/engine/finding/profile.ts'
import { findingMessage } from '../../../../core/engine/finding/sentence.ts'
import { currentFindings } from '../../../../core/engine/preflight/current-findings.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import type { SceneField } from '../../../../core/engine/scene/scene.ts'
import { bundledFonts } from '../../../support/engine/rendering.ts'
import { testField, testPage, testPlacement } from '../../../support/engine/scene.ts'
import { HOSTILE_STRUCTURES } from '../../../support/pdf/hostile-structures.ts'

const finding = (at: number, severity: Finding['severity'] = 'info'): Finding => ({
  code: 'field_rich_text',
  severity,
  params: { label: `Field ${at}` },
})

describe('findings of one kind', () => {
  it('are told one by one as long as they are few', () => {
    const few = Array.from({ length: 200 }, (_, at) => finding(at))
    expect(boundFindings(few)).to.deep.equal(few)
  })

  it('are counted where they are many, as grave as the gravest that is left out', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => finding(at, at === 4_000 ? 'fail' : 'info'))
    const other: Finding = { code: 'page_rotated', severity: 'warn' }
    const bounded = boundFindings([...many, other])
    expect(bounded.slice(0, 200)).to.deep.equal(many.slice(0, 200))
    expect(bounded.slice(200)).to.deep.equal([
      other,
      { code: 'field_rich_text', severity: 'fail', says: 'more', count: 4_800 },
    ])
    const sentences = bounded.slice(201).map((one) => findingMessage(one))
    expect(sentences).to.deep.equal(['4,800 more findings of this kind are not listed.'])
  })

  it('of an upload are few however many fields have them', async () => {
    const form = HOSTILE_STRUCTURES.find(({ name }) => name.startsWith('a form of 900 fields'))
    const { findings, scene } = await compilePdf(form?.make() ?? new Uint8Array(), bundledFonts.list())
    expect(scene.fields).to.have.length(900)
    const rich = findings.filter((fact) => 'code' in fact && fact.code === 'field_rich_text')
    expect(rich).to.have.length(201)
    expect(rich.at(-1)).to.deep.include({ count: 700 })
  })

  it('of a scene are few too, and counted once', () => {
    const fields = Array.from({ length: 3_000 }, (_, at) =>
      testField(`fld_${at}`, {
        placements: [testPlacement({ box: [1, 1 + at * 0.06, 9, 1.05 + at * 0.06] })],
      }),
    )
    const facts = boundFindings(Array.from({ length: 350 }, (_, at) => finding(at)))
    const told = currentFindings(facts, { fields, pages: [testPage()], inks: [] }, PROFILES.sheetfed)
    const near = told.filter(({ code }) => code === 'safe_zone_field')
    expect(near).to.have.length(MOST_TOLD + 1)
    expect(near.at(-1)).to.deep.include({ count: 3_000 - MOST_TOLD, severity: 'warn' })
    expect(told.filter(({ code }) => code === 'field_rich_text').at(-1)).to.deep.include({ count: 150 })
  })

  it('say so where a page has more fields than can be held against each other', () => {
    const column = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        testField(`fld_${at}`, {
          placements: [testPlacement({ box: [20, 20 + at * 0.04, 90, 20.03 + at * 0.04] })],
        }),
      )
    const row = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        testField(`fld_across_${at}`, {
          placements: [testPlacement({ box: [100 + at * 0.04, 150, 100.03 + at * 0.04, 180] })],
        }),
      )
    const codes = (fields: readonly SceneField[]) =>
      currentFindings([], { fields, pages: [testPage()], inks: [] }, PROFILES.sheetfed).map(
        ({ code }) => code,
      )
    expect(codes([...column(1_500), ...row(1_500)])).not.to.include('check_incomplete')
    expect(codes([...column(3_000), ...row(3_000)])).to.include('check_incomplete')
    // Those of a column alone meet nobody on their way up.
    expect(codes(column(3_000))).not.to.include('check_incomplete')
  })
})
