/** Every code that a render can be told by its preflight: values and scenes that bring it about, and others that do not. */

import { expect } from 'chai'
import { COMMON_CODES, type FindingCode, RENDER_CODES } from '../../../../../core/engine/finding/codes.ts'
import type { ProfileName } from '../../../../../core/engine/finding/profile.ts'
import type { StoredFinding } from '../../../../../core/engine/finding/sentence.ts'
import type { PaletteInk, Substrate } from '../../../../../core/engine/ink/palette.ts'
import { compilePdf } from '../../../../../core/engine/press/compile.ts'
import type { Plan } from '../../../../../core/engine/press/plan.ts'
import type { PrintFile } from '../../../../../core/engine/press/reopened.ts'
import { checkPainting } from '../../../../../core/engine/press/tail/check-painting.ts'
import type { PlaceablePicture } from '../../../../../core/engine/scene/picture.ts'
import type { Scene, SceneField, SceneInk, TextOutput } from '../../../../../core/engine/scene/scene.ts'
import type { Fonts } from '../../../../../core/engine/text/fonts.ts'
import type { TextStyle } from '../../../../../core/engine/text/text-style.ts'
import { type Composed, composeRender } from '../../../../../core/service/render/compose.ts'
import { reopenRender } from '../../../../../core/service/render/reopen-render.ts'
import { reopenBytes } from '../../../../support/engine/reopened.ts'
import { expectSentences } from '../../../../support/engine/sentences.ts'
import { jost, withFsType } from '../../../../support/pdf/font-files.ts'
import { testFonts, typefaceOf } from '../../../../support/pdf/fonts.ts'
import { judged } from '../../../../support/pdf/judged.ts'
import { type PressPage, pressPage, separationText } from '../../../../support/pdf/press-page.ts'

interface Case {
  readonly value?: string
  readonly style?: Partial<TextStyle>
  readonly field?: Partial<SceneField>
  readonly box?: readonly [number, number, number, number]
  readonly colors?: readonly PaletteInk[]
  readonly substrate?: Substrate | null
  readonly plan?: (plan: Plan) => Plan
  readonly profile?: ProfileName
  readonly fonts?: Fonts
  readonly textOutput?: TextOutput
  /** Of the page that is compiled, beside its field. */
  readonly artwork?: PressPage
  readonly inks?: readonly SceneInk[]
  /** What becomes of the print file before another program opens it. */
  readonly file?: (pdf: Buffer) => Buffer
}

type Check = StoredFinding & { readonly message: string }

const FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [100 80 200 110] /F 4 /DA (/Helv 12 Tf 0 g) >>'
const compile = ({ objects, ...artwork }: PressPage) =>
  compilePdf(
    pressPage({
      page: '/Annots [@field]',
      catalog: '/AcroForm << /Fields [@field] >>',
      objects: { field: FIELD, ...objects },
      ...artwork,
    }),
    testFonts().list(),
  )
const compiled = compile({})

const ink = (name: string, hex: string): PaletteInk => ({ index: 1, key: name.toLowerCase(), name, hex })
const CORAL = ink('Coral', '#ff6f61')
const KRAFT: Substrate = { key: 'kraft', name: 'Black card', hex: '#202020' }

async function notesOf(one: Case) {
  const { scene, plan, findings, body } = await (one.artwork === undefined ? compiled : compile(one.artwork))
  const [read] = scene.fields
  if (read === undefined) throw new Error('The page has a field.')
  const placements = read.placements.map((placement) => ({
    ...placement,
    box: one.box ?? placement.box,
    style: { ...placement.style, ...one.style },
  }))
  const field: SceneField = { ...read, id: 'fld_0', placements, ...one.field }
  const changed: Scene = {
    ...scene,
    inks: one.inks ?? scene.inks,
    fields: [field],
    textOutput: one.textOutput ?? 'live',
  }
  const composed = composeRender(
    {
      kind: 'final',
      scene: changed,
      plan: one.plan?.(plan) ?? plan,
      templateFindings: findings,
      values: { fld_0: one.value ?? 'Ada' },
      colors: one.colors ?? [CORAL],
      assignments: {},
      substrate: one.substrate ?? null,
      ...(one.profile === undefined ? {} : { profile: one.profile }),
    },
    one.fonts ?? testFonts(),
  )
  const preflight = await reportOf(one, plan, body, composed)
  const notes: { profile: string; render_checks: Check[]; template_checks: Check[] } = JSON.parse(
    preflight.notes,
  )
  return { status: preflight.status, notes }
}

