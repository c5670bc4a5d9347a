/** Uploads that are encrypted and that an empty password opens: whole, written oddly, and damaged. */
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { codesOf } from '../../../support/pdf/judged.ts'
import { flated, type RawObject, rawPdf } from '../../../support/pdf/raw-pdf.ts'
import { needs, plateDifferences, platesOfFiles, RIPS } from '../../../support/rips/oracles.ts'
import { rejectionOf } from '../../../support/run/thrown.ts'
import type { Encryption } from './encrypted-pdf.ts'
import { encryptedPdf, REVISIONS } from './encrypted-pdf.ts'

const CONTENT = '0 0 0 1 k 10 10 50 50 re f 1 0 0 0 k 60 20 100 70 re f'
const card = (more: Readonly<Record<string, RawObject>> = {}, catalog = '') => ({
  catalog: `<< /Type /Catalog /Pages @pages ${catalog} >>`,
  pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
  page: '<< /Type /Page /Parent @pages /MediaBox [0 0 200 100] /TrimBox [5 5 195 95] /Contents @content >>',
  content: flated(CONTENT),
  ...more,
})
const plain = () => rawPdf({ objects: card() })
const compile = (pdf: Uint8Array) => compilePdf(pdf, testFonts().list())

/** Hashes of the bodies that both RIPs have drawn. */
const judged = new Set<string>()

/** The press pages have what the file has that was encrypted, in both RIPs. */
async function expectWhole(context: Mocha.Context, ...encrypted: readonly Uint8Array[]): Promise<void> {
  needs(context, ...RIPS)
  const fresh = new Map<string, Uint8Array>()
  for (const { body, findings } of await Promise.all(encrypted.map(compile))) {
    expect(codesOf(findings)).to.include('pdf_encryption_removed')
    const bytes = Buffer.concat(body)
    const hash = createHash('sha256').update(bytes).digest('hex')
    // Most are repaired to the same bytes.
    if (!judged.has(hash)) fresh.set(hash, bytes)
  }
  if (fresh.size === 0) return
  for (const rip of RIPS) {
    const [reference, ...found] = platesOfFiles([plain(), ...fresh.values()], { rip })
    expect(found).to.have.length(fresh.size)
    for (const [at, one] of found.entries())
      expect(plateDifferences(reference!, one), `${at} in ${rip}`).to.deep.equal([])
  }
  for (const hash of fresh.keys()) judged.add(hash)
}

const text = (pdf: Buffer) => pdf.toString('latin1')
const bytes = (source: string) => Buffer.from(source, 'latin1')
const DAMAGES: Readonly<Record<string, (pdf: Buffer) => Buffer>> = {
  'offsets that lead nowhere': (pdf) => bytes(text(pdf).replace(/\d{10} 00000 n/g, '0000000009 00000 n')),
  'startxref that leads nowhere': (pdf) => bytes(text(pdf).replace(/startxref\n\d+/, 'startxref\n7')),
  'one offset that is wrong, that of the encryption dictionary': (pdf) => {
    const at = pdf.indexOf(`${Object.keys(card()).length + 1} 0 obj`)
    return bytes(text(pdf).replace(`${at}`.padStart(10, '0'), '0000000012'))
  },
  'a table that lacks the encryption dictionary': (pdf) =>
    bytes(text(pdf).replace(/xref\n0 \d+/, `xref\n0 ${Object.keys(card()).length + 1}`)),
  'a table that begins one too late': (pdf) => bytes(text(pdf).replace(/xref\n0 /, 'xref\n1 ')),
}

describe('opening an encrypted upload', () => {
  for (const revision of REVISIONS) {
    it(`loses nothing of a file that is damaged as well: revision ${revision}`, async function () {
      const file = encryptedPdf(card(), { revision, owner: 'owner' })
      await expectWhole(this, ...Object.values(DAMAGES).map((damage) => damage(file)))
    })

    it(`reads an encryption dictionary whose entries are objects of their own: revision ${revision}`, async function () {
      const apart: Encryption['apart'] =
        revision < 4 ? ['O', 'U'] : revision === 4 ? ['CF', 'O', 'U'] : ['CF', 'O', 'U', 'OE', 'UE']
      const file = encryptedPdf(card(), { revision, owner: 'owner', apart })
      await expectWhole(this, file, ...Object.values(DAMAGES).map((damage) => damage(file)))
    })

    it(`opens with an empty owner’s password: revision ${revision}`, async function () {
      await expectWhole(this, encryptedPdf(card(), { revision, user: 'user', owner: '' }))
    })

    it(`refuses what neither password opens: revision ${revision}`, async () => {
      const file = encryptedPdf(card(), { revision, user: 'user', owner: 'owner' })
      expect((await rejectionOf(compile(file))).code).to.equal('encrypted_pdf')
    })
  }

  const attachment = {
    names: '<< /Names [(a) << /Type /Filespec /F (a) /EF << /F @attached >> >>] >>',
    attached: { entries: '/Type /EmbeddedFile', data: 'attached' },
  }
  for (const revision of [4, 5, 6] as const)
    it(`reads the pages where attachments alone are encrypted: revision ${revision}`, async function () {
      const objects = card(attachment, '/Names << /EmbeddedFiles @names >>')
      const filters = '/StmF /Identity /StrF /Identity /EFF /StdCF'
      for (const user of ['', 'user']) {
        const shared = { revision, user, owner: 'owner', filters, streams: ['attached'] }
        const file = encryptedPdf(objects, shared)
        await expectWhole(this, bytes(text(file).replace('/AuthEvent /DocOpen', '/AuthEvent /EFOpen ')))
      }
    })

  for (const revision of [4, 6] as const)
    it(`decrypts a stream by the crypt filter that it names: revision ${revision}`, async function () {
      const named = (data: string, filter: string) => ({
        entries: `/Filter [/Crypt] /DecodeParms [<< /Type /CryptFilterDecodeParms /Name /${filter} >>]`,
        data,
      })
      const own = card({ content: named(CONTENT, 'StdCF') })
      await expectWhole(this, encryptedPdf(own, { revision, filters: '/StmF /Identity /StrF /Identity' }))
      const clear = card({ content: named(CONTENT, 'Identity') })
      await expectWhole(this, encryptedPdf(clear, { revision, streams: [] }))
    })

  it('asks for another file where the encryption dictionary or the identifier is lost', async () => {
    for (const revision of REVISIONS) {
      const file = text(encryptedPdf(card(), { revision, owner: 'owner' }))
      const lost = file
        .replace('/Filter /Standard', '/Filtes /Standard')
        .replace(/\d+ 0 obj\n(?=<< \/Filtes)/, '')
      expect((await rejectionOf(compile(bytes(lost)))).code, `${revision}`).to.equal('encrypted_pdf')
    }
  })

  it('does not take a file for plain whose trailer is lost', async function () {
    for (const revision of REVISIONS) {
      const file = text(encryptedPdf(card(), { revision, owner: 'owner' }))
      const cut = bytes(file.slice(0, file.lastIndexOf('xref\n0')))
      // Older revisions need the identifier of the trailer for their key.
      if (revision < 5) expect((await rejectionOf(compile(cut))).code).to.equal('encrypted_pdf')
      else await expectWhole(this, cut)
    }
  })
})
