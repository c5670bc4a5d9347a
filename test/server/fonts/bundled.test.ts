/** The bundled fonts are what the table says they are. */
import { expect } from 'chai'
import { readFontNames } from '../../../core/engine/text/font-names.ts'
import { openBundledFonts } from '../../../server/fonts/bundled.ts'

describe('bundled fonts', () => {
  const fonts = openBundledFonts()

  it('are listed under the names that their files carry', () => {
    for (const info of fonts.list()) {
      const names = readFontNames(fonts.open(info.key).data)
      expect(info).to.deep.equal({
        key: `bundled:${names.postScriptName}`,
        postScriptName: names.postScriptName,
        family: names.family,
        bold: names.bold,
        italic: names.italic,
      })
    }
    expect(fonts.list()).to.have.length(59)
  })

  it('have a license that allows them to be embedded', () => {
    for (const info of fonts.list()) {
      expect(fonts.open(info.key).fsType, info.key).to.equal(0)
    }
  })

  const COVERED: Readonly<Record<string, readonly [text: string, postScriptName: string]>> = {
    Latin: ['Aé łğ ß 0123 (', 'Arimo-Regular'],
    Greek: ['Ωάλφα', 'Tinos-Italic'],
    Cyrillic: ['Жанна Ґ', 'Cousine-Bold'],
    Hebrew: ['שָׁלוֹם 2026', 'FrankRuhlLibre-Regular'],
    Arabic: ['مُحَمَّد ٢٠٢٦ 2026', 'NotoNaskhArabic-Regular'],
    Thai: ['น้ำผึ้ง ก็', 'Sarabun-Regular'],
    Devanagari: ['क्षत्रिय श्रीमान्', 'NotoSansDevanagari-Regular'],
    Japanese: ['渡邉 髙橋 あかり アオイ', 'NotoSansJP-Regular'],
    emoji: ['❤😀', 'NotoEmoji-Regular'],
  }
  for (const [script, [text, postScriptName]] of Object.entries(COVERED))
    it(`cover ${script}`, () => {
      const typeface = fonts.open(`bundled:${postScriptName}`)
      const lacking = [...text].filter((character) => !typeface.hasCodePoint(character.codePointAt(0) ?? 0))
      expect(lacking.join('')).to.equal('')
    })

  it('are opened once', () => {
    expect(fonts.open('bundled:Tinos-Bold')).to.equal(fonts.open('bundled:Tinos-Bold'))
  })

  it('say which key is none of theirs', () => {
    expect(() => fonts.open('bundled:Comic-Sans')).to.throw('bundled:Comic-Sans')
  })
})
