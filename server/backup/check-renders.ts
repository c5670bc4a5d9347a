/** Checks renders: their tails, their bytes, whether one waits for too long, and that the usage counts them. */
import type { Files } from '../../core/files.ts'
import { readTail, storedBytes } from '../../core/service/render/tail-parts.ts'
import type { Reader } from '../store/engine/database.ts'
import { tailOf } from '../store/tables/tails.ts'
import type { ReadFiles } from './check-files.ts'
import type { Problem } from './problem.ts'

/** Renders looked at together: their tails, of at most 256 kB each, are in memory. */
const PAGE = 50

interface RenderRow {
  readonly id: string
  readonly team_id: string
  readonly storage_key: string
  readonly body_sha256: string
  readonly size_bytes: number
  readonly content_sha256: string | null
  readonly bytes: Uint8Array | null
  readonly parts: string | null
}

/** Of every succeeded render of a print file, body and tail have the hash and the size that its row says. */
export async function* checkSucceeded(
  snapshot: Reader,
  files: ReadFiles,
  kept: Pick<Files, 'read'>,
): AsyncGenerator<readonly Problem[]> {
  for (let after = ''; ; ) {
    const rows = await snapshot.read<RenderRow>(
      snapshot
        .sql('renders')
        .leftJoin('render_tails', (join) =>
          join.on('render_tails.render_id', 'renders.id').on('render_tails.team_id', 'renders.team_id'),
        )
        .where('renders.status', 'succeeded')
        .where('renders.kind', '<>', 'preview')
        .where('renders.id', '>', after)
        .orderBy('renders.id')
        .limit(PAGE)
        .select('renders.*', 'render_tails.bytes', 'render_tails.parts'),
    )
    for (const row of rows) yield await checkContent(row, files, kept)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}

async function checkContent(
  row: RenderRow,
  files: ReadFiles,
  kept: Pick<Files, 'read'>,
): Promise<readonly Problem[]> {
  const problem = (code: Problem['code'], says: string): readonly Problem[] => [
    { code, object: row.id, teamId: row.team_id, says },
  ]
  if (row.storage_key.startsWith('erased:'))
    return row.bytes === null
      ? []
      : problem('tail_not_erased', 'It was erased, but its content still exists.')
  if (row.bytes === null) return problem('tail_missing', 'It succeeded, but its print file is incomplete.')
  const body = await files.read(row.body_sha256)
  // A fault of the body is reported for its file.
  if (body === null) return []
  const tail = tailOf({ bytes: row.bytes, parts: row.parts })
  const bytes = storedBytes(tail)
  const hash = body.hash.copy()
  // A fault of an image is reported for its file.
  for (const { file } of tail.segments ?? [])
    if (file !== null && (await files.read(file)) === null) return []
  for await (const chunk of readTail(kept, tail, { start: 0, end: bytes })) hash.update(chunk)
  if (hash.digest('hex') === row.content_sha256 && Number(row.size_bytes) === body.bytes + bytes) return []
  return problem('content_differs', 'Its print file differs from the one that was created.')
}

/** Renders that have waited since before `before` (milliseconds since 1970) without a print file. */
export async function checkStuck(snapshot: Reader, before: number): Promise<readonly Problem[]> {
  const rows = await snapshot.read<{ id: string; team_id: string; updated_at: number }>(
    snapshot
      .sql('renders')
      .where({ status: 'queued' })
      .where('updated_at', '<', before)
      .orderBy('id')
      .select('id', 'team_id', 'updated_at'),
  )
  return rows.map((row) => ({
    code: 'render_stuck',
    object: row.id,
    teamId: row.team_id,
    says: `It has been waiting for its print file since ${new Date(Number(row.updated_at)).toISOString()}.`,
  }))
}

/** What each team used in each month is as many as the renders and the records of merged files that count in it. */
export async function checkUsage(snapshot: Reader): Promise<readonly Problem[]> {
  const counted = await snapshot.read<{ team_id: string; month: string; count: number | string }>(
    snapshot
      .sql('renders')
      .whereNotNull('counted_month')
      .groupBy('team_id', 'counted_month')
      .select('team_id', 'counted_month as month')
      .count('* as count'),
  )
  const used = await snapshot.read<{ team_id: string; month: string; used: number }>(
    snapshot.sql('usage').select('team_id', 'month', 'used'),
  )
  const merged = await snapshot.read<{ team_id: string; counted: string }>(
    snapshot.sql('batches').whereNot('counted', '{}').select('team_id', 'counted'),
  )
  const key = (row: { team_id: string; month: string }) => `${row.team_id} ${row.month}`
  const renders = new Map(counted.map((row) => [key(row), Number(row.count)]))
  for (const { team_id, counted } of merged)
    for (const [month, count] of Object.entries(JSON.parse(counted) as Record<string, number>)) {
      const both = key({ team_id, month })
      renders.set(both, (renders.get(both) ?? 0) + count)
    }
  const months = new Map(used.map((row) => [key(row), Number(row.used)]))
  return [...new Set([...renders.keys(), ...months.keys()])].sort().flatMap((both) => {
    const [teamId = '', month = ''] = both.split(' ')
    const made = renders.get(both) ?? 0
    const told = months.get(both) ?? 0
    if (made === told) return []
    const says = `The usage of ${month} is ${told} print files, but ${made} were created.`
    return [{ code: 'usage_differs', object: teamId, teamId, says } as const]
  })
}
