/** Every print file of the corpus whose template has fields for text, filled: its ink is where two engines have it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ServiceError } from '../../core/errors.ts'
import { compareInk } from '../support/filled-ink.ts'
import { needs } from '../support/oracles.ts'
import { CORPUS, corpusFiles } from '../support/preview-corpus.ts'
import { type CompiledSource, compileSource } from '../support/rendering.ts'

describe('the ink of filled forms of the corpus', function () {
  this.timeout(1_800_000)
  let filled = 0
  before(function () {
    if (!existsSync(CORPUS)) this.skip()
    needs(this, 'mutool', 'gs')
  })
  for (const file of corpusFiles().sort())
    it(file, async () => {
      const compiled = await compiledOf(join(CORPUS, file))
      if (compiled === null || !compiled.scene.fields.some(({ type }) => type === 'text')) return
      const { pages, faults } = compareInk(compiled, Number.POSITIVE_INFINITY)
      expect(faults).to.deep.equal([])
      if (pages > 0) filled += 1
    })

  it('has fields in six files at least', () => {
    expect(filled).to.be.at.least(6)
  })
})

/** Null for a file that the press refuses. */
async function compiledOf(path: string): Promise<CompiledSource | null> {
  try {
    return await compileSource(readFileSync(path))
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError)
    return null
  }
}
