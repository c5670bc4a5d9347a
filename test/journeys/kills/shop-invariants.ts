/** What must hold of a shop after any number of strikes: one line for each breach. */
import { createHash } from 'node:crypto'
import type { Plan } from '../../support/kills/plan.ts'
import type { Json } from '../../support/kills/service-client.ts'
import type { Shop } from './shop-load.ts'

export interface Rows {
  readonly fills: readonly Json[]
  readonly renders: readonly Json[]
  /** Renders of orders. */
  readonly finals: readonly Json[]
  readonly events: readonly Json[]
  readonly deliveries: readonly Json[]
  readonly sessions: readonly Json[]
  readonly used: number
}

export async function readRows({ stage: { client }, endpointId }: Shop): Promise<Rows> {
  const [fills, renders, events, deliveries, sessions] = await Promise.all([
    client.all('/v1/fills'),
    client.all('/v1/renders'),
    client.all('/v1/events'),
    client.all(`/v1/webhook_endpoints/${endpointId}/deliveries`),
    client.all('/v1/embed/sessions'),
  ])
  const finals = renders.filter((render) => render.kind === 'final')
  return { fills, renders, finals, events, deliveries, sessions, used: (await client.make('/v1/usage')).used }
}

/** How often an event of this type was noted of an object. */
const toldOf = ({ events }: Rows) => {
  const byObject = Map.groupBy(events, (event) => `${event.type} ${event.object_id}`)
  return (type: string, id: string): number => byObject.get(`${type} ${id}`)?.length ?? 0
}

export const INVARIANTS: Plan<Shop, Rows>['invariants'] = {
  'each finalized fill has one final render, of its order': ({ fills, finals }) => {
    const rendersOf = Map.groupBy(finals, (render) => render.fill_id)
    return fills.flatMap(({ id, status, finalized_at, external_order_id: order }) => {
      const own = rendersOf.get(id) ?? []
      const isRight = finalized_at === null ? own.length === 0 : own.length === 1
      if (!isRight) return [`${id} is ${status} and has ${own.length}`]
      return own.length === 0 || own[0].external_order_id === order ? [] : [`${id} and its render differ`]
    })
  },
  'each fill is told of once when it is made and when it is finalized': (rows) => {
    const told = toldOf(rows)
    return rows.fills.flatMap(({ id, finalized_at }) => {
      const counts = [told('fill.created', id), told('fill.finalized', id)]
      return `${counts}` === `1,${finalized_at === null ? 0 : 1}` ? [] : [`${id}: ${counts}`]
    })
  },
  'each final render succeeds and is told of once': (rows) => {
    const told = toldOf(rows)
    return rows.finals.flatMap(({ id, status }) => {
      const times = told('render.succeeded', id)
      return status === 'succeeded' && times === 1 ? [] : [`${id} is ${status}, told ${times} times`]
    })
  },
  'usage counts the final renders': ({ finals, used }) => {
    const counted = finals.filter(({ status }) => status !== 'failed').length
    return used === counted ? [] : [`it is ${used}, final renders are ${counted}`]
  },
  'each fill is as it was answered': ({ fills }, { ledger }) => {
    const byId = new Map(fills.map((fill) => [fill.id, fill]))
    return [...ledger.fills.values()].flatMap(({ id, names, statuses, orders }) => {
      const fill = byId.get(id)
      if (fill === undefined) return [`${id} is lost`]
      const breaches: string[] = []
      const values: string[] = Object.values(fill.values)
      if (!values.some((value) => names.has(value)))
        breaches.push(`${id} says ${values.join(', ')}, not ${[...names].join(' or ')}`)
      if (!statuses.includes(fill.status))
        breaches.push(`${id} is ${fill.status}, not ${statuses.join(' or ')}`)
      if (fill.finalized_at !== null && !orders.has(fill.external_order_id))
        breaches.push(`${id} belongs to ${fill.external_order_id}, which nobody ordered`)
      return breaches
    })
  },
  'each render is as it was answered': ({ renders }, { ledger }) => {
    const byId = new Map(renders.map((render) => [render.id, render]))
    return [
      ...[...ledger.fills.values()].flatMap((fill) => [
        ...(fill.renders.size > 1 ? [`${fill.id} was answered with ${[...fill.renders].join(', ')}`] : []),
        ...[...fill.renders]
          .filter((id) => byId.get(id)?.fill_id !== fill.id)
          .map((id) => `${id} of ${fill.id} is lost`),
      ]),
      ...[...ledger.renders].flatMap(([id, sha256]) => (byId.get(id)?.content_sha256 === sha256 ? [] : [id])),
    ]
  },
  'each session is as it was answered': ({ sessions }, { ledger }) => {
    const byId = new Map(sessions.map((session) => [session.id, session.status]))
    return [...ledger.sessions].flatMap(([id, statuses]) =>
      statuses.includes(byId.get(id)) ? [] : [`${id} is ${byId.get(id)}, not ${statuses.join(' or ')}`],
    )
  },
  'each uploaded template prints': ({ renders }, { ledger }) => {
    const byId = new Map(renders.map((render) => [render.id, render.status]))
    return [...ledger.proofs].flatMap(([id, proof]) =>
      byId.get(proof) === 'succeeded' ? [] : [`${id}: ${proof} is ${byId.get(proof)}`],
    )
  },
  'each print file is as its row says': async ({ renders }, { stage: { services, key } }) => {
    const breaches: string[] = []
    for (const { id, status, size_bytes, content_sha256 } of renders) {
      if (status === 'queued') breaches.push(`${id} is still queued`)
      if (status !== 'succeeded') continue
      const response = await fetch(`${services[0]?.url}/v1/renders/${id}/download`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (response.status !== 200 || bytes.length !== size_bytes || sha256 !== content_sha256)
        breaches.push(`${id} answers ${response.status} with ${bytes.length} bytes of ${sha256}`)
    }
    return breaches
  },
  'each event is delivered by one attempt that succeeds': ({ events, deliveries }, shop) => {
    const accepted = shop.accepted()
    const attemptsOf = Map.groupBy(deliveries, (delivery) => delivery.event_id)
    return events
      .filter(({ id }) => !shop.eventsBefore.has(id))
      .flatMap(({ id, type }) => {
        const attempts = attemptsOf.get(id) ?? []
        const breaches = accepted.has(id) ? [] : [`${type} ${id} never came`]
        if (attempts.filter((one) => one.outcome === 'succeeded').length !== 1)
          breaches.push(`${type} ${id}: ${attempts.map((one) => one.outcome).join(', ') || 'no delivery'}`)
        if (new Set(attempts.map((one) => one.attempt_number)).size !== attempts.length)
          breaches.push(`${type} ${id}: two attempts of one number`)
        return breaches
      })
  },
  'nothing is delivered that was rolled back': ({ events }, shop) => {
    const known = new Set(events.map((event) => event.id))
    return [...shop.accepted().keys()].filter((id) => !known.has(id))
  },
}
