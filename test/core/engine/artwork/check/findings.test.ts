/** Every code that a template upload can be told: a file that brings it about, and one much like it that does not. */

import { expect } from 'chai'
import { COMMON_CODES, UPLOAD_CODES } from '../../../../../core/engine/finding/codes.ts'
import type { Finding } from '../../../../../core/engine/finding/finding.ts'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import { expectSentences } from '../../../../support/engine/sentences.ts'
import { testFonts } from '../../../../support/pdf/fonts.ts'
import { toldOf } from '../../../../support/pdf/judged.ts'
import { type PressPage, pressPage } from '../../../../support/pdf/press-page.ts'
import { UPLOAD_CASES, type UploadCase } from '../../../../support/pdf/upload-cases.ts'
import { READING_CASES } from './upload-reading-cases.ts'

async function findingsOf(file: PressPage | Buffer): Promise<readonly Finding[]> {
  const bytes = Buffer.isBuffer(file) ? file : pressPage(file)
  return toldOf(await compilePdf(bytes, testFonts().list()))
}

const CASES: Readonly<Record<string, UploadCase>> = { ...UPLOAD_CASES, ...READING_CASES }

describe('what an upload is told', () => {
  it('has a file for every code that there is', () => {
    const codes: string[] = [...UPLOAD_CODES, ...COMMON_CODES]
    expect(Object.keys(CASES).sort()).to.deep.equal(codes.sort())
  })

  for (const [code, [severity, flawed, sound]] of Object.entries(CASES)) {
    it(`${code}: where it is so`, async () => {
      const found = (await findingsOf(flawed)).filter((finding) => finding.code === code)
      expect(found.map((finding) => finding.severity)).to.include(severity)
      for (const finding of found) {
        expectSentences(finding)
        if (finding.page !== undefined) expect(finding.page).to.be.at.least(0)
      }
    })
    it(`${code}: and only there`, async () => {
      expect((await findingsOf(sound)).map((finding) => finding.code)).not.to.include(code)
    })
  }

  it('does not ask a picture to bleed that stands on a ground which does', async () => {
    const ground = '1 0 0 0 k 10 10 280 180 re f '
    const codes = async (content: string) => (await findingsOf({ content })).map(({ code }) => code)
    expect(await codes(`${ground}0 1 0 0 k 20 60 40 40 re f`)).not.to.include('bleed_content_short')
    expect(await codes('0 1 0 0 k 20 60 40 40 re f')).to.include('bleed_content_short')
  })

  it('is nothing but the missing output intent for a sound page', async () => {
    expect((await findingsOf({})).map(({ code }) => code)).to.deep.equal(['outputintent_missing'])
  })
})
