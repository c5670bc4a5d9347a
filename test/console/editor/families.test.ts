/** Fonts by family: each family once, its styles named once, and the nearest style of another family. */
import { expect } from 'chai'
import { openBundledFonts } from '../../../server/fonts/bundled.ts'
import type { FontWire } from '../../../widget/console/editor/editor-api.ts'
import { familiesOf, findFace, nearestFace } from '../../../widget/console/editor/fonts/families.ts'

const font = (facts: Partial<FontWire> & Pick<FontWire, 'family' | 'post_script_name'>): FontWire => ({
  ...{ id: facts.post_script_name, key: facts.post_script_name, full_name: null },
  ...{ bold: false, italic: false, source: 'team' },
  ...facts,
})
const bundled = openBundledFonts()
  .list()
  .map(({ postScriptName, family, bold, italic }) =>
    font({ post_script_name: postScriptName, family, bold, italic, source: 'bundled' }),
  )

describe('Families of fonts', () => {
  it('have the bundled fonts once each, with no word of a style in their names', () => {
    const families = familiesOf(bundled)
    const names = families.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
    expect(names).to.include.members(['Arimo', 'Cormorant Garamond', 'Jost', 'Noto Sans JP'])
    expect(names.filter((name) => /bold|black|medium|light|thin|italic/i.test(name))).to.deep.equal([])
    const jost = families.find(({ name }) => name === 'Jost')
    expect(jost?.faces.map(({ style }) => style)).to.deep.equal([
      ...['Thin', 'Thin Italic', 'Extra Light', 'Extra Light Italic', 'Light', 'Light Italic'],
      ...['Regular', 'Italic', 'Medium', 'Medium Italic', 'Semi Bold', 'Semi Bold Italic'],
      ...['Bold', 'Bold Italic', 'Extra Bold', 'Extra Bold Italic', 'Black', 'Black Italic'],
    ])
  })

  it('take styles from full names, and keep a family that is called like a style', () => {
    const families = familiesOf([
      font({ family: 'Maker Sans Semibold', full_name: 'Maker Sans Semibold', post_script_name: 'MS-Sb' }),
      font({ family: 'Maker Sans', full_name: 'Maker Sans Bold', post_script_name: 'MS-Bd', bold: true }),
      font({ family: 'Black', full_name: 'Black', post_script_name: 'Black' }),
    ])
    expect(families.map(({ name, faces }) => [name, faces.map(({ style }) => style)])).to.deep.equal([
      ['Black', ['Regular']],
      ['Maker Sans', ['Semibold', 'Bold']],
    ])
  })

  it('put the shop’s own first, and find the face that is most like another', () => {
    const own = font({ family: 'Zed', post_script_name: 'Zed-Bold', bold: true })
    const families = familiesOf([...bundled, own])
    expect(families[0]?.name).to.equal('Zed')
    const found = findFace(families, 'Jost-SemiBoldItalic')
    expect(found?.face.weight).to.equal(600)
    const cousine = families.find(({ name }) => name === 'Cousine')
    if (cousine === undefined) throw new Error('Cousine is not bundled.')
    expect(nearestFace(cousine, found?.face ?? null)?.style).to.equal('Bold Italic')
    expect(nearestFace(cousine, null)?.style).to.equal('Regular')
  })
})
