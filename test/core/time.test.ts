/** Days and months in UTC, against the machine's own calendar. */
import { expect } from 'chai'
import { dayOf, monthEnd, secondOf, untilMidnight } from '../../core/time.ts'

describe('time', () => {
  it('begins every month when the calendar does, leap years and centuries among them', () => {
    for (let year = 1970; year <= 2410; year++)
      for (let month = 1; month <= 12; month++) {
        const name = `${year}${String(month).padStart(2, '0')}`
        expect(monthEnd(name), name).to.equal(Date.UTC(year, month, 1))
      }
  })

  it('writes moments to the second as the calendar has them', () => {
    for (let ms = 0; ms < 2e12; ms += 7_654_321_987)
      expect(secondOf(ms)).to.equal(`${new Date(ms).toISOString().slice(0, 19)}Z`)
  })

  it('names days, and says how long one still lasts', () => {
    const noon = Date.UTC(2028, 1, 29, 12)
    expect(dayOf(noon)).to.equal('2028-02-29')
    expect(dayOf(0)).to.equal('1970-01-01')
    expect(untilMidnight(noon)).to.equal(43_200_000)
    expect(untilMidnight(Date.UTC(2028, 1, 29))).to.equal(86_400_000)
    expect(untilMidnight(Date.UTC(2028, 1, 29) - 1)).to.equal(1)
  })
})
