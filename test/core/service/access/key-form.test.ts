/** The form of API keys: what is made, what is taken and how evenly the characters come. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { KEY_TYPES } from '../../../../core/service/access/key.ts'
import { hashKey, KEY_PREFIXES, keyType, makeKey } from '../../../../core/service/access/key-form.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const entropy = { bytes: (count: number) => randomBytes(count) }

describe('the form of a key', () => {
  it('is the prefix of its type, 30 characters and the CRC-32 of both in 6', () => {
    for (const type of KEY_TYPES) {
      const key = makeKey(type, entropy)
      expect(key).to.match(/^platen_(sk|rk|pk)_[0-9A-Za-z]{36}$/)
      expect(key.startsWith(KEY_PREFIXES[type])).to.equal(true)
      const sum = [...key.slice(-6)].reduce((value, digit) => value * 62 + DIGITS.indexOf(digit), 0)
      expect(sum).to.equal(crc32(key.slice(0, -6)))
      expect(keyType(key)).to.equal(type)
    }
  })

  it('is taken only whole and unchanged', () => {
    const key = makeKey('secret', entropy)
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(keyType(key.slice(0, at) + other + key.slice(at + 1)), `place ${at}`).to.equal(null)
    }
    for (const bad of [
      '',
      ' ',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
    ])
      expect(keyType(bad), JSON.stringify(bad)).to.equal(null)
    expect(keyType(key.replace('_sk_', '_rk_')), 'another type').to.equal(null)
  })

  it('uses every character equally often: bytes that would favour some are thrown away', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    let at = 0
    const source = {
      bytes: (count: number) => Uint8Array.from({ length: count }, () => all[at++ % 256] ?? 0),
    }
    const counts = new Map<string, number>()
    // 124 keys take 3720 characters: 15 rounds over the 248 bytes that are kept.
    for (let count = 0; count < 124; count++) {
      for (const digit of makeKey('secret', source).slice(10, 40))
        counts.set(digit, (counts.get(digit) ?? 0) + 1)
    }
    expect(counts.size).to.equal(62)
    expect([...new Set(counts.values())]).to.deep.equal([60])
  })

  it('is stored as its SHA-256', () => {
    expect(hashKey('platen_sk_x')).to.equal(createHash('sha256').update('platen_sk_x').digest('hex'))
  })
})
