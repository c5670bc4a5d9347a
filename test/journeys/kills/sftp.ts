/**
 * Print files that go to an SFTP server while the service is killed and its connections are reset in the middle of
 * uploads, with a press that takes every file as soon as it can see it.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { publishCard, VALUES } from '../../support/kills/card.ts'
import type { Plan, Stage, Strike } from '../../support/kills/plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import { killed } from '../../support/kills/strikes.ts'
import { type FaultProxy, openFaultProxy } from '../../support/programs/fault-proxy.ts'
import { openOpenSsh } from '../../support/programs/openssh-server.ts'
import { ACCOUNT, openSftpServer } from '../../support/programs/sftp-server.ts'
import { eventually } from '../../support/run/eventually.ts'

export type SftpKind = 'without extensions' | 'OpenSSH'

interface Sftp {
  readonly stage: Stage
  /** The folder of the server. */
  readonly inbox: string
  readonly proxy: FaultProxy
  readonly press: Press
  readonly folders: readonly { readonly template: string; readonly id: string }[]
  /** References of those that were begun. */
  readonly orders: Set<string>
  close(): Promise<void>
}

/** In turn: a delivery whose process ends too often in a row is begun ever more seldom. */
const MOST_FOLDERS = 12
/** Pieces that a client sends in an upload with its sign-in are about so many. */
const MOST_PIECES = 40

const reset: Strike<Sftp> = async (_, __, { proxy }) => {
  proxy.reset()
  return ['reset']
}

export function sftpPlan(kind: SftpKind, kills: number): Plan<Sftp, ReadonlyMap<string, string>> {
  return {
    ground: 'sqlite',
    env: () => ({ PLATE_CHECKS: 'none' }),
    open: (stage) => openSftp(stage, kind, Math.min(kills + 1, MOST_FOLDERS)),
    close: (world) => world.close(),
    load: { clients: 1, steps: [[1, order]] },
    // As many resets as kills, each after a kill and after another one of its kind.
    turns: Array.from({ length: kills * 2 }, (_, at) => ({
      when: (_, chance, { proxy }) => proxy.afterPieces(chance.whole(2, MOST_PIECES)),
      strike: at % 4 < 2 ? killed : reset,
    })),
    left,
    async read({ stage }) {
      const renders = await stage.client.all('/v1/renders')
      return new Map(renders.map((render) => [render.external_order_id, render.content_sha256]))
    },
    invariants: {
      'each order is placed whole and once': (hashes, { orders, press }) =>
        [...orders].flatMap((reference) => {
          const taken = press.taken.get(`${reference}.pdf`) ?? []
          if (taken.length !== 1) return [`${reference} was printed ${taken.length} times`]
          return taken[0] === hashes.get(reference) ? [] : [`${reference} was not whole`]
        }),
      'nothing is placed that nobody ordered': (_, { orders, press }) =>
        [...press.taken.keys()].filter((name) => !orders.has(name.replace(/\.pdf$/, ''))),
    },
    afterwards: {
      'no half file is left': async (_, { inbox }) =>
        (await readdir(inbox)).filter((name) => name !== 'withdrawn'),
    },
    counts: (_, { orders }) => ({ orders: orders.size }),
  }
}

async function openSftp(stage: Stage, kind: SftpKind, count: number): Promise<Sftp> {
  const { client, folder } = stage
  const inbox = join(folder, 'in')
  for (const path of [inbox, join(folder, 'keys')]) await mkdir(path)
  const server = await openServer(kind, folder, inbox)
  const proxy = await openFaultProxy(server.port)
  const press = openPress(inbox)
  const hotFolder = {
    ...{ name: 'Press', name_pattern: '{order}.pdf', host_key: server.fingerprint, ...server.login },
    folder: `sftp://${encodeURIComponent(server.user)}@127.0.0.1:${proxy.port}${server.path}`,
  }
  const folders: { template: string; id: string }[] = []
  while (folders.length < count) {
    const template = await publishCard(client, folders.length + 1)
    const made = await client.make('/v1/hot_folders', { body: { ...hotFolder, template_id: template } })
    folders.push({ template, id: made.hot_folder.id })
  }
  return {
    ...{ stage, inbox, proxy, press, folders, orders: new Set() },
    async close() {
      await press.close()
      await proxy.close()
      await server.close()
    },
  }
}

async function openServer(kind: SftpKind, folder: string, inbox: string) {
  if (kind === 'OpenSSH') {
    const server = await openOpenSsh(join(folder, 'keys'))
    return { ...server, path: inbox, login: { private_key: server.privateKey } }
  }
  const { port, fingerprint, close } = await openSftpServer(folder)
  const { user, password } = ACCOUNT
  return { port, fingerprint, close, user, path: '/in', login: { password } }
}

/** One on its way at a time: the next one follows when it was taken, or something was struck. */
async function order({ stage, folders, orders, press }: Sftp): Promise<void> {
  const { client } = stage
  const { struck } = stage
  const reference = `order-${String(orders.size + 1).padStart(4, '0')}`
  orders.add(reference)
  const body = { template_id: folders[struck % folders.length]?.template, values: VALUES }
  const { fill } = await client.make('/v1/fills', { body })
  await client.make(`/v1/fills/${fill.id}/finalize`, { body: { external_order_id: reference } })
  await eventually(() => press.taken.has(`${reference}.pdf`) || stage.struck !== struck, {
    withinMs: 300_000,
  })
}

/** Attempts that wait for their time are brought forward, as a person does in the console. */
async function left({ stage: { client }, folders, press, orders }: Sftp): Promise<number> {
  const rows: Json[] = []
  for (const { id } of folders) rows.push(...(await client.all(`/v1/hot_folders/${id}/deliveries`)))
  const done = new Set(rows.filter(({ outcome }) => outcome === 'succeeded').map((row) => row.render_id))
  const open = rows.filter((row) => row.outcome === 'pending' && !done.has(row.render_id))
  for (const { id, hot_folder_id: of } of open)
    await client.send(`/v1/hot_folders/${of}/deliveries/${id}/retry`, { method: 'POST' })
  const missing = (count: number) => Math.max(0, orders.size - count)
  return open.length + missing(done.size) + missing(press.taken.size)
}

interface Press {
  /** Hashes of the files that were taken, by name. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

/** Takes each file as soon as its name can be seen, with its ticket. */
function openPress(folder: string): Press {
  const taken = new Map<string, string[]>()
  let isOpen = true
  const work = (async () => {
    // Time passes: the press looks again.
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
