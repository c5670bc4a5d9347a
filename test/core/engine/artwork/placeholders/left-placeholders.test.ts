/** Placeholders that become no field are told with their text and place, whatever they are set in. */

import { expect } from 'chai'
import {
  type PlaceholderPage,
  RESOURCES,
  readPlaceholderPage,
} from '../../../../support/pdf/placeholder-page.ts'

const at = (x: number, y: number, words: string, mode = 0) =>
  `BT ${mode} Tr /F1 10 Tf ${x} ${y} Td (${words}) Tj ET\n`

/** Each letter with a matrix of its own, on a circle. */
const onCurve = (
  words: string,
  radius: number,
  show = (letter: string, matrix: string) => `BT /F1 10 Tf ${matrix} Tm (${letter}) Tj ET\n`,
) =>
  [...words]
    .map((letter, index) => {
      const angle = Math.PI / 2 + (words.length / 2 - index) * (7 / radius)
      const turn = angle - Math.PI / 2
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const numbers = [
        cos,
        sin,
        -sin,
        cos,
        200 + radius * Math.cos(angle),
        200 - radius + radius * Math.sin(angle),
      ]
      return show(letter, numbers.map((value) => value.toFixed(5)).join(' '))
    })
    .join('')

const form = (data: string, entries = '') => ({
  entries: `/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << ${RESOURCES} >> ${entries}`,
  data,
})

const HIDDEN_LAYER = {
  catalog: '/OCProperties << /OCGs [@layer] /D << /OFF [@layer] >> >>',
  properties: '/Layer @layer',
}

interface Case extends Partial<PlaceholderPage> {
  readonly what: string
  readonly content: string
  readonly says: string
  /** A point of its place. */
  readonly point: readonly [number, number]
}

const CASES: readonly Case[] = [
  {
    what: 'letters on a steep curve',
    content: onCurve('{{name}}', 60),
    says: 'placeholder_unread',
    point: [200, 202],
  },
  {
    what: 'letters on a flat curve',
    content: onCurve('{{name|w=40mm}}', 900),
    says: 'placeholder_unread',
    point: [200, 202],
  },
  {
    what: 'letters of a curve in one text object',
    content: `BT /F1 10 Tf ${onCurve('{{name}}', 80, (letter, matrix) => `${matrix} Tm (${letter}) Tj `)} ET`,
    says: 'placeholder_unread',
    point: [200, 202],
  },
  {
    what: 'letters of a curve that are forms',
    content: onCurve(
      '{{name}}',
      60,
      (letter, matrix) =>
        `q ${matrix} cm /${letter === '{' ? 'Open' : letter === '}' ? 'Close' : letter} Do Q\n`,
    ),
    xObjects: '/Open @open /Close @close /n @n /a @a /m @m /e @e',
    objects: Object.fromEntries(
      Object.entries({ open: '{', close: '}', n: 'n', a: 'a', m: 'm', e: 'e' }).map(([key, letter]) => [
        key,
        form(at(0, 0, letter)),
      ]),
    ),
    says: 'placeholder_unread',
    point: [200, 202],
  },
  {
    what: 'stacked letters',
    content: [...'{{name}}'].map((letter, index) => at(40, 280 - 12 * index, letter)).join(''),
    says: 'placeholder_unread',
    point: [42, 240],
  },
  {
    what: 'a tiling pattern',
    content: '/Pattern cs /Tiles scn 50 60 100 80 re f',
    page: '',
    spaces: '/Unused /DeviceGray >> /Pattern << /Tiles @tiles',
    objects: {
      tiles: {
        entries: `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 80 20] /XStep 80 /YStep 20 /Resources << ${RESOURCES} >>`,
        data: at(2, 4, '{{name}}'),
      },
    },
    says: 'placeholder_unread.pattern',
    point: [100, 100],
  },
  {
    what: 'a comment that prints',
    content: at(40, 250, 'words'),
    page: '/Annots [<< /Type /Annot /Subtype /FreeText /F 4 /Rect [100 100 200 130] /Contents (c) /AP << /N @look >> >>]',
    objects: {
      look: {
        entries: `/Type /XObject /Subtype /Form /BBox [0 0 100 30] /Resources << ${RESOURCES} >>`,
        data: at(5, 5, '{{name}}'),
      },
    },
    says: 'placeholder_unread.annotation',
    point: [110, 108],
  },
  {
    what: 'text that clips a picture',
    content: `q ${at(40, 250, '{{name}}', 7)} 0 0 400 300 re f Q`,
    says: 'placeholder_unread.clip',
    point: [50, 253],
  },
  {
    what: 'invisible text',
    content: at(40, 250, '{{name}}', 3),
    says: 'field_hidden.placeholder',
    point: [50, 253],
  },
  {
    what: 'text of a layer that is off',
    content: `/OC /Layer BDC ${at(40, 250, '{{name}}')} EMC`,
    ...HIDDEN_LAYER,
    objects: { layer: '<< /Type /OCG /Name (Off) >>' },
    says: 'field_hidden.placeholder',
    point: [50, 253],
  },
  {
    what: 'a form of a layer that is off',
    content: '/Off Do',
    ...HIDDEN_LAYER,
    xObjects: '/Off @off',
    objects: { layer: '<< /Type /OCG /Name (Off) >>', off: form(at(40, 250, '{{name}}'), '/OC @layer') },
    says: 'field_hidden.placeholder',
    point: [50, 253],
  },
  {
    what: 'a soft mask',
    content: '/Masked gs 0 0 400 300 re f',
    spaces: '/Unused /DeviceGray >> /ExtGState << /Masked << /SMask << /S /Luminosity /G @mask >> >>',
    objects: {
      mask: form(`1 g ${at(40, 250, '{{name}}')}`, '/Group << /S /Transparency /CS /DeviceGray >>'),
    },
    says: 'placeholder_unread.mask',
    point: [50, 253],
  },
  {
    what: 'a letter of a drawn font',
    content: 'BT /F9 10 Tf 40 250 Td (A) Tj ET',
    fonts: '/F9 @drawn',
    objects: {
      drawn:
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.1 0 0 0.1 0 0] /CharProcs << /A @glyph >> ' +
        `/Encoding << /Differences [65 /A] >> /FirstChar 65 /LastChar 65 /Widths [50] /Resources << ${RESOURCES} >> >>`,
      glyph: { data: `50 0 d0 ${at(0, 0, '{{name}}')}` },
    },
    says: 'placeholder_unread.letter',
    point: [50, 253],
  },
]

