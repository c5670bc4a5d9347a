/** Names of files in hot folders: what an order calls itself, made safe, and what a pattern may be. */
import { expect } from 'chai'
import {
  checkPattern,
  fileNames,
  MOST_NAME_BYTES,
  type NameFacts,
  nameKey,
  STANDARD_PATTERN,
  ticketName,
} from '../../../../core/service/folder/file-name.ts'
import { checkFolder } from '../../../../core/service/folder/hot-folder.ts'
import { thrownBy } from '../../../support/run/thrown.ts'

const ID = 'hfd_01kq3f8w2bx6mt4v9y0hzd5s7e'
const FACTS: NameFacts = {
  order: '1042',
  line: '2',
  quantity: '250',
  template: 'wedding-card',
  paper: 'Blush',
  ink: 'Letterpress Indigo+Gold Foil',
  fill: 'fill_x',
  render: 'rnd_x',
  cart: 'cart-77',
  date: '2026-07-15',
  due: null,
}

const nameOf = (order: string | null, pattern = '{order}.pdf'): string =>
  fileNames(pattern, { ...FACTS, order }, ID)[0] ?? ''
const bytesOf = (text: string): number => Buffer.byteLength(text)

/** An order's reference, and the name that the pattern `{order}.pdf` makes of it. */
const NAMES: readonly (readonly [string, string])[] = [
  ['1042', '1042.pdf'],
  ['#1042', '_1042.pdf'],
  ['gid://shopify/Order/77', 'gid_shopify_Order_77.pdf'],
  ['../../x', '_._x.pdf'],
  ['..\\..\\x', '_._x.pdf'],
  ['/etc/passwd', '_etc_passwd.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['...', 'print.pdf'],
  ['C:\\autoexec', 'C_autoexec.pdf'],
  ['CON', '_CON.pdf'],
  ['nul.x', '_nul.x.pdf'],
  ['Lpt1 ', '_Lpt1.pdf'],
  ['COM10', 'COM10.pdf'],
  ['console', 'console.pdf'],
  ['-rf', '_rf.pdf'],
  ['a\u0000b\nc\td', 'a_b_c_d.pdf'],
  ['inv\u202Efdp.exe', 'inv_fdp.exe.pdf'],
  ['zero\u200Bwidth\uFEFF', 'zero_width_.pdf'],
  ['👩‍👩‍👧 order 🎂', '_ order _.pdf'],
  ['Auftrag Größe 7', 'Auftrag Größe 7.pdf'],
  ['e\u0301', '\u00e9.pdf'],
  ['注文-十', '注文-十.pdf'],
  ['طلب ٧', 'طلب ٧.pdf'],
  ['a*b?c|d"e<f>g', 'a_b_c_d_e_f_g.pdf'],
  ['$(reboot)`x`;&', '_(reboot)_x_.pdf'],
  ['ends. . ', 'ends.pdf'],
  ['{render}', '_render_.pdf'],
  ['\ud800', '_.pdf'],
  ['', 'print.pdf'],
]

describe('The name of a file in a hot folder', () => {
  for (const [order, name] of NAMES)
    it(`is ${JSON.stringify(name)} for the order ${JSON.stringify(order)}`, () => {
      expect(nameOf(order)).to.equal(name)
    })

  it('says paper and ink, with what no file system takes made safe', () => {
    const pattern = '{order}_{paper}_{ink}.pdf'
    expect(fileNames(pattern, FACTS, ID)[0]).to.equal('1042_Blush_Letterpress Indigo+Gold Foil.pdf')
    const odd = { ...FACTS, paper: 'Kraft 300 g/m² <"brown">', ink: 'HKS 43 K: 100 %' }
    expect(fileNames(pattern, odd, ID)[0]).to.equal('1042_Kraft 300 g_m² _brown__HKS 43 K_ 100 _.pdf')
    const none = { ...FACTS, paper: null, ink: null }
    expect(fileNames(pattern, none, ID)[0]).to.equal('1042_no-paper_no-ink.pdf')
  })

  it('says all that the standard pattern asks for, and what is missing', () => {
    expect(fileNames(STANDARD_PATTERN, FACTS, ID)[0]).to.equal('1042_2_250x_wedding-card.pdf')
    const bare = { ...FACTS, order: null, line: null, quantity: null }
    expect(fileNames(STANDARD_PATTERN, bare, ID)[0]).to.equal(
      'no-order_no-line_no-quantityx_wedding-card.pdf',
    )
    expect(nameOf('7', '{date} {due} {order}.PDF')).to.equal('2026-07-15 no-due 7.pdf')
  })

  it('makes the pattern itself safe', () => {
    expect(nameOf('7', '../up/{order}.pdf')).to.equal('_up_7.pdf')
    expect(nameOf('7', 'aux.pdf')).to.equal('_aux.pdf')
  })

  it('takes no more bytes than a share has room for, and cuts between characters', () => {
    for (const order of [
      'x'.repeat(300),
      'é'.repeat(300),
      '注'.repeat(300),
      '🎂'.repeat(300),
      `e${'\u0301'.repeat(299)}`,
    ])
      for (const pattern of [STANDARD_PATTERN, `${'{order}'.repeat(20)}.pdf`, `${'ä'.repeat(190)}.pdf`])
        for (const name of fileNames(pattern, { ...FACTS, order }, ID)) {
          expect(bytesOf(name)).to.be.at.most(MOST_NAME_BYTES)
          expect(bytesOf(ticketName(name))).to.be.at.most(MOST_NAME_BYTES)
          expect(name)
            .to.match(/^[^./\\].*\.pdf$/u)
            .and.to.equal(name.toWellFormed())
        }
    expect(fileNames(STANDARD_PATTERN, { ...FACTS, order: 'x'.repeat(300) }, ID)[0]).to.equal(
      `${'x'.repeat(64)}_2_250x_wedding-card.pdf`,
    )
  })

  it('is numbered where it is taken, and in the end nobody else can have it', () => {
    const names = fileNames('{order}.pdf', FACTS, ID)
    expect(names.slice(0, 3)).to.deep.equal(['1042.pdf', '1042-2.pdf', '1042-3.pdf'])
    expect(names.at(-1)).to.equal(`1042-${ID.slice(-12)}.pdf`)
    expect(names.map(ticketName)[1]).to.equal('1042-2.json')
  })

  it('is one name for machines that do not tell capitals apart', () => {
    expect(nameKey('Größe.pdf')).to.equal(nameKey('GRÖßE.pdf'))
  })
})

describe('A pattern', () => {
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['{customer}.pdf', /Unknown placeholder \{customer\}/],
    ['{}.pdf', /Unknown placeholder \{\}/],
    ['{order.pdf', /brace/],
    ['order}.pdf', /brace/],
    ['{{order}}.pdf', /brace/],
    ['{order}', /must end with \.pdf/],
    ['.pdf', /must end with \.pdf/],
    [`${'x'.repeat(200)}.pdf`, /at most 200/],
  ]
  for (const [pattern, says] of refusals)
    it(`is refused: ${pattern.slice(0, 20)}`, () => {
      const error = thrownBy(() => checkPattern(pattern))
      expect(error).to.deep.include({ code: 'invalid_parameter' })
      expect(error.facts.param).to.equal('name_pattern')
      expect(error.message).to.match(says)
    })
})

describe('A folder', () => {
  const BAD = [
    ...['', '/', '/abs', 'a/', 'a//b', '.', '..', '../x', 'a/../b', 'a/..', '.hidden', 'a/.git'],
    ...[
      'C:\\x',
      'a\\b',
      'a\u0000b',
      'a\nb',
      'CON',
      'a/nul.txt',
      'x.',
      'x ',
      ' x',
      '-x',
      'a:b',
      'a*',
      '~',
      '$x',
    ],
    ...[
      'withdrawn',
      'press/Withdrawn',
      'inv\u202Egpj',
      'x'.repeat(201),
      'a/'.repeat(8).concat('a'),
      '注'.repeat(70),
    ],
  ]
  for (const folder of BAD)
    it(`is refused: ${JSON.stringify(folder.slice(0, 30))}`, () => {
      expect(thrownBy(() => checkFolder(folder))).to.deep.include({ code: 'invalid_parameter' })
    })

  it('may have folders in it, spaces and letters of every script', () => {
    for (const folder of ['indigo', 'indigo/in', 'Presse 2/Größe', '大判', 'a.b_c-d'])
      expect(checkFolder(folder)).to.equal(folder)
    expect(checkFolder('Gro\u0308ße')).to.equal('Größe')
  })
})
