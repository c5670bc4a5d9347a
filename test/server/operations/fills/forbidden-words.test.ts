/** Forbidden words over HTTP: their lists, and where a text with one of them is refused. */
import { expect } from 'chai'
import { csvForm, finished, itemsOf } from '../../../support/service/batches.ts'
import { openTestServer, type TestServer } from '../../../support/service/open-test-server.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../../support/service/sample-fill.ts'
import { openSamplePress } from '../../../support/service/sample-press.ts'

describe('Forbidden words of a team', () => {
  let test: TestServer
  let template: LiveTemplate
  before(async () => {
    test = await openTestServer({ press: openSamplePress() })
    template = await liveTemplate(test)
  })
  after(() => test.close())
  beforeEach(async () => {
    const { body } = await read()
    const none = Object.fromEntries(Object.keys(body.settings.forbidden_words).map((name) => [name, []]))
    await change({ forbidden_words: none, forbidden_word_reply: 'word', review: 'none' })
  })

  const read = () => test.json('/v1/team/settings')
  const change = (body: Record<string, unknown>) => test.json('/v1/team/settings', { method: 'PATCH', body })

  it('are kept by language: trimmed, each once, a list replaced by the next one', async () => {
    const first = await change({
      forbidden_words: { de: ['  Mist ', 'MIST', '', 'So ein  Mist'], en: ['darn'] },
    })
    expect(first.body.settings.forbidden_words).to.deep.equal({ de: ['Mist', 'So ein Mist'], en: ['darn'] })
    const second = await change({ forbidden_words: { de: [] }, forbidden_word_reply: 'vague' })
    expect(second.body.settings).to.deep.include({
      review: 'none',
      forbidden_words: { en: ['darn'] },
      forbidden_word_reply: 'vague',
      approval_mail: 'none',
    })
    expect((await read()).body.settings).to.deep.equal(second.body.settings)
  })

  it('are refused by name and limit, and then nothing is changed', async () => {
    await change({ forbidden_words: { en: ['darn'] } })
    const faults = [
      [{ 'no language': ['x'] }, 'forbidden_words.no language', /language tag/],
      [{ en: ['***'] }, 'forbidden_words.en', /neither letters nor digits/],
      [{ en: ['x'.repeat(101)] }, 'forbidden_words.en', /101 characters; the limit is 100/],
      [
        { de: Array.from({ length: 5000 }, (_, at) => `w${at}`) },
        'forbidden_words',
        /5001 words; the limit is 5000/,
      ],
    ] as const
    for (const [forbidden_words, param, message] of faults) {
      const { status, body } = await change({ forbidden_words, review: 'all' })
      expect([status, body.error.code, body.error.param]).to.deep.equal([
        400,
        'invalid_forbidden_words',
        param,
      ])
      expect(body.error.message).to.match(message)
    }
    expect((await read()).body.settings).to.deep.include({
      review: 'none',
      forbidden_words: { en: ['darn'] },
    })
  })

  it('show at each edit, and refuse a finalize with field and word; the fill stays open', async () => {
    await change({ forbidden_words: { en: ['darn'] } })
    const fill = await makeFill(test, { template_id: template.id, values: { Name: 'Ada' } })
    expect(fill.printable).to.equal(true)
    const body = { values: { Name: 'Dárn it' } }
    const edited = await test.json(`/v1/fills/${fill.id}`, { method: 'PATCH', body })
    expect(edited.status).to.equal(200)
    expect(edited.body.fill.printable).to.equal(false)
    expect(edited.body.fill.problems).to.have.length(1)
    expect(edited.body.fill.problems[0]).to.include({
      code: 'forbidden_word',
      field_id: template.name,
      found: 'darn',
    })
    const done = await finalize(test, fill.id)
    expect([done.status, done.body.error.code]).to.deep.equal([400, 'values_not_printable'])
    expect(done.body.error.details[0]).to.include({
      code: 'forbidden_word',
      param: `values.${template.name}`,
    })
    expect((await test.json(`/v1/fills/${fill.id}`)).body.fill.status).to.equal('open')
    expect((await finalize(test, fill.id, { values: { Name: 'Darnell' } })).status).to.equal(200)
  })

  it('refuse to complete a session, vaguely where that is set', async () => {
    await change({ forbidden_words: { en: ['darn'] }, forbidden_word_reply: 'vague' })
    const session = await test.json('/v1/embed/sessions', { body: { template_id: template.id } })
    expect(session.status, JSON.stringify(session.body)).to.equal(201)
    const { id } = session.body.embed_session
    const headers = { 'X-Service-Client-Secret': session.body.client_secret as string }
    const begun = await test.json('/v1/embed/fills', {
      body: { embed_session: id, values: { Name: 'DARN' } },
      headers,
      key: null,
    })
    expect(begun.status, JSON.stringify(begun.body)).to.equal(201)
    const { fill } = begun.body
    expect(fill.problems[0]).to.include({ code: 'forbidden_word', found: '' })
    const completed = await test.json(`/v1/embed/fills/${fill.id}/complete`, {
      method: 'POST',
      headers,
      key: null,
    })
    expect([completed.status, completed.body.error.code]).to.deep.equal([422, 'fill_not_printable'])
    expect(JSON.stringify(completed.body)).not.to.match(/: darn/i)
  })

  it('refuse a render without a fill and rows of a batch, checked or printed', async () => {
    await change({ forbidden_words: { en: ['darn'] } })
    const body = { template_id: template.id, scene_revision: 1, kind: 'final', values: { Name: 'darn' } }
    const refused = await test.json('/v1/renders', { body })
    expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'values_not_printable'])
    expect(refused.body.error.details[0]).to.include({ code: 'forbidden_word', found: 'darn' })
    const items = [{ values: { Name: 'Ada' } }, { values: { Name: 'Darn' } }]
    const made = await test.json('/v1/batches', {
      body: { kind: 'renders', template_id: template.id, items },
    })
    const batch = await finished(test, made)
    expect([batch.succeeded, batch.failed]).to.deep.equal([1, 1])
    const done = await itemsOf(test, batch.id)
    expect(JSON.stringify(done.map(({ error }) => error))).to.include('forbidden_word')
    const checked = await test.json('/v1/batches/csv/check', {
      body: csvForm('Name\nAda\nDARN\n', { template_id: template.id }),
    })
    expect(checked.body.check, JSON.stringify(checked.body)).to.include({ rows: 2, faulty: 1 })
  })
})