/** Pictures of these cases are no files, and a plan that was changed is that of no file: such a render is not opened. */
async function reportOf({ file }: Case, plan: Plan, body: readonly Uint8Array[], composed: Composed) {
  if (file === undefined) return composed.preflight
  const press = {
    reopen: ({ tail }: PrintFile) => {
      const parts = tail.filter((part) => part instanceof Uint8Array)
      return reopenBytes(file(Buffer.concat([...body, ...parts])))
    },
  }
  const fault = await reopenRender({ press, files: { localPath: async (sha256) => sha256 } }, plan, composed)
  return fault?.preflight ?? composed.preflight
}

const outlined = (widthPt: number): Partial<TextStyle> => ({
  stroke: { ...{ widthPt, ink: null, tint: null, join: 'miter', overprint: false, filled: false } },
})
const size = (sizePt: number): Partial<TextStyle> => ({
  sizePt,
  minSizePt: Math.min(sizePt, 2),
  autoSize: false,
})
const pages = (change: (pages: Plan['pages']) => Plan['pages']) => (plan: Plan) => ({
  ...plan,
  pages: change(plan.pages),
})

const gold: PressPage = {
  content: '/S0 cs 1 scn 100 80 60 40 re f',
  resources: `/ColorSpace << /S0 ${separationText('Gold')} >>`,
}
const GOLD: SceneInk = { ...ink('Gold', '#ff0000'), technical: false }
const ROSE = ink('Rose', '#c04080')
const restricted = (fsType: number): Fonts => ({
  ...testFonts(),
  open: () => typefaceOf(withFsType(jost(), fsType)),
})
const fallbacks = [{ requested: 'NotoSansJP-Regular', key: 'bundled:NotoSansJP-Regular', substitute: false }]
const form = { sha256: 'aa', sizeBytes: 1, filter: 'flate', bitsPerComponent: 8, inverted: false } as const
/** A picture of this many pixels a side in a field of an inch by an inch. */
const picture = (
  side: number,
  facts: Partial<PlaceablePicture> = {},
  field: Partial<SceneField> = {},
): Case => {
  const read = { assetId: 'ast_1', widthPx: side, heightPx: side, colorKind: 'gray' as const, alpha: false }
  const placeable = { ...read, print: form, mask: null, gray: form, ...facts }
  const options = [{ value: 'ast_1', label: 'One', picture: placeable }]
  return {
    value: 'ast_1',
    box: [98, 78, 174, 154],
    field: { type: 'image', options, defaultValue: '', maxLength: null, ...field },
  }
}
const labelled = (plan: Plan): Plan => ({ ...plan, label: { label: 'PDF/X-4', info: '', metadata: null } })
const inOneInk = { oneColor: true } as const

