/** Stands between the WordPress plugin and the service: passes everything on, and shows what is sent to the order hook. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Stage, sendHook } from './adapter-shop.ts'
import type { SampleHook } from './sample-order.ts'

type Answer = Awaited<ReturnType<Stage['tell']>>

const ADAPTER = '/adapters/rest'
const PASSED_ON = ['authorization', 'content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/** What is under way for one order. */
interface Watch {
  readonly order: string
  readonly isHeld: boolean
  hook: SampleHook | null
  answer: Answer | null
}

export interface PluginRelay {
  /** What the plugin has for the service's URL. */
  readonly url: string
  forward(url: string): void
  /** What the work makes the plugin send of the order, kept from the service; the plugin believes that it was accepted. */
  held(order: string, work: () => Promise<unknown>): Promise<SampleHook | null>
  /** What the service answers to it; null where nothing is sent. */
  passed(order: string, work: () => Promise<unknown>): Promise<Answer | null>
  /** What was sent of the order last. */
  last(order: string): SampleHook | undefined
  close(): Promise<void>
}

export function hookOf(headers: Readonly<Record<string, string>>, body: Uint8Array): SampleHook {
  return { path: '/orders', headers: { 'content-type': 'application/json', ...headers }, body }
}

export async function openPluginRelay(): Promise<PluginRelay> {
  let target = ''
  let watch: Watch | null = null
  const sent = new Map<string, SampleHook>()

  async function answerHook(hook: SampleHook, response: ServerResponse): Promise<void> {
    const order: string = JSON.parse(Buffer.from(hook.body).toString()).data.order.id
    sent.set(order, hook)
    const own = watch?.order === order ? watch : null
    if (own !== null) own.hook = hook
    if (own?.isHeld) return reply(response, 200, '{}')
    const answer = await sendHook(`${target}${ADAPTER}${hook.path}`, hook)
    if (own !== null) own.answer = answer
    return reply(response, answer.status, JSON.stringify(answer.body))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const all = PASSED_ON.map((name) => [name, request.headers[name]])
    const headers = Object.fromEntries(all.filter(([, value]) => value !== undefined))
    if (request.url === `${ADAPTER}/orders`) return answerHook(hookOf(headers, body), response)
    const init = { method: request.method ?? 'GET', headers, body: body.length === 0 ? null : body }
    const answered = await fetch(`${target}${request.url}`, init)
    return reply(response, answered.status, await answered.text())
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => reply(response, 502, JSON.stringify(String(error))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function watched(order: string, isHeld: boolean, work: () => Promise<unknown>): Promise<Watch> {
    const own: Watch = { order, isHeld, hook: null, answer: null }
    watch = own
    try {
      await work()
    } finally {
      watch = null
    }
    return own
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward(url) {
      target = url
    },
    held: async (order, work) => (await watched(order, true, work)).hook,
    passed: async (order, work) => (await watched(order, false, work)).answer,
    last: (order) => sent.get(order),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
