/** A hot folder of a test: a folder on the real disk, the requests about it, and a press that takes files away. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../run/eventually.ts'
import type { TestServer } from './open-test-server.ts'

export interface HotFolder {
  readonly id: string
  readonly path: string
  /** What a press sees, sorted: names that begin with a dot are not its business. */
  files(): Promise<readonly string[]>
  hidden(): Promise<readonly string[]>
  withdrawn(): Promise<readonly string[]>
  read(name: string): Promise<Buffer>
  // biome-ignore lint/suspicious/noExplicitAny: tickets are read freely; what is expected of them is the check.
  ticket(name: string): Promise<any>
  /** As a press does: the file is gone from the folder, and its ticket where `too` says so. */
  take(name: string, too?: string): Promise<Buffer>
  deliveries(query?: string): Promise<readonly Delivery[]>
  /** The render's newest delivery of this action (`deliver` if it is not said), or that attempt, once it has ended. */
  settled(renderId: string, action?: string, attempt?: number): Promise<Delivery>
  retry(deliveryId: string): ReturnType<TestServer['json']>
}

// biome-ignore lint/suspicious/noExplicitAny: replies are read freely; what is expected of them is the check.
export type Delivery = any

/** Makes the folder below `root` unless told not to, and registers it. */
export async function openHotFolder(
  test: TestServer,
  root: string,
  body: Record<string, unknown> = {},
  make = true,
): Promise<HotFolder> {
  const folder = (body.folder as string | undefined) ?? 'press'
  const path = join(root, folder)
  if (make) await mkdir(path, { recursive: true })
  const made = await test.json('/v1/hot_folders', { body: { name: 'Press', folder, ...body } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const id: string = made.body.hot_folder.id
  const names = async (where: string): Promise<readonly string[]> =>
    (await readdir(where).catch(() => [])).filter((name) => name !== 'withdrawn').sort()
  const hotFolder: HotFolder = {
    id,
    path,
    files: async () => (await names(path)).filter((name) => !name.startsWith('.')),
    hidden: async () => (await names(path)).filter((name) => name.startsWith('.')),
    withdrawn: () => names(join(path, 'withdrawn')),
    read: (name) => readFile(join(path, name)),
    ticket: async (name) => JSON.parse(await readFile(join(path, name), 'utf8')),
    async take(name, too) {
      const bytes = await readFile(join(path, name))
      await rm(join(path, name))
      if (too !== undefined) await rm(join(path, too))
      return bytes
    },
    deliveries: async (query = '') => (await test.json(`/v1/hot_folders/${id}/deliveries${query}`)).body.data,
    settled: (renderId, action = 'deliver', attempt) =>
      eventually(async () => {
        const found = await hotFolder.deliveries(`?render_id=${renderId}`)
        const fits = (one: Delivery) => attempt === undefined || one.attempt_number === attempt
        const newest = found.find((one) => one.action === action && fits(one))
        return newest !== undefined && newest.outcome !== 'pending' ? newest : null
      }),
    retry: (deliveryId) =>
      test.json(`/v1/hot_folders/${id}/deliveries/${deliveryId}/retry`, { method: 'POST' }),
  }
  return hotFolder
}