const CODES = {
  render_unparsable: [
    'fail',
    { file: (pdf) => pdf.subarray(0, pdf.lastIndexOf('trailer')) },
    { file: (pdf) => pdf },
  ],
  render_pages_changed: ['fail', { plan: pages((all) => [...all, ...all]) }, {}],
  render_box_changed: [
    'fail',
    { plan: pages((all) => all.map((page) => ({ ...page, box: [0, 0, 9, 9] }))) },
    {},
  ],
  text_shrunk: ['warn', { value: 'A name that is much too long for it', style: { minSizePt: 2 } }, {}],
  text_below_min: ['warn', { style: size(3.5) }, { style: size(4) }],
  outline_below_min: ['warn', { style: outlined(0.1) }, { style: outlined(1) }],
  text_emoji_color: ['warn', { value: 'Ada ☺\ufe0f' }, { value: 'Ada!' }],
  text_control_chars: ['warn', { value: 'A\u200bda' }, { value: 'A da' }],
  text_bidi_mixed: ['info', { value: 'Ada שלום', style: { fallbacks: [] } }, { value: 'Ada Lovelace' }],
  field_in_bleed: ['warn', { box: [100, 2, 200, 16], style: size(8) }, {}],
  field_crosses_trim: ['warn', { box: [100, 12, 200, 26], style: size(12) }, {}],
  ink_unused: ['info', { colors: [CORAL, { ...ink('Gold', '#d4af37'), index: 2 }] }, {}],
  ink_same_appearance: [
    'info',
    { colors: [CORAL, { ...ink('Salmon', '#ff6f61'), index: 2 }] },
    { colors: [CORAL, { ...ink('Gold', '#d4af37'), index: 2 }] },
  ],
  white_without_underbase: [
    'warn',
    { substrate: KRAFT },
    { substrate: KRAFT, colors: [ink('White', '#ffffff')] },
  ],
  text_tightened: [
    'info',
    { value: 'Ada Lovelace of Kent', style: { ...size(11.6), minTracking: -0.05 } },
    { value: 'Ada' },
  ],
  ink_hex_ignored: [
    'info',
    { artwork: gold, colors: [ink('Gold', '#123456')] },
    { artwork: gold, colors: [CORAL] },
  ],
  ink_bound: [
    'info',
    { artwork: gold, inks: [{ ...GOLD, binding: ['Gold'] }], colors: [ROSE] },
    { artwork: gold, inks: [GOLD], colors: [ROSE] },
  ],
  font_substituted: [
    'warn',
    { value: 'Ada 日', style: { fallbacks } },
    { value: 'Ada', style: { fallbacks } },
  ],
  font_embedding_denied: ['fail', { fonts: restricted(0x2) }, { fonts: restricted(0x4) }],
  image_low_res: ['warn', picture(224), picture(225)],
  image_low_res_1bit: [
    'fail',
    picture(549, { colorKind: 'one_bit' }),
    picture(800, { colorKind: 'one_bit' }),
  ],
  image_upscaled: ['warn', picture(71), picture(72)],
  image_rgb_in_spot: [
    'warn',
    picture(300, { colorKind: 'rgb' }, inOneInk),
    picture(300, { colorKind: 'gray' }, inOneInk),
  ],
  image_alpha_in_spot: [
    'warn',
    picture(300, { mask: form, alpha: true }, inOneInk),
    picture(300, { mask: { ...form, bitsPerComponent: 1 }, alpha: true }, inOneInk),
  ],
  image_cmyk_profile: [
    'warn',
    picture(300, { colorKind: 'cmyk', print: { ...form, profile: 'FOGRA51' } }),
    picture(300, { colorKind: 'cmyk' }),
  ],
  pdfx_lost: ['warn', { ...picture(300, { colorKind: 'rgb' }), plan: labelled }, { plan: labelled }],
} satisfies Partial<Record<FindingCode, readonly [severity: string, flawed: Case, sound: Case]>>

describe('what a render is told', () => {
  it('has a case for every code that there is', () => {
    const codes: string[] = [...RENDER_CODES, ...COMMON_CODES]
    expect(Object.keys(CODES).sort()).to.deep.equal(codes.sort())
  })

  for (const [code, [severity, flawed, sound]] of Object.entries(CODES)) {
    it(`${code}: where it is so`, async () => {
      const { notes } = await notesOf(flawed)
      const found = notes.render_checks.filter((check) => check.code === code)
      expect(
        found.map((check) => check.severity),
        JSON.stringify(notes.render_checks),
      ).to.deep.equal([severity])
      for (const check of found) expectSentences(check)
    })
    it(`${code}: and only there`, async () => {
      const { notes } = await notesOf(sound)
      expect(notes.render_checks.map((check) => check.code)).not.to.include(code)
    })
  }

  it('asks more of tinted and of white text, and by the profile', async () => {
    const limits = async (one: Case) => {
      const { notes } = await notesOf({ ...one, style: size(3) })
      return notes.render_checks.find(({ code }) => code === 'text_below_min')?.expected
    }
    expect(await limits({})).to.equal(4)
    expect(await limits({ field: { tint: 0.5 } })).to.equal(8)
    expect(await limits({ field: { tint: 0.5 }, profile: 'flexo' })).to.equal(14)
    expect(await limits({ colors: [ink('White', '#ffffff')] })).to.equal(8)
    expect(await limits({ colors: [ink('White', '#ffffff')], profile: 'packaging' })).to.equal(5)
  })

  it('takes the label of PDF/X from transparent text, but for PDF/X-4', async () => {
    const lost = async (label: string, style: Partial<TextStyle>) => {
      const plan = (one: Plan): Plan => ({ ...one, label: { label, info: '', metadata: null } })
      const { notes } = await notesOf({ style, plan })
      return notes.render_checks.some(({ code }) => code === 'pdfx_lost')
    }
    const faintLine = { ...outlined(1).stroke, opacity: 0.5 } as TextStyle['stroke']
    expect(await lost('PDF/X-1a:2003', { opacity: 0.4 })).to.equal(true)
    expect(await lost('PDF/X-3:2003', { blend: 'multiply' })).to.equal(true)
    expect(await lost('PDF/X-3:2003', { stroke: faintLine ?? null })).to.equal(true)
    expect(await lost('PDF/X-1a:2003', outlined(1))).to.equal(false)
    expect(await lost('PDF/X-4', { opacity: 0.4, blend: 'multiply' })).to.equal(false)
  })

  it('asks as much of an outline as of a line of the artwork, but not of one that makes letters bold', async () => {
    const codes = async (changes: Partial<TextStyle['stroke'] & object>) => {
      const stroke = { ...outlined(0.1).stroke, ...changes } as NonNullable<TextStyle['stroke']>
      return (await notesOf({ style: { stroke } })).notes.render_checks.map(({ code }) => code)
    }
    expect(await codes({})).to.include('outline_below_min')
    expect(await codes({ filled: true, tint: 0.5 })).to.include('outline_below_min')
    expect(await codes({ filled: true })).not.to.include('outline_below_min')
  })

  it('lets opaque inks stand on dark stock, and any ink on light stock', async () => {
    const codes = async (one: Case) => (await notesOf(one)).notes.render_checks.map(({ code }) => code)
    expect(await codes({ substrate: KRAFT, colors: [ink('Gold Foil', '#d4af37')] })).not.to.include(
      'white_without_underbase',
    )
    expect(await codes({ substrate: { ...KRAFT, hex: '#f4efe6' } })).not.to.include('white_without_underbase')
  })

  it('repeats the template’s findings as inherited, judged by the profile that it names', async () => {
    const { notes, status } = await notesOf({ profile: 'digital' })
    expect(notes.profile).to.equal('digital')
    expect((await notesOf({})).notes.profile).to.equal('sheetfed')
    const { findings } = await compiled
    expect(notes.template_checks.map(({ code }) => code)).to.deep.equal(
      judged(findings, 'digital').map(({ code }) => code),
    )
    expect(notes.template_checks.every((check) => 'inherited' in check)).to.equal(true)
    expect(status).to.equal('pass')
  })
})

