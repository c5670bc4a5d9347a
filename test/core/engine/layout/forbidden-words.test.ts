/** Forbidden words: whole words in any case, with any accents, in scripts with and without spaces. */
import { expect } from 'chai'
import { findForbidden, foldText } from '../../../../core/engine/layout/forbidden-words.ts'
import type { Scene } from '../../../../core/engine/scene/scene.ts'

const field = (id: string, more: object = {}) => ({
  ...{ id, label: `Field ${id}`, type: 'text', defaultValue: '', placements: [{ page: 1 }], ...more },
})
const scene = {
  fields: [field('a'), field('b', { type: 'selection' }), field('c', { defaultValue: 'damn fine' })],
} as unknown as Scene

/** Is the text refused by this one word? */
const refuses = (word: string, text: string, language = 'en') =>
  findForbidden(scene, { a: text }, { lists: { [language]: [word] }, reply: 'word' }).length === 1

describe('Forbidden words', () => {
  it('are found as whole words alone', () => {
    expect(refuses('ass', 'You ass!')).to.equal(true)
    expect(refuses('ass', 'ass')).to.equal(true)
    expect(refuses('ass', '“ass”, he said')).to.equal(true)
    for (const text of ['Class of 2027', 'assess', 'bass', 'ass2', '2ass', 'äass', 'Scunthorpe'])
      expect(refuses('ass', text), text).to.equal(false)
    expect(refuses('ass', 'bass, ass')).to.equal(true)
    expect(refuses('kick it', 'Kick\n  it!')).to.equal(true)
    expect(refuses('kick it', 'kick item')).to.equal(false)
    expect(refuses("d'oh", "D'oh!")).to.equal(true)
  })

  it('are found in any case, with any accents and in any form', () => {
    for (const text of ['MERDE', 'mérde', 'me\u0301rde', 'ＭＥＲＤＥ', '𝐦𝐞𝐫𝐝𝐞', 'mer\u00adde', 'm\u200derde'])
      expect(refuses('merde', text, 'fr'), text).to.equal(true)
    expect(refuses('Scheiße', 'SCHEISSE', 'de')).to.equal(true)
    expect(refuses('Arschlöcher', 'ARSCHLO\u0308CHER', 'de')).to.equal(true)
    expect(refuses('sıkıcı', 'SIKICI', 'tr')).to.equal(true)
    expect(refuses('istanbul', 'İSTANBUL', 'tr')).to.equal(true)
    expect(refuses('μαλάκας', 'ΜΑΛΑΚΑΣ', 'el')).to.equal(true)
    expect(refuses('ёлка', 'ЕЛКА', 'ru')).to.equal(true)
    expect(refuses('كلب', 'كَلْب', 'ar')).to.equal(true)
  })

  it('keep marks that are letters of their own', () => {
    expect(foldText('が')).not.to.equal(foldText('か'))
    expect(foldText('कि')).not.to.equal(foldText('क'))
    expect(foldText('ดี')).not.to.equal(foldText('ด'))
    expect(foldText('한국')).to.equal('한국')
  })

  it('are found where words have no spaces between them, by the words of the language', () => {
    expect(refuses('馬鹿', 'あなたは馬鹿です', 'ja')).to.equal(true)
    expect(refuses('京都', '東京都に住む', 'ja')).to.equal(false)
    expect(refuses('笨蛋', '你是笨蛋吗', 'zh')).to.equal(true)
    expect(refuses('หมา', 'นั่นคือหมา', 'th')).to.equal(true)
    expect(refuses('เลว', 'เขาเร็วมาก', 'th')).to.equal(false)
  })

  it('are looked for in what a customer wrote alone, and reported field by field', () => {
    const rules = { lists: { en: ['damn'], de: ['Mist'] }, reply: 'word' } as const
    const problems = findForbidden(scene, { a: 'So ein Mist', b: 'damn', c: 'damn fine' }, rules)
    expect(problems).to.deep.equal([
      {
        code: 'forbidden_word',
        fieldId: 'a',
        page: 1,
        message: '“Field a” contains a word that cannot be printed: Mist. Choose another word.',
        found: 'Mist',
        expected: 'other words',
      },
    ])
    expect(findForbidden(scene, { c: 'damn good' }, rules)).to.have.length(1)
    expect(findForbidden(scene, { a: 'Mist' }, null)).to.deep.equal([])
  })

  it('stay unsaid where customers are to be told vaguely', () => {
    const [problem] = findForbidden(scene, { a: 'DAMN' }, { lists: { en: ['damn'] }, reply: 'vague' })
    expect(problem).to.include({ code: 'forbidden_word', found: '' })
    expect(JSON.stringify(problem).toLowerCase()).not.to.contain('damn')
  })

  it('are looked for in the longest text by the longest list while somebody types', () => {
    const words = Array.from({ length: 5000 }, (_, at) => `word${at}`)
    const rules = { lists: { en: words }, reply: 'word' } as const
    const text = 'letters '.repeat(600)
    findForbidden(scene, { a: text }, rules)
    const begun = process.cpuUsage()
    expect(findForbidden(scene, { a: text }, rules)).to.deep.equal([])
    expect(process.cpuUsage(begun).user / 1000).to.be.below(250)
  })
})
