/** Previews: drawn, over HTTP, repeated and unchanged; beside other programs that draw the finished press file. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeRender } from '../../core/service/render/compose.ts'
import { joined } from '../support/engine/rendering.ts'
import { hasTool } from '../support/rips/oracles.ts'
import { openTestServer, type TestServer } from '../support/service/open-test-server.ts'
import { artworkPage, compileArtworkPage } from './artwork-page.ts'
import { runProgram } from './bench-process.ts'
import { CARD_PATH, type CompiledCard, cardValues, compileCard } from './card.ts'
import { openStates, valuesAt } from './drawn-states.ts'
import { atLeast, atMost, type Figure, median, percentile, reported, timed } from './figure.ts'
import { besideFlood } from './preview-flood.ts'
import type { SteadyRequest, SteadyResult } from './steady-client.ts'

const WIDTH = 880
const WARM_UP = 15
const ROUNDS = 60
const PEER_EVERY = 6
/** Within it the workers of a service are there. */
const STARTED_MS = 6_000

export async function measure(): Promise<Figure[]> {
  return [...(await drawn()), ...(await overHttp()), ...(await afterStart())]
}

/** Layout, painting, composing and encoding in this process, as in a worker. */
async function drawn(): Promise<Figure[]> {
  const card = await compileCard('live')
  const page = await compileArtworkPage()
  const states = { card: await openStates(card, WIDTH), page: await openStates(page, WIDTH) }
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'))
  const samples = new Map<string, number[]>()
  const sample = async (name: string, work: () => unknown) => {
    const ms = await timed(work)
    samples.set(name, [...(samples.get(name) ?? []), ms])
  }
  try {
    const pdf = join(folder, 'press.pdf')
    await writeFile(pdf, pressFile(page))
    for (let n = 0; n < WARM_UP; n += 1) for (const one of Object.values(states)) await one.anew(n)
    for (let n = WARM_UP; n < WARM_UP + ROUNDS; n += 1) {
      await sample('card', () => states.card.anew(n))
      await sample('page', () => states.page.anew(n))
      await sample('card typed', () => states.card.typed(n))
      await sample('page typed', () => states.page.typed(n))
      if (n % PEER_EVERY > 0) continue
      if (hasTool('mutool')) await sample('mutool', () => run('mutool', MUTOOL(pdf, folder)))
      if (hasTool('gs')) await sample('gs', () => run('gs', GS(pdf, folder)))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const of = (name: string) => median(samples.get(name) ?? [])
  const draws = (tool: 'mutool' | 'gs') => samples.has(tool)
  const times = (tool: 'mutool' | 'gs', state: 'page' | 'page typed') => of(tool) / of(state)
  return [
    reported('preview drawn, card, all new, median', of('card'), 'ms'),
    reported('preview drawn, A4 page, all new, median', of('page'), 'ms'),
    reported('preview drawn, card, new text (strips), median', of('card typed'), 'ms'),
    reported('preview drawn, A4 page, new text (strips), median', of('page typed'), 'ms'),
    ...(draws('mutool')
      ? [
          atLeast(
            'preview, A4 page, all new, times faster than mutool draw',
            times('mutool', 'page'),
            'x',
            8,
          ),
          atLeast('the same, new text', times('mutool', 'page typed'), 'x', 16),
          reported('mutool draw, A4 press file, median', of('mutool'), 'ms'),
        ]
      : []),
    ...(draws('gs')
      ? [
          reported('preview, A4 page, all new, times faster than Ghostscript', times('gs', 'page'), 'x'),
          reported('Ghostscript, A4 press file, median', of('gs'), 'ms'),
        ]
      : []),
  ]
}

const MUTOOL = (pdf: string, folder: string) => [
  'draw',
  '-q',
  '-w',
  `${WIDTH}`,
  '-o',
  join(folder, 'mu.png'),
  pdf,
  '1',
]
const GS = (pdf: string, folder: string) => [
  ...[
    '-q',
    '-dSAFER',
    '-dNOPAUSE',
    '-dBATCH',
    '-sDEVICE=png16m',
    '-dTextAlphaBits=4',
    '-dGraphicsAlphaBits=4',
  ],
  ...[`-r${((WIDTH / 595.276) * 72).toFixed(3)}`, '-o', join(folder, 'gs.png'), pdf],
]

function run(tool: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tool}: ${stderr}`)
}

function pressFile({ scene, plan, fonts, body, ...rest }: CompiledCard): Uint8Array {
  const values = valuesAt({ scene, plan, fonts, body, ...rest }, 0)
  const input = {
    scene,
    plan,
    templateFindings: [],
    kind: 'final',
    values,
    colors: null,
    assignments: {},
  } as const
  return Buffer.concat([body, joined(composeRender(input, fonts).tail.parts)])
}

interface Session {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** As it is after its start: its workers are there. */
async function openService(): Promise<TestServer> {
  const many = '1000000'
  const test = await openTestServer({
    press: 'workers',
    spares: 1,
    env: {
      PREVIEW_WARM_UP: 'true',
      RATE_LIMIT_BROWSER_PER_MINUTE: many,
      RATE_LIMIT_SESSION_PER_MINUTE: many,
      RATE_LIMIT_PREVIEW_PER_MINUTE: many,
    },
  })
  test.server.warmUp()
  await new Promise((resolve) => setTimeout(resolve, STARTED_MS))
  return test
}

async function publish(test: TestServer, pdf: Uint8Array): Promise<string> {
  const form = new FormData()
  form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'page.pdf')
  const { status, body } = await test.json('/v1/templates', { body: form })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await test.json(`/v1/templates/${body.template.id}/publish`, { method: 'POST' })
  return body.template.id
}

async function openSession(test: TestServer, templateId: string): Promise<Session> {
  const opened = await test.json('/v1/embed/sessions', { body: { template_id: templateId } })
  const headers = { 'x-service-client-secret': opened.body.client_secret as string }
  const body = { embed_session: opened.body.embed_session.id }
  const made = await test.json('/v1/embed/fills', { key: null, headers, body })
  return { path: `/v1/embed/fills/${made.body.fill.id}`, headers }
}

async function look(test: TestServer, { path, headers }: Session): Promise<void> {
  const reply = await test.send(`${path}/preview?w=${WIDTH}`, { key: null, headers })
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
}

/** Of the demo card, by a client in this process. */
async function overHttp(): Promise<Figure[]> {
  const test = await openService()
  try {
    const templateId = await publish(test, await readFile(CARD_PATH))
    const session = await openSession(test, templateId)
    const fresh: number[] = []
    const again: number[] = []
    for (let n = 0; n < WARM_UP + 2 * ROUNDS; n += 1) {
      const hex = (seed: number) => `#${((seed * 2654435761) % 0x1000000).toString(16).padStart(6, '0')}`
      const body = {
        values: cardValues(n),
        colors: [{ index: 1, key: 'ink', name: 'Chosen Ink', hex: hex(n) }],
        substrate: { key: 'paper', name: 'Paper', hex: hex(n * 7) },
      }
      const changed = await test.json(session.path, {
        method: 'PATCH',
        key: null,
        headers: session.headers,
        body,
      })
      if (changed.status !== 200) throw new Error(JSON.stringify(changed.body))
      const first = await timed(() => look(test, session))
      const second = await timed(() => look(test, session))
      if (n < WARM_UP) continue
      fresh.push(first)
      again.push(second)
    }
    const unchanged = await steady(test, session)
    return [
      atMost('preview over HTTP, card, all new, median', median(fresh), 'ms', 25),
      atMost('preview over HTTP, card, all new, p95', percentile(fresh, 0.95), 'ms', 60),
      atMost('preview over HTTP, repeated state, median', median(again), 'ms', 3),
      atMost('preview over HTTP, 304, median', median(unchanged), 'ms', 1.5),
      atMost('preview over HTTP, 304, 200 requests/s, p99', percentile(unchanged, 0.99), 'ms', 15),
      ...(await besideFlood(test, { ...session, templateId, look: () => look(test, session) })),
    ]
  } finally {
    await test.close()
  }
}

