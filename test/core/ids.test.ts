/** Ids: their form, the time in them and their order. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createIds, ID_PREFIXES, type IdKind, idBound } from '../../core/ids.ts'
import { stoppedClock } from '../support/run/clock.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const entropy = { bytes: (count: number) => randomBytes(count) }

/** Independent of the encoder: 26 digits of base 32 to the hexadecimal form of a UUID. */
function uuidOf(id: string): string {
  let value = 0n
  for (const digit of id.slice(id.indexOf('_') + 1)) value = value * 32n + BigInt(ALPHABET.indexOf(digit))
  return value.toString(16).padStart(32, '0')
}

describe('ids', () => {
  it('are a prefix and a UUIDv7 in Crockford base 32', () => {
    const clock = stoppedClock()
    const makeId = createIds(clock, entropy)
    for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
      const id = makeId(kind)
      expect(id).to.match(new RegExp(`^${ID_PREFIXES[kind]}_[0-7][${ALPHABET}]{25}$`))
      const uuid = uuidOf(id)
      expect(Number.parseInt(uuid.slice(0, 12), 16), 'milliseconds').to.equal(clock.now())
      expect(uuid[12], 'version').to.equal('7')
      expect(uuid[16], 'variant').to.match(/[89ab]/)
    }
  })

  it('carry time, counter and random bits in the order of RFC 9562', () => {
    const bytes = [[0x4b], [...Buffer.from('3cceb302099a8057', 'hex')]]
    const entropyOf = { bytes: () => Uint8Array.from(bytes.shift() ?? []) }
    const makeId = createIds({ now: () => 0x01890a5dac96 }, entropyOf)
    expect(uuidOf(makeId('team'))).to.equal('01890a5dac96704bbcceb302099a8057')
    // The pair that the TypeID specification gives as its example, for the digits above.
    expect(uuidOf('prefix_01h455vb4pex5vsknk084sn02q')).to.equal('01890a5dac96774bbcceb302099a8057')
  })

  it('sort as they were made, even thousands in one millisecond and when the clock goes back', () => {
    const clock = stoppedClock()
    const makeId = createIds(clock, entropy)
    const made: string[] = []
    for (let count = 0; count < 9000; count++) made.push(makeId('render'))
    clock.advance(-5000)
    for (let count = 0; count < 100; count++) made.push(makeId('render'))
    clock.advance(20_000)
    made.push(makeId('render'))
    const sorted = [...made].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(made).to.deep.equal(sorted)
    expect(new Set(made).size).to.equal(made.length)
  })

  it('tell of a moment where it begins among them', () => {
    const clock = stoppedClock()
    const makeId = createIds(clock, entropy)
    const now = clock.now()
    const before = Array.from({ length: 300 }, () => makeId('event'))
    clock.advance(1)
    const from = Array.from({ length: 300 }, () => makeId('event'))
    const bound = idBound('event', now + 1)
    expect(bound).to.match(new RegExp(`^evt_[0-7][${ALPHABET}]{25}$`))
    for (const id of before) expect(id < bound, id).to.equal(true)
    for (const id of from) expect(id >= bound, id).to.equal(true)
    expect(idBound('event', now) <= (before[0] ?? '')).to.equal(true)
    // Times that no id can have are the first and the last that one can.
    expect(idBound('fill', -5)).to.equal(`fill_${'0'.repeat(26)}`)
    expect(idBound('fill', Number.MAX_SAFE_INTEGER)).to.equal(idBound('fill', 2 ** 48 - 1))
    expect(idBound('fill', 2 ** 48 - 1) > idBound('fill', 2 ** 48 - 2)).to.equal(true)
  })

  it('of two makers differ in the same millisecond', () => {
    const clock = stoppedClock()
    const [one, two] = [createIds(clock, entropy), createIds(clock, entropy)]
    const made = Array.from({ length: 500 }, () => [one('fill'), two('fill')]).flat()
    expect(new Set(made).size).to.equal(1000)
  })
})
