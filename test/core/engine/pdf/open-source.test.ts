/** Opening uploads: other files, damage, encryption, limits and hostile structures. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import fc from 'fast-check'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { ServiceError } from '../../../../core/errors.ts'
import { artworkPdf } from '../../../support/pdf/artwork-pdf.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { codesOf } from '../../../support/pdf/judged.ts'
import { flated, onePage, type RawObject, rawPdf } from '../../../support/pdf/raw-pdf.ts'
import { inThrowAwayFolder, needs, plateDifferences, plates, runTool } from '../../../support/rips/oracles.ts'
import { processorMs } from '../../../support/run/processor-ms.ts'

const compile = async (pdf: Uint8Array | string) => {
  const { body, ...rest } = await compilePdf(
    typeof pdf === 'string' ? Buffer.from(pdf, 'latin1') : pdf,
    testFonts().list(),
  )
  return { bytes: Buffer.concat(body), ...rest }
}

const failure = async (pdf: Uint8Array | string): Promise<ServiceError> => {
  try {
    await compile(pdf)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('The file was accepted.')
}

const page = () => onePage(flated('0 0 0 1 k 10 10 50 50 re f'))

/** As qpdf writes it; `options` after `--encrypt`. */
const throughQpdf = (pdf: Uint8Array, ...options: readonly string[]) =>
  inThrowAwayFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    const { status, stderr } = runTool('qpdf', [...options, 'in.pdf', 'out.pdf'], { folder })
    if (status !== 0) throw new Error(stderr)
    return readFileSync(join(folder, 'out.pdf'))
  })

