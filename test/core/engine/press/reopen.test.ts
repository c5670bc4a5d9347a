/** Finished print files opened by a program that did not write them, whole and spoiled in the ways that files are. */

import { expect } from 'chai'
import { findingMessage } from '../../../../core/engine/finding/sentence.ts'
import { reopen } from '../../../../core/engine/press/reopen.ts'
import { checkReopened, type MeantFile, type Reopened } from '../../../../core/engine/press/reopened.ts'
import { composeRender } from '../../../../core/service/render/compose.ts'
import { catalogue } from '../../../bench/press-files.ts'
import {
  bundledFonts,
  type CompiledSource,
  compileSource,
  joined,
} from '../../../support/engine/rendering.ts'
import { reopenBytes } from '../../../support/engine/reopened.ts'
import { artworkPdf } from '../../../support/pdf/artwork-pdf.ts'
import { mergeOf, separationOf } from '../../../support/rips/merging.ts'

function rendered(compiled: CompiledSource) {
  const { scene, plan, body } = compiled
  const request = { kind: 'final', values: {}, colors: null, assignments: {} } as const
  const { tail } = composeRender({ scene, plan, templateFindings: [], ...request }, bundledFonts)
  const bytes = Buffer.concat([body, joined(tail.parts)])
  return { bytes, plan, meant: { pages: plan.pages.length, fileId: tail.fileId } }
}

const told = (meant: MeantFile, found: Reopened) =>
  checkReopened(meant, found).map((one) => findingMessage(one))
const spoiled = (bytes: Buffer, at: number, word: string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(word), bytes.subarray(at + word.length)])

describe('a finished print file, opened again', () => {
  let compiled: CompiledSource
  let file: ReturnType<typeof rendered>
  before(async () => {
    compiled = await compileSource(artworkPdf())
    file = rendered(compiled)
  })

  it('has the pages that were meant, and is found by its own name', async () => {
    const found = await reopenBytes(file.bytes)
    expect(found).to.deep.equal(file.meant)
    expect(told(file.meant, found)).to.deep.equal([])
  })

  it('is known from its body, which has as many pages', async () => {
    const found = await reopenBytes(compiled.body)
    expect(found).to.deep.equal({ pages: file.plan.pages.length, fileId: file.plan.fileId })
    expect(told(file.meant, found)).to.deep.equal([
      'Another program opens the print file without its personalized content.',
    ])
  })

  const cases: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'whose end is lost': (bytes) => bytes.subarray(0, -40),
    'whose tail is lost': (bytes) => bytes.subarray(0, file.plan.bodyBytes),
    'whose trailer is another': (bytes) => spoiled(bytes, bytes.lastIndexOf('/Prev'), '/Root 999 0 R'),
    'whose cross-references of the body are overwritten': (bytes) =>
      spoiled(bytes, file.plan.startXref, ' '.repeat(400)),
    'whose last cross-references stand elsewhere': (bytes) => {
      const at = bytes.lastIndexOf('startxref') + 'startxref\n'.length
      return spoiled(bytes, at, '1')
    },
    'of zeros': (bytes) => Buffer.alloc(bytes.length),
    'of no bytes': () => Buffer.alloc(0),
  }
  for (const [name, spoil] of Object.entries(cases))
    it(`is not printable ${name}`, async () => {
      const found = await reopenBytes(spoil(file.bytes))
      expect(told(file.meant, found), JSON.stringify(found)).to.have.length(1)
      expect(told(file.meant, found)[0]).to.match(/^[A-Z].*[.!]$/)
    })

  it('is not printable with another number of pages', async () => {
    const found = await reopenBytes(file.bytes)
    const [finding] = checkReopened({ ...file.meant, pages: file.meant.pages + 1 }, found)
    expect(finding).to.include({
      code: 'render_unparsable',
      severity: 'fail',
      found: file.meant.pages,
      expected: file.meant.pages + 1,
    })
  })

  it('says in words why it cannot be opened', () => {
    expect(told(file.meant, { reason: 'It has no pages' })).to.deep.equal([
      'Another program cannot open the print file: It has no pages.',
    ])
  })

  it('is read in few stretches where it is long, to the same end @long', async () => {
    const long = rendered(await compileSource(catalogue()))
    const { bytes, meant } = long
    let read = 0
    const stretches = {
      sizeBytes: bytes.length,
      read: async (start: number, end: number) => {
        read += end - start
        return bytes.subarray(start, end)
      },
    }
    expect(await reopen(stretches)).to.deep.equal(meant)
    expect(await reopenBytes(bytes)).to.deep.equal(meant)
    expect(read).to.be.below(bytes.length / 20)
    const cut = { ...stretches, read: () => Promise.reject(new Error('The disk does not answer.')) }
    expect(await reopen(cut)).to.deep.equal({ reason: 'The disk does not answer.' })
  })

  it('of many records has the pages of all, and a name of its own', async () => {
    const merge = mergeOf(compiled)
    const records = Array.from({ length: 40 }, () => merge.add(separationOf(compiled, {})))
    const bytes = Buffer.concat([compiled.body, ...records, ...merge.finish()])
    const meant = { pages: 40 * compiled.plan.pages.length, fileId: merge.fileId }
    expect(merge.pageCount).to.equal(meant.pages)
    expect(await reopenBytes(bytes)).to.deep.equal(meant)
  })
})
