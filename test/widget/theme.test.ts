/** The editor's colours: whatever a shop gives, text and shapes keep their contrast. */
import { expect } from 'chai'
import fc from 'fast-check'
import { contrast, palette, type Rgb } from '../../widget/editor/theme.ts'

const rgb = (properties: Readonly<Record<string, string>>, name: string): Rgb => {
  const [red = 0, green = 0, blue = 0] =
    (properties[`--platen-${name}`] ?? '').match(/\d+/g)?.map(Number) ?? []
  return [red, green, blue]
}
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('editor theme', () => {
  it('is readable with any accent, paper and ink, in light and in dark (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
    const theme = fc.record({
      accent: fc.option(hex),
      paper: fc.option(hex),
      ink: fc.option(hex),
      scheme: fc.constantFrom('auto', 'light', 'dark'),
    })
    fc.assert(
      fc.property(theme, fc.boolean(), (given, dark) => {
        const made = palette(given, dark)
        const paper = rgb(made, 'paper')
        for (const text of ['ink', 'quiet', 'mark', 'danger'])
          expect(contrast(rgb(made, text), paper), `${text} of ${JSON.stringify(given)}`).to.be.at.least(4.5)
        expect(contrast(rgb(made, 'edge'), paper), 'edge').to.be.at.least(3)
        expect(contrast(rgb(made, 'on-accent'), rgb(made, 'accent')), 'on accent').to.be.at.least(4.5)
      }),
      { numRuns: 400, seed: 7 },
    )
  })

  it('follows the device unless the shop is always light or dark, and keeps the shop’s own colours', () => {
    const paper = (theme: Parameters<typeof palette>[0], dark: boolean) => rgb(palette(theme, dark), 'paper')
    expect(paper({ accent: null }, true)).to.deep.equal([24, 24, 22])
    expect(paper({ accent: null, scheme: 'light' }, true)).to.deep.equal([255, 255, 255])
    const own = palette({ accent: '#7a1f3d', paper: '#fdf6ec' }, true)
    expect([rgb(own, 'accent'), rgb(own, 'paper')]).to.deep.equal([
      [122, 31, 61],
      [253, 246, 236],
    ])
  })

  it('takes colours, families and corners, and nothing that loads or breaks out', () => {
    const made = palette(
      { accent: 'red; x: url(//evil)', paper: 'url(x)', font: 'x, url(//evil.example)', radius: 400 },
      false,
    )
    expect(JSON.stringify(made)).to.not.match(/url|evil|400/)
    expect(palette({ accent: null, font: '"Fira Sans", sans-serif', radius: 8 }, false)).to.include({
      '--platen-font': '"Fira Sans", sans-serif',
      '--platen-radius': '8px',
    })
  })
})
