/** Expects a finding to have a whole sentence in every language, with nothing missing in it. */
import { expect } from 'chai'
import { LANGUAGES, type StoredFinding, sentenceOf } from '../../../core/engine/finding/sentence.ts'
import { forbiddenIn } from '../run/forbidden-words.ts'

export function expectSentences(finding: StoredFinding): void {
  const told = JSON.stringify(finding)
  const sentences = LANGUAGES.map((language) => sentenceOf(finding, language))
  for (const [at, sentence] of sentences.entries()) {
    expect(sentence, `${LANGUAGES[at]}: ${told}`).to.match(/^[A-ZÄÖÜ“„\d/].*\.$/s)
    expect(sentence, told).not.to.match(/undefined|NaN|\{|\}/)
    expect(forbiddenIn(sentence ?? ''), told).to.deep.equal([])
  }
  expect(new Set(sentences).size, told).to.equal(LANGUAGES.length)
}
