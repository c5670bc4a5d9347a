/** The editor's desk over a service that is played: editing, undo, saving, and two people at one template. */
import { expect } from 'chai'
import { ApiError } from '../../../widget/console/api-error.ts'
import { boundsOf, placedOf } from '../../../widget/console/editor/placed.ts'
import { sceneOf } from '../../../widget/console/editor/scene-edit.ts'
import type { EditorApi } from '../../../widget/console/editor/scene-saving.ts'
import type { SceneReply, SceneStore } from '../../../widget/console/editor/scene-state.ts'
import { createSceneStore } from '../../../widget/console/editor/scene-store.ts'
import type { FieldWire, SceneWire } from '../../../widget/console/editor/scene-wire.ts'

const BOX = [0, 0, 300, 200] as const
const PAGE = { media_box: BOX, crop_box: BOX, bleed_box: BOX, trim_box: [10, 10, 290, 190] as const }
const SCENE: SceneWire = {
  version: 1,
  pages: [
    { index: 0, ...PAGE, trim_stated: true, rotate: 0, user_unit: 1, width_pt: 300, height_pt: 200 },
    { index: 1, ...PAGE, trim_stated: true, rotate: 0, user_unit: 1, width_pt: 300, height_pt: 200 },
  ],
  inks: [{ index: 1, key: 'black', name: 'Black', hex: '#000000', technical: false }],
  papers: [],
  text_output: 'live',
  fields: [],
}
const FACTS = {
  id: 'tpl_1',
  title: 'Card',
  status: 'draft',
  profile: 'sheetfed',
  latest_revision: 1,
  live_revision: null,
  findings: [],
  hosted_url: null,
}

/** Keeps revisions as the service does: ids for new fields, and no save on top of what the saver has not seen. */
function playedService() {
  const revisions: SceneWire[] = [SCENE]
  let ids = 0
  const reply = (): SceneReply => {
    const scene = revisions[revisions.length - 1] as SceneWire
    return { revision: revisions.length, scene, separations: [], template: FACTS }
  }
  const add = (scene: SceneWire, base: number) => {
    if (base !== revisions.length)
      throw new ApiError({ status: 409, code: 'scene_changed', message: 'Changed.', extra: {} })
    const named = (field: FieldWire) => {
      if (field.id !== null) return field
      ids += 1
      return { ...field, id: `fld_${ids}`, source_name: `added:fld_${ids}` }
    }
    revisions.push({ ...scene, fields: scene.fields.map(named) })
    return reply()
  }
  const api: EditorApi = {
    template: async () => ({ template: FACTS }),
    scene: async () => reply(),
    save: async (_, scene, base) => add(scene, base),
    async convert(_, picks, base) {
      const [last] = revisions.slice(-1)
      const field = { ...fieldLike(last), label: picks[0]?.label ?? 'Taken' }
      const made = add({ ...(last as SceneWire), fields: [...(last?.fields ?? []), field] }, base)
      return { ...made, field_ids: [`fld_${ids}`] }
    },
    restore: async (_, revision, base) => add(revisions[revision - 1] as SceneWire, base),
    publish: async () => ({ template: { ...FACTS, status: 'live' } }),
    rename: async (_, title) => ({ template: { ...FACTS, title } }),
  }
  return { api, revisions }
}

function fieldLike(scene: SceneWire | undefined): FieldWire {
  const found = scene?.fields[0]
  if (found === undefined) throw new Error('There is no field to go by.')
  return { ...found, id: null }
}

async function openDesk(api: EditorApi): Promise<SceneStore> {
  let time = 0
  const desk = createSceneStore({ api, templateId: 'tpl_1', now: () => (time += 10_000) })
  await desk.open()
  return desk
}
const labels = (desk: SceneStore) => desk.state.scene.fields.map(({ label }) => label)
function placeOf(desk: SceneStore, at = 0) {
  const { scene, page } = desk.state
  const placement = scene.fields[at]?.placements[0]
  const shown = scene.pages[page]
  if (placement === undefined || shown === undefined) throw new Error('There is no such field.')
  return boundsOf(placedOf(placement, shown))
}

