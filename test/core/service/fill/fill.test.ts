/** The states of a fill: every move from every status, and what time does by itself. */
import { expect } from 'chai'
import { approvalOf, correctedChange, workingFill } from '../../../../core/service/fill/approval.ts'
import {
  asOf,
  FILL_MOVES,
  FILL_REASONS,
  FILL_STATUSES,
  type FillMove,
  type FillRecord,
  mayExpire,
  mayReopen,
} from '../../../../core/service/fill/fill.ts'
import { fillRecord } from '../../../conformance/fill-store.ts'
import { templateRecord } from '../../../support/database/records.ts'

const MOVES: readonly FillMove[] = ['finalize', 'expire', 'reopen']
const EXPECTED: Readonly<Record<string, string | undefined>> = {
  'open finalize': 'finalized',
  'open expire': 'expired',
  'open reopen': 'open',
  'finalized finalize': 'finalized',
  'finalized expire': 'expired',
  'expired expire': 'expired',
  'expired reopen': 'open',
}

describe('The states of a fill', () => {
  const record = (changes: Partial<FillRecord>) => fillRecord(templateRecord('team_1'), changes)

  for (const status of FILL_STATUSES)
    for (const move of MOVES)
      it(`${status} by ${move}: ${EXPECTED[`${status} ${move}`] ?? 'refused'}`, () => {
        expect(FILL_MOVES[status][move]).to.equal(EXPECTED[`${status} ${move}`])
      })

  it('an open fill expires for every reason, a finalized one only when it is refunded or canceled', () => {
    for (const reason of FILL_REASONS) {
      expect(mayExpire(record({ status: 'open' }), reason), reason).to.equal(true)
      const ends = reason === 'refunded' || reason === 'canceled'
      expect(mayExpire(record({ status: 'finalized' }), reason), reason).to.equal(ends)
    }
  })

  it('an expired fill is taken up again unless it was refunded, finalized or erased', () => {
    for (const statusReason of FILL_REASONS) {
      const expired = record({ status: 'expired', statusReason })
      expect(mayReopen(expired), statusReason).to.equal(statusReason !== 'refunded')
      expect(mayReopen({ ...expired, finalizedAt: 1 }), statusReason).to.equal(false)
      expect(mayReopen({ ...expired, erasedAt: 1 }), statusReason).to.equal(false)
    }
    expect(mayReopen(record({ status: 'finalized', finalizedAt: 1 }))).to.equal(false)
  })

  it('time ends an open fill at its very millisecond, and no other', () => {
    const open = record({ expiresAt: 1000 })
    expect(asOf(open, 999)).to.equal(open)
    expect(asOf(open, 1000)).to.deep.equal({
      ...open,
      status: 'expired',
      statusReason: 'ttl',
      expiredAt: 1000,
    })
    const done = record({ status: 'finalized', expiresAt: 1000 })
    expect(asOf(done, 5000)).to.equal(done)
    const forever = record({ expiresAt: null })
    expect(asOf(forever, Number.MAX_SAFE_INTEGER)).to.equal(forever)
  })

  it('a change waits beside what was approved, and its customer alone works on it', () => {
    const change = { values: { fld_1: 'New' }, colors: null, assignments: {}, substrate: null, startedAt: 5 }
    const approved = record({ approvedAt: 1, values: { fld_1: 'Old' } })
    expect(approvalOf(record({ approvedAt: null }))).to.equal('none')
    expect(approvalOf(approved)).to.equal('approved')
    const changing = { ...approved, pendingChange: change }
    expect([approvalOf(changing), changing.values.fld_1]).to.deep.equal(['changing', 'Old'])
    expect(workingFill(changing)).to.deep.include({ values: { fld_1: 'New' }, colors: null, substrate: null })
    const printed = { ...changing, status: 'finalized' as const }
    expect([approvalOf(printed), workingFill(printed)]).to.deep.equal(['closed', printed])
  })

  it('a correction is laid over the change, with inks and paper only where it names them', () => {
    const [gold, red] = ['gold', 'red'].map((key) => [{ index: 1, key, name: key, hex: '#aa0000' }])
    const paper = { key: 'kraft', name: 'Kraft', hex: '#b58b5a' }
    const before = record({ values: { fld_1: 'Old', fld_2: 'Place' }, colors: gold ?? null, substrate: null })
    const change = { ...before, values: { fld_1: 'New', fld_2: 'Place' }, startedAt: 5 }
    const words = correctedChange(change, before, { ...before, values: { fld_1: 'Old', fld_2: 'Paris' } })
    expect(words?.values).to.deep.equal({ fld_1: 'New', fld_2: 'Paris' })
    expect(words?.colors).to.deep.equal(gold)
    const inks = { ...before, colors: red ?? null, assignments: { fld_2: 1 }, substrate: paper }
    expect(correctedChange(change, before, inks)).to.deep.include({
      ...{ values: change.values, colors: red, assignments: { fld_2: 1 }, substrate: paper },
    })
    expect(correctedChange(null, before, inks)).to.equal(null)
  })
})
