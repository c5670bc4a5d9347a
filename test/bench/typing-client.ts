/**
 * Shoppers who type, in a process of its own: each has a session, sees every key, and keeps what is typed once a second:
 * `typing-client.ts '{"url":…,"slug":…,"shoppers":20}'`. Prints `ready` once all are at it, and types until it is ended.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

export interface TypingRequest {
  readonly url: string
  readonly slug: string
  readonly shoppers: number
}

const WORD = 'Annabelle and Maximilian'
/** Five keys a second, and a look at the card after every eighth. */
const KEY_MS = 200
const LOOK_AFTER = 8
const LOOK_MS = 1600
const WIDTH = 800

if (import.meta.main) await type(JSON.parse(process.argv[2] ?? '') as TypingRequest)

async function type({ url, slug, shoppers }: TypingRequest): Promise<void> {
  const agent = new Agent({ connections: shoppers })
  const send = async (method: 'POST' | 'PATCH', path: string, body: unknown, secret = '') => {
    const headers = { 'content-type': 'application/json', 'x-service-client-secret': secret }
    return agent.request({ origin: url, path, method, headers, body: JSON.stringify(body) })
  }
  const open = async () => {
    const opened = await send('POST', '/v1/embed/sessions/hosted', { slug })
    const { embed_session, client_secret } = (await opened.body.json()) as {
      embed_session: { id: string }
      client_secret: string
    }
    const made = await send('POST', '/v1/embed/fills', { embed_session: embed_session.id }, client_secret)
    const { fill, template } = (await made.body.json()) as {
      fill: { id: string }
      template: { fields: { id: string; type: string }[] }
    }
    const field = template.fields.find((one) => one.type === 'text')?.id ?? ''
    return { secret: client_secret, path: `/v1/embed/fills/${fill.id}`, field }
  }
  const sessions = []
  for (let count = 0; count < shoppers; count += 1) sessions.push(await open())
  console.log('ready')
  await Promise.all(
    sessions.map(async ({ secret, path, field }, at) => {
      await delay((at * (KEY_MS * LOOK_AFTER + LOOK_MS)) / shoppers)
      const see = seer((values) => send('POST', `${path}/preview`, { values, page: 0, w: WIDTH }, secret))
      for (let key = 1; ; key += 1) {
        const values = { [field]: `${WORD.slice(0, 1 + (key % WORD.length))}` }
        see(values)
        if (key % 5 === 0)
          send('PATCH', path, { values }, secret).then(
            ({ body }) => body.dump(),
            () => undefined,
          )
        await delay(key % LOOK_AFTER === 0 ? LOOK_MS : KEY_MS)
      }
    }),
  )
}

type Values = Readonly<Record<string, string>>

/** Asks as the editor does: two at a time, and then for the latest. */
function seer(
  ask: (values: Values) => Promise<{ body: { dump(): Promise<void> } }>,
): (values: Values) => void {
  let underWay = 0
  let waiting: Values | null = null
  const see = (values: Values) => {
    if (underWay >= 2) {
      waiting = values
      return
    }
    underWay += 1
    const done = () => {
      underWay -= 1
      const next = waiting
      waiting = null
      if (next !== null) see(next)
    }
    ask(values)
      .then(({ body }) => body.dump())
      .then(done, done)
  }
  return see
}
