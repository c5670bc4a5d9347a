/**
 * Print files that go to an SFTP server while the service is killed and its connections are reset in the middle of
 * uploads, with a press that takes every file as soon as it can see it.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Chance, seededChance } from '../run/seeded-chance.ts'
import { openOpenSsh } from './openssh-server.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import { createServiceProcess, type ServiceProcess } from './service-process.ts'
import { ACCOUNT, openSftpServer } from './sftp-server.ts'

export interface SftpKillReport {
  readonly breaches: readonly string[]
  readonly kills: number
  readonly resets: number
  readonly orders: number
}

const CARD = join(import.meta.dirname, '../../../examples/wedding-card.pdf')
const VALUES = { 'First name': 'Ada', 'Second name': 'Grace', Date: '14 June 2027', Place: 'Hartfield' }
/** In turn: a delivery whose process ends too often in a row is begun ever more seldom. */
const MOST_FOLDERS = 12
/** Pieces that a client sends in an upload with its sign-in are about so many. */
const MOST_PIECES = 40
/** Without any progress, once all faults are over: the lease of a dead process, and room. */
const SETTLE_MS = 150_000

export type SftpKind = 'without extensions' | 'OpenSSH'

export async function runSftpKills(kind: SftpKind, kills: number, seed: number): Promise<SftpKillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-sftp-'))
  const at = (name: string) => join(folder, name)
  for (const name of ['in', 'keys', 'data']) await mkdir(at(name))
  const server =
    kind === 'OpenSSH'
      ? await openOpenSsh(at('keys')).then((one) => ({
          ...one,
          path: at('in'),
          login: { private_key: one.privateKey },
        }))
      : await openSftpServer(folder).then((one) => ({
          ...{ port: one.port, fingerprint: one.fingerprint, close: one.close },
          ...{ user: ACCOUNT.user, path: '/in', login: { password: ACCOUNT.password } },
        }))
  const chance = seededChance(seed)
  const service = createServiceProcess({
    DATA_DIR: at('data'),
    ALLOW_PRIVATE_SFTP: 'true',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    PLATE_CHECKS: 'none',
  })
  const proxy = await openPieceProxy(server.port)
  const press = openPress(at('in'))
  try {
    await service.start()
    const faults: string[] = []
    const client = createServiceClient({
      urls: () => (service.url === null ? [] : [service.url]),
      key: await service.secretKey(),
      chance: chance.branch(),
      onFault: (fault) => faults.push(fault),
    })
    const target = `sftp://${encodeURIComponent(server.user)}@127.0.0.1:${proxy.port}${server.path}`
    const body = { name: 'Press', folder: target, name_pattern: '{order}.pdf', host_key: server.fingerprint }
    const hotFolder = { ...body, ...server.login }
    const done = await run({ service, client, proxy, press, chance, kills, hotFolder })
    const hidden = (await readdir(at('in'))).filter((name) => name !== 'withdrawn')
    const left = hidden.length === 0 ? [] : [`The folder still has ${JSON.stringify(hidden)}.`]
    return { ...done, breaches: [...faults, ...done.breaches, ...left] }
  } finally {
    await service.kill()
    await press.close()
    await proxy.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Parts {
  readonly service: ServiceProcess
  readonly client: ServiceClient
  readonly proxy: PieceProxy
  readonly press: TestPress
  readonly chance: Chance
  readonly kills: number
  readonly hotFolder: object
}

async function run({ service, client, proxy, press, chance, kills, hotFolder }: Parts) {
  const folders: { readonly template: string; readonly id: string }[] = []
  while (folders.length < Math.min(kills + 1, MOST_FOLDERS)) {
    const template = await upload(client, folders.length)
    const made = await client.insist('/v1/hot_folders', { body: { ...hotFolder, template_id: template } })
    folders.push({ template, id: made.body.hot_folder.id })
  }
  const orders = new Map<string, string>()
  let turn = 0
  let begun = 0
  const order = async () => {
    begun += 1
    const reference = `order-${String(begun).padStart(4, '0')}`
    const { template = '' } = folders[turn % folders.length] ?? {}
    const body = { template_id: template, values: VALUES }
    const { fill } = (await client.insist('/v1/fills', { body })).body
    orders.set(reference, fill.id)
    await client.insist(`/v1/fills/${fill.id}/finalize`, { body: { external_order_id: reference } })
  }
  let killed = 0
  let resets = 0
  while (killed < kills) {
    const isKill = chance.oneIn(2)
    turn += 1
    const struck = proxy.afterPieces(chance.whole(2, MOST_PIECES))
    const ordering = order()
    // An upload of few pieces is over before: then the next one is struck.
    while (!(await Promise.race([struck.then(() => true), delay(1000, false)]))) await order()
    if (isKill) {
      killed += 1
      await service.kill()
      await service.start()
    } else {
      resets += 1
      proxy.reset()
    }
    await ordering
  }
  const paths = folders.map(({ id }) => `/v1/hot_folders/${id}/deliveries`)
  const breaches = await settle(client, press, paths, [...orders.keys()])
  const hashes = new Map<string, string>()
  for (const render of await client.all('/v1/renders'))
    hashes.set(render.external_order_id, render.content_sha256)
  for (const reference of orders.keys()) {
    const taken = press.taken.get(`${reference}.pdf`) ?? []
    if (taken.length !== 1) breaches.push(`${reference} was printed ${taken.length} times.`)
    for (const sha256 of taken)
      if (sha256 !== hashes.get(reference)) breaches.push(`${reference} was not whole.`)
  }
  for (const name of press.taken.keys())
    if (!orders.has(name.replace(/\.pdf$/, ''))) breaches.push(`${name} was printed, and nobody ordered it.`)
  return { breaches, kills: killed, resets, orders: orders.size }
}

/** Waits for the last delivery; attempts that wait for their time are brought forward, as a person does in the console. */
async function settle(
  client: ServiceClient,
  press: TestPress,
  paths: readonly string[],
  orders: readonly string[],
): Promise<string[]> {
  let open: readonly Delivery[] = []
  for (let waited = 0, before = ''; waited < SETTLE_MS; waited += 500) {
    const rows: Delivery[] = (await Promise.all(paths.map((path) => client.all(path)))).flat()
    const done = new Set(rows.filter(({ outcome }) => outcome === 'succeeded').map((row) => row.render_id))
    open = rows.filter((row) => row.outcome === 'pending' && !done.has(row.render_id))
    if (open.length === 0 && done.size >= orders.length && press.taken.size >= orders.length) return []
    for (const { id, hot_folder_id: of } of open)
      await client.send(`/v1/hot_folders/${of}/deliveries/${id}/retry`, { method: 'POST' })
    const state = `${done.size} ${press.taken.size}`
    if (state !== before) waited = 0
    before = state
    await delay(500)
  }
  return [`After ${SETTLE_MS} ms without progress still open: ${JSON.stringify(open.slice(0, 5))}`]
}

interface Delivery {
  readonly id: string
  readonly hot_folder_id: string
  readonly render_id: string
  readonly outcome: string
  readonly error_code: string | null
}

/** A template of its own at each call. */
async function upload(client: ServiceClient, number: number): Promise<string> {
  const form = new FormData()
  const bytes = Buffer.concat([await readFile(CARD), Buffer.from(`% ${number}\n`)])
  form.set('pdf', new Blob([bytes], { type: 'application/pdf' }), 'card.pdf')
  const { template } = (await client.insist('/v1/templates', { body: form })).body
  await client.insist(`/v1/templates/${template.id}/publish`, { method: 'POST' })
  return template.id
}

interface TestPress {
  /** Hashes of the files that were taken, by name. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

/** Takes each file as soon as its name can be seen, with its ticket. */
function openPress(folder: string): TestPress {
  const taken = new Map<string, string[]>()
  let isOpen = true
  const work = (async () => {
    for (; isOpen; await delay(5))
      for (const name of await readdir(folder)) {
        if (name.startsWith('.') || !name.endsWith('.pdf')) continue
        const bytes = await readFile(join(folder, name))
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        taken.set(name, [...(taken.get(name) ?? []), sha256])
        for (const one of [name, name.replace(/\.pdf$/, '.json')])
          await rm(join(folder, one), { force: true })
      }
  })()
  return {
    taken,
    async close() {
      isOpen = false
      await work
    },
  }
}

interface PieceProxy {
  readonly port: number
  /** Resolves in the moment in which the client has sent so many more pieces. */
  afterPieces(count: number): Promise<void>
  /** Of all connections; what the server was sent, it still gets. */
  reset(): void
  close(): Promise<void>
}

async function openPieceProxy(target: number): Promise<PieceProxy> {
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let strike = () => {}
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroySoon()
      })
    }
    client.on('data', (bytes) => {
      upstream.write(bytes)
      left -= 1
      if (left !== 0) return
      strike()
    })
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    afterPieces: (count) =>
      new Promise((resolve) => {
        left = count
        strike = resolve
      }),
    reset() {
      for (const socket of sockets)
        if (socket.localPort === (server.address() as AddressInfo).port) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
