/** Itemization by script. */
import { expect } from 'chai'
import { itemizeScripts } from '../../../../core/engine/text/script.ts'

/** Runs as `Script:text`. */
function runsOf(text: string): string[] {
  return itemizeScripts(text).map(({ start, end, script }) => `${script}:${text.slice(start, end)}`)
}

describe('itemizing by script', () => {
  it('takes Latin text with its punctuation and digits as one run', () => {
    expect(runsOf('Łódź, 24 (Ω)'.replace('Ω', 'o'))).to.deep.equal(['Latn:Łódź, 24 (o)'])
    expect(runsOf('24 / 7')).to.deep.equal(['Latn:24 / 7'])
    expect(runsOf('')).to.deep.equal(['Latn:'])
  })

  it('cuts where the script changes, and gives shared characters to what precedes them', () => {
    expect(runsOf('Anna и Борис!')).to.deep.equal(['Latn:Anna ', 'Cyrl:и Борис!'])
    expect(runsOf('24 и')).to.deep.equal(['Cyrl:24 и'])
  })

  it('keeps marks with their letters', () => {
    expect(runsOf('שָׁ x\u0301')).to.deep.equal(['Hebr:שָׁ ', 'Latn:x\u0301'])
  })

  it('closes a bracket in the script in which it was opened', () => {
    expect(runsOf('ab (и) c')).to.deep.equal(['Latn:ab (', 'Cyrl:и', 'Latn:) c'])
  })

  it('gives shared signs to the scripts that use them', () => {
    expect(runsOf('ab、日')).to.deep.equal(['Latn:ab', 'Hani:、日'])
    expect(runsOf('カー')).to.deep.equal(['Kana:カー'])
  })

  it('knows scripts beyond the basic plane', () => {
    expect(runsOf('𞤀𞤁 x')).to.deep.equal(['Adlm:𞤀𞤁 ', 'Latn:x'])
  })
})
