/** How strangers connect: slow heads, many sockets, forged hosts and addresses, crooked paths, one team's flood. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { pino } from 'pino'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { makeFill } from '../support/service/sample-fill.ts'
import { insertRender } from '../support/service/sample-render.ts'
import { openStorefront, type Storefront } from '../support/service/storefront.ts'

const SLOW_SOCKETS = 300
const EVIL = 'evil.example'

/** Sends the text as it stands and gives what comes back until the connection ends. */
async function rawReply(url: string, text: string): Promise<string> {
  const socket = await open(url)
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe('Sockets that say nothing, or little', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it(`hold up nobody else, ${SLOW_SOCKETS} with half a head and ${SLOW_SOCKETS} with half a body`, async () => {
    const head = 'POST /v1/renders HTTP/1.1\r\nHost: x\r\nX-Slow: '
    const body = `POST /v1/renders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.team.key}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"template_id":"`
    const sockets = await Promise.all(
      Array.from({ length: 2 * SLOW_SOCKETS }, async (_, at) => {
        const socket = await open(test.url)
        socket.write(at % 2 === 0 ? head : body)
        return socket
      }),
    )
    try {
      for (let round = 0; round < 5; round += 1) {
        for (const socket of sockets) socket.write('a')
        const answers = await Promise.all(Array.from({ length: 20 }, () => test.json('/v1/renders')))
        expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
      }
      expect(sockets.filter((socket) => !socket.destroyed)).to.have.length(sockets.length)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
    expect((await test.json('/v1/renders')).status).to.equal(200)
  })

  it('cannot slip a second request into the first one', async () => {
    const auth = `Host: x\r\nAuthorization: Bearer ${test.team.key}\r\n`
    const smuggled = 'GET /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n'
    const mixed = await rawReply(
      test.url,
      `POST /v1/renders HTTP/1.1\r\n${auth}Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    )
    const twice = await rawReply(
      test.url,
      `POST /v1/renders HTTP/1.1\r\n${auth}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ${smuggled}`,
    )
    const folded = await rawReply(test.url, `GET /v1/renders HTTP/1.1\r\n${auth}X-A: b\r\n c\r\n\r\n`)
    const bare = await rawReply(test.url, `GET /v1/renders HTTP/1.1\nHost: x\n\n`)
    for (const reply of [mixed, twice, folded, bare]) {
      expect(reply).to.match(/^HTTP\/1\.1 400 /)
      expect(reply.split('HTTP/1.1 ')).to.have.length(2)
    }
  })
})

describe('Forged facts about a request', () => {
  let shop: Storefront
  const lines: string[] = []
  before(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    shop = await openStorefront({ log })
  })
  after(() => shop.test.close())

  it('never stand in a link: those are built from the address that the service was told', async () => {
    const { test, templateId } = shop
    const { render } = await insertRender(test, templateId)
    const fill = await makeFill(test, { template_id: templateId })
    const forged = `Host: ${EVIL}\r\nX-Forwarded-Host: ${EVIL}\r\nX-Forwarded-Proto: ftp\r\nForwarded: host=${EVIL}\r\nConnection: close\r\n`
    for (const [path, link] of [
      [`/v1/renders/${render.id}`, 'signed_url'],
      [`/v1/fills/${fill.id}`, 'preview_url'],
      [`/v1/templates/${templateId}`, 'hosted_url'],
      ['/v1/renders/rnd_none', 'doc_url'],
    ]) {
      const auth = `Authorization: Bearer ${test.team.key}\r\n`
      const reply = await rawReply(test.url, `GET ${path} HTTP/1.1\r\n${forged}${auth}\r\n`)
      expect(reply).to.include(`"${link}":"${test.url}`).and.not.include(EVIL)
    }
    const docs = await rawReply(test.url, `GET /docs HTTP/1.1\r\n${forged}\r\n`)
    expect(docs).to.match(/^HTTP\/1\.1 (200|302)/)
    expect(docs).to.not.include(EVIL)
  })

  it('lead to no file and no route, however a path is bent', async () => {
    const { test, templateId } = shop
    const { render } = await insertRender(test, templateId)
    const { signed_url: link } = (await test.json(`/v1/renders/${render.id}`)).body.render
    const { pathname, search } = new URL(link)
    const bent = [
      '/v1/renders/../../../../etc/passwd/download',
      '/v1/renders/..%2f..%2f..%2fetc%2fpasswd/download',
      '/v1/renders/%2e%2e/%2e%2e/data/master.key',
      `/v1/renders/${render.id}%00/download`,
      '/v1/renders//etc/passwd/download',
      '/files/renders/..%2f..%2fmaster.pdf',
      '/files/renders/%2fetc%2fpasswd.pdf',
      `${pathname.toUpperCase()}${search}`,
      `${pathname.replace('/renders/', '/renders%2f')}${search}`,
      `${pathname.replace('/files/renders/', '/files/previews/')}${search}`,
      `${pathname.replace('.pdf', '%2epdf%2f')}${search}`,
      `${pathname}/..${search}`,
    ]
    for (const path of bent) {
      const reply = await rawReply(
        test.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.team.key}\r\nConnection: close\r\n\r\n`,
      )
      expect(reply, path).to.match(/^HTTP\/1\.1 (400|403|404) /)
      expect(reply, path).to.not.include('%PDF').and.not.include('root:')
    }
  })

  it('make no line of their own in the log', async () => {
    lines.length = 0
    const { test } = shop
    for (const value of ['shop%0a{"level":60}', 'shop\\n{"level":60}', 'a"b', 'x'.repeat(65), 'ü-request'])
      await test
        .send('/v1/renders', { headers: { 'x-request-id': encodeURI(value), 'user-agent': value } })
        .catch(() => null)
    await rawReply(
      test.url,
      `GET /v1/renders?x=%0a{"level":60} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a%0ab\r\nConnection: close\r\n\r\n`,
    )
    expect(lines.length).to.be.greaterThan(3)
    for (const line of lines) {
      expect(line.trimEnd().split('\n')).to.have.length(1)
      expect(JSON.parse(line)).to.include({ level: 30, msg: 'request' })
      expect(line).to.not.include('%0a').and.not.include('"level":60')
    }
  })

  it('do not make one household many: a network of 64 bits is one address to the limits', async () => {
    const limited = await openStorefront({ env: { TRUST_PROXY: '1', RATE_LIMIT_BROWSER_PER_MINUTE: '8' } })
    try {
      const resolve = (address: string) =>
        limited.page(
          '/v1/product_mappings/resolve',
          { external_product_id: 'mug' },
          { 'x-forwarded-for': address },
        )
      const spellings = Array.from(
        { length: 12 },
        (_, at) => `2001:db8:7:1:${(at * 4099).toString(16)}::${at + 1}`,
      )
      const statuses: number[] = []
      for (const address of spellings) statuses.push((await resolve(address)).status)
      expect(statuses).to.deep.equal([...Array(8).fill(200), ...Array(4).fill(429)])
      expect((await resolve('2001:0DB8:0007:0001::ffff')).status).to.equal(429)
      expect((await resolve('2001:db8:7:2::1')).status).to.equal(200)
    } finally {
      await limited.test.close()
    }
  })
})

describe("One team's flood", () => {
  it("is answered as it comes, and leaves another team's requests served", async () => {
    const shop = await openStorefront({ env: { RATE_LIMIT_KEY_PER_MINUTE: '150' } })
    const { test, templateId } = shop
    try {
      const other = await test.makeTeam('Quiet shop')
      const body = { template_id: templateId, values: { Name: 'Ada' } }
      let isOver = false
      const statuses = new Map<number, number>()
      const flood = Promise.all(
        Array.from({ length: 12 }, async () => {
          while (!isOver) {
            const { status } = await test.json('/v1/renders', { body })
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
        }),
      )
      const served: number[] = []
      for (let count = 0; count < 20 || !statuses.has(429); count += 1) {
        served.push((await test.json('/v1/fills', { key: other.key })).status)
        const page = await shop.page('/v1/product_mappings/resolve', { external_product_id: 'mug' })
        served.push(page.status)
      }
      isOver = true
      await flood
      expect(new Set(served)).to.deep.equal(new Set([200]))
      // The flood used up its own key's minute, and nothing of anybody else's.
      expect([...statuses.keys()].sort()).to.deep.equal([200, 429])
      expect(statuses.get(200)).to.be.at.most(150)
    } finally {
      await test.close()
    }
  })
})
