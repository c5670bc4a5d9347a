/** Finalizes and previews a second of one, two and four processes on one PostgreSQL, as shares of so many times one. */
import { availableParallelism } from 'node:os'
import { databaseOf } from '../../../server/store/store.ts'
import { addFills } from '../../support/database/many-fills.ts'
import { type BenchProcess, runProgram, startBenchProcess } from '../bench-process.ts'
import { type BenchShop, openBenchShop, publishCard, valuesOfCard } from '../bench-shop.ts'
import { type Figure, median, reported } from '../figure.ts'
import type { FinalizeRequest, FinalizeResult } from '../finalize-client.ts'
import { tellStep } from '../tell-step.ts'
import type { PreviewsRequest, PreviewsResult } from './previews-client.ts'

const PROCESSES = [1, 2, 4]
const ROUNDS = 3
const ROUND_MS = 3_000
/** Of all processes together. */
const CONNECTIONS = 8
/** More than can be finalized in all rounds; those of a round are an argument of a program, of 128 kB at most. */
const OPEN_FILLS = 36_000

export async function measure(): Promise<Figure[]> {
  let fillIds: string[] = []
  let templateId = ''
  const cores = availableParallelism()
  tellStep(`${OPEN_FILLS.toLocaleString('en')} open fills are written to PostgreSQL.`)
  const shop = await openBenchShop(
    'postgres',
    async (server, teamId, headers) => {
      templateId = await publishCard(server.url, headers)
      const values = await valuesOfCard(server, teamId, templateId)
      const db = databaseOf(server.ports.store)
      const fills = { teamId, templateIds: [templateId], values, onlyOpen: true }
      await addFills(db, { ...fills, count: OPEN_FILLS, after: 0, until: Date.now() })
      const open = db.sql('fills').where({ team_id: teamId, status: 'open' }).orderBy('id').select('id')
      fillIds = (await db.read<{ id: string }>(open)).map(({ id }) => id)
    },
    'commits',
  )
  try {
    const figures: Figure[] = [reported('cores that services, clients and PostgreSQL share', cores, '')]
    const one = { finalizes: Number.NaN, previews: Number.NaN }
    for (const count of PROCESSES) {
      const rates = await ratesOf(count, shop, templateId, fillIds)
      const { finalizes, previews } = rates
      tellStep(
        `${count} processes: ${Math.round(finalizes)} finalizes and ${Math.round(previews)} previews a second.`,
      )
      if (count === 1) Object.assign(one, rates)
      for (const what of ['finalizes', 'previews'] as const) {
        figures.push(reported(`${count} processes, ${what}`, rates[what], 'a second'))
        if (count === 1) continue
        const share = (times: number) => (rates[what] / (times * one[what])) * 100
        figures.push(reported(`${count} processes, ${what}, share of linear`, share(count), '%'))
        if (count > cores)
          figures.push(
            reported(`${count} processes, ${what}, share of linear for ${cores} cores`, share(cores), '%'),
          )
      }
    }
    return figures
  } finally {
    await shop.remove()
  }
}

async function ratesOf(count: number, shop: BenchShop, templateId: string, fillIds: string[]) {
  const services: BenchProcess[] = []
  try {
    for (let n = 0; n < count; n += 1) {
      const own = { DATA_DIR: `${shop.folder}/${n}`, FILES_URL: `file:${shop.folder}/files` }
      const keys = { MASTER_KEY: '6b'.repeat(32) }
      services.push(await startBenchProcess({ ...shop.env, ...own, ...keys }))
    }
    const connections = CONNECTIONS / count
    const each = Math.floor(OPEN_FILLS / PROCESSES.length / (ROUNDS + 1) / count)
    const finalizeAll = async (): Promise<number> => {
      const results = await Promise.all(
        services.map(({ url }) =>
          runProgram<FinalizeResult>(
            'finalize-client.ts',
            JSON.stringify({
              ...{ url, headers: shop.headers, connections, ms: ROUND_MS },
              fillIds: fillIds.splice(0, each),
            } satisfies FinalizeRequest),
          ),
        ),
      )
      return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const drawAll = async (round: number): Promise<number> => {
      const results = await Promise.all(
        services.map(({ url }, at) =>
          runProgram<PreviewsResult>(
            'operate/previews-client.ts',
            JSON.stringify({
              ...{ url, headers: shop.headers, templateId, connections, ms: ROUND_MS },
              seed: (count * 100 + round * 10 + at) * 1_000_000,
            } satisfies PreviewsRequest),
          ),
        ),
      )
      return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const rates: { finalizes: number[]; previews: number[] } = { finalizes: [], previews: [] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      tellStep(`${count} processes: ${round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`}.`)
      const [finalizes, previews] = [await finalizeAll(), await drawAll(round)]
      // The first round warms up.
      if (round === 0) continue
      rates.finalizes.push(finalizes)
      rates.previews.push(previews)
    }
    return { finalizes: median(rates.finalizes), previews: median(rates.previews) }
  } finally {
    for (const service of services) await service.stop()
  }
}