describe("The editor's desk", () => {
  it('adds fields in the middle of the trimmed page, with labels of their own', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'Name', null)
    desk.add('text', 'Name', null)
    desk.add('image', 'Logo', null)
    expect(labels(desk)).to.deep.equal(['Name', 'Name 2', 'Logo'])
    const { left, right, top, bottom } = placeOf(desk)
    expect([(left + right) / 2, (top + bottom) / 2].map(Math.round)).to.deep.equal([150, 100])
    expect(desk.state.scene.fields.map(({ type, options }) => [type, options])).to.deep.equal([
      ['text', null],
      ['text', null],
      ['image', null],
    ])
    expect(desk.unsaved).to.equal(true)
  })

  it('moves what is selected together, and stops at the edge of the sheet', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'A', null)
    desk.add('text', 'B', null)
    desk.nudge(0, 30)
    const keys = desk.state.scene.fields.map(({ uid }) => `${uid}/0`)
    desk.select(keys)
    const gap = placeOf(desk, 1).top - placeOf(desk, 0).top
    desk.nudge(-1000, -1000)
    expect([placeOf(desk, 0).left, placeOf(desk, 0).top]).to.deep.equal([0, 0])
    expect(placeOf(desk, 1).top - placeOf(desk, 0).top).to.be.closeTo(gap, 0.001)
    desk.align('right')
    desk.spread('down')
    desk.select(keys.slice(0, 1))
    desk.align('left')
    expect(placeOf(desk, 0).left).to.be.closeTo(10, 0.001)
    desk.grow(20, 0)
    expect(placeOf(desk, 0).right).to.be.closeTo(10 + 280 / 3 + 20, 0.01)
  })

  it('undoes and does again, step by step, and forgets nothing that is saved between', async () => {
    const { api } = playedService()
    const desk = await openDesk(api)
    desk.add('text', 'A', null)
    desk.change({ label: 'First' })
    expect(await desk.save()).to.equal(true)
    expect([desk.unsaved, desk.state.revision]).to.deep.equal([false, 2])
    desk.change({ label: 'Second' })
    await desk.undo()
    expect(labels(desk)).to.deep.equal(['First'])
    // What was undone to before the save goes by the id that the save gave.
    await desk.undo()
    expect(labels(desk)).to.deep.equal(['A'])
    expect(desk.state.scene.fields[0]?.id).to.equal('fld_1')
    await desk.redo()
    await desk.redo()
    expect([labels(desk), desk.state.canRedo]).to.deep.equal([['Second'], false])
    desk.remove()
    expect(labels(desk)).to.deep.equal([])
    await desk.undo()
    expect(labels(desk)).to.deep.equal(['Second'])
  })

  it('copies to another page at the same distance from its trim, and beside itself on its own', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'Name', null)
    expect(desk.copy()).to.equal(1)
    const from = placeOf(desk)
    desk.turnTo(1)
    expect(desk.paste()).to.equal(1)
    expect(labels(desk)).to.deep.equal(['Name', 'Name 2'])
    expect(placeOf(desk, 1)).to.deep.equal(from)
    expect(desk.state.scene.fields[1]?.placements[0]?.page).to.equal(1)
    expect([...desk.state.selection]).to.deep.equal([`${desk.state.scene.fields[1]?.uid}/0`])
    desk.paste()
    expect(placeOf(desk, 2).left).to.be.greaterThan(from.left)
    expect(desk.cut()).to.equal(1)
    expect(labels(desk)).to.deep.equal(['Name', 'Name 2'])
    desk.turnTo(0)
    desk.paste()
    expect(labels(desk)).to.deep.equal(['Name', 'Name 2', 'Name 3'])
    await desk.undo()
    expect(labels(desk)).to.have.length(2)
  })

  it('does not move, resize or align a field whose position is locked', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'Stays', null)
    desk.lockPosition(true)
    const before = placeOf(desk)
    desk.nudge(10, 10)
    desk.grow(10, 10)
    desk.align('left')
    expect(placeOf(desk)).to.deep.equal(before)
    desk.add('text', 'Goes', null)
    desk.select(desk.state.scene.fields.map(({ uid }) => `${uid}/0`))
    desk.nudge(0, 20)
    expect(placeOf(desk, 0)).to.deep.equal(before)
    expect(placeOf(desk, 1).top).to.be.closeTo(before.top + 20, 0.01)
    await desk.save()
    expect(desk.state.saved.fields[0]?.position_locked).to.equal(true)
    desk.select([`${desk.state.scene.fields[0]?.uid}/0`])
    desk.lockPosition(false)
    desk.nudge(10, 0)
    expect(placeOf(desk).left).to.be.closeTo(before.left + 10, 0.01)
  })

  it('goes on with changes that were left unsaved, also where somebody else has saved since', async () => {
    const { api } = playedService()
    const first = await openDesk(api)
    first.add('text', 'Mine', null)
    const { scene, saved, revision, body } = first.state
    const draft = { scene, saved, revision, body, at: 0 }
    const again = await openDesk(api)
    again.resume(draft)
    expect([labels(again), again.unsaved]).to.deep.equal([['Mine'], true])
    const other = await openDesk(api)
    other.add('text', 'Theirs', null)
    await other.save()
    const late = await openDesk(api)
    late.resume(draft)
    late.add('text', 'More', null)
    expect(new Set(late.state.scene.fields.map(({ uid }) => uid)).size).to.equal(2)
    expect(await late.save()).to.equal(false)
    expect(late.state.conflict?.changes.map(({ name }) => name)).to.deep.equal(['Theirs'])
    expect(await late.join()).to.equal(true)
    expect(labels(late)).to.have.members(['Mine', 'More', 'Theirs'])
  })

  it('renames the template at once, and keeps its name where that is refused', async () => {
    const { api } = playedService()
    const desk = await openDesk(api)
    expect(await desk.rename('Wedding')).to.equal(true)
    expect([desk.state.template?.title, desk.unsaved]).to.deep.equal(['Wedding', false])
    const refused = new ApiError({ status: 500, code: 'internal_error', message: 'No.', extra: {} })
    const stubborn = await openDesk({ ...api, rename: () => Promise.reject(refused) })
    expect(await stubborn.rename('Other')).to.equal(false)
    expect(stubborn.state.template?.title).to.equal('Card')
    expect(stubborn.state.fault).to.equal(refused)
  })

  it('duplicates as fields of their own, and repeats one field in several places', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'Name', null)
    desk.repeat()
    expect(desk.state.scene.fields.map(({ placements }) => placements.length)).to.deep.equal([2])
    desk.duplicate()
    expect(labels(desk)).to.deep.equal(['Name', 'Name 2'])
    expect([...desk.state.selection]).to.deep.equal([`${desk.state.scene.fields[1]?.uid}/0`])
    desk.remove()
    desk.select([`${desk.state.scene.fields[0]?.uid}/1`])
    desk.remove()
    expect(desk.state.scene.fields.map(({ placements }) => placements.length)).to.deep.equal([1])
  })

  it('keeps to one page: what is selected on another is let go', async () => {
    const desk = await openDesk(playedService().api)
    desk.add('text', 'Front', null)
    desk.turnTo(1)
    expect(desk.state.selection.size).to.equal(0)
    desk.add('text', 'Back', null)
    expect(desk.state.scene.fields[1]?.placements[0]?.page).to.equal(1)
    desk.turnTo(7)
    expect(desk.state.page).to.equal(1)
  })

  it('takes text of the artwork as a field, saving first, and goes back behind it with the body', async () => {
    const { api, revisions } = playedService()
    const desk = await openDesk(api)
    desk.add('text', 'Drawn', null)
    expect(await desk.convert([{ runs: ['r1'], label: 'Taken' }])).to.deep.equal(['Taken'])
    expect([revisions.length, desk.state.body, desk.unsaved]).to.deep.equal([3, 3, false])
    await desk.undo()
    expect([labels(desk), desk.state.body, desk.state.revision]).to.deep.equal([['Drawn'], 1, 4])
    await desk.redo()
    expect([labels(desk), desk.state.body, desk.state.revision]).to.deep.equal([['Drawn', 'Taken'], 3, 5])
    expect(desk.unsaved).to.equal(false)
  })
})

