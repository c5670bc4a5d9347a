/** `platen events replay`: sends events that are still kept to a webhook endpoint again. */
import type { EndpointRecord } from '../../core/service/webhook/endpoint.ts'
import { EVENT_TYPES, type EventType } from '../../core/service/webhook/event.ts'
import { replayEvents } from '../../core/service/webhook/replay.ts'
import { type CommandContext, CommandFailure, type StoreCommand, textOption, UsageError } from './command.ts'
import { findTeam } from './find.ts'
import { amount, parseTime } from './layout.ts'

const replay: StoreCommand = {
  words: ['events', 'replay'],
  says: 'Send events of the last 30 days to a webhook endpoint again, oldest first.',
  options: {
    endpoint: { value: 'ENDPOINT_ID', says: 'where to, such as we_…' },
    since: { value: 'TIME', says: 'from when: 2026-07-15, 2026-07-15T09:30Z, or 24h for a day ago' },
    until: { value: 'TIME', says: 'until when, written likewise' },
    type: { value: 'A,B', says: 'events of these types alone, such as fill.finalized' },
    id: { value: 'EVENT_ID', says: 'this event alone' },
    'dry-run': { says: 'count only, and send nothing' },
    team: { value: 'TEAM', says: 'id or name of the team; not needed otherwise' },
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
          ? `There is nothing to send to ${endpoint.url}.`
          : `${events(sent)} ${dryRun ? 'would go' : 'will go'} to ${endpoint.url}${dryRun ? '' : ', oldest first'}.`,
        ...(underWay > 0 ? [`${events(underWay)} left alone: they are being delivered already.`] : []),
        ...(notAsked > 0 ? [`${events(notAsked)} left out: the endpoint does not ask for their type.`] : []),
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
    throw new UsageError(`There are no events of type "${word}". There are:\n  ${EVENT_TYPES.join('\n  ')}`)
  })
}

/** An endpoint of any team, or of the team that is said. */
async function findEndpoint(
  context: CommandContext,
  id: string | undefined,
  saidTeam: string | undefined,
): Promise<EndpointRecord> {
  if (id === undefined) throw new UsageError('Say where to: platen events replay --endpoint we_…')
  const teams =
    saidTeam === undefined ? await context.store.teams.list() : [await findTeam(context, saidTeam)]
  for (const team of teams) {
    const endpoint = await context.store.endpoints.find(team.id, id)
    if (endpoint !== null) return endpoint
  }
  throw new CommandFailure(`There is no webhook endpoint "${id}".`)
}
