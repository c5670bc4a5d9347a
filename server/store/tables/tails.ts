/** The tails of renders in the database: the bytes of a print file after its body, and the files among them. */

import type { StoredTail } from '../../../core/service/render/tail-parts.ts'
import type { Store } from '../../../core/store.ts'
import { type Handle, writtenOnce } from '../engine/database.ts'

const PUT = `insert into render_tails (team_id, render_id, bytes, parts) values (?, ?, ?, ?)
  on conflict (team_id, render_id) do update set bytes = excluded.bytes, parts = excluded.parts`

interface TailRow {
  readonly bytes: Uint8Array
  readonly parts: string | null
}

/** A stored tail from the columns `bytes` and `parts`. */
export function tailOf({ bytes, parts }: TailRow): StoredTail {
  if (parts === null) return { bytes, segments: null, ownFile: null }
  return { bytes, ...(JSON.parse(parts) as Pick<StoredTail, 'segments' | 'ownFile'>) }
}

/** All files in the column `parts`. */
export function filesOfParts(parts: string): readonly string[] {
  const { segments } = JSON.parse(parts) as Pick<StoredTail, 'segments'>
  return [...new Set((segments ?? []).flatMap(({ file }) => file ?? []))]
}

export function createTails(db: Handle): Store['tails'] {
  const { sql } = db
  const find = async (teamId: string, renderId: string, ...columns: (keyof TailRow)[]) => {
    const rows = await db.read<TailRow>(
      sql('render_tails').select(columns).where({ team_id: teamId, render_id: renderId }),
    )
    return rows[0] ?? null
  }
  return {
    async put(teamId, renderId, { bytes, segments, ownFile }) {
      const parts = segments === null ? null : JSON.stringify({ segments, ownFile })
      await db.change(writtenOnce(db, PUT, [teamId, renderId, Buffer.from(bytes), parts]))
    },
    async find(teamId, renderId) {
      const row = await find(teamId, renderId, 'bytes', 'parts')
      return row === null ? null : tailOf(row)
    },
    async ownFile(teamId, renderId) {
      const row = await find(teamId, renderId, 'parts')
      return row?.parts == null ? null : tailOf({ ...row, bytes: new Uint8Array() }).ownFile
    },
    async remove(teamId, renderId) {
      await db.change(sql('render_tails').where({ team_id: teamId, render_id: renderId }).delete())
    },
  }
}
