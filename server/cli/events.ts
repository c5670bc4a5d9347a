/** `platen events replay`: sends events that are still kept to a webhook endpoint again. */
import type { EndpointRecord } from '../../core/service/webhook/endpoint.ts'
import { EVENT_TYPES, type EventType } from '../../core/service/webhook/event.ts'
import { replayEvents } from '../../core/service/webhook/replay.ts'
import { type CommandContext, CommandFailure, type StoreCommand, textOption, UsageError } from './command.ts'
import { findTeam } from './find.ts'
import { amount, parseTime } from './layout.ts'

const replay: StoreCommand = {
  words: ['events', 'replay'],
  says: 'Resend events of the last 30 days to a webhook endpoint, oldest first.',
  options: {
    endpoint: { value: 'ENDPOINT_ID', says: 'endpoint, such as we_…' },
    since: { value: 'TIME', says: 'start: 2026-07-15, 2026-07-15T09:30Z, or 24h for a day ago' },
    until: { value: 'TIME', says: 'end, in the same form' },
    type: { value: 'A,B', says: 'only events of these types, such as fill.finalized' },
    id: { value: 'EVENT_ID', says: 'only this event' },
    'dry-run': { says: 'count events without sending them' },
    team: { value: 'TEAM', says: 'id or name of the team, if there are several' },
  },
  async run(context, input) {
    const now = context.clock.now()
    const since = textOption(input, 'since')
    const until = textOption(input, 'until')
    const eventId = textOption(input, 'id')
    const types = typesOf(textOption(input, 'type'))
    const dryRun = input.options['dry-run'] === true
    const endpoint = await findEndpoint(context, textOption(input, 'endpoint'), textOption(input, 'team'))
    const request = {
      teamId: endpoint.teamId,
      endpointId: endpoint.id,
      dryRun,
      ...(types === null ? {} : { types }),
      ...(eventId === undefined ? {} : { eventId }),
      ...(since === undefined ? {} : { since: parseTime(since, '--since', now) }),
      ...(until === undefined ? {} : { until: parseTime(until, '--until', now) }),
    }
    const jobs = await context.openJobs()
    const { sent, underWay, notAsked } = await replayEvents({ ...context, jobs }, request)
    const events = (count: number) => (count === 1 ? 'One event' : `${amount(count)} events`)
    return {
      text: [
        sent === 0
          ? `No events to send to ${endpoint.url}.`
          : `${events(sent)} ${dryRun ? 'would be sent' : 'will be sent'} to ${endpoint.url}${dryRun ? '' : ', oldest first'}.`,
        ...(underWay > 0 ? [`${events(underWay)} skipped: delivery is already in progress.`] : []),
        ...(notAsked > 0 ? [`${events(notAsked)} skipped: the endpoint does not receive their type.`] : []),
      ].join('\n'),
      json: {
        webhook_endpoint_id: endpoint.id,
        dry_run: dryRun,
        sent,
        under_way: underWay,
        not_asked_for: notAsked,
      },
    }
  },
}

export const EVENT_COMMANDS: readonly StoreCommand[] = [replay]

function typesOf(said: string | undefined): readonly EventType[] | null {
  if (said === undefined) return null
  return said.split(/[\s,]+/).map((word) => {
    const type = EVENT_TYPES.find((one) => one === word)
    if (type !== undefined) return type
    throw new UsageError(`Unknown event type "${word}". The event types are:\n  ${EVENT_TYPES.join('\n  ')}`)
  })
}

/** An endpoint of any team, or of the named team. */
async function findEndpoint(
  context: CommandContext,
  id: string | undefined,
  saidTeam: string | undefined,
): Promise<EndpointRecord> {
  if (id === undefined) throw new UsageError('Give an endpoint: platen events replay --endpoint we_…')
  const teams =
    saidTeam === undefined ? await context.store.teams.list() : [await findTeam(context, saidTeam)]
  for (const team of teams) {
    const endpoint = await context.store.endpoints.find(team.id, id)
    if (endpoint !== null) return endpoint
  }
  throw new CommandFailure(`No such webhook endpoint: "${id}".`)
}