describe('the fonts of a render', () => {
  it('are named where they stand in for the field’s own', async () => {
    const fallback = { requested: 'NotoSansJP-Regular', key: 'bundled:NotoSansJP-Regular', substitute: false }
    const { notes } = await notesOf({ value: 'Ada 日', style: { fallbacks: [fallback] } })
    const found = notes.render_checks.find(({ code }) => code === 'font_substituted')
    expect(found).to.include({ severity: 'warn', found: 'U+65E5' })
    const { notes: own } = await notesOf({ value: 'Ada', style: { fallbacks: [fallback] } })
    expect(own.render_checks.map(({ code }) => code)).not.to.include('font_substituted')
  })

  it('fail a render where their licence forbids them in documents, unless only outlines are printed', async () => {
    const codes = async (one: Case) => (await notesOf(one)).notes.render_checks.map(({ code }) => code)
    expect(await codes({ fonts: restricted(0x2) })).to.include('font_embedding_denied')
    expect((await notesOf({ fonts: restricted(0x2) })).status).to.equal('fail')
    expect(await codes({ fonts: restricted(0x4) })).not.to.include('font_embedding_denied')
    expect(await codes({ fonts: restricted(0x2), textOutput: 'outlines' })).not.to.include(
      'font_embedding_denied',
    )
  })
})

describe('the operators of a slot', () => {
  const mark = 'q /G0 gs /C0 cs 1 scn\n1 0 0 1 0 0 cm\n0 0 9 9 re f\nQ\n'

  it('pass where every mark states its overprint and paints on its plate', () => {
    expect(() => checkPainting(mark + mark, 2)).not.to.throw()
    expect(() => checkPainting('', 0)).not.to.throw()
  })

  for (const operator of ['0 g', '1 0 0 rg', '0 0 0 1 k', '0 G', '0 0 0 1 K', '/C0 CS 1 SCN', '/S sh'])
    it(`end a render that paints with ${operator}`, () => {
      expect(() => checkPainting(`${mark.slice(0, -2)}${operator} 0 0 9 9 re f\nQ\n`, 1)).to.throw(
        'ink_process_leak',
      )
    })

  it('end a render whose mark leaves its overprint to what stands before it', () => {
    expect(() => checkPainting(mark + mark.replace('/G0 gs ', ''), 2)).to.throw('overprint_state')
  })
})
