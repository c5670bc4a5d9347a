/** The line of uploads: bounded places, bounded waiting, and teams in turn. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { ServiceError } from '../../../core/errors.ts'
import { createUploadLine, type LineSettings, type UploadLine } from '../../../server/http/upload-line.ts'

const SETTINGS: LineSettings = {
  ...{ places: 2, placesOfTeam: 1, mostWaiting: 6, mostWaitingOfTeam: 4, waitMs: 60_000 },
}

const lines: UploadLine[] = []

/** Who was let in so far, and how each leaves. */
function uploads(settings: Partial<LineSettings> = {}) {
  const line = createUploadLine({ ...SETTINGS, ...settings })
  lines.push(line)
  const inside = new Map<string, () => void>()
  const order: string[] = []
  return {
    line,
    order,
    enter(name: string, signal = new AbortController().signal): Promise<string> {
      return line.enter(name.slice(0, 1), signal).then(
        (leave) => {
          inside.set(name, leave)
          order.push(name)
          return 'let in'
        },
        (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
      )
    },
    async leave(name: string) {
      inside.get(name)?.()
      await nextTurn()
    },
  }
}

describe('the line of uploads', () => {
  afterEach(() => {
    for (const line of lines.splice(0)) line.close()
  })

  it('lets teams in by turns, and none of them into every place', async () => {
    const { line, enter, leave, order } = uploads()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void enter(name)
    await nextTurn()
    expect([order, line.taken(), line.waiting()]).to.deep.equal([['a1', 'b1'], 2, 4])
    for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']) await leave(name)
    expect(order).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
    expect([line.taken(), line.waiting()]).to.deep.equal([0, 0])
  })

  it('refuses what is too much, of one team and of all, and says when to come again', async () => {
    const { line, enter } = uploads({ mostWaiting: 3, mostWaitingOfTeam: 2 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void enter(name)
    expect(await enter('a4')).to.equal('overloaded')
    expect(await enter('c1')).to.equal('overloaded')
    expect(line.waiting()).to.equal(3)
    const { signal } = new AbortController()
    const refused = await line.enter('a', signal).catch((error: unknown) => error)
    expect((refused as ServiceError).facts.retryAfterSeconds).to.equal(5)
  })

  it('refuses at once what would have to wait where nothing may', async () => {
    const { enter } = uploads({ mostWaiting: 0, mostWaitingOfTeam: 0 })
    expect([await enter('a1'), await enter('a2'), await enter('b1')]).to.deep.equal([
      'let in',
      'overloaded',
      'let in',
    ])
  })

  it('refuses what has waited too long, and whoever follows is let in', async () => {
    const { line, enter, leave, order } = uploads({ waitMs: 30 })
    void enter('a1')
    expect(await enter('a2')).to.equal('overloaded')
    const last = enter('a3')
    await leave('a1')
    expect([await last, order, line.waiting()]).to.deep.equal(['let in', ['a1', 'a3'], 0])
    // A place that was given back is not given back twice.
    await leave('a1')
    expect(line.taken()).to.equal(1)
  })

  it('forgets who goes away, and has no place for who is gone', async () => {
    const { line, enter, leave, order } = uploads()
    void enter('a1')
    const gone = new AbortController()
    const waiting = enter('a2', gone.signal)
    void enter('a3')
    gone.abort(new ServiceError('invalid_multipart'))
    expect(await waiting).to.equal('invalid_multipart')
    expect(await enter('b1', gone.signal)).to.equal('invalid_multipart')
    await leave('a1')
    expect([order, line.waiting()]).to.deep.equal([['a1', 'a3'], 0])
  })

  it('once closed refuses what waits and what comes, and leaves alone what is inside', async () => {
    const { line, enter, leave } = uploads()
    void enter('a1')
    const waiting = enter('a2')
    line.close()
    expect([await waiting, await enter('b1')]).to.deep.equal(['shutting_down', 'shutting_down'])
    expect(line.taken()).to.equal(1)
    await leave('a1')
    expect(line.taken()).to.equal(0)
  })
})
