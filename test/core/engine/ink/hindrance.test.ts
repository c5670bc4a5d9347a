/** What keeps an ink of the artwork from ever printing as another, and that nothing else does. */

import { expect } from 'chai'
import type { InkHindrance } from '../../../../core/engine/ink/plan-ink.ts'
import { compilePdf } from '../../../../core/engine/press/compile.ts'
import { testFonts } from '../../../support/pdf/fonts.ts'
import { onePage, type RawObject } from '../../../support/pdf/raw-pdf.ts'

const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.3 0.8 0] /N 1 >>'
const separation = (name: string) => `[/Separation /${name} /DeviceCMYK ${TINT}]`

describe('an ink that can never print as another', () => {
  const mask = (kind: string) =>
    `/Resources << /ColorSpace << /Au @gold >> /ExtGState << /M << /SMask << /Type /Mask /S /${kind} /G @group >> >> >> >>`
  const group: RawObject = {
    entries:
      '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Group << /S /Transparency /CS /DeviceCMYK >> /Resources << /ColorSpace << /Au @gold >> >>',
    data: '/Au cs 0.5 scn 0 0 200 50 re f',
  }
  const gold = { gold: separation('Gold') }
  const plain = '/Resources << /ColorSpace << /Au @gold >> >>'
  const paint = '/Au cs 1 scn 10 10 50 50 re f'
  const inNChannel = (name: string, attributes: string) =>
    `/Resources << /ColorSpace << /Au @gold /N [/DeviceN [/${name} /Cyan] /DeviceCMYK @mix ${attributes}] >> >>`
  const mix = (data: string): RawObject => ({
    entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
    data,
  })

  const cases: readonly (readonly [InkHindrance | null, string, Buffer])[] = [
    [null, 'is painted and no more', onePage({ data: paint }, plain, gold)],
    [
      'inline_image',
      'an image in line defines',
      onePage(
        {
          data: `${paint} q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS [/I ${separation('Gold')} 0 <ff>] ID a EI Q`,
        },
        plain,
        gold,
      ),
    ],
    [
      'soft_mask',
      'lightens a soft mask',
      onePage({ data: `/M gs ${paint}` }, mask('Luminosity'), { ...gold, group }),
    ],
    [
      null,
      'a soft mask of alpha is cut out of',
      onePage({ data: `/M gs ${paint}` }, mask('Alpha'), { ...gold, group }),
    ],
    [
      'opi',
      'an OPI image asks for',
      onePage(
        { data: `${paint} /I Do` },
        '/Resources << /ColorSpace << /Au @gold >> /XObject << /I @image >> >>',
        {
          ...gold,
          image: {
            entries:
              '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /OPI << /2.0 << /Type /OPI /Version 2.0 /Inks [/monochrome (Gold) 1.0] >> >>',
            data: 'a',
          },
        },
      ),
    ],
    [
      'halftone',
      'has a screen of its own',
      onePage(
        { data: `/H gs ${paint}` },
        `/Resources << /ColorSpace << /Au @gold >> /ExtGState << /H << /HT << /HalftoneType 5 /Gold << /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round >> /Default << /HalftoneType 1 /Frequency 60 /Angle 0 /SpotFunction /Round >> >> >> >> >>`,
        gold,
      ),
    ],
    [
      'trapping',
      'traps go by the name of',
      onePage({ data: paint }, `${plain} /Annots [@traps]`, {
        ...gold,
        traps: '<< /Type /Annot /Subtype /TrapNet /Rect [0 0 200 100] /F 4 /AP << /N @look >> >>',
        look: {
          entries:
            '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /PCM /DeviceCMYK /SeparationColorNames [/Gold]',
          data: '',
        },
      }),
    ],
    [
      'postscript',
      'PostScript code may print in',
      onePage(
        { data: `${paint} /P Do` },
        '/Resources << /ColorSpace << /Au @gold >> /XObject << /P @code >> >>',
        {
          ...gold,
          code: { entries: '/Type /XObject /Subtype /PS', data: 'showpage' },
        },
      ),
    ],
    [
      'process',
      'a colour space takes for a process ink',
      onePage(
        { data: paint },
        inNChannel(
          'Gold',
          '<< /Subtype /NChannel /Process << /ColorSpace /DeviceCMYK /Components [/Gold /Cyan /Yellow /Black] >> >>',
        ),
        { ...gold, mix: mix('{ 0 0 }') },
      ),
    ],
    [
      'spelling',
      'is written in two ways',
      onePage({ data: paint }, `/Resources << /ColorSpace << /Au @gold /L ${separation('Gr#FCn')} >> >>`, {
        gold: separation('Gr#C3#BCn'),
      }),
    ],
    [
      'malformed',
      'is defined without a colour',
      onePage(
        { data: paint },
        `/Resources << /ColorSpace << /Au @gold /B [/Separation /Gold /DeviceCMYK] >> >>`,
        gold,
      ),
    ],
    [
      'mixture',
      'is mixed by a program that fails',
      onePage({ data: paint }, inNChannel('Gold', ''), { ...gold, mix: mix('{ foo }') }),
    ],
  ]

  for (const [hindrance, what, upload] of cases)
    it(`${hindrance === null ? 'is none that' : 'is one that'} ${what}`, async () => {
      const { plan, findings } = await compilePdf(upload, testFonts().list())
      expect(plan.inks.map((ink) => ink.hindrance)).to.deep.equal([hindrance])
      const said = findings.filter((one) => 'code' in one && one.code === 'ink_not_bindable')
      expect(said).to.have.length(hindrance === null ? 0 : 1)
      if (hindrance !== null)
        expect(said[0]).to.include({ severity: 'info', ink: plan.inks[0]?.name, found: hindrance })
    })
})
