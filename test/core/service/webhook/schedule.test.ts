/** When attempts follow one another. */
import { expect } from 'chai'
import { MOST_ATTEMPTS, nextDelayMs } from '../../../../core/service/webhook/schedule.ts'

/** Chance at its lowest, in the middle and at its highest. */
const LOW = { bytes: (count: number) => new Uint8Array(count) }
const HIGH = { bytes: (count: number) => new Uint8Array(count).fill(255) }

describe('The schedule of attempts', () => {
  for (const [attempt, seconds] of [
    [1, 5],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 18_000],
    [6, 36_000],
    [7, 36_000],
  ] as const)
    it(`waits ${seconds} s after attempt ${attempt}, a fifth less or more`, () => {
      expect(nextDelayMs(LOW, attempt, null)).to.equal(seconds * 800)
      expect(nextDelayMs(HIGH, attempt, null)).to.equal(seconds * 1200)
    })

  it('ends after eight attempts, whatever the receiver asks for', () => {
    expect(MOST_ATTEMPTS).to.equal(8)
    expect(nextDelayMs(LOW, 8, null)).to.equal(null)
    expect(nextDelayMs(LOW, 8, 60)).to.equal(null)
  })

  it('keeps to Retry-After between once and twice the delay, without chance', () => {
    for (const entropy of [LOW, HIGH]) {
      expect(nextDelayMs(entropy, 2, 0)).to.equal(300_000)
      expect(nextDelayMs(entropy, 2, 400)).to.equal(400_000)
      expect(nextDelayMs(entropy, 2, 86_400)).to.equal(600_000)
    }
  })
})
