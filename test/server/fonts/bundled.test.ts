/** The bundled fonts are what the table says they are. */
import { expect } from 'chai'
import { readFontNames } from '../../../core/text/font-names.ts'
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
    expect(fonts.list()).to.have.length(44)
  })

  it('have a license that allows them to be embedded', () => {
    for (const info of fonts.list()) {
      expect(fonts.open(info.key).fsType, info.key).to.equal(0)
    }
  })

  it('are opened once', () => {
    expect(fonts.open('bundled:Tinos-Bold')).to.equal(fonts.open('bundled:Tinos-Bold'))
  })

  it('say which key is none of theirs', () => {
    expect(() => fonts.open('bundled:Comic-Sans')).to.throw('bundled:Comic-Sans')
  })
})
