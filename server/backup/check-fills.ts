/** Checks that each fill has exactly one print file and one event. */
import { EVENT_LIFE_MS } from '../../core/service/webhook/event.ts'
import type { Reader } from '../store/engine/database.ts'
import type { Problem } from './problem.ts'

interface Counted {
  readonly id: string
  readonly team_id: string
  readonly count: number | string
}

/** A fill that was finalized, also one that was refunded or canceled since; written so that nothing slips between. */
const FINALIZED = "(fills.finalized_at is not null or fills.status = 'finalized')"

/** Every finalized fill has exactly one final render, which is the one it names; no other fill has one. */
export async function checkFinals(snapshot: Reader): Promise<readonly Problem[]> {
  const finals = snapshot
    .sql('fills')
    .leftJoin('renders', (join) =>
      join
        .on('renders.fill_id', 'fills.id')
        .on('renders.team_id', 'fills.team_id')
        .onVal('renders.kind', 'final'),
    )
    .groupBy('fills.id', 'fills.team_id')
    .orderBy('fills.id')
  const finalized = await snapshot.read<Counted>(
    finals
      .clone()
      .whereRaw(FINALIZED)
      .havingRaw(
        'count(renders.id) <> 1 or max(renders.id) <> max(fills.last_render_id) or max(fills.last_render_id) is null',
      )
      .select('fills.id', 'fills.team_id')
      .count('renders.id as count'),
  )
  const others = await snapshot.read<Counted>(
    finals
      .clone()
      .whereRaw(`not ${FINALIZED}`)
      .havingRaw('count(renders.id) > 0')
      .select('fills.id', 'fills.team_id')
      .count('renders.id as count'),
  )
  return [
    ...finalized.map((row) =>
      Number(row.count) > 1
        ? problem('final_render_doubled', row, `It is finalized but has ${row.count} final renders.`)
        : problem('final_render_missing', row, 'It is finalized, but its final render does not exist.'),
    ),
    ...others.map((row) => problem('fill_not_finalized', row, 'It has a final render but is not finalized.')),
  ]
}

/** Every fill finalized in the days for which events are kept has exactly one event that says so. */
export async function checkFinalizedEvents(snapshot: Reader, now: number): Promise<readonly Problem[]> {
  const rows = await snapshot.read<Counted>(
    snapshot
      .sql('fills')
      .leftJoin('events', (join) =>
        join
          .on('events.object_id', 'fills.id')
          .on('events.team_id', 'fills.team_id')
          .onVal('events.type', 'fill.finalized'),
      )
      .where('fills.finalized_at', '>', now - EVENT_LIFE_MS)
      .groupBy('fills.id', 'fills.team_id')
      .orderBy('fills.id')
      .havingRaw('count(events.id) <> 1')
      .select('fills.id', 'fills.team_id')
      .count('events.id as count'),
  )
  return rows.map((row) =>
    Number(row.count) === 0
      ? problem('event_missing', row, 'It is finalized but has no event.')
      : problem('event_doubled', row, `It is finalized once but has ${row.count} events.`),
  )
}

function problem(code: Problem['code'], { id, team_id }: Counted, says: string): Problem {
  return { code, object: id, teamId: team_id, says }
}
