/** Signed links: what they say, how long they hold, and that no change to them goes through. */
import { createHmac, hkdfSync } from 'node:crypto'
import { expect } from 'chai'
import {
  type FileUrlQuery,
  fileUrlKey,
  signFileUrl,
  verifyFileUrl,
} from '../../../server/files/signed-url.ts'

const MASTER_KEY = Buffer.alloc(32, 7)
const KEY = fileUrlKey(MASTER_KEY)
const NOW = Date.UTC(2026, 6, 15, 9, 30, 0, 400)
const LINK = { purpose: 'render-pdf', id: 'rnd_01', contentSha256: 'ab'.repeat(32) } as const

function queryOf(url: string): FileUrlQuery {
  return Object.fromEntries(new URL(url, 'http://localhost').searchParams)
}

function check(query: FileUrlQuery, changes: { id?: string; contentSha256?: string; now?: number } = {}) {
  return verifyFileUrl({ ...LINK, now: NOW, ...changes, keys: [KEY], query })
}

describe('a signed link', () => {
  const url = signFileUrl({ ...LINK, key: KEY, now: NOW })
  const query = queryOf(url)

  it('leads to the file for an hour, to the second', () => {
    expect(new URL(url, 'http://localhost').pathname).to.equal('/files/renders/rnd_01.pdf')
    expect(query.d).to.equal('attachment')
    const end = Number(query.exp) * 1000
    expect(end - NOW).to.be.within(3_599_000, 3_600_000)
    expect(check(query)).to.equal('ok')
    expect(check(query, { now: end - 1 })).to.equal('ok')
    expect(check(query, { now: end })).to.equal('expired')
    expect(check(query, { now: end + 1000 })).to.equal('expired')
  })

  it('is signed over purpose, id, content, end and disposition with a key derived from the master key', () => {
    const secret = Buffer.from(hkdfSync('sha256', MASTER_KEY, '', 'signed-url/v1', 32))
    const text = `v1\nGET\nrender-pdf\nrnd_01\n${LINK.contentSha256}\n${query.exp}\nattachment`
    expect(query.sig).to.equal(createHmac('sha256', secret).update(text).digest('base64url'))
  })

  it('is invalid for another file, or when the file was made anew', () => {
    expect(check(query, { id: 'rnd_02' })).to.equal('invalid')
    expect(check(query, { contentSha256: 'cd'.repeat(32) })).to.equal('invalid')
  })

  it('is invalid after any change or with anything missing', () => {
    const sig = query.sig ?? ''
    const changes: FileUrlQuery[] = [
      { v: '2' },
      { d: 'inline' },
      { d: 'ATTACHMENT' },
      { exp: String(Number(query.exp) + 1) },
      { exp: `0${query.exp}` },
      { exp: `${query.exp}.0` },
      { exp: `${query.exp} ` },
      { kid: '00000000' },
      { sig: '' },
      { sig: sig.slice(0, -1) },
      { sig: `${sig}A` },
      { sig: `${sig}=` },
      { sig: sig.slice(0, 10) + (sig[10] === 'A' ? 'B' : 'A') + sig.slice(11) },
      { sig: `${sig.slice(0, -1)}${sig.endsWith('8') ? '9' : '8'}` },
      ...(['v', 'd', 'exp', 'kid', 'sig'] as const).map((name) => ({ [name]: undefined })),
    ]
    for (const change of changes)
      expect(check({ ...query, ...change }), JSON.stringify(change)).to.equal('invalid')
  })

  it('is invalid rather than expired when it was changed and its time is over', () => {
    expect(check({ ...query, d: 'inline' }, { now: NOW + 7_200_000 })).to.equal('invalid')
  })

  it('is invalid when it would hold for more than an hour from now', () => {
    const later = queryOf(signFileUrl({ ...LINK, key: KEY, now: NOW + 60_000 }))
    expect(check(later)).to.equal('invalid')
    expect(check(later, { now: NOW + 60_000 })).to.equal('ok')
    expect(() => signFileUrl({ ...LINK, key: KEY, now: NOW, lifetimeSeconds: 3601 })).to.throw(/3600/)
  })

  it('of a replaced key holds while that key is still listed', () => {
    const next = fileUrlKey(Buffer.alloc(32, 8))
    const verify = (keys: readonly (typeof KEY)[]) => verifyFileUrl({ ...LINK, now: NOW, keys, query })
    expect(verify([next, KEY])).to.equal('ok')
    expect(verify([next])).to.equal('invalid')
  })

  it('can ask to be shown in place, and end sooner', () => {
    const inline = queryOf(
      signFileUrl({ ...LINK, key: KEY, now: NOW, disposition: 'inline', lifetimeSeconds: 60 }),
    )
    expect(inline.d).to.equal('inline')
    expect(check(inline)).to.equal('ok')
    expect(check(inline, { now: NOW + 60_000 })).to.equal('expired')
  })

  it('takes no short master key', () => {
    expect(() => fileUrlKey(Buffer.alloc(31))).to.throw(/32 bytes/)
  })
})