describe('Two people at one template', () => {
  async function both() {
    const played = playedService()
    const mine = await openDesk(played.api)
    mine.add('text', 'Shared', null)
    await mine.save()
    const theirs = await openDesk(played.api)
    theirs.add('text', 'Theirs', null)
    expect(await theirs.save()).to.equal(true)
    mine.add('text', 'Mine', null)
    expect(await mine.save()).to.equal(false)
    return { ...played, mine }
  }

  it('the later one is told what the other did, and nothing is written', async () => {
    const { mine, revisions } = await both()
    expect(revisions.length).to.equal(3)
    expect(mine.state.conflict?.changes).to.deep.equal([{ kind: 'added', what: 'field', name: 'Theirs' }])
    expect(mine.state.conflict?.both).to.deep.equal([])
    expect([labels(mine), mine.unsaved, mine.state.busy]).to.deep.equal([['Shared', 'Mine'], true, null])
    mine.decideLater()
    expect(mine.state.conflict).to.equal(null)
  })

  it('joins both', async () => {
    const { mine, revisions } = await both()
    expect(await mine.join()).to.equal(true)
    expect(labels(mine)).to.have.members(['Shared', 'Mine', 'Theirs'])
    expect(revisions[3]?.fields.map(({ id }) => id)).to.not.include(null)
  })

  it('puts mine on top, with theirs in the history', async () => {
    const { mine, revisions } = await both()
    expect(await mine.putMineOnTop()).to.equal(true)
    expect(revisions.map(({ fields }) => fields.map(({ label }) => label))).to.deep.equal([
      [],
      ['Shared'],
      ['Shared', 'Theirs'],
      ['Shared', 'Mine'],
    ])
  })

  it('takes theirs, and undo brings mine back', async () => {
    const { mine } = await both()
    mine.takeTheirs()
    expect([labels(mine), mine.unsaved]).to.deep.equal([['Shared', 'Theirs'], false])
    await mine.undo()
    expect(labels(mine)).to.deep.equal(['Shared', 'Mine'])
    expect(await mine.save()).to.equal(true)
  })

  it('says which field both have changed, and lets mine stand there', async () => {
    const played = playedService()
    const mine = await openDesk(played.api)
    mine.add('text', 'Name', null)
    await mine.save()
    const theirs = await openDesk(played.api)
    const [field] = theirs.state.scene.fields
    theirs.select([`${field?.uid}/0`])
    theirs.change({ label: 'Your name' })
    await theirs.save()
    mine.change({ max_length: 12 })
    await mine.save()
    expect(mine.state.conflict?.both).to.deep.equal(['Name'])
    await mine.join()
    expect(
      sceneOf(mine.state.scene).fields.map(({ label, max_length }) => [label, max_length]),
    ).to.deep.equal([['Name', 12]])
  })
})
