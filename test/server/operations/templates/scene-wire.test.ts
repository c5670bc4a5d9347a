/** The scene over the wire and back. */
import { expect } from 'chai'
import { mixHex } from '../../../../core/engine/ink/process-mix.ts'
import { createValidator } from '../../../../server/http/validate.ts'
import { SCENE, SCENE_DRAFT } from '../../../../server/operations/templates/scene-schema.ts'
import { sceneOf, sceneWire } from '../../../../server/operations/templates/scene-wire.ts'
import { SAMPLE_SCENE } from '../../../support/service/sample-press.ts'

const scene = {
  ...SAMPLE_SCENE,
  fields: SAMPLE_SCENE.fields.map((field, at) => ({ ...field, id: `fld_${at}` })),
}

describe('A scene on the wire', () => {
  it('comes back as it went', () => {
    expect(sceneOf(JSON.parse(JSON.stringify(sceneWire(scene))))).to.deep.equal(scene)
  })

  it('comes back with frames, lines and places within the artwork', () => {
    const [field] = scene.fields
    const [placement] = field?.placements ?? []
    if (field === undefined || placement === undefined) throw new Error('The sample has no field.')
    const part = { text: 'Dear ', source: null, font: placement.style.font, scale: 0.8, ink: 'Gold' }
    const placed = {
      ...placement,
      baselinePt: 4.5,
      frame: { matrix: [0.8, 0.6, -0.6, 0.8, 10, 20] as const, widthPt: 100, heightPt: 20 },
      line: {
        parts: [part, { ...part, text: null, source: '{{name}}', font: null, ink: null }],
        keepWhenEmpty: false,
        stretchEm: 0.9,
      },
      inPlace: 3,
    }
    const changedScene = { ...scene, fields: [{ ...field, slot: 'in_place' as const, placements: [placed] }] }
    const wire = JSON.parse(JSON.stringify(sceneWire(changedScene)))
    expect(createValidator().faults(SCENE_DRAFT, wire)).to.equal(null)
    expect(sceneOf(wire)).to.deep.equal(changedScene)
  })

  it('comes back with inks that are bound', () => {
    const inks = scene.inks.map((ink) => ({ ...ink, binding: ['Gold', 'Silver'] }))
    const wire = JSON.parse(JSON.stringify(sceneWire({ ...scene, inks })))
    expect(createValidator().faults(SCENE_DRAFT, wire)).to.equal(null)
    expect(sceneOf(wire)).to.deep.equal({ ...scene, inks })
    expect(sceneWire(scene).inks.map(({ binding }) => binding)).to.deep.equal(inks.map(() => null))
  })

  it('comes back with what shoppers may choose: inks, papers and the ink of a field', () => {
    const offers = [{ key: 'gold', name: 'Gold Foil', hex: '#b08d57' }]
    const offering = {
      ...scene,
      inks: scene.inks.map((ink) => ({ ...ink, offers })),
      papers: [{ key: 'cream', name: 'Cream', hex: '#f3ead6' }],
      fields: scene.fields.map((field) => ({ ...field, inkChoice: true })),
    }
    const wire = JSON.parse(JSON.stringify(sceneWire(offering)))
    expect(createValidator().faults(SCENE_DRAFT, wire)).to.equal(null)
    expect(sceneOf(wire)).to.deep.equal(offering)
  })

  it('comes back with process mixes, in the screen colour of their tints', () => {
    const offers = [{ key: 'gray', name: 'Gray', hex: '#000000', gray: 40 }]
    const inks = scene.inks.map((ink) => ({ ...ink, cmyk: [100, 75, 0, 10], offers }))
    const wire = JSON.parse(JSON.stringify(sceneWire({ ...scene, inks })))
    expect(createValidator().faults(SCENE_DRAFT, wire)).to.equal(null)
    const [ink] = sceneOf(wire).inks
    expect(ink).to.deep.include({ cmyk: [100, 75, 0, 10], hex: mixHex({ cmyk: [100, 75, 0, 10] }) })
    expect(ink?.offers).to.deep.equal([{ ...offers[0], hex: mixHex({ gray: 40 }) }])
  })

  it('comes back with pictures, groups and fonts that stand in', () => {
    const [field] = scene.fields
    const [placement] = field?.placements ?? []
    if (field === undefined || placement === undefined) throw new Error('The sample has no field.')
    const fallbacks = [{ requested: 'Noto Sans JP', key: 'bundled:NotoSansJP-Regular', substitute: false }]
    const text = {
      ...field,
      group: 'names',
      placements: [{ ...placement, style: { ...placement.style, fallbacks } }],
    }
    const photo = {
      ...field,
      ...{ id: 'fld_9', type: 'image' as const, defaultValue: '', maxLength: null, oneColor: true },
      placements: [{ ...placement, picture: { fit: 'fill' as const, anchor: 'top_left' as const } }],
    }
    const changedScene = { ...scene, fields: [text, photo] }
    const wire = JSON.parse(JSON.stringify(sceneWire(changedScene)))
    expect(createValidator().faults(SCENE_DRAFT, wire)).to.equal(null)
    expect(sceneOf(wire)).to.deep.equal(changedScene)
    expect(sceneWire(scene).fields[0]).to.include({ group: null, one_color: false })
    expect(sceneWire(scene).fields[0]?.placements[0]).to.deep.include({ picture: null })
    wire.fields[1].placements[0].picture.anchor = 'middle'
    expect(createValidator().faults(SCENE_DRAFT, wire)).not.to.equal(null)
  })

  it('fits its schema, as reply and as draft', () => {
    const validator = createValidator()
    expect(validator.faults(SCENE, sceneWire(scene))).to.equal(null)
    expect(validator.faults(SCENE_DRAFT, sceneWire(scene))).to.equal(null)
  })

  it('has names in snake case throughout', () => {
    const names = new Set<string>()
    JSON.stringify(sceneWire(scene), (name, value) => {
      if (!/^\d*$/.test(name)) names.add(name)
      return value
    })
    for (const name of names) expect(name).to.match(/^[a-z]+(_[a-z]+)*$/)
    expect(names).to.include('min_size_pt')
  })

  it('takes a field without an id for a new one', () => {
    const wire = sceneWire(scene)
    const { id: _id, ...fresh } = wire.fields[0] as (typeof wire.fields)[number]
    expect(sceneOf({ ...wire, fields: [fresh] }).fields[0]?.id).to.equal(null)
  })

  const wrong: readonly (readonly [string, (wire: Record<string, never>) => unknown, string])[] = [
    ['an unknown member', (wire) => ({ ...wire, extra: 1 }), 'additional'],
    [
      'an unknown member of a style',
      (wire) => changed(wire, 'fields.0.placements.0.style.colour', 1),
      'additional',
    ],
    [
      'a box of three numbers',
      (wire) => changed(wire, 'fields.0.placements.0.box', [1, 2, 3]),
      'fewer than 4',
    ],
    ['a turn of 45 degrees', (wire) => changed(wire, 'fields.0.placements.0.turn', 45), 'allowed values'],
    ['an unknown slot', (wire) => changed(wire, 'fields.0.slot', 'beside'), 'allowed values'],
    ['a tint of 0', (wire) => changed(wire, 'fields.0.tint', 0), '> 0'],
    ['a hex of three digits', (wire) => changed(wire, 'inks.0.hex', '#abc'), 'pattern'],
    ['another version', (wire) => changed(wire, 'version', 2), 'constant'],
  ]
  for (const [what, change, said] of wrong)
    it(`is refused with ${what}`, () => {
      const wire = JSON.parse(JSON.stringify(sceneWire(scene)))
      expect(createValidator().faults(SCENE_DRAFT, change(wire))).to.include(said)
    })
})

/** A copy with one member, named by its path, set. */
function changed(value: unknown, path: string, member: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = (copy as Record<string, unknown>)[name]
  ;(copy as Record<string, unknown>)[name] =
    rest.length === 0 ? member : changed(inner, rest.join('.'), member)
  return copy
}
