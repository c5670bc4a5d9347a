/** The steps after the service listens: the first team, the first link to the console, the sample; each with its output. */
import { setTimeout as delay } from 'node:timers/promises'
import { createKey } from '../core/service/access/keys.ts'
import { createTeam } from '../core/service/access/teams.ts'
import { makeFirstLink } from '../core/service/console/join.ts'
import type { Config } from './config.ts'
import { addDemoProducts, allowDemoOrigin, makeDemoShop, readDemoShop } from './demo-shop.ts'
import type { OpenServer } from './open.ts'
import { joinUrl } from './operations/links.ts'
import { DEMO_PATH } from './pages/demo.ts'
import { keepPicture, OTHER_SAMPLES, publishSample, renderCommand } from './sample.ts'
import type { Announcer } from './welcome-text.ts'

interface Start {
  readonly server: OpenServer
  readonly config: Config
  readonly announcer: Announcer
  /** Says what went wrong, and what to do instead. */
  readonly complain: (text: string) => void
  /** Ends the waiting for a database that does not respond. */
  readonly stopping: AbortSignal
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * The first start tells its keys, once; later starts tell none. Decision: a process that answers no requests makes no
 * team, for its output is not where the keys are looked for. The service answers already, so nothing that fails here
 * may end it.
 */
export async function welcome(start: Start, withSample: boolean): Promise<void> {
  const { server, config, announcer } = start
  try {
    if (!config.roles.includes('api')) {
      announcer.working(config.roles, server.url)
      return
    }
    announcer.listening(server.baseUrl)
    const team = await makeFirstTeam(start)
    if (team === null) {
      await printAddress(start)
      await printFirstLink(start)
      return
    }
    announcer.keys(team)
    await printFirstLink(start)
    if (withSample && server.ports.press !== null) await showSample(start, team)
  } finally {
    // Created keys are shown even if a later step fails.
    announcer.end()
  }
}

interface FirstTeam {
  readonly id: string
  readonly secret: string
  readonly publishable: string
}

/**
 * The first team of a database without one, with its keys. Null where there is a team already, and where a stop comes
 * before the database responds.
 */
async function makeFirstTeam({ server: { ports }, config, complain, stopping }: Start) {
  let made = null as FirstTeam | null
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      // A start on a database that is busy with orders waits for none of them.
      const teams = await ports.store.teams.list()
      // A connection that is lost at the end of a transaction does not say that it was committed.
      if (teams.length > 0) return teams.some(({ id }) => id === made?.id) ? made : null
      await ports.store.transaction(async (store) => {
        // Several processes may start on one new database.
        await store.lock('first team')
        if ((await store.teams.list()).length > 0) return
        const inside = { ...ports, store }
        const limit = config.renderLimitMonthly
        const { id } = await createTeam(inside, { name: 'Print shop', renderLimitMonthly: limit })
        const make = (type: 'secret' | 'publishable') =>
          createKey(inside, {
            request: { teamId: id, type, name: 'First key', scopes: [], lifetimeMs: null },
          })
        made = { id, secret: (await make('secret')).key, publishable: (await make('publishable')).key }
      })
      return made
    } catch (error) {
      complain(`The start is not complete. It is tried again. (${(error as Error).message})`)
      await delay(pauseMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
  return null
}

async function showSample(start: Start, team: { readonly id: string; readonly secret: string }) {
  const { server, announcer, complain } = start
  try {
    const templateId = await publishSample(server.ports.files, server.service.templates, team.id)
    const command = renderCommand(server.baseUrl, team.secret, templateId)
    await makeDemo(start, team.id, templateId)
    await printAddress(start)
    announcer.renderCommand(command)
    await showOtherSamples(start, team.id)
  } catch (error) {
    complain(`The sample could not be published. Upload your own PDF. (${(error as Error).message})`)
  }
}

/** A card of two sides, a label and a photo card, also in the demo shop; the start does not wait for them. */
async function showOtherSamples({ server, config }: Start, teamId: string): Promise<void> {
  const { files, assets, templates } = { files: server.ports.files, ...server.service }
  const products = []
  for (const sample of OTHER_SAMPLES) {
    const { product: id, title, picture, shownIn } = sample
    const pictureId = picture === undefined ? '' : await keepPicture(files, assets, teamId, picture)
    const templateId = await publishSample(files, templates, teamId, sample, pictureId)
    products.push({
      id,
      title,
      templateId,
      ...(shownIn === undefined ? {} : { shown: { [shownIn]: pictureId } }),
    })
  }
  const shop = await readDemoShop(config.dataDir)
  if (shop !== null) await addDemoProducts(server, config.dataDir, shop, products)
}

/** The sample is there and can be printed, whatever becomes of the demo. */
async function makeDemo({ server, config, complain }: Start, teamId: string, templateId: string) {
  try {
    await makeDemoShop(server, config.dataDir, teamId, templateId)
  } catch (error) {
    complain(`The demo storefront could not be created. (${(error as Error).message})`)
  }
}

/** The sample's hosted page and the demo storefront, where this installation has them. */
async function printAddress({ server, config, announcer, complain }: Start): Promise<void> {
  try {
    const shop = await readDemoShop(config.dataDir)
    if (shop === null) return
    await allowDemoOrigin(server, shop)
    const { service, baseUrl } = server
    const template = await service.templates.find(shop.teamId, shop.templateId)
    const hosted = template.status === 'live' ? `${config.widgetUrl ?? baseUrl}/fill/${template.slug}` : null
    announcer.sample({ hosted, demo: `${baseUrl}${DEMO_PATH}` })
  } catch (error) {
    complain(`The links of the sample could not be read. (${(error as Error).message})`)
  }
}

/**
 * Until the first owner has joined, each start creates a link for the first team. The service runs without it, so a
 * failure here does not fail the start.
 */
async function printFirstLink({ server: { ports, baseUrl }, announcer, complain }: Start): Promise<void> {
  try {
    if ((await ports.store.users.countJoined(null)) > 0) return
    const team = (await ports.store.teams.list()).at(-1)
    const made = team === undefined ? null : await makeFirstLink(ports, team.id)
    if (made !== null) announcer.joinLink(joinUrl(baseUrl, made.token))
  } catch (error) {
    complain(
      `The console link could not be created. Create one with: platen users link (${(error as Error).message})`,
    )
  }
}