describe('opening an upload', () => {
  it('says what a file is that is no PDF', async () => {
    const cases: readonly [string, RegExp][] = [
      ['', /empty/],
      ['PK\x03\x04rest', /ZIP archive/],
      ['<!DOCTYPE html><html>', /web page/],
      ['%!PS-Adobe-3.0 EPSF-3.0\n', /EPS file/],
      ['\x89PNG\r\n', /PNG image/],
      ['{"a":1}', /JSON/],
      ['just text', /does not start with %PDF/],
    ]
    for (const [text, message] of cases) {
      const error = await failure(text)
      expect(error.code, text).to.equal('invalid_pdf')
      expect(error.message).to.match(message)
    }
  })

  it('accepts a header within the first kilobyte, wherever offsets count from', async () => {
    const shifted = Buffer.concat([Buffer.from('junk\n'.repeat(50)), page()])
    const { bytes, findings } = await compile(shifted)
    expect(codesOf(findings)).to.include('pdf_header_offset').and.not.to.include('pdf_xref_damaged')
    expect(bytes.toString('latin1', 0, 5)).to.equal('%PDF-')
    expect((await failure(Buffer.concat([Buffer.alloc(1100, 0x20), page()]))).code).to.equal('invalid_pdf')
  })

  it('searches a file for its objects where the table does not lead to them', async () => {
    const whole = await compile(page())
    const text = page().toString('latin1')
    for (const damaged of [
      text.replace(/startxref\n\d+/, 'startxref\n7'),
      text.replace(/\d{10} 00000 n/g, '0000000009 00000 n'),
      text.slice(0, text.lastIndexOf('xref')),
    ]) {
      const { findings, plan } = await compile(damaged)
      expect(codesOf(findings)).to.include('pdf_xref_damaged')
      expect(plan.size).to.equal(whole.plan.size)
    }
    expect(codesOf(whole.findings)).not.to.include('pdf_xref_damaged')
  })

  it('reads object streams, cross-reference streams and linearized files', async function () {
    needs(this, 'qpdf', 'mutool')
    for (const options of [
      ['--object-streams=generate'],
      ['--linearize'],
      ['--linearize', '--object-streams=generate'],
    ]) {
      const { bytes, findings } = await compile(throughQpdf(artworkPdf(), ...options))
      expect(codesOf(findings)).not.to.include('pdf_xref_damaged')
      const rip = 'mutool'
      expect(
        plateDifferences(plates(bytes, { rip }), plates((await compile(artworkPdf())).bytes, { rip })),
      ).to.deep.equal([])
    }
  })

  const strengths = ['40', '128', '256']
  const methods: Record<string, readonly string[]> = {
    '40 bit RC4': ['40', '--'],
    '128 bit RC4': ['128', '--use-aes=n', '--'],
    '128 bit AES': ['128', '--use-aes=y', '--'],
    '256 bit AES': ['256', '--'],
    '256 bit AES, metadata in clear': ['256', '--cleartext-metadata', '--'],
  }
  for (const [name, options] of Object.entries(methods)) {
    it(`removes encryption without a user password: ${name}`, async function () {
      needs(this, 'qpdf', 'mutool')
      const encrypted = throughQpdf(artworkPdf(), '--allow-weak-crypto', '--encrypt', '', 'owner', ...options)
      const { bytes, findings } = await compile(encrypted)
      expect(codesOf(findings)).to.include('pdf_encryption_removed')
      const rip = 'mutool'
      expect(
        plateDifferences(plates(bytes, { rip }), plates((await compile(artworkPdf())).bytes, { rip })),
      ).to.deep.equal([])
      expect(bytes.toString('latin1')).to.include(Buffer.from('A (B)').toString('hex').toUpperCase())
    })
  }

  it('refuses a file that needs a password', async function () {
    needs(this, 'qpdf')
    for (const strength of strengths) {
      const options = ['--allow-weak-crypto', '--encrypt', 'user', 'owner', strength, '--']
      expect((await failure(throughQpdf(artworkPdf(), ...options))).code).to.equal('encrypted_pdf')
    }
  })

  it('refuses a dynamic XFA form and says what to do', async () => {
    const pdf = rawPdf({
      objects: {
        catalog:
          '<< /Type /Catalog /Pages @pages /NeedsRendering true /AcroForm << /XFA (x) /Fields [] >> >>',
        pages: '<< /Type /Pages /Kids [@page] /Count 1 >>',
        page: '<< /Type /Page /Parent @pages /MediaBox [0 0 100 100] >>',
      },
    })
    const error = await failure(pdf)
    expect(error.code).to.equal('invalid_pdf')
    expect(error.message).to.match(/XFA.*Print it/)
  })

  it('refuses more than 200 pages, and takes 200', async () => {
    const pages = (count: number) => {
      const kids = Array.from({ length: count }, (_, index) => `page${index}`)
      const each = kids.map((kid) => [kid, '<< /Type /Page /Parent @pages /MediaBox [0 0 100 100] >>'])
      return rawPdf({
        objects: {
          catalog: '<< /Type /Catalog /Pages @pages >>',
          pages: `<< /Type /Pages /Kids [${kids.map((kid) => `@${kid}`).join(' ')}] /Count ${count} >>`,
          ...Object.fromEntries(each),
        },
      })
    }
    expect((await failure(pages(201))).code).to.equal('too_many_pages')
    expect((await compile(pages(200))).plan.pages).to.have.length(200)
  })

  it('refuses more than 200,000 objects before it reads them', async () => {
    const many = '1 0 obj\nnull\nendobj\n'.concat(
      Array.from({ length: 200_001 }, (_, index) => `${index + 2} 0 obj 1 endobj\n`).join(''),
    )
    const before = processorMs()
    expect((await failure(`%PDF-1.4\n${many}${page().toString('latin1').slice(9)}`)).code).to.equal(
      'pdf_too_complex',
    )
    expect(processorMs() - before).to.be.below(10_000)
  })

  it('refuses streams that unpack to a multiple of anything real', async () => {
    const zeros = deflateSync(Buffer.alloc(70 << 20))
    const nested: RawObject = {
      entries: '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
      data: deflateSync(zeros),
    }
    const objectStream: RawObject = {
      entries: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
      data: zeros,
    }
    for (const bomb of [objectStream, nested]) {
      const text = onePage(flated('0 g'), '', { bomb }).toString('latin1')
      // Without its table the file is searched, and object streams are looked into.
      const error = await failure(text.replace(/startxref\n\d+/, 'startxref\n1'))
      expect(error.code).to.equal('pdf_too_complex')
    }
    const content: RawObject = { entries: '/Filter /FlateDecode', data: zeros }
    expect((await failure(onePage(content))).code).to.equal('pdf_too_complex')
  })

  it('ends with an answer on structures that run in circles', async () => {
    const pdf = (pages: string, more: Record<string, string> = {}) =>
      rawPdf({ objects: { catalog: '<< /Type /Catalog /Pages @pages >>', pages, ...more } })
    expect((await failure(pdf('<< /Type /Pages /Kids [@pages] /Count 1 >>'))).code).to.equal('invalid_pdf')
    expect((await failure(pdf('<< /Type /Pages /Kids [] /Count 0 >>'))).code).to.equal('invalid_pdf')
    const looped = pdf('<< /Type /Pages /Kids [@page] /Count 1 >>', {
      page: '<< /Type /Page /Parent @pages /MediaBox [0 0 9 9] /Contents @a /Resources @b /Annots @a /Rotate @a >>',
      a: '@b',
      b: '@a',
    })
    expect((await failure(looped)).code).to.equal('invalid_pdf')
    const text = page().toString('latin1')
    const start = /startxref\n(\d+)/.exec(text)![1]
    expect((await compile(text.replace('/Size', `/Prev ${start} /Size`))).plan.pages).to.have.length(1)
  })

  it('ends with an answer on deep nesting', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const text = onePage(flated('0 g'), '', { deep })
      .toString('latin1')
      .replace('/Type /Catalog', '/Type /Catalog /Lang 5 0 R')
    expect((await compile(text)).plan.pages).to.have.length(1)
  })

  it('answers within seconds for megabytes of garbage', async () => {
    for (const garbage of [
      '1',
      '1 0 obj ',
      '%',
      '(',
      '1 0 obj << /A ( ',
      'stream ',
      '1 0 obj << >> stream ',
    ]) {
      const before = processorMs()
      await failure(`%PDF-1.4\n${garbage.repeat(Math.floor(4_000_000 / garbage.length))}`)
      expect(processorMs() - before, garbage).to.be.below(8000)
    }
  })

  it('answers with a body or a catalogued error for any damage @long', async () => {
    const original = artworkPdf()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(original.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        async (at, bytes) => {
          const damaged = Buffer.from(original)
          damaged.set(bytes.subarray(0, damaged.length - at), at)
          try {
            await compile(damaged)
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
