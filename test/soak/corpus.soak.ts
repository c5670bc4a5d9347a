/**
 * Every PDF of a folder through a running service: a template or a refusal, print files, previews, and what qpdf,
 * Ghostscript and MuPDF say of them. `CORPUS=/a/folder npx mocha test/soak/corpus.soak.ts` looks at any folder, all
 * below it too; without it, at the corpus beside the checkout. The counts stand at the end, and every file in a report
 * of JSON (CORPUS_REPORT says where). CORPUS_PAGES are looked at of each file, and its judges have CORPUS_SECONDS.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { faultsOf } from '../journeys/corpus/faults.ts'
import { type CorpusRun, openCorpusRun } from '../journeys/corpus/run.ts'
import { CORPUS, IS_OWN_CORPUS, readPdfFolder } from '../support/pdf/corpus-folder.ts'
import { needs, RIPS } from '../support/rips/oracles.ts'
import { leavePending } from '../support/run/leave-pending.ts'
import { saySummary } from './say-summary.ts'

const { CORPUS_PAGES = '4', CORPUS_SECONDS = '300' } = process.env
const REPORT = process.env.CORPUS_REPORT ?? join(tmpdir(), 'platen-corpus-report.json')

describe(`the PDFs of ${CORPUS}`, function () {
  // The service and the judges of each file have limits of their own.
  this.timeout(0)
  const { files, unreadable } = readPdfFolder(CORPUS)
  let run: CorpusRun
  before(function () {
    if (IS_OWN_CORPUS && !existsSync(CORPUS)) leavePending(this, 'a folder of PDFs (CORPUS)')
    needs(this, ...RIPS, 'qpdf')
    run = openCorpusRun(CORPUS, {
      judgeMs: Number(CORPUS_SECONDS) * 1000,
      mostPages: Number(CORPUS_PAGES),
    })
    process.once('SIGINT', interrupt)
  })
  after(async () => {
    if (run === undefined) return
    process.off('SIGINT', interrupt)
    await run.close()
    conclude()
  })
  function conclude(): void {
    run.writeReport(REPORT)
    const lines = [...saySummary(run.summary()), `report       ${REPORT}`]
    console.log(lines.map((line) => `      ${line}`).join('\n'))
  }
  /** Mocha ends at once and calls no hook: what is known of the files so far is said first. */
  function interrupt(): void {
    conclude()
    void run.close().finally(() => process.exit(130))
  }

  it('are some, in folders that can be read', () => {
    expect(unreadable).to.deep.equal([])
    expect(files, 'no PDF lies below this folder').to.not.deep.equal([])
  })

  for (const file of files)
    it(file, async () => {
      const record = await run.take(file)
      expect(faultsOf(record)).to.deep.equal([])
      if (!IS_OWN_CORPUS) return
      // Somebody has looked at these: none is over a limit of the service.
      if (record.refusal !== null) expect(record.refusal.status).to.equal(400)
      else expect(record.template?.pages).to.be.greaterThan(0)
    })
})