const told = async (content: string, parts: Partial<PlaceholderPage> = {}) => {
  const { fields, findings } = await readPlaceholderPage(content, parts)
  return { fields, findings: findings.filter(({ code }) => /^placeholder_|^field_(hidden|no_)/.test(code)) }
}

describe('a placeholder that became no field', () => {
  for (const {
    what,
    content,
    says,
    point: [x, y],
    ...parts
  } of CASES)
    it(`is told with its text and its place: ${what}`, async () => {
      const { fields, findings } = await told(content, parts)
      expect(fields).to.deep.equal([])
      expect(findings).to.have.length(1)
      const [finding] = findings
      expect(finding).to.deep.include({ severity: 'warn', says, page: 0, params: { label: 'name' } })
      expect(finding?.found).to.match(/^\{\{name(\|w=40mm)?\}\}$/)
      const [left = 0, bottom = 0, right = 0, top = 0] = finding?.bbox ?? []
      expect([left <= x, x <= right, bottom <= y, y <= top], `${finding?.bbox}`).to.deep.equal([
        true,
        true,
        true,
        true,
      ])
    })

  it('is told once, with how often it stands there', async () => {
    const { findings } = await told(
      at(40, 250, '{{name}}', 7) + at(40, 150, '{{name}}', 7) + at(40, 50, '{{town}}', 7),
    )
    expect(findings.map(({ found, count, boxes }) => [found, count, boxes?.length])).to.deep.equal([
      ['{{name}}', 2, 2],
      ['{{town}}', undefined, undefined],
    ])
  })

  it('is not told again where another finding says so already', async () => {
    for (const [content, code] of [
      ['BT 5 Tr /F1 10 Tf 40 250 Td ({{a}}) Tj ET', 'field_no_geometry'],
      [`${at(40, 250, 'Dear {{guest')}${at(40, 238, 'name}}')}`, 'placeholder_unclosed'],
      [at(40, 250, '{{ |w=3mm}}'), 'placeholder_label_missing'],
      ['BT /F1 10 Tf 0 Tz 40 250 Td ({{a}}) Tj ET', 'field_no_geometry'],
    ] as const)
      expect(
        (await told(content)).findings.map((one) => one.code),
        content,
      ).to.deep.equal([code])
  })

  it('is not told where it became a field, though its paragraph’s replacement text says it still', async () => {
    const { fields, findings } = await told(
      `/Span << /ActualText (Dear {{name}}, welcome) >> BDC ${at(40, 250, '{{name}}')}${at(40, 200, 'welcome')} EMC`,
    )
    expect(fields.map(({ label }) => label)).to.deep.equal(['name'])
    expect(findings).to.deep.equal([])
  })

  it('is no single brace, and none that stand far apart', async () => {
    const { findings } = await told(at(40, 250, '{', 3) + at(300, 50, '{a}}', 3) + onCurve('{a} {b}', 80))
    expect(findings).to.deep.equal([])
  })
})