/** 200 requests a second for some seconds, from a process of its own. */
async function steady(test: TestServer, { path, headers }: Session): Promise<readonly number[]> {
  const request: SteadyRequest = {
    url: `${test.url}${path}/preview?w=${WIDTH}`,
    headers: { ...headers, 'if-none-match': '*' },
    ...{ connections: 8, ms: 5_000, everyMs: 40 },
  }
  const { latenciesMs } = await runProgram<SteadyResult>('steady-client.ts', JSON.stringify(request))
  return latenciesMs.slice(100)
}

/** The first picture of the A4 page from a service whose workers stand ready, with nothing of it kept. */
async function afterStart(): Promise<Figure[]> {
  const samples: number[] = []
  const pdf = await artworkPage()
  for (let round = 0; round < 3; round += 1) {
    const test = await openService()
    try {
      const form = new FormData()
      form.set('pdf', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'page.pdf')
      const { body } = await test.json('/v1/templates', { body: form })
      // Not published: no page of it was drawn.
      const request = { template_id: body.template.id, dpi: Math.round((WIDTH / 595.276) * 72) }
      samples.push(
        await timed(async () => (await test.send('/v1/previews', { body: request })).arrayBuffer()),
      )
    } finally {
      await test.close()
    }
  }
  return [atMost('first preview after a start, A4 page of artwork, median', median(samples), 'ms', 1_000)]
}
